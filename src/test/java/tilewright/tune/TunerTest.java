package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tilewright.model.UserError;
import tilewright.report.Report;
import tilewright.tiling.space.Candidate;
import tilewright.tune.Halving.Behaviour;
import tilewright.tune.stored.Certificate;
import tilewright.tune.stored.Contender;
import tilewright.tune.stored.LeastTimes;
import tilewright.tune.stored.Measurement;
import tilewright.tune.stored.MeasurementFormat;
import tilewright.tune.stored.ResultsFolder;
import tilewright.tune.stored.Status;
import tilewright.tune.stored.StoredSweep;
import tilewright.tune.stored.Summary;
import tilewright.tune.stored.SweepIdentity;
import tilewright.tune.stored.Target;
import tilewright.tune.worker.RunPolicy;
import tilewright.tune.worker.Stop;
import tilewright.tune.worker.Workforce;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Whole sweeps on the host, with programs written by hand; those whose programs crash, hang or are stopped with real worker processes. */
@Execution(ExecutionMode.SAME_THREAD)
class TunerTest {
    private static final RunPolicy QUICK = new RunPolicy(3, 3, 0.1, 0);
    /** A new process, a compiler and a run on a machine that does other things, too; only a program that hangs takes it all. */
    private static final Duration LIMIT = Duration.ofSeconds(15);

    @TempDir
    Path directory;

    @Test
    void everyCandidateGetsTheStatusItDeservesAndTheSweepGoesOn() throws IOException {
        List<Contender> contenders = List.of(
                Halving.contender(1, Behaviour.WRONG_IN_THE_LAST_ROW),
                Halving.contender(2, Behaviour.REFUSED_BY_THE_COMPILER),
                Halving.contender(3, Behaviour.CRASH),
                Halving.contender(4, Behaviour.HANG),
                Halving.contender(5, Behaviour.OVERRUN),
                Halving.contender(6, Behaviour.ILLEGAL),
                Halving.contender(7, Behaviour.RIGHT));
        Summary summary = Tuner.tune(Halving.job(contenders, 40), options(false, Workforce.ONE), TuneListener.SILENT);

        List<Measurement> lines = lines();
        assertEquals(
                List.of(
                        Status.WRONG,
                        Status.COMPILE_ERROR,
                        Status.LAUNCH_ERROR,
                        Status.TIMEOUT,
                        Status.WRONG,
                        Status.COMPILE_ERROR,
                        Status.OK),
                lines.stream().map(line -> line.outcome().status()).toList());
        assertMessage(lines.get(0), "at {n=3}, seed 4: array a, row 2, column 0 (both from 0): expected ");
        assertMessage(lines.get(1), "could not compile candidate-2-3x2x4-1x1x1-k-tile-1:");
        assertMessage(lines.get(2), "the process that ran it died, exit code 1: SIGSEGV (0xb) at pc=");
        assertMessage(lines.get(3), "no answer within " + LIMIT.toSeconds() + " s");
        assertMessage(lines.get(4), "a write to the padding of row 0, element 1 of a row of 1");
        assertMessage(lines.get(5), "block [7, 6, 4] is illegal");

        Summary.Best best = summary.best();
        assertNotNull(best);
        assertEquals(7, best.predictedRank());
        assertEquals(40 * 40 * 40 / best.seconds(), best.operationsPerSecond(), 1e-3);
        assertEquals(Summary.End.COMPLETE, summary.end());
        assertTrue(summary.exhaustive());
        assertEquals(7, summary.ranking().candidates());
        assertNull(summary.ranking().top5());
        assertEquals(1.0, summary.ranking().top10());
    }

    /** A device so slow by its least times that two candidates say all: the others cannot win, whatever they would take. */
    @Test
    void candidatesThatCannotWinAreLeftOutAndTheWinnerIsCertified() throws IOException {
        List<Contender> contenders = new ArrayList<>();
        SequencedMap<Candidate, LeastTimes.Least> least = new LinkedHashMap<>();
        for (int rank = 1; rank <= 12; rank++) {
            contenders.add(Halving.contender(rank, Behaviour.RIGHT));
            double seconds = rank <= 2 ? 1e-9 : 100 * rank;
            least.put(contenders.getLast().candidate(), new LeastTimes.Least(seconds, "arithmetic"));
        }
        TuneJob everything = Halving.job(contenders, 16, new LeastTimes(least, false));
        Summary all = Tuner.tune(everything, options(false), TuneListener.SILENT);
        assertEquals(12, all.ranking().candidates());
        TuneJob possible = Halving.job(contenders, 16, new LeastTimes(least, true));
        Summary summary = Tuner.tune(possible, options(false), TuneListener.SILENT);
        assertEquals(2, summary.ranking().candidates());
        assertEquals(Summary.End.COMPLETE, summary.end());
        Certificate certificate = Objects.requireNonNull(summary.certificate());
        assertTrue(certificate.proved());
        assertEquals(10, certificate.excluded());
        String report = Report.run(List.of(directory));
        assertTrue(
                report.contains("certified: none of the 10 candidates that were not tried can be faster, they take at"
                        + " least 300.0 s (arithmetic)"),
                report);
    }

