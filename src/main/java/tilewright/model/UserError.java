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
    private final Refusal refusal;
    private final String reason;

    public UserError(int exitCode, String message) {
        this(exitCode, message, Refusal.NOT_SUPPORTED, message);
    }

    private UserError(int exitCode, String message, Refusal refusal, String reason) {
        super(message);
        this.reason = reason;
        this.exitCode = exitCode;
        this.refusal = refusal;
    }

    public UserError(int exitCode, String message, Throwable cause) {
        super(message, cause);
        this.exitCode = exitCode;
        this.refusal = Refusal.NOT_SUPPORTED;
        this.reason = message;
    }

    /** A fault in the user's input or usage. */
    public static UserError badInput(String message) {
        return new UserError(BAD_INPUT, message);
    }

    /** A nest that is not read, and why. */
    public static UserError refused(Refusal refusal, String message) {
        return refused(refusal, message, message);
    }

    /**
     * The same with several faults.
     *
     * @param reason that of them which gives the refusal
     */
    public static UserError refused(Refusal refusal, String message, String reason) {
        return new UserError(BAD_INPUT, message, refusal, reason);
    }

    /** The part of the message that says why a nest is not read. */
    public String reason() {
        return reason;
    }

    /** Why a nest is not read, of several reasons the gravest; meaningless where something else is wrong. */
    public Refusal refusal() {
        return refusal;
    }

    public int exitCode() {
        return exitCode;
    }
}
