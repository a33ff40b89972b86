package tilewright.isl;

/** An isl operation was given up because it needed more steps than {@link Context#setMaxOperations} allows. */
public final class IslLimitException extends IslException {
    private static final long serialVersionUID = 1L;

    IslLimitException(String function, long limit) {
        this(function + ": gave up after " + limit + " isl operations (the limit of this context);"
                + " the integer sets of this problem are too complex, simplify its bounds or raise the limit");
    }

    /** With words that say what it was asked for. */
    public IslLimitException(String message) {
        super(message);
    }
}