    @Test
    void theDirectoryHoldsSummaryNestAndBestKernel() throws IOException {
        Tuner.tune(
                Halving.job(List.of(Halving.contender(1, Behaviour.RIGHT)), 16),
                options(false, Workforce.ONE),
                TuneListener.SILENT);
        JsonNode summary = JsonMapper.shared().readTree(Files.readString(directory.resolve("summary.json")));
        assertEquals("tilewright/summary/1", summary.get("schema").asString());
        assertEquals("halving", summary.get("nest").asString());
        assertEquals(16, summary.get("sizes").get("n").asInt());
        assertEquals(
                "one launch per k", summary.get("baselines").get(0).get("name").asString());
        assertTrue(summary.get("baselines").get(0).get("seconds").asDouble() > 0);
        assertEquals("[1,1,4]", summary.get("best").get("block").toString());
        JsonNode peer = summary.get("peers").get(0);
        assertEquals(
                "the nest as written, -O3 -march=native, one thread",
                peer.get("name").asString());
        assertTrue(peer.get("seconds").asDouble() > 0);
        assertEquals(
                "passive", summary.get("environment").get("OMP_WAIT_POLICY").asString());
        assertTrue(summary.get("environment").get("compiler options").asString().contains("-march=native"));
        assertEquals(Halving.NEST.text(), Files.readString(directory.resolve("halving.nest")));
        String kernel = Files.readString(directory.resolve("best-kernel.c"));
        assertEquals(Halving.source(Behaviour.RIGHT), kernel);
        assertTrue(Files.readString(directory.resolve("summary.json"))
                .contains("\"program\" : \"" + SweepIdentity.hash(kernel) + "\""));
    }

    @Test
    void resumeMeasuresOnlyWhatIsMissingAndDropsATornLine() throws IOException {
        List<Contender> contenders =
                List.of(Halving.contender(1, Behaviour.RIGHT), Halving.contender(2, Behaviour.RIGHT));
        Tuner.tune(Halving.job(contenders.subList(0, 1), 16), options(false), TuneListener.SILENT);
        Path log = directory.resolve("measurements.jsonl");
        String first = Files.readString(log);
        Files.writeString(log, first + "{\"schema\":\"tilewright/measu");

        List<Integer> ranks = new ArrayList<>();
        Summary summary = Tuner.tune(Halving.job(contenders, 16), options(true), new TuneListener() {
            @Override
            public void measured(Measurement measurement, @Nullable Measurement best) {
                ranks.add(measurement.contender().rank());
            }
        });
        assertEquals(List.of(2), ranks);
        assertEquals(2, summary.ranking().candidates());
        assertTrue(Files.readString(log).startsWith(first));
        assertEquals(
                2,
                lines().stream()
                        .filter(line -> line.phase() == Measurement.Phase.SWEEP)
                        .count());
    }

    @Test
    void withoutResumeAnEarlierSweepIsKeptInAFolderOfItsOwn() throws IOException {
        List<Contender> contenders = List.of(Halving.contender(1, Behaviour.RIGHT));
        Tuner.tune(Halving.job(contenders, 16), options(false), TuneListener.SILENT);
        String first = Files.readString(directory.resolve("measurements.jsonl"));
        String summary = Files.readString(directory.resolve("summary.json"));
        Tuner.tune(Halving.job(contenders, 17), options(false), TuneListener.SILENT);
        Path kept = directory.resolve("earlier-1");
        assertEquals(first, Files.readString(kept.resolve("measurements.jsonl")));
        assertEquals(summary, Files.readString(kept.resolve("summary.json")));
        assertTrue(Report.run(List.of(kept)).startsWith("halving  n=16"));
        assertEquals(1, lines().size());
    }

    @Test
    void aSecondSweepInTheSameDirectoryIsRefusedWithItsOwner() throws IOException {
        try (ResultsFolder folder = ResultsFolder.open(directory, false, Halving.NEST)) {
            assertTrue(folder.kept().isEmpty());
            TuneJob job = Halving.job(List.of(Halving.contender(1, Behaviour.RIGHT)), 16);
            UserError error = assertThrows(UserError.class, () -> Tuner.tune(job, options(false), TuneListener.SILENT));
            String message = String.valueOf(error.getMessage());
            assertTrue(message.contains("another tune is at work here: process "), message);
            assertTrue(message.contains("process " + ProcessHandle.current().pid() + " on "), message);
            assertTrue(message.contains("choose another directory with -o"), message);
        }
        assertEquals("", Files.readString(directory.resolve(ResultsFolder.LOCK)));
    }

