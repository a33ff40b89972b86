package tilewright.tune.stored;

import java.util.Locale;

/** What became of a candidate. */
public enum Status {
    /** Right, and timed. */
    OK,
    /** It computes something else than the nest, or writes outside the arrays. */
    WRONG,
    /** It cannot be generated, or the compiler refused it. */
    COMPILE_ERROR,
    /** The device refused it, or the process that ran it died. */
    LAUNCH_ERROR,
    /** It did not end within its limit. */
    TIMEOUT;

    /** The name in JSON, e.g. {@code compile-error}. */
    public String jsonName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The status of that JSON name. */
    static Status of(String jsonName) {
        return valueOf(jsonName.toUpperCase(Locale.ROOT).replace('-', '_'));
    }
}
