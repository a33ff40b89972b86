package tilewright.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;
import tilewright.model.UserError;
import tilewright.parse.NestParser;
import tilewright.parse.ScheduleParser;
import tilewright.tiling.Schedule;

/** The order that plans are made from. */
final class ScheduleArguments {
    @Option(
            names = "--schedule",
            paramLabel = "auto|original|fused|FILE|TEXT",
            defaultValue = "auto",
            description = "original: statements and loops in the order in which they are written; fused: as isl's"
                    + " scheduler fuses, shifts and skews them; a file or text like"
                    + " '{ S1[i,j] -> [j,i] }': in that order (default: ${DEFAULT-VALUE}).")
    String schedule = "auto";

    /**
     * The schedule.
     *
     * @throws UserError with the place of a syntax error, or where there is no such file
     */
    Schedule schedule() {
        return switch (schedule) {
            case "auto" -> new Schedule.Auto();
            case "original" -> new Schedule.Original();
            case "fused" -> new Schedule.Fused();
            default ->
                new Schedule.Given(
                        schedule.contains("{")
                                ? ScheduleParser.parse("--schedule", schedule)
                                : ScheduleParser.parse(schedule, NestParser.read(file())));
        };
    }

    /** What a folder of results in another order than the planner's own is called by default. */
    String suffix() {
        return switch (schedule()) {
            case Schedule.Auto _ -> "";
            case Schedule.Original _ -> "-original";
            case Schedule.Fused _ -> "-fused";
            case Schedule.Given _ -> "-given";
        };
    }

    private Path file() {
        Path file = Path.of(schedule);
        if (!Files.isRegularFile(file)) {
            throw UserError.badInput("--schedule " + schedule + ": expected auto, original, fused, a file, or text like"
                    + " '{ S1[i,j] -> [j,i] }'");
        }
        return file;
    }
}
