package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.cli.pipeline.Replay;
import tilewright.model.UserError;
import tilewright.ranking.description.DeviceDescription;
import tilewright.report.evaluation.EarlyStop;
import tilewright.report.evaluation.Evaluation;
import tilewright.report.evaluation.EvaluationTable;
import tilewright.report.evaluation.Quality;
import tilewright.tune.stored.StoredSweep;

/**
 * Holds how well the model orders what was recorded in {@code reports/}: a change that makes it worse fails here. The
 * bounds are a little wider than what is reached; tighten them with every gain.
 */
@Order(1)
class StoredSweepsTest {
    private static final double TOP_1 = 1.065;

    private static final double TOP_5 = 1.03;
    private static final double TOP_10 = 1.02;
    private static final double SPEARMAN = 0.955;

    /** Fewer say little about a space of many thousands. */
    private static final int CANDIDATES = 300;

    @Test
    void modelOrdersRecordedSweeps() throws IOException {
        List<Evaluation> evaluations = new ArrayList<>();
        for (Path directory : recorded()) {
            DeviceDescription device =
                    Replay.measured(directory, StoredSweep.read(directory).identity());
            evaluations.add(StoredNests.ask(
                    directory, nest -> Replay.evaluate(directory, device, nest.dependences(), nest.tiler())));
        }
        EvaluationTable table = new EvaluationTable(evaluations);
        Quality mean = table.mean();
        assertTrue(evaluations.size() >= 16, "sweeps recorded on an NVIDIA H200");
        assertTrue(mean.top1() <= TOP_1, () -> "top 1\n" + table.toText(Integer.MAX_VALUE));
        assertTrue(mean.top5() <= TOP_5, () -> "top 5\n" + table.toText(Integer.MAX_VALUE));
        assertTrue(mean.top10() <= TOP_10, () -> "top 10\n" + table.toText(Integer.MAX_VALUE));
        Double spearman = mean.spearman();
        assertTrue(spearman != null && spearman >= SPEARMAN, () -> "Spearman\n" + table.toText(Integer.MAX_VALUE));
        assertTrue(table.worst().top1() <= 1.24, () -> "worst top 1\n" + table.toText(Integer.MAX_VALUE));
        assertTrue(table.worst().top10() <= 1.18, () -> "worst top 10\n" + table.toText(Integer.MAX_VALUE));
        for (Evaluation each : evaluations) {
            assertTrue(each.timed() >= CANDIDATES, () -> each.nest() + " " + each.sizes() + ": " + each.timed());
            EarlyStop stop = Objects.requireNonNull(each.earlyStop());
            assertTrue(stop.tightest() >= 1, () -> "faster than its least time: " + each.nest() + " " + stop);
            assertTrue(stop.leastOverBest() > 0.05, () -> "a bound that says nothing: " + each.nest() + " " + stop);
        }
    }

    private static List<Path> recorded() throws IOException {
        try (Stream<Path> nests = Files.list(Path.of("reports"))) {
            return nests.filter(Files::isDirectory)
                    .flatMap(StoredSweepsTest::sweeps)
                    .sorted()
                    .toList();
        }
    }

    private static Stream<Path> sweeps(Path nest) {
        try (Stream<Path> devices = Files.list(nest)) {
            return devices
                    .filter(d -> String.valueOf(d.getFileName()).startsWith("nvidia-h200"))
                    .filter(d -> Files.exists(d.resolve("measurements.jsonl")))
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void thePageHoldsSpeedPeersKernelsAndRanking(@TempDir Path folder) throws IOException {
        Path page = folder.resolve("performance.md");
        CommandLineRun run =
                CommandLineRun.of("evaluate", "reports/lu/nvidia-h200-n2048", "--document", page.toString());
        assertEquals(0, run.exitCode(), run.err());
        String text = Files.readString(page);
        assertTrue(text.contains("cuSOLVER getrf, no pivoting"), text);
        assertTrue(text.contains("## Where the time goes"), text);
        assertTrue(text.contains("| mean |"), text);
    }

    /** Both ended in an internal error. */
    @Test
    void whatJudgesNothingIsRefused(@TempDir Path sweep) throws IOException {
        Path stored = Path.of("reports/lu/nvidia-h200-n2048");
        Files.copy(stored.resolve("lu.nest"), sweep.resolve("lu.nest"));
        String lines = Files.readString(stored.resolve("measurements.jsonl"));
        Path measurements = sweep.resolve("measurements.jsonl");
        Files.writeString(measurements, lines.replace("\"status\":\"ok\"", "\"status\":\"wrong\""));
        CommandLineRun.of("evaluate", sweep.toString())
                .assertFails(UserError.BAD_INPUT, sweep + ": error: no candidate of this sweep was timed");
        Files.writeString(measurements, lines.replaceFirst("\"runs\":\\[[^]]*]", "\"runs\":[]"));
        CommandLineRun.of("evaluate", sweep.toString())
                .assertFails(UserError.BAD_INPUT, measurements + ":", "status is ok, and \"runs\" is []");
        Files.writeString(measurements, lines.replaceFirst("\"seconds\":([^,]*),\"runs\"", "\"seconds\":-1,\"runs\""));
        CommandLineRun.of("evaluate", sweep.toString())
                .assertFails(UserError.BAD_INPUT, measurements + ":", "\"seconds\" is -1, not the median of \"runs\"");
    }

    /** Of blocks that nobody tries any more, as of a nest that runs in tiles of other loops since. */
    @Test
    void aSweepOfAnotherSpaceIsLeftOut(@TempDir Path former) throws IOException {
        Path stored = Path.of("reports/lu/nvidia-h200-n2048");
        Files.copy(stored.resolve("lu.nest"), former.resolve("lu.nest"));
        String lines = Files.readString(stored.resolve("measurements.jsonl"));
        Files.writeString(
                former.resolve("measurements.jsonl"), lines.replaceAll("\"block\":\\[\\d+,", "\"block\":[127,"));
        CommandLineRun.of("evaluate", former.toString())
                .assertFails(
                        UserError.BAD_INPUT,
                        "note: " + former + ": no candidate that was timed is one of today's space",
                        "none of these sweeps has a candidate of today's space");
    }

    @Test
    void directoryWithoutSweepIsRefused(@TempDir Path empty) {
        CommandLineRun.of("evaluate", empty.toString())
                .assertFails(UserError.BAD_INPUT, "no measurements.jsonl here; give a directory that tune wrote");
    }
}
