package tilewright.isl;

/** The isl library, or a function of it, was not found; the message says what to install. */
public final class IslUnavailableException extends IslException {
    private static final long serialVersionUID = 1L;

    IslUnavailableException(String reason) {
        super(reason + ". Install the isl library (Debian, Ubuntu: package libisl23), or set TILEWRIGHT_ISL to the path"
                + " of libisl or of a libLLVM that contains it, or run the tilewright launcher, which fetches one");
    }
}
