package tilewright.model;

/**
 * Something only the user can put right. The message says where, what is wrong and what to do; it is shown
 * as it stands, without a stack trace.
 */
public final class UserError extends RuntimeException {
    /** Exit code: the answer is no (verification failed, illegal block). */
    public static final int ANSWER_IS_NO = 1;
    /** Exit code: bad usage or input. */
    public static final int BAD_INPUT = 2;
    /** Exit code: a needed device or tool is missing. */
    public static final int MISSING_TOOL = 3;

    private static final long serialVersionUID = 1L;

    private final int exitCode;

    public UserError(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    public UserError(int exitCode, String message, Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    /** A fault in the user's input or usage. */
    public static UserError badInput(String message) {
        return new UserError(BAD_INPUT, message);
    }

    public int exitCode() {
        return exitCode;
    }
}