    @Test
    void resumeOfADirectoryWithoutASweepIsRefused() throws IOException {
        UserError error =
                assertThrows(UserError.class, () -> ResultsFolder.open(directory.resolve("mist"), true, Halving.NEST));
        assertTrue(String.valueOf(error.getMessage()).contains("no sweep here that --resume could go on with"));
        assertFalse(Files.exists(directory.resolve("mist")), "nothing is made");
        assertEquals(
                "stopped before anything was measured; the same command begins anew",
                ResultsFolder.stopped(directory.resolve("mist")));
    }

    @Test
    void aNestOfAnotherTextIsNotOverwritten() throws IOException {
        Path mine = Files.writeString(directory.resolve("halving.nest"), "param n");
        TuneJob job = Halving.job(List.of(Halving.contender(1, Behaviour.RIGHT)), 16);
        assertThrows(UserError.class, () -> Tuner.tune(job, options(false), TuneListener.SILENT));
        assertEquals("param n", Files.readString(mine));
    }

    @Test
    void resumeRefusesADirectoryOfOtherWork() throws IOException {
        List<Contender> contenders = List.of(Halving.contender(1, Behaviour.RIGHT));
        Tuner.tune(Halving.job(contenders, 16), options(false), TuneListener.SILENT);
        UserError error = assertThrows(
                UserError.class, () -> Tuner.tune(Halving.job(contenders, 17), options(true), TuneListener.SILENT));
        assertEquals(UserError.BAD_INPUT, error.exitCode());
        assertTrue(String.valueOf(error.getMessage()).contains("holds measurements of halving {n=16}"));
        assertTrue(String.valueOf(error.getMessage()).contains("tune without --resume"));
    }

    @Test
    void aStoppedSweepLeavesAValidSummaryAndCompleteLines() throws IOException {
        List<Contender> contenders = new ArrayList<>();
        for (int rank = 1; rank <= 50; rank++) {
            contenders.add(Halving.contender(rank, Behaviour.RIGHT));
        }
        Summary summary;
        try (Stop stop = new Stop();
                WorkerPool pool = WorkerPool.open(Target.C, Workforce.ONE, note -> {})) {
            TuneListener stopAfterTwo = new TuneListener() {
                private int count;

                @Override
                public void measured(Measurement measurement, @Nullable Measurement best) {
                    if (++count == 2) {
                        stop.request();
                    }
                }
            };
            summary = Tuner.tune(Halving.job(contenders, 16), options(false), stopAfterTwo, pool, stop);
        }
        assertFalse(Thread.interrupted());
        assertEquals(Summary.End.INTERRUPTED, summary.end());
        assertFalse(summary.exhaustive());
        assertEquals(2, summary.ranking().candidates());
        assertEquals(2, lines().size());
        JsonNode stored = JsonMapper.shared().readTree(Files.readString(directory.resolve("summary.json")));
        assertEquals("interrupted", stored.get("end").asString());
        assertTrue(stored.get("best").get("seconds").asDouble() > 0);
    }

    @Test
    void aBudgetEndsTheSweepAndNotAllCandidatesAreMeasured() throws IOException {
        List<Contender> contenders = new ArrayList<>();
        for (int rank = 1; rank <= 2000; rank++) {
            contenders.add(Halving.contender(rank, Behaviour.RIGHT));
        }
        TuneOptions options = new TuneOptions(
                new TuneOptions.Extent.Budget(Duration.ofSeconds(4)),
                false,
                directory,
                new WorkersInThisProcess(),
                QUICK,
                LIMIT);
        Summary summary = Tuner.tune(Halving.job(contenders, 16), options, TuneListener.SILENT);
        assertEquals(Summary.End.BUDGET, summary.end());
        assertTrue(summary.ranking().candidates() < 2000);
        assertFalse(summary.exhaustive());
    }

    @Test
    void aBaselineThatIsWrongIsAnErrorAndNotAReference() {
        TuneJob broken = Halving.job(
                List.of(Halving.contender(1, Behaviour.RIGHT)),
                16,
                Behaviour.WRONG_IN_THE_LAST_ROW,
                Halving.source(Behaviour.RIGHT),
                LeastTimes.NONE);
        UserError error = assertThrows(UserError.class, () -> Tuner.tune(broken, options(false), TuneListener.SILENT));
        assertEquals(UserError.ANSWER_IS_NO, error.exitCode());
        assertTrue(String.valueOf(error.getMessage())
                .startsWith("the baseline program (one launch per k) fails: wrong, at {n=3}"));
    }

