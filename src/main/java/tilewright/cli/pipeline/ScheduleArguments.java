package tilewright.cli.pipeline;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.parse.NestParser;
import tilewright.parse.ScheduleParser;
import tilewright.ranking.description.DeviceDescription;
import tilewright.ranking.description.GpuDescription;
import tilewright.report.Quantity;
import tilewright.tiling.schedule.OwnerOrders;
import tilewright.tiling.schedule.Schedule;

/** The order that plans are made from. */
public final class ScheduleArguments {
    private static final String BEST = "best";
    private static final String NAMES =
            "auto|original|fused|coalesced|packed|split:N|rows|steps|problems|sweeps|chunks|" + BEST;

    private static final String SPLIT_OF = Schedule.Split.OF + Schedule.Split.PREFIX;
    /** Predictions that differ by less are not worth another text. */
    private static final double WORTH_SAYING = 0.9;

    @Option(
            names = "--schedule",
            paramLabel = NAMES + "|FILE|TEXT",
            defaultValue = "auto",
            description =
                    "original: statements and loops in the order in which they are written; fused: as isl's scheduler"
                        + " fuses, shifts and skews them; coalesced: loops of a contraction that index the same"
                        + " operands as one, which auto does on GPUs where it is predicted to be faster; packed: the"
                        + " same after operands have been copied in the order in which they are read, likewise;"
                        + " split:N: long sums and scans whose order may change in shares of N iterations, likewise"
                        + " (split:N,M: their join in shares of M; packed+split:N: of the nest that packed makes);"
                        + " rows: reductions along rows and what uses their results along the same rows in one launch,"
                        + " likewise; steps: problems of a batch take each step of the loop inside together, likewise;"
                        + " problems: a block runs each problem of a batch, likewise; sweeps: loops around sweeps over"
                        + " three dimensions on the host, and each sweep plane by plane, likewise; best: auto or"
                        + " fused, by predicted time; a file or text like '{ S1[i,j] -> [j,i] }': in that order"
                        + " (default: ${DEFAULT-VALUE}).")
    String schedule = "auto";

    /**
     * The schedule, chosen by predicted time where that is asked for.
     *
     * @param given how many block sizes are given; 0 where none are
     * @param notes receives the predictions that decided
     */
    public Schedule schedule(
            Dependences dependences,
            SequencedMap<String, Long> sizes,
            DeviceDescription device,
            int given,
            PrintWriter notes) {
        Schedule.Auto auto = new Schedule.Auto();
        if (schedule.equals(auto.text()) && device instanceof GpuDescription gpu) {
            return new ContractionChoice(dependences, sizes, gpu)
                    .best(given, notes)
                    .orElseGet(() -> given > 0 ? auto : ofReductions(dependences, sizes, gpu, notes));
        }
        if (!schedule.equals(BEST)) {
            return schedule();
        }
        Schedule.Fused fused = new Schedule.Fused();
        double apart = seconds(dependences, auto, sizes, device);
        double together = seconds(dependences, fused, sizes, device);
        double least = Math.min(apart, together);
        notes.println("note: --schedule best is " + (together < apart ? fused : auto).text() + ": predicted "
                + Quantity.seconds(together) + " fused, " + Quantity.seconds(apart) + " otherwise");
        otherWriting(dependences, sizes, device, least, notes);
        return together < apart ? fused : auto;
    }

    /** Whole or in shares, in launches of their own or with what uses them. */
    private static Schedule ofReductions(
            Dependences dependences, SequencedMap<String, Long> sizes, GpuDescription device, PrintWriter notes) {
        Schedule.Auto auto = new Schedule.Auto();
        Schedule sums = new SplitChoice(dependences, auto, sizes, device)
                .best()
                .<Schedule>map(found -> found.said(notes))
                .orElse(auto);
        return new RivalChoice(dependences, sizes, device).best(sums, notes);
    }

    /** Says how the nest could be written so that the planner finds more: plans keep the order of the loops of a part. */
    private static void otherWriting(
            Dependences dependences,
            SequencedMap<String, Long> sizes,
            DeviceDescription device,
            double least,
            PrintWriter notes) {
        Context context = dependences.context();
        String better = "";
        double seconds = WORTH_SAYING * least;
        for (String text : OwnerOrders.of(dependences.nest())) {
            try {
                LoopNest other = Pipeline.scheduled(context, dependences.nest(), of("--schedule", text));
                double predicted = seconds(Pipeline.dependences(context, other), new Schedule.Auto(), sizes, device);
                if (predicted < seconds) {
                    seconds = predicted;
                    better = text;
                }
            } catch (UserError forbidden) {
                // Dependences do not allow this order, or nothing of it fits the device: it is no advice.
            }
        }
        if (!better.isEmpty()) {
            notes.println("note: written in the order " + better + " the nest is predicted "
                    + Quantity.seconds(seconds) + ": generate --dump model --schedule '" + better
                    + "' -o NEW.nest writes it so");
        }
    }

