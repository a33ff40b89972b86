package tilewright.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
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

    @Test
    void programsAreGeneratedOfAnyChoice() throws Exception {
        Program program = Tilewright.generate(SCALE, AT_1000, new Choice.Blocks(List.of(64)));
        assertEquals(List.of(64), program.candidate().block());
        assertEquals(Target.C, program.target());
        program.writeTo(folder);
        assertTrue(Files.readString(folder.resolve("scale.c")).contains("void scale_run("));
        Program again = Tilewright.generate(SCALE, AT_1000, new Choice.Given(program.candidate()));
        assertEquals(program.files().get("scale.c"), again.files().get("scale.c"));
        Program cuda = Tilewright.generate(
                Nest.of(Path.of("loopnests/lu.nest")),
                Setting.of(Map.of("n", 2048L)).device("h200"),
                new Choice.Known(Path.of("reports/lu/nvidia-h200-n2048")));
        assertEquals(
                "128x64x64/1x8x8 chunk 16 buffers 2 step 32", cuda.candidate().toString());
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
}
