package tilewright.report.stored;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.model.InputFile;
import tilewright.model.UserError;
import tilewright.tiling.space.Candidate;
import tilewright.tune.stored.SweepIdentity;
import tilewright.tune.stored.Target;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads results directories. Faults of the files are {@link UserError}s that name file and line. */
public final class ResultsReader {
    /** Of a summary's time and the median of the runs: beyond it somebody changed one of them. */
    private static final double SAME = 0.01;

    public static final String MEASUREMENTS = "measurements.jsonl";
    public static final String SUMMARY = "summary.json";
    public static final String ANALYSIS = "analysis.json";
    public static final String RANKING = "ranking.json";
    public static final String COUNTERS = "counters.json";

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private ResultsReader() {}

    /**
     * Reads one directory.
     *
     * @throws UserError if a needed file is missing or damaged
     */
    public static Results read(Path directory) {
        if (!Files.isDirectory(directory)) {
            String fault = Files.exists(directory) ? "not a directory" : "no such directory";
            throw UserError.badInput(directory + ": error: " + fault + "; give one that tune wrote");
        }
        List<String> notes = new ArrayList<>();
        MeasurementLines.Lines lines = MeasurementLines.read(needed(directory, MEASUREMENTS), notes);
        Path summaryFile = needed(directory, SUMMARY);
        Summary summary = SummaryFile.read(summaryFile);
        lines.work().require(summary, SummaryFile.target(summaryFile), summaryFile.toString());
        requireBest(summary, lines.measurements(), summaryFile);
        Source nest = source(directory, summary.nest() + ".nest", summary.nest() + ".c");
        String hash = lines.work().nestHash();
        if (nest != null && hash != null && !hash.equals(SweepIdentity.hash(nest.text()))) {
            notes.add(nest.name() + " is not the text that was measured: its hash is another one.");
        }
        return new Results(
                directory,
                summary,
                lines.measurements(),
                analysis(directory.resolve(ANALYSIS)),
                explanations(directory.resolve(RANKING)),
                nest,
                source(directory, "best-kernel.cu", "best-kernel.c"),
                counters(directory.resolve(COUNTERS)),
                Target.C.jsonName().equals(lines.work().target()),
                notes);
    }

    /**
     * Whether a directory's timed candidates judge a predicted order, see {@link Summary#judgesOrders}; where it has no summary, as of
     * a sweep that was killed, they do not.
     */
    public static boolean judgesOrders(Path directory, int timed) {
        Path summary = directory.resolve(SUMMARY);
        return Files.exists(summary) && SummaryFile.read(summary).judgesOrders(timed);
    }

    /** The fastest candidate of a directory's sweep, by its summary; empty where it has none, as of a sweep that was killed. */
    public static Optional<Candidate> fastest(Path directory) {
        return best(directory).map(best -> best.candidate().candidate(directory.resolve(SUMMARY) + ": error"));
    }

    /** {@link Summary.Best#program} of that candidate; empty where nothing is told of it. */
    public static Optional<String> program(Path directory) {
        return best(directory).map(Summary.Best::program);
    }

    private static Optional<Summary.Best> best(Path directory) {
        Path summary = directory.resolve(SUMMARY);
        return Files.exists(summary)
                ? Optional.ofNullable(SummaryFile.read(summary).best())
                : Optional.empty();
    }

    /** A summary names what was measured. */
    private static void requireBest(Summary summary, List<Measurement> measurements, Path file) {
        Summary.Best best = summary.best();
        if (best != null
                && measurements.stream().noneMatch(m -> m.isOk() && m.key().equals(best.candidate()))) {
            throw UserError.badInput(file + ": error: the best candidate " + best.candidate() + " is not among the"
                    + " measurements that are ok; run tune --resume to write the summary again");
        }
        if (best != null
                && measurements.stream()
                        .filter(m -> m.isOk() && m.key().equals(best.candidate()))
                        .noneMatch(m -> isAlike(m.seconds(), best) || isAlike(m.sweepSeconds(), best))) {
            throw UserError.badInput(file + ": error: the best candidate took another time by the summary than by the"
                    + " measurements; run tune --resume to write the summary again");
        }
        if (best != null && best.predictedRank() != null && best.predictedRank() < 1) {
            throw UserError.badInput(
                    file + ": error: field \"predictedRank\": expected a place from 1, found " + best.predictedRank());
        }
    }

    /** A sweep that goes on need not have finals again: then its best time is that of the runs before. */
    private static boolean isAlike(double seconds, Summary.Best best) {
        return Math.abs(seconds / best.seconds() - 1) <= SAME;
    }

    private static Path needed(Path directory, String name) {
        Path file = directory.resolve(name);
        if (!Files.exists(file)) {
            throw UserError.badInput(directory + ": error: no " + name
                    + " here; give a directory that tune wrote, or finish the sweep with tune --resume -o "
                    + directory);
        }
        if (!Files.isRegularFile(file) && !Files.isDirectory(file)) {
            throw UserError.badInput(file + ": error: no file that ends; a link to a device or a pipe is none");
        }
        return file;
    }

    private static @Nullable Analysis analysis(Path file) {
        return Files.exists(file) ? AnalysisFile.read(file) : null;
    }

    private static Map<Measurement.Key, Explanation> explanations(Path file) {
        return Files.exists(file) ? RankingFile.read(file) : Map.of();
    }

    private static List<CountersFile.Launch> counters(Path file) {
        return Files.exists(file) ? CountersFile.read(file) : List.of();
    }

    private static @Nullable Source source(Path directory, String... names) {
        return Stream.of(names)
                .map(directory::resolve)
                .filter(Files::isRegularFile)
                .findFirst()
                .map(file -> new Source(String.valueOf(file.getFileName()), text(file)))
                .orElse(null);
    }

    /** The whole file as one JSON value. */
    static JsonNode tree(Path file) {
        return tree(text(file), file.toString(), "the file is torn or damaged, run tune --resume to write it again");
    }

    /** One JSON value. */
    static JsonNode tree(String text, String where, String whatToDo) {
        try {
            return JSON.readTree(text);
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            String at = text.strip().contains("\n") ? where + ":" + line : where;
            throw UserError.badInput(at + ": error: not JSON: " + whatToDo);
        }
    }

    /** @throws UserError where it is no text that can be read */
    static String text(Path file) {
        return InputFile.text(file, InputFile.LONGEST_RESULTS);
    }
}
