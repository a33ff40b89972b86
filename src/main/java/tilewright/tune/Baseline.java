package tilewright.tune;

/**
 * Another implementation of the same nest at the same sizes.
 *
 * @param name e.g. {@code one launch per sequential step}
 * @param seconds median of its runs
 */
public record Baseline(String name, double seconds) {}