    @Test
    void aBaselineThatCannotBeBuiltLeavesItsPlaceToACandidate() throws IOException {
        TuneJob job = Halving.job(
                List.of(Halving.contender(1, Behaviour.ILLEGAL), Halving.contender(2, Behaviour.RIGHT)),
                16,
                Behaviour.ILLEGAL,
                Halving.source(Behaviour.RIGHT),
                LeastTimes.NONE);
        Summary summary = Tuner.tune(job, options(false), TuneListener.SILENT);

        assertEquals(2, Objects.requireNonNull(summary.best()).predictedRank());
        assertTrue(summary.baselines().stream().noneMatch(b -> b.name().equals("one launch per k")));
        String why = Objects.requireNonNull(summary.environment().get("one launch per k"));
        assertTrue(why.startsWith("not measured: block ") && why.contains("results are compared with those of"), why);
    }

    /** What disturbs one disturbs all; the runs in turn replace those that each had alone. */
    @Test
    void aDrawnSampleRunsAgainInTurn() throws IOException {
        List<Contender> contenders = List.of(
                Halving.contender(1, Behaviour.RIGHT),
                Halving.contender(2, Behaviour.WRONG_IN_THE_LAST_ROW),
                Halving.contender(3, Behaviour.RIGHT));
        Summary summary = Tuner.tune(Halving.drawn(Halving.job(contenders, 40)), options(false), TuneListener.SILENT);

        List<Integer> runs =
                lines().stream().map(line -> line.outcome().runs().size()).toList();
        assertEquals(List.of(3, 0, 3, 15, 15), runs);
        List<Integer> stored = StoredSweep.read(directory).measured().stream()
                .map(each -> each.outcome().runs().size())
                .toList();
        assertEquals(List.of(15, 0, 15), stored);
        assertEquals(3, summary.ranking().candidates());
        double best = StoredSweep.read(directory).seconds().values().stream()
                .mapToDouble(Double::doubleValue)
                .min()
                .orElseThrow();
        assertEquals(best, Objects.requireNonNull(summary.best()).seconds());
    }

    @Test
    void candidatesOfAProcessorRunAgainInTurn() throws IOException {
        List<Contender> contenders =
                List.of(Halving.contender(1, Behaviour.RIGHT), Halving.contender(2, Behaviour.RIGHT));
        Summary summary = Tuner.tune(Halving.job(contenders, 40), options(false), TuneListener.SILENT);

        assertEquals(
                List.of(
                        Measurement.Phase.SWEEP,
                        Measurement.Phase.SWEEP,
                        Measurement.Phase.TURN,
                        Measurement.Phase.TURN),
                lines().stream().map(Measurement::phase).toList());
        double best = StoredSweep.read(directory).seconds().values().stream()
                .mapToDouble(Double::doubleValue)
                .min()
                .orElseThrow();
        assertEquals(best, Objects.requireNonNull(summary.best()).seconds(), "what was measured in turn counts");
    }

    @Test
    void aReferenceThatIsNotFiniteAsksForInitialValues() {
        TuneJob infinite = Halving.job(
                List.of(Halving.contender(1, Behaviour.RIGHT)),
                16,
                Behaviour.RIGHT,
                Halving.source(Behaviour.RIGHT).replace("1.0f", "1.0f / (i - i)"),
                LeastTimes.NONE);
        UserError error =
                assertThrows(UserError.class, () -> Tuner.tune(infinite, options(false), TuneListener.SILENT));
        assertEquals(UserError.BAD_INPUT, error.exitCode());
        assertTrue(
                String.valueOf(error.getMessage())
                        .matches("nest halving \\{n=16\\}: the sequential run ends with array a, row 0, column 0 "
                                + "\\(both from 0\\): Infinity; give the arrays initial values by 'init' lines.*"),
                error.getMessage());
    }

    private TuneOptions options(boolean resume) {
        return options(resume, new WorkersInThisProcess());
    }

    private TuneOptions options(boolean resume, Workforce workers) {
        return new TuneOptions(new TuneOptions.Extent.Exhaustive(), resume, directory, workers, QUICK, LIMIT);
    }

    /** Without those of the finals, in which peers of the host may be the only rivals. */
    private List<Measurement> lines() throws IOException {
        return Files.readAllLines(directory.resolve("measurements.jsonl")).stream()
                .map(MeasurementFormat::read)
                .filter(line -> line.phase() != Measurement.Phase.FINAL)
                .toList();
    }

    private static void assertMessage(Measurement measurement, String part) {
        String message = String.valueOf(measurement.outcome().message());
        assertTrue(message.contains(part), message);
    }
}
