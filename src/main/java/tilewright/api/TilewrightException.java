package tilewright.api;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Whatever goes wrong. The message says where, what is wrong and what to do, as the command line says it; the first
 * position in it is also given by itself.
 */
public final class TilewrightException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final Pattern PLACE = Pattern.compile("(?m)^(.+?):(\\d+)(?::(\\d+))?: ");

    /** What kind of thing went wrong. */
    public enum Kind {
        /** The answer is no: the blocks are illegal, the program that all are compared with fails. */
        ANSWER_IS_NO,
        /** The nest, a size or a setting is wrong. */
        BAD_INPUT,
        /** A device, a compiler or the library isl is missing. */
        MISSING_TOOL,
        /** A fault of Tilewright itself. */
        INTERNAL
    }

    /** What kind of thing went wrong. */
    private final Kind kind;

    /** Where, or null. */
    private final transient @Nullable Position position;

    TilewrightException(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.position = position(message);
    }

    private static @Nullable Position position(String message) {
        Matcher place = PLACE.matcher(message);
        if (!place.find()) {
            return null;
        }
        String column = place.group(3);
        return new Position(
                place.group(1), Integer.parseInt(place.group(2)), column == null ? 1 : Integer.parseInt(column));
    }

    /**
     * What kind of thing went wrong.
     *
     * @return never null
     */
    public Kind kind() {
        return kind;
    }

    /**
     * Where in the user's text.
     *
     * @return empty where it is not a matter of a place
     */
    public Optional<Position> position() {
        return Optional.ofNullable(position);
    }
}
