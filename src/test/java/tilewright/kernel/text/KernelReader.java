package tilewright.kernel.text;

import tilewright.kernel.Program;

/** Kernel programs from the texts that {@link KernelText} prints: tests write programs so, and ask that the text of a program gives an equal one. */
public final class KernelReader {
    private KernelReader() {}

    /**
     * A program from its text.
     *
     * @param name how messages call the text
     * @throws tilewright.model.UserError at the first fault, as {@code name:line:column: error: ..}
     */
    public static Program parse(String name, String text) {
        TextErrors errors = new TextErrors(name);
        return new ProgramBuilder(errors).of(KernelText.parser(errors, text).program());
    }
}
