package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.device.KernelResources;
import tilewright.device.LaunchMode;
import tilewright.report.HtmlReport;
import tilewright.report.TextReport;
import tilewright.report.stored.Results;
import tilewright.report.stored.ResultsReader;
import tilewright.tiling.space.Candidate;
import tilewright.tune.stored.Baseline;
import tilewright.tune.stored.Contender;
import tilewright.tune.stored.Measurement;
import tilewright.tune.stored.MeasurementFormat;
import tilewright.tune.stored.MeasurementLog;
import tilewright.tune.stored.Outcome;
import tilewright.tune.stored.Predicted;
import tilewright.tune.stored.RankingQuality;
import tilewright.tune.stored.Status;
import tilewright.tune.stored.Summary;
import tilewright.tune.stored.SummaryFormat;
import tilewright.tune.stored.SweepIdentity;
import tilewright.tune.stored.Target;
import tilewright.tune.worker.RunPolicy;

/** What a sweep writes is what a report reads: neither side may change alone. */
class ReportReadsSweepsTest {
    private static final Candidate WINNER =
            new Candidate(List.of(64, 128, 128), List.of(1, 8, 8), new Candidate.Options(16, 2));
    private static final Candidate OTHER =
            new Candidate(List.of(32, 64, 64), List.of(1, 4, 4), new Candidate.Options(16, 1));

    @TempDir
    Path directory;

    private static SweepIdentity sweep() {
        SequencedMap<String, Long> sizes = new LinkedHashMap<>(Map.of("n", 4096L));
        return new SweepIdentity("gauss", "00ff", sizes, Target.CUDA, "Some GPU", "CUDA 13.0", "nvrtc 13.0");
    }

    private static Measurement measurement(int rank, Candidate candidate, Measurement.Phase phase, Outcome outcome) {
        Predicted predicted = new Predicted(0.5 * rank, new LinkedHashMap<>(Map.of("reads", 1.25e9)));
        return new Measurement(sweep(), new Contender(rank, candidate, predicted), outcome, phase);
    }

    private static Outcome ok(Double... runs) {
        List<KernelResources> kernels = List.of(new KernelResources("level0", 96, 8, 0, 24576, 256));
        return new Outcome(Status.OK, null, List.of(runs), kernels, 1e-6, LaunchMode.GRAPH);
    }

    private Results written(List<Measurement> lines, Summary summary) throws IOException {
        Files.writeString(
                directory.resolve(MeasurementLog.FILE),
                String.join("\n", lines.stream().map(MeasurementFormat::write).toList()) + "\n");
        SummaryFormat.write(summary, directory);
        return ResultsReader.read(directory);
    }

    @Test
    void everyFieldThatAReportShowsComesThrough() throws IOException {
        List<Measurement> sweep = List.of(
                measurement(1, OTHER, Measurement.Phase.SWEEP, Outcome.failure(Status.WRONG, "a[0] is 1")),
                measurement(2, WINNER, Measurement.Phase.SWEEP, ok(0.3, 0.2, 0.4)));
        Summary summary = new Summary(
                sweep(),
                Summary.End.BUDGET,
                false,
                false,
                new Summary.Best(WINNER, 0.25, 0.1, 4e12, 2),
                List.of(OTHER),
                RankingQuality.of(sweep),
                List.of(new Baseline("one launch per k", 2.5)),
                new LinkedHashMap<>(Map.of("java", "25")),
                null,
                null,
                new LinkedHashMap<>());
        Results read = written(
                List.of(
                        sweep.get(0),
                        sweep.get(1),
                        measurement(2, WINNER, Measurement.Phase.FINAL, ok(0.25, 0.24, 0.26))),
                summary);

        assertEquals(Map.of("ok", 1L, "wrong", 1L), read.statusCounts());
        assertEquals("a[0] is 1", read.failed().getFirst().message());
        tilewright.report.stored.Measurement best = read.ok().getFirst();
        assertEquals("64x128x128/1x8x8 k-tile 16, stages 2", best.key().toString());
        assertEquals(0.25, best.seconds());
        assertEquals(0.3, best.sweepSeconds());
        assertEquals(1.0, best.predictedSeconds());
        assertEquals(Map.of("reads", 1.25e9), best.predictedAmounts());
        assertEquals(List.of(96L, 24576L, 8L), List.of(best.registers(), best.sharedBytes(), best.localBytes()));
        assertEquals(best.key(), read.summary().best().candidate());
        assertTrue(read.isTied(read.failed().getFirst()));
        assertEquals("n=4096", read.summary().sizesText());
        assertEquals(
                "the time was up; not exhaustive, so a faster candidate is not excluded",
                read.summary().coverage());
        assertEquals(1.0, read.summary().ranking().top5());
        assertEquals(2.5, read.summary().baselines().getFirst().seconds());
        assertEquals(Map.of("java", "25"), read.summary().environment());
    }

    @Test
    void aSweepThatWasStoppedBeforeAnyCandidatePassedStillMakesAReport() throws IOException {
        List<Measurement> sweep =
                List.of(measurement(1, OTHER, Measurement.Phase.SWEEP, Outcome.failure(Status.TIMEOUT, "no answer")));
        Summary summary = new Summary(
                sweep(),
                Summary.End.INTERRUPTED,
                false,
                false,
                null,
                List.of(),
                RankingQuality.of(sweep),
                List.of(),
                new LinkedHashMap<>(),
                null,
                null,
                new LinkedHashMap<>());
        Results read = written(sweep, summary);
        assertTrue(TextReport.of(read).contains("\nno candidate passed\n"));
        assertTrue(HtmlReport.of(read).contains("No candidate passed: 1 timeout."));
    }

    @Test
    void aWholeSweepOnTheHostIsReported() throws IOException {
        List<Contender> contenders = List.of(
                Halving.contender(1, Halving.Behaviour.WRONG_IN_THE_LAST_ROW),
                Halving.contender(2, Halving.Behaviour.RIGHT));
        TuneOptions options = new TuneOptions(
                new TuneOptions.Extent.Exhaustive(),
                false,
                directory,
                new WorkersInThisProcess(),
                new RunPolicy(3, 3, 0.1, 0),
                Duration.ofSeconds(20));
        Tuner.tune(Halving.job(contenders, 16), options, TuneListener.SILENT);
        Results read = ResultsReader.read(directory);
        assertEquals("halving.nest", read.nest().name());
        assertEquals("best-kernel.c", read.kernel().name());
        String text = TextReport.of(read);
        assertTrue(text.startsWith("halving  n=16\n"), text);
        assertTrue(text.contains("candidates  2: 1 ok, 1 wrong\n"), text);
        assertTrue(HtmlReport.of(read).contains("<section id=\"kernel\">"));
    }
}
