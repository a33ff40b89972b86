package tilewright.parse;

/** Ends the reading of an expression that is not affine. */
public final class NotAffine extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param reason for the user; empty where one was reported already */
    public NotAffine(String reason) {
        super(reason, null, false, false);
    }

    /** Why it is not affine. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
