package tilewright.irregular;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tilewright.irregular.counts.LevelCounts;
import tilewright.irregular.loops.AllPairs;
import tilewright.parse.NestParser;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.GpuDescription;
import tilewright.report.stored.ScheduleSweep;

/** The order of schedules by prediction: what it rests on, and stored predictions against stored measurements. */
class ScheduleModelTest {
    private static final GpuDescription H200 = DeviceCatalog.referenceGpu();
    private static final GraphDevice GRAPHS = GraphDevice.reference();

    @Test
    void ratesArePowersOfTheSizeBetweenWhatWasMeasured() {
        List<GraphDevice.Rate> rates =
                List.of(new GraphDevice.Rate(64 << 20, 4e10), new GraphDevice.Rate(16 << 20, 1e11));
        List<GraphDevice.Rate> rising = rates.reversed();
        assertEquals(1e11, GraphDevice.rate(rising, 1000));
        assertEquals(Math.sqrt(1e11 * 4e10), GraphDevice.rate(rising, 32 << 20), 1e6);
        assertEquals(4e10, GraphDevice.rate(rising, 1e12));
        assertTrue(GraphDevice.find("no such device").isEmpty());
    }

    @Test
    void everyAllowedScheduleIsPredictedOnceTheFastestFirst() {
        for (Fixpoint fixpoint : List.of(Fixpoints.levels(), Fixpoints.distances(), Fixpoints.labels())) {
            for (Arcs arcs :
                    RandomGraphs.hostile(!fixpoint.relaxation().inputs().isEmpty())) {
                Start start = new Start(new int[] {arcs.vertices() / 2}, new int[] {0});
                List<SchedulePrediction> ranking =
                        new ScheduleModel(fixpoint, arcs, List.of(start), H200, GRAPHS).rank();
                assertEquals(
                        AllowedSchedules.of(fixpoint).stream()
                                .map(Schedule::toString)
                                .sorted()
                                .toList(),
                        ranking.stream()
                                .map(p -> p.schedule().toString())
                                .sorted()
                                .toList());
                for (int k = 1; k < ranking.size(); k++) {
                    assertTrue(ranking.get(k - 1).seconds() <= ranking.get(k).seconds());
                }
                ranking.forEach(p -> assertTrue(Double.isFinite(p.seconds()) && p.seconds() > 0, p::toString));
            }
        }
    }

    @Test
    void constantsThatNobodyMeasuredAreSaidToBeMissing() {
        Arcs arcs = RandomGraphs.hostile(true).getLast();
        Start start = new Start(new int[] {0}, new int[] {0});
        ScheduleModel model = new ScheduleModel(Fixpoints.distances(), arcs, List.of(start), H200, GRAPHS);
        for (Schedule schedule : List.of(
                new Schedule.Edges(false),
                new Schedule.Segments(8192, false),
                new Schedule.ByRows(2, 3, 32, 8, 6, 1, false))) {
            assertEquals(List.of(), model.predict(schedule).uncalibrated());
        }
        GraphDevice known = new GraphDevice(
                GRAPHS.schema(),
                "half known",
                GRAPHS.loads(),
                GRAPHS.atomics(),
                null,
                null,
                null,
                null,
                null,
                Map.of(),
                GRAPHS.schedules(),
                GRAPHS.cuts(),
                Map.of());
        ScheduleModel less = new ScheduleModel(Fixpoints.distances(), arcs, List.of(start), H200, known);
        String steps = "what steps take whatever they do";
        assertEquals(
                List.of("time until the host knows whether to go on"),
                less.predict(new Schedule.Edges(false)).uncalibrated());
        assertEquals(
                List.of("pairs a second with a staged end", steps),
                less.predict(new Schedule.Segments(8192, false)).uncalibrated());
        assertEquals(
                List.of(steps),
                less.predict(new Schedule.ByRows(2, 3, 32, 8, 6, 1, false)).uncalibrated());
    }

    @Test
    void rowsRunOnTheHostEndAtTheFixpoint() {
        for (Fixpoint fixpoint : List.of(Fixpoints.distances(), Fixpoints.labels())) {
            boolean weighted = !fixpoint.relaxation().inputs().isEmpty();
            for (Arcs arcs : RandomGraphs.hostile(weighted)) {
                Renumbering numbering = Renumbering.byDegree(arcs);
                Arcs rows =
                        numbering.apply(arcs, weighted ? Renumbering.RowOrder.LIGHTEST : Renumbering.RowOrder.HEADS);
                Start start = new Start(new int[] {numbering.newOf()[arcs.vertices() / 2]}, new int[] {0});
                int[] expected = Fixpoints.solve(fixpoint, rows, start);
                for (Schedule.ByRows shape : List.of(
                        new Schedule.ByRows(2, 3, 32, 8, 6, 1, false), new Schedule.ByRows(1, 1, 1, 2, 0, 0, false))) {
                    for (int warps : new int[] {1, 1000}) {
                        Inspector.Cuts cuts = new Inspector.Cuts(8, 40, 128, 4096, 3);
                        RowRun run = RowRun.run(fixpoint, rows, rows, numbering.connected(), start, shape, cuts, warps);
                        assertArrayEquals(expected, run.values(), shape.toString());
                    }
                }
            }
        }
    }

