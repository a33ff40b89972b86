package tilewright.irregular;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.kernel.HostValues;
import tilewright.kernel.Program;
import tilewright.kernel.ScalarType;
import tilewright.kernel.emulate.ArrayContents;
import tilewright.kernel.emulate.Emulation;
import tilewright.kernel.emulate.Emulator;

/** Every schedule of every fixpoint, run thread by thread on hostile graphs: no race, no unset value, and the fixpoint bit by bit. */
@Execution(ExecutionMode.CONCURRENT)
class EmulatedSchedulesTest {
    @TestFactory
    List<DynamicTest> findTheFixpointOnHostileGraphs() {
        List<DynamicTest> tests = new ArrayList<>();
        Map<String, Fixpoint> fixpoints =
                Map.of("levels", Fixpoints.levels(), "distances", Fixpoints.distances(), "labels", Fixpoints.labels());
        fixpoints.forEach((name, fixpoint) -> schedules(fixpoint)
                .forEach(schedule -> tests.add(DynamicTest.dynamicTest(name + " by " + schedule, () -> {
                    for (Arcs arcs :
                            RandomGraphs.hostile(!fixpoint.relaxation().inputs().isEmpty())) {
                        check(name, fixpoint, schedule, arcs);
                    }
                }))));
        return tests;
    }

    /** Arcs have no way back: what is pushed and what rows look at are laid out apart. */
    @TestFactory
    List<DynamicTest> findTheFixpointOnDirectedGraphs() {
        List<DynamicTest> tests = new ArrayList<>();
        for (Map.Entry<String, Fixpoint> named : Map.of(
                        "levels", Fixpoints.levels(), "distances", Fixpoints.distances(), "labels", Fixpoints.labels())
                .entrySet()) {
            Fixpoint both = named.getValue();
            Fixpoint fixpoint = new Fixpoint(both.relaxation(), both.neutral(), false, both.window(), both.levels());
            for (Schedule schedule : schedules(fixpoint)) {
                if (AllowedSchedules.allows(fixpoint, schedule)) {
                    tests.add(DynamicTest.dynamicTest(named.getKey() + " by " + schedule, () -> {
                        for (Arcs arcs : RandomGraphs.directed(
                                !both.relaxation().inputs().isEmpty())) {
                            check(named.getKey(), fixpoint, schedule, arcs);
                        }
                    }));
                }
            }
        }
        return tests;
    }

    /** Those that are measured, and some that push longer, read outdated values or sweep the core differently. */
    private static List<Schedule> schedules(Fixpoint fixpoint) {
        List<Schedule> schedules = new ArrayList<>(AllowedSchedules.of(fixpoint));
        if (schedules.stream().anyMatch(Schedule.ByRows.class::isInstance)) {
            schedules.add(new Schedule.ByRows(2, 3, 1, 8, 6, 1, true));
            schedules.add(new Schedule.ByRows(2, 3, 1, 2, 3, 2, false));
            schedules.add(new Schedule.Segments(64, true));
        }
        if (schedules.stream().anyMatch(Schedule.Queue.class::isInstance)) {
            schedules.add(new Schedule.Queue(0, 3, 2));
        }
        if (AllowedSchedules.allows(fixpoint, new Schedule.Queue(1, 3, 1))) {
            schedules.add(new Schedule.Queue(1, 3, 1));
            schedules.add(new Schedule.Queue(4, 16, 1));
        }
        if (schedules.stream().anyMatch(Schedule.ByLevels.class::isInstance)) {
            schedules.add(new Schedule.ByLevels(1, 2, 2, 1, 1));
            schedules.add(new Schedule.ByLevels(4, 2, 2, 1, 8));
            schedules.add(new Schedule.ByLevels(2, 1, 2, 1 << 30, 1 << 30));
            schedules.add(new Schedule.Cells(32));
        }
        return schedules;
    }

