package tilewright.isl;

/** An isl operation failed; the message names the isl function and gives isl's own words. */
public class IslException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public IslException(String message) {
        super(message);
    }
}