    @Test
    void queuesRunOnTheHostEndAtTheFixpoint() {
        for (Fixpoint fixpoint : List.of(Fixpoints.distances(), Fixpoints.labels())) {
            boolean weighted = !fixpoint.relaxation().inputs().isEmpty();
            for (List<Arcs> graphs : List.of(RandomGraphs.hostile(weighted), RandomGraphs.directed(weighted))) {
                for (Arcs arcs : graphs) {
                    Start start = new Start(new int[] {arcs.vertices() / 2}, new int[] {0});
                    int[] expected = Fixpoints.solve(fixpoint, arcs, start);
                    for (Schedule.Queue shape : Stream.of(new Schedule.Queue(0, 1, 1), new Schedule.Queue(2, 16, 1))
                            .filter(s -> AllowedSchedules.allows(fixpoint, s))
                            .toList()) {
                        QueueRun run = QueueRun.of(fixpoint, arcs, start, shape, 3);
                        assertArrayEquals(expected, run.values(), shape.toString());
                    }
                }
            }
        }
    }

    /** A path of 90 vertices: by one block, 16 rounds a step. */
    @Test
    void roundsOfOneBlockTakeThePlaceOfSteps() {
        Arcs path = RandomGraphs.hostile(true).get(4);
        Start start = new Start(new int[] {0}, new int[] {0});
        QueueRun.Work alone = QueueRun.of(Fixpoints.distances(), path, start, new Schedule.Queue(0, 16, 1), 132)
                .work();
        QueueRun.Work together = QueueRun.of(Fixpoints.distances(), path, start, new Schedule.Queue(0, 1, 1), 132)
                .work();
        assertEquals(90, together.steps());
        assertEquals(90, together.rounds());
        assertEquals(6, alone.steps());
        assertEquals(90, alone.rounds());
        assertEquals(together.pushed(), alone.pushed());
    }

    @Test
    void pulledArcsAreThoseThatAreCountedLevelByLevel() {
        for (Arcs arcs : RandomGraphs.hostile(false)) {
            Renumbering numbering = Renumbering.byDegree(arcs);
            Arcs rows = numbering.apply(arcs, Renumbering.RowOrder.HEADS);
            int[] start = {numbering.newOf()[arcs.vertices() / 2]};
            LevelCounts counts = LevelCounts.of(rows, new Start(start, new int[] {0}));
            // No level is pushed where not even one arc may leave it.
            Schedule.ByLevels pulls = new Schedule.ByLevels(1, 2, 2, Integer.MAX_VALUE, Integer.MAX_VALUE);
            LevelRun.Work work = LevelRun.of(rows, rows, numbering.connected(), start, pulls, GRAPHS.cuts());
            boolean alone = rows.degree(start[0]) == 0;
            assertEquals(counts.levels().size(), work.steps());
            if (!alone) {
                assertEquals(
                        counts.levels().stream()
                                .mapToLong(LevelCounts.Level::pulled)
                                .sum(),
                        work.looked());
            }
        }
    }

    @Test
    void johnsonsRelaxationIsForAllPairsAndShortestPathsFromOneVertexAreNot() {
        assertEquals(
                "d",
                AllPairs.of(NestParser.parse(Path.of("loopnests/irregular/johnson.nest")))
                        .orElseThrow()
                        .array());
        for (String other : List.of("sssp", "sssp-csr", "bfs", "spmv", "sssp-matrix")) {
            assertTrue(AllPairs.of(NestParser.parse(Path.of("loopnests/irregular", other + ".nest")))
                    .isEmpty());
        }
    }

    private static List<ScheduleSweep> stored() throws IOException {
        List<ScheduleSweep> found = new ArrayList<>();
        try (Stream<Path> folders = Files.list(Path.of("reports/graphs"))) {
            for (Path folder : folders.filter(f -> Files.exists(f.resolve("ranking.json")))
                    .sorted()
                    .toList()) {
                found.add(ScheduleSweep.read(folder));
            }
        }
        return found;
    }

    /**
     * Predictions stored by 'rank --graph --json' beside runs stored by 'tune --graph': the best of the first five is within 10 % of the best, and so are the first
     * ranked segments of those that were measured. Times hold less: runs take 0.8 to 3 times as long as predicted.
     */
    @Test
    void storedPredictionsAgainstStoredRuns() throws IOException {
        List<ScheduleSweep> stored = stored();
        assertTrue(stored.size() >= 8, () -> "found " + stored);
        for (ScheduleSweep each : stored) {
            List<ScheduleSweep.Run> order = each.inPredictedOrder();
            assertEquals(each.runs().size(), order.size(), each.folder());
            assertTrue(best(order.stream().limit(5)) <= 1.1 * best(order.stream()), each::folder);
            List<ScheduleSweep.Run> segments = order.stream()
                    .filter(r -> r.schedule().startsWith("edges segments "))
                    .toList();
            if (!segments.isEmpty()) {
                assertTrue(segments.getFirst().seconds() <= 1.1 * best(segments.stream()), each::folder);
            }
            for (ScheduleSweep.Run run : order) {
                double ratio = run.seconds() / each.predicted().get(run.schedule());
                assertTrue(ratio > 0.8 && ratio < 3, () -> each.folder() + " " + run.schedule() + ": " + ratio);
            }
        }
    }

    private static double best(Stream<ScheduleSweep.Run> runs) {
        return runs.mapToDouble(ScheduleSweep.Run::seconds).min().orElseThrow();
    }
}
