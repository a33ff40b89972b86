package tilewright.device;

/** A compiler that refused generated source; the message ends with its log. */
public final class CompileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public CompileException(String compiler, String what, String log) {
        super(compiler + " could not compile " + what + ":\n" + log.strip());
    }
}
