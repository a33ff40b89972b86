package tilewright.report.stored;

/**
 * A source file kept with the results.
 *
 * @param name file name, e.g. {@code best-kernel.cu}; its ending says the language
 */
public record Source(String name, String text) {}
