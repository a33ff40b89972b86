package tilewright.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SequencedMap;
import picocli.CommandLine.Option;
import tilewright.dependence.Dependences;
import tilewright.model.UserError;
import tilewright.parse.NestParser;
import tilewright.parse.ScheduleParser;
import tilewright.ranking.DeviceDescription;
import tilewright.ranking.Ranking;
import tilewright.report.Quantity;
import tilewright.tiling.Schedule;

/** The order that plans are made from. */
final class ScheduleArguments {
    private static final String BEST = "best";

    @Option(
            names = "--schedule",
            paramLabel = "auto|original|fused|best|FILE|TEXT",
            defaultValue = "auto",
            description = "original: statements and loops in the order in which they are written; fused: as isl's"
                    + " scheduler fuses, shifts and skews them; best: auto or fused, by predicted time; a file or"
                    + " text like '{ S1[i,j] -> [j,i] }': in that order (default: ${DEFAULT-VALUE}).")
    String schedule = "auto";

    /**
     * The schedule, chosen by predicted time where that is asked for.
     *
     * @param notes receives the predictions that decided
     */
    Schedule schedule(
            Dependences dependences, SequencedMap<String, Long> sizes, DeviceDescription device, PrintWriter notes) {
        if (!schedule.equals(BEST)) {
            return schedule();
        }
        Schedule.Auto auto = new Schedule.Auto();
        Schedule.Fused fused = new Schedule.Fused();
        double apart = seconds(dependences, auto, sizes, device);
        double together = seconds(dependences, fused, sizes, device);
        notes.println("note: --schedule best is " + (together < apart ? fused : auto).text() + ": predicted "
                + Quantity.seconds(together) + " fused, " + Quantity.seconds(apart) + " otherwise");
        return together < apart ? fused : auto;
    }

    private static double seconds(
            Dependences dependences, Schedule schedule, SequencedMap<String, Long> sizes, DeviceDescription device) {
        Ranking ranking = Pipeline.rank(Pipeline.tiler(dependences, schedule), sizes, device);
        return ranking.programSeconds(ranking.candidates().getFirst());
    }

    /**
     * The schedule; where it is to be chosen, what it is chosen beside.
     *
     * @throws UserError with the place of a syntax error, or where there is no such file
     */
    Schedule schedule() {
        return of("--schedule", schedule.equals(BEST) ? new Schedule.Auto().text() : schedule);
    }

    /** {@code " --schedule ..."} as it was given, for a command that is shown; nothing where it was not. */
    String argument() {
        return schedule.equals(new Schedule.Auto().text())
                ? ""
                : " --schedule " + (schedule.contains("{") ? "'" + schedule + "'" : schedule);
    }

    /**
     * Refuses what is no schedule, for commands that need none before they have found results.
     *
     * @throws UserError as {@link #schedule()}
     */
    void requireKnown() {
        schedule();
    }

    /** A schedule as its text, its name or a file says it; {@code where} is shown in messages. */
    static Schedule of(String where, String schedule) {
        return switch (schedule) {
            case "auto" -> new Schedule.Auto();
            case "original" -> new Schedule.Original();
            case "fused" -> new Schedule.Fused();
            default ->
                new Schedule.Given(
                        schedule.contains("{")
                                ? ScheduleParser.parse(where, schedule)
                                : ScheduleParser.parse(schedule, NestParser.read(file(schedule))));
        };
    }

    /** Whether results of a sweep in that order will do: in any, where none is asked for. */
    boolean takes(String text) {
        return schedule.equals(BEST)
                || schedule() instanceof Schedule.Auto
                || schedule().text().strip().equals(text);
    }

    /** Whether block sizes are those of loops that the nest as written does not have. */
    boolean hasLoopsOfItsOwn() {
        return schedule.equals(BEST) || schedule() instanceof Schedule.Given || schedule() instanceof Schedule.Fused;
    }

    /** What a folder of results in another order than the planner's own is called by default. */
    String suffix() {
        if (schedule.equals(BEST)) {
            return "-best";
        }
        return switch (schedule()) {
            case Schedule.Auto _ -> "";
            case Schedule.Original _ -> "-original";
            case Schedule.Fused _ -> "-fused";
            case Schedule.Given _ -> "-given";
        };
    }

    private static Path file(String schedule) {
        Path file = Path.of(schedule);
        if (!Files.isRegularFile(file)) {
            throw UserError.badInput("--schedule " + schedule
                    + ": expected auto, original, fused, best, a file, or text like" + " '{ S1[i,j] -> [j,i] }'");
        }
        return file;
    }
}