    private static double seconds(
            Dependences dependences, Schedule schedule, SequencedMap<String, Long> sizes, DeviceDescription device) {
        return Pipeline.rank(Pipeline.tiler(dependences, schedule), sizes, device)
                .leastProgramSeconds();
    }

    /**
     * The schedule; where it is to be chosen, what it is chosen beside.
     *
     * @throws UserError with the place of a syntax error, or where there is no such file
     */
    public Schedule schedule() {
        return of("--schedule", schedule.equals(BEST) ? new Schedule.Auto().text() : schedule);
    }

    /** {@code " --schedule ..."} as it was given, for a command that is shown; nothing where it was not. */
    public String argument() {
        return schedule.equals(new Schedule.Auto().text())
                ? ""
                : " --schedule " + (schedule.contains("{") ? "'" + schedule + "'" : schedule);
    }

    /**
     * Refuses what is no schedule, for commands that need none before they have found results.
     *
     * @throws UserError as {@link #schedule()}
     */
    public void requireKnown() {
        schedule();
    }

    /** A schedule as its text, its name or a file says it; {@code where} is shown in messages. */
    static Schedule of(String where, String schedule) {
        return switch (schedule) {
            case "auto" -> new Schedule.Auto();
            case "original" -> new Schedule.Original();
            case "fused" -> new Schedule.Fused();
            case "coalesced" -> new Schedule.Coalesced();
            case "packed" -> new Schedule.Packed();
            case "rows" -> new Schedule.Rows();
            case "steps" -> new Schedule.Steps();
            case "problems" -> new Schedule.Problems();
            case "sweeps" -> new Schedule.Sweeps();
            case "chunks" -> new Schedule.Chunks();
            case String s when s.startsWith(Schedule.Split.PREFIX) || s.contains(SPLIT_OF) -> split(where, s);
            default ->
                new Schedule.Given(
                        schedule.contains("{")
                                ? ScheduleParser.parse(where, schedule)
                                : ScheduleParser.parse(schedule, NestParser.read(file(schedule))));
        };
    }

    private static Schedule split(String where, String text) {
        int start = text.indexOf(Schedule.Split.PREFIX);
        String first = text.substring(0, Math.max(0, start - Schedule.Split.OF.length()));
        Schedule of = start == 0 ? new Schedule.Auto() : of(where, first);
        if (!Schedule.Split.mayBeSplit(of)) {
            throw UserError.badInput("--schedule " + text + ": " + first
                    + " makes no nest whose sums may be in shares; coalesced and packed do, as in "
                    + new Schedule.Split(new Schedule.Packed(), 512).text());
        }
        try {
            List<Integer> lengths = Stream.of(text.substring(start + Schedule.Split.PREFIX.length())
                            .split(Schedule.Split.SEPARATOR, -1))
                    .map(Integer::valueOf)
                    .toList();
            if (lengths.stream().allMatch(l -> l >= 1)) {
                return new Schedule.Split(of, lengths);
            }
        } catch (NumberFormatException e) {
            // As for a number below 1.
        }
        throw UserError.badInput("--schedule " + text
                + ": expected how many iterations a share of a sum or scan has, e.g. " + Schedule.Split.PREFIX
                + "512, and where their join is to be in shares too, those of its shares, e.g. "
                + Schedule.Split.PREFIX + "65,65");
    }

    /** Whether results of a sweep in that order will do: in any, where none is asked for. */
    public boolean takes(String text) {
        return schedule.equals(BEST)
                || schedule() instanceof Schedule.Auto
                || schedule().text().strip().equals(text);
    }

    /** What a folder of results in another order than the planner's own is called by default. */
    public String suffix() {
        if (schedule.equals(BEST)) {
            return "-best";
        }
        return switch (schedule()) {
            case Schedule.Auto _ -> "";
            case Schedule.Original _ -> "-original";
            case Schedule.Fused _ -> "-fused";
            case Schedule.Coalesced _ -> "-coalesced";
            case Schedule.Packed _ -> "-packed";
            case Schedule.Split _ -> "-split";
            case Schedule.Rows _ -> "-rows";
            case Schedule.Steps _ -> "-steps";
            case Schedule.Problems _ -> "-problems";
            case Schedule.Sweeps _ -> "-sweeps";
            case Schedule.Chunks _ -> "-chunks";
            case Schedule.Given _ -> "-given";
        };
    }

    private static Path file(String schedule) {
        Path file = Path.of(schedule);
        if (!Files.isRegularFile(file)) {
            throw UserError.badInput("--schedule " + schedule + ": expected " + NAMES.replace("|", ", ")
                    + ", a file, or text like '{ S1[i,j] -> [j,i] }'");
        }
        return file;
    }
}
