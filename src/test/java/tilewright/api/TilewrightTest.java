package tilewright.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** The tool as a library gives what the commands give, as values. */
class TilewrightTest {
    private static final Nest SCALE = Nest.of("scale", """
        param n
        real a(n), b(n)
        do i = 1, n
          b(i) = 2.0 * a(i)
        enddo
        """);
    private static final Setting AT_1000 = Setting.of(Map.of("n", 1000L)).target(Target.C);

    @TempDir
    Path folder;

    @Test
    void analysisHoldsStatementsDependencesAndTheWholeDocument() {
        Analysis analysis = Tilewright.analyze(Nest.of(Path.of("loopnests/floyd-warshall.nest")));
        assertEquals("floyd-warshall", analysis.nest());
        assertEquals(List.of("n"), analysis.parameters());
        assertEquals(List.of("k", "i", "j"), analysis.statements().getFirst().loops());
        assertTrue(analysis.dependences().stream()
                .anyMatch(d -> d.kind() == Analysis.Kind.FLOW
                        && d.array().equals("a")
                        && d.source().equals("S1")
                        && d.vector().size() == 3
                        && d.position().line() > 0));
        assertEquals(List.of(List.of("k"), List.of("i", "j")), analysis.blockOrder());
        assertTrue(analysis.json().contains("\"schema\" : \"tilewright/analysis/1\""), analysis.json());
    }

    @Test
    void rankingsAreInOrderOfPredictedTime() {
        List<RankedCandidate> ranked = Tilewright.rank(SCALE, AT_1000, 3);
        assertEquals(3, ranked.size());
        assertEquals(1, ranked.getFirst().rank());
        assertTrue(ranked.getFirst().seconds() <= ranked.get(1).seconds());
        assertTrue(ranked.getFirst().reads() >= 1000);
    }

    /** The usual one was taken in its place. */
    @Test
    void aKTileOfNoIterationsIsRefused() {
        Choice none = new Choice.Given(new Candidate(List.of(8), List.of(1), 0, 1, 0));
        TilewrightException refused =
                assertThrows(TilewrightException.class, () -> Tilewright.generate(SCALE, AT_1000, none));
        assertTrue(refused.getMessage().contains("k-tile must be at least 1"), refused.getMessage());
    }

    @Test
    void programsAreGeneratedOfAnyChoice() throws Exception {
        Program program = Tilewright.generate(SCALE, AT_1000, new Choice.Blocks(List.of(64)));
        assertEquals(List.of(64), program.candidate().block());
        assertEquals(Target.C, program.target());
        program.writeTo(folder);
        assertEquals(
                "folder",
                assertThrows(NullPointerException.class, () -> program.writeTo(null))
                        .getMessage());
        assertTrue(Files.readString(folder.resolve("scale.c")).contains("void scale_run("));
        Program again = Tilewright.generate(SCALE, AT_1000, new Choice.Given(program.candidate()));
        assertEquals(program.files().get("scale.c"), again.files().get("scale.c"));
        Program cuda = Tilewright.generate(
                Nest.of(Path.of("loopnests/lu.nest")),
                Setting.of(Map.of("n", 2048L)).device("h200"),
                new Choice.Known(Path.of("reports/lu/nvidia-h200-n2048")));
        assertEquals(
                "128x64x64/1x8x8 k-tile 16, stages 2, panel 32",
                cuda.candidate().toString());
        assertTrue(cuda.notes().getFirst().startsWith("note: from stored results: "), cuda.notes()::toString);
    }

    @Test
    void faultsAreOfOneTypeWithKindAndPosition() {
        TilewrightException wrong = assertThrows(
                TilewrightException.class,
                () -> Tilewright.analyze(Nest.of("wrong", "param n\nreal a(n)\ndo i = 1, n\n  a(i) = c\nenddo\n")));
        assertEquals(TilewrightException.Kind.BAD_INPUT, wrong.kind());
        assertEquals(Optional.of(new Position("wrong", 4, 10)), wrong.position());
        TilewrightException size =
                assertThrows(TilewrightException.class, () -> Tilewright.rank(SCALE, Setting.of(Map.of()), 1));
        assertEquals(TilewrightException.Kind.BAD_INPUT, size.kind());
        assertTrue(size.getMessage().contains("no value for parameter n"), size.getMessage());
        assertEquals(Optional.empty(), size.position());
        TilewrightException device =
                assertThrows(TilewrightException.class, () -> Tilewright.rank(SCALE, AT_1000.device("h200"), 1));
        assertTrue(device.getMessage().contains("--device h200 runs programs of target cuda"), device.getMessage());
    }

    @Test
    void sweepsTellWhatTheyMeasureAndNameTheBest() {
        List<Measurement> told = new ArrayList<>();
        List<String> events = new ArrayList<>();
        TuneResult result = Tilewright.tune(
                SCALE, AT_1000, new Sweep(folder.resolve("sweep"), new Sweep.Extent.Top(1)), new TuneListener() {
                    @Override
                    public void started(int total, TuneResult.Baseline baseline) {
                        events.add("started");
                    }

                    @Override
                    public void measured(Measurement measurement, Optional<Measurement> best) {
                        told.add(measurement);
                    }

                    @Override
                    public void ended() {
                        events.add("ended");
                    }
                });
        assertEquals(List.of("started", "ended"), events);
        assertTrue(told.stream().allMatch(m -> m.status().equals("ok")), told::toString);
        assertTrue(result.best().orElseThrow().seconds() > 0);
        assertTrue(!result.baselines().isEmpty());
        assertTrue(Files.exists(folder.resolve("sweep/measurements.jsonl")));
    }

