package tilewright.cli.argument;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tilewright.model.UserError;

/** Reads lengths of time. */
public final class Durations {
    private static final Pattern SHAPE = Pattern.compile("(\\d{1,6})\\s*(s|m|h)");

    private Durations() {}

    /**
     * Reads {@code 90s}, {@code 10m} or {@code 2h}.
     *
     * @param option for the message, e.g. {@code --budget}
     * @throws UserError for anything else, and for no time at all
     */
    public static Duration of(String option, String text) {
        Matcher matcher = SHAPE.matcher(text.strip());
        if (!matcher.matches() || Long.parseLong(matcher.group(1)) == 0) {
            throw UserError.badInput(option + " " + text + ": expected a length of time such as 90s, 10m or 2h");
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            default -> Duration.ofHours(number);
        };
    }
}