    /** So many vertices that a warp has several words of the bitmap, some of which it looks at together. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "vertices levels together 4 ahead 2 blocks 2 push 64 mark 1024",
                "vertices levels together 2 ahead 1 blocks 2 push 1000000"
            })
    void findsLevelsOfManyVertices(String schedule) {
        check("levels", Fixpoints.levels(), Schedule.parse(schedule), RandomGraphs.sparse(6_000, 4));
    }

    /** Rows that are cut into several items of work, beside each other in slices. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "vertices levels together 4 ahead 2 blocks 2 push 32 mark 1024",
                "vertices levels ahead 4 blocks 2 push 64",
                "vertices levels ahead 2 blocks 2 push 1",
                "vertices levels together 2 ahead 2 blocks 2 push 1 mark 4"
            })
    void findsLevelsWhereRowsAreLong(String schedule) {
        Arcs arcs = RandomGraphs.sparse(2_000, 60);
        Fixpoint fixpoint = Fixpoints.levels();
        for (int root : List.of(0, 1_000, 1_999)) {
            Start start = new Start(new int[] {root}, new int[] {0});
            Prepared prepared = Inspector.prepare(fixpoint, arcs, Schedule.parse(schedule), "long", List.of());
            assertArrayEquals(Fixpoints.solve(fixpoint, arcs, start), run(fixpoint, prepared, start), schedule);
        }
    }

    /** So many vertices in a step that the memory of a block is full: the others stand in the queue all the same, so that the step need not be given up. */
    @Test
    void queuesMoreThanABlockGathers() {
        int pairs = 5_000;
        int[] starts = IntStream.range(0, pairs).toArray();
        List<int[]> ends = IntStream.range(0, pairs)
                .mapToObj(v -> new int[] {v, v + pairs})
                .toList();
        for (String schedule : List.of(
                "vertices levels ahead 2 blocks 2 push 1", "vertices rows ahead 2 blocks 2 push 1 core 8 0 0")) {
            boolean weighted = schedule.contains("rows");
            Arcs arcs = RandomGraphs.symmetric(2 * pairs, ends, weighted, new Random(5));
            Fixpoint fixpoint = weighted ? Fixpoints.distances() : Fixpoints.levels();
            Start start = new Start(starts, new int[pairs]);
            Prepared prepared = Inspector.prepare(fixpoint, arcs, Schedule.parse(schedule), "pairs", List.of());
            assertArrayEquals(Fixpoints.solve(fixpoint, arcs, start), run(fixpoint, prepared, start), schedule);
        }
    }

    private static void check(String name, Fixpoint fixpoint, Schedule schedule, Arcs arcs) {
        Start start = name.equals("labels")
                ? new Start(
                        java.util.stream.IntStream.range(0, arcs.vertices()).toArray(),
                        java.util.stream.IntStream.range(0, arcs.vertices())
                                .map(v -> (v * 7 + 3) % arcs.vertices())
                                .toArray())
                : new Start(new int[] {arcs.vertices() / 2}, new int[] {0});
        // Cuts so small that small graphs have all kinds of rows, tiles and queues that are full.
        for (Inspector.Cuts cuts :
                List.of(new Inspector.Cuts(8, 40, 128, 4096, 1536), new Inspector.Cuts(1, 2, 256, 40, 3))) {
            Prepared prepared = Inspector.prepare(fixpoint, arcs, schedule, name, List.of(), cuts);
            int[] found = run(fixpoint, prepared, start);
            assertArrayEquals(Fixpoints.solve(fixpoint, arcs, start), found, schedule + " on " + arcs.vertices());
        }
    }

    private static int[] run(Fixpoint fixpoint, Prepared prepared, Start start) {
        Map<String, int[]> contents = new HashMap<>(prepared.arrays());
        Map<String, Long> sizes = new HashMap<>(prepared.sizes());
        int vertices = prepared.numbering().newOf().length;
        int[] all = new int[vertices];
        Arrays.fill(all, (int) fixpoint.neutral());
        for (int s = 0; s < start.vertices().length; s++) {
            all[start.vertices()[s]] = start.bits()[s];
        }
        if (prepared.takesStarts()) {
            Start placed = prepared.starts(start);
            contents.put("starts", placed.vertices());
            contents.put("start_values", placed.bits());
            sizes.put("start_count", (long) placed.vertices().length);
            sizes.put("start_value", (long) start.bits()[0]);
        } else {
            contents.put("values", all);
        }
        Map<String, ArrayContents> arrays = new HashMap<>();
        for (Program.Allocation array : prepared.program().arrays()) {
            if (array.role() == Program.Role.CALLERS) {
                int elements = (int) HostValues.of(array.elements(), sizes::get);
                arrays.put(array.name(), contents(array, elements, contents.get(array.name())));
            }
        }
        Emulation emulation = Emulator.run(prepared.program(), sizes, arrays, Emulator.Options.USUAL);
        assertEquals(List.of(), emulation.faults());
        ArrayContents values = emulation.arrays().get("values");
        int[] found = new int[vertices];
        for (int v = 0; v < vertices; v++) {
            int place = prepared.numbering().newOf()[v];
            boolean known =
                    !prepared.takesStarts() || place < prepared.numbering().connected();
            found[v] = known ? (int) values.bits()[place] : all[v];
        }
        return found;
    }

    private static ArrayContents contents(Program.Allocation array, int elements, int[] given) {
        long[] bits = new long[elements];
        BitSet set = new BitSet();
        for (int e = 0; given != null && e < Math.min(elements, given.length); e++) {
            bits[e] = array.type() == ScalarType.U32 ? Integer.toUnsignedLong(given[e]) : given[e];
            set.set(e);
        }
        return new ArrayContents(array.type(), bits, set);
    }
}