    private static TilewrightException badInput(Executable call, String words) {
        TilewrightException wrong = assertThrows(TilewrightException.class, call);
        assertEquals(TilewrightException.Kind.BAD_INPUT, wrong.kind(), wrong.getMessage());
        assertTrue(wrong.getMessage().contains(words), wrong.getMessage());
        return wrong;
    }

    @Test
    void mistakesOfCallersAreBadInput() {
        badInput(() -> Tilewright.analyze(Nest.of(folder.resolve("none.nest"))), "none.nest: error: no such file");
        badInput(() -> Tilewright.analyze(Nest.of(Path.of("-n.nest"))), "-n.nest: error: no such file");
        badInput(() -> Tilewright.analyze(Nest.of(Path.of("@n.nest"))), "@n.nest: error: no such file");
        badInput(() -> Tilewright.analyze(Nest.of("a\0b", "param n\n")), "");
        badInput(() -> Tilewright.analyze(Nest.of("", "real a(1)\na(1) = 0\n")), "the name of the nest is empty");
        badInput(() -> Tilewright.rank(SCALE, AT_1000, 0), "count 0: ask for at least one candidate");
        badInput(() -> Tilewright.rank(SCALE, AT_1000.device("a900"), 1), "no device 'a900': shipped are h200,");
        badInput(() -> Tilewright.rank(SCALE, Setting.of(Map.of("n", -4L)), 1), "a size is 0 or more");
        badInput(() -> Tilewright.rank(SCALE, Setting.of(Map.of("n", 1L << 40)), 1), "is beyond 2147483647");
        badInput(() -> Tilewright.rank(SCALE, Setting.of(Map.of("n", 9L, "m", 9L)), 1), "scale has no parameter m");
        badInput(() -> Tilewright.rank(SCALE, AT_1000.schedule("best of all"), 1), "--schedule best of all: expected");
        badInput(() -> Tilewright.generate(SCALE, AT_1000, new Choice.Blocks(List.of())), "--block");
        badInput(
                () -> Tilewright.generate(SCALE, AT_1000, new Choice.Blocks(List.of(8, 8))),
                "this nest has 1 loop (i): give 1 block size, got 2");
        badInput(() -> Tilewright.generate(SCALE, AT_1000, new Choice.Blocks(List.of(0))), "0 is not between 1 and");
        badInput(
                () -> Tilewright.generate(SCALE, AT_1000, new Choice.Known(folder.resolve("none"))),
                folder.resolve("none").toString());
        for (Sweep.Extent extent : List.of(new Sweep.Extent.Top(0), new Sweep.Extent.Budget(Duration.ofMillis(-5)))) {
            badInput(
                    () -> Tilewright.tune(SCALE, AT_1000, new Sweep(folder.resolve("t"), extent), TuneListener.SILENT),
                    "--");
        }
    }

    @Test
    @SuppressWarnings({"NullAway", "DataFlowIssue"}) // What the compiler cannot keep other programs from.
    void nullIsNamed() {
        Sweep sweep = new Sweep(folder, new Sweep.Extent.Top(1));
        Map<String, Executable> calls = Map.of(
                "nest", () -> Tilewright.analyze(null),
                "setting", () -> Tilewright.rank(SCALE, null, 1),
                "choice", () -> Tilewright.generate(SCALE, AT_1000, null),
                "sweep", () -> Tilewright.tune(SCALE, AT_1000, null, TuneListener.SILENT),
                "listener", () -> Tilewright.tune(SCALE, AT_1000, sweep, null),
                "path", () -> Nest.of(null),
                "text", () -> Nest.of("name", null),
                "sizes", () -> Setting.of(null),
                "size n", () -> Setting.of(Collections.singletonMap("n", null)),
                "folder", () -> new Sweep(null, new Sweep.Extent.Exhaustive()));
        calls.forEach((name, call) -> assertEquals(
                name, assertThrows(NullPointerException.class, call, name).getMessage()));
    }

    @Test
    void whatAListenerThrowsEndsTheSweepAndComesOut() {
        Path results = folder.resolve("sweep");
        Sweep sweep = new Sweep(results, new Sweep.Extent.Top(1));
        IllegalStateException thrown = assertThrows(
                IllegalStateException.class,
                () -> Tilewright.tune(SCALE, AT_1000, sweep, new TuneListener() {
                    @Override
                    public void measured(Measurement measurement, Optional<Measurement> best) {
                        throw new IllegalStateException("enough");
                    }
                }));
        assertEquals("enough", thrown.getMessage());
        assertTrue(Files.exists(results.resolve("measurements.jsonl")));
        // The folder is free again, and settings and nests may be used as often as one likes.
        assertTrue(Tilewright.tune(SCALE, AT_1000, sweep, TuneListener.SILENT)
                .best()
                .isPresent());
    }
}
