package tilewright.device;

import org.jspecify.annotations.Nullable;

/**
 * One line of {@code doctor}.
 *
 * @param subject what was looked for, e.g. {@code C compiler}
 * @param detail what was found, or why nothing was
 * @param remedy what to do about it; null when nothing is to be done
 */
public record Finding(
        String subject,
        Status status,
        String detail,
        @Nullable String remedy) {
    /** How it stands. */
    public enum Status {
        /** Usable. */
        OK,
        /** Missing, and only some work needs it. */
        OPTIONAL,
        /** Missing, and nothing works without it. */
        MISSING
    }

    static Finding ok(String subject, String detail) {
        return new Finding(subject, Status.OK, detail, null);
    }

    static Finding optional(String subject, String detail, String remedy) {
        return new Finding(subject, Status.OPTIONAL, detail, remedy);
    }

    static Finding missing(String subject, String detail, String remedy) {
        return new Finding(subject, Status.MISSING, detail, remedy);
    }
}
