package tilewright.irregular;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tilewright.irregular.counts.GraphCounts;
import tilewright.irregular.counts.LevelCounts;
import tilewright.irregular.counts.Passes;
import tilewright.irregular.counts.Sectors;
import tilewright.kernel.HostValues;
import tilewright.kernel.Program;
import tilewright.kernel.emulate.ArrayContents;
import tilewright.kernel.emulate.Counts;
import tilewright.kernel.emulate.Emulation;
import tilewright.kernel.emulate.Emulator;

/** Counts against the emulator's, against enumeration, and against runs that know nothing of them. */
class CountedSectorsTest {
    private static final int SECTOR = 32;

    private static Arcs random(int vertices, int pairs, long seed) {
        Random random = new Random(seed);
        List<int[]> ends = new ArrayList<>();
        for (int e = 0; e < pairs; e++) {
            int one = random.nextInt(1 + random.nextInt(vertices));
            int other = random.nextInt(vertices);
            ends.add(new int[] {one, one == other ? (one + 1) % vertices : other});
        }
        return RandomGraphs.symmetric(vertices, ends, true, random);
    }

    @Test
    void sectorsOfASweepOverArcsAreThoseThatTheEmulatorCounts() {
        for (int pairs : new int[] {300, 1024}) {
            // Arcs are a multiple of four: no thread is left with fewer, which would load ends one by one.
            Arcs arcs = random(500, pairs, 3);
            Fixpoint fixpoint = Fixpoints.distances();
            Start start = new Start(new int[] {arcs.heads()[0]}, new int[] {0});
            Prepared prepared = Inspector.prepare(fixpoint, arcs, new Schedule.Edges(true), "sweep", List.of());
            Emulation emulation = run(fixpoint, prepared, start, arcs);
            Counts.Amount loads = emulation.counts().of(Counts.Space.GLOBAL, Counts.Direction.LOAD, Float.BYTES);
            GraphCounts counts = GraphCounts.of(fixpoint, arcs, List.of(start), SECTOR);
            GraphCounts.Order order = counts.orders().getFirst();
            long passes = emulation.counts().launches();
            assertEquals(
                    loads.transactions(),
                    passes * (order.tails().ofWarps() + order.heads().ofWarps()));
            assertEquals(
                    loads.warps(),
                    passes * (order.tails().requests() + order.heads().requests()));
        }
    }

    private static Emulation run(Fixpoint fixpoint, Prepared prepared, Start start, Arcs arcs) {
        Map<String, ArrayContents> arrays = new HashMap<>();
        int[] values = new int[arcs.vertices()];
        java.util.Arrays.fill(values, (int) fixpoint.neutral());
        values[start.vertices()[0]] = start.bits()[0];
        Map<String, int[]> contents = new HashMap<>(prepared.arrays());
        contents.put("values", values);
        for (Program.Allocation array : prepared.program().arrays()) {
            if (array.role() == Program.Role.CALLERS) {
                int elements = (int) HostValues.of(array.elements(), prepared.sizes()::get);
                long[] bits = new long[elements];
                BitSet set = new BitSet();
                int[] given = contents.get(array.name());
                IntStream.range(0, elements).forEach(e -> bits[e] = given[e]);
                set.set(0, elements);
                arrays.put(array.name(), new ArrayContents(array.type(), bits, set));
            }
        }
        return Emulator.run(prepared.program(), prepared.sizes(), arrays, Emulator.Options.USUAL);
    }

    @Test
    void sectorsAreThoseOfAnEnumeration() {
        Random random = new Random(5);
        for (int count : new int[] {0, 1, 31, 129, 1000}) {
            int[] elements = random.ints(count, 0, 200).toArray();
            for (int perThread : new int[] {1, 4}) {
                Sectors.Shape shape = new Sectors.Shape(perThread, 256, 8);
                Sectors found = Sectors.of(count, i -> elements[i], 200, shape);
                long warps = 0;
                int whole = count - count % perThread;
                for (int g = 0; g < whole; g += 32 * perThread) {
                    for (int j = 0; j < perThread; j++) {
                        Set<Integer> seen = new HashSet<>();
                        for (int lane = 0; lane < 32 && g + lane * perThread + j < whole; lane++) {
                            seen.add(elements[g + lane * perThread + j] / 8);
                        }
                        warps += seen.size();
                    }
                }
                long blocks = 0;
                for (int b = 0; b < count; b += 256) {
                    blocks += IntStream.range(b, Math.min(count, b + 256))
                            .map(i -> elements[i] / 8)
                            .distinct()
                            .count();
                }
                assertEquals(warps + count % perThread, found.ofWarps(), count + " by " + perThread);
                assertEquals(blocks, found.ofBlocks());
                assertEquals(count, found.instances());
            }
        }
    }

    @Test
    void levelsPushedAndPulledAreThoseOfAPlainSearch() {
        for (Arcs arcs : RandomGraphs.hostile(false)) {
            int root = arcs.vertices() / 2;
            LevelCounts counts = LevelCounts.of(arcs, new Start(new int[] {root}, new int[] {0}));
            int[] level = Fixpoints.solve(Fixpoints.levels(), arcs, new Start(new int[] {root}, new int[] {0}));
            for (int k = 0; k < counts.levels().size(); k++) {
                int now = k;
                LevelCounts.Level found = counts.levels().get(k);
                assertEquals(IntStream.of(level).filter(l -> l == now).count(), found.vertices());
                long pushed = 0;
                long pulled = 0;
                int searching = 0;
                for (int v = 0; v < arcs.vertices(); v++) {
                    pushed += level[v] == k ? arcs.degree(v) : 0;
                    if (level[v] > k) {
                        searching++;
                        for (int a = arcs.first()[v]; a < arcs.first()[v + 1]; a++) {
                            pulled++;
                            if (level[arcs.heads()[a]] <= k) {
                                break;
                            }
                        }
                    }
                }
                assertEquals(pushed, found.pushed());
                assertEquals(pulled, found.pulled());
                assertEquals(searching, found.searching());
            }
            assertEquals(IntStream.of(level).filter(l -> l < 255).count(), counts.reached());
        }
    }

    @Test
    void passesInPlaceAreNoMoreThanThoseOfTheJacobiOrder() {
        for (Fixpoint fixpoint : List.of(Fixpoints.distances(), Fixpoints.levels())) {
            for (Arcs arcs :
                    RandomGraphs.hostile(!fixpoint.relaxation().inputs().isEmpty())) {
                Start start = new Start(new int[] {arcs.vertices() / 2}, new int[] {0});
                Passes jacobi = Passes.jacobi(fixpoint, arcs, start);
                int[] values = Fixpoints.solve(fixpoint, arcs, start);
                assertEquals(0, jacobi.passes().getLast().changed());
                assertEquals(naive(fixpoint, arcs, start, Math.max(1, arcs.count())), jacobi.passes());
                for (int wave : new int[] {1, 7, 64}) {
                    Passes inPlace = Passes.of(fixpoint, arcs, start, wave);
                    assertTrue(inPlace.passes().size() <= jacobi.passes().size());
                    assertEquals(naive(fixpoint, arcs, start, wave), inPlace.passes());
                }
                if (fixpoint.levels()) {
                    int deepest =
                            IntStream.of(values).filter(l -> l < 255).max().orElse(0);
                    assertEquals(deepest + 1, jacobi.passes().size());
                }
            }
        }
    }

    @Test
    void aCycleThatImprovesForEverHasNoEnd() {
        int minus = Float.floatToRawIntBits(-1f);
        Arcs cycle = new Arcs(new int[] {0, 1, 2}, new int[] {1, 0}, new int[] {minus, minus});
        assertEquals(null, Passes.jacobi(Fixpoints.distances(), cycle, new Start(new int[] {0}, new int[] {0})));
    }

    /** Passes over all arcs, wave by wave, of which none is left out. */
    private static List<Passes.Pass> naive(Fixpoint fixpoint, Arcs arcs, Start start, int wave) {
        int[] values = new int[arcs.vertices()];
        java.util.Arrays.fill(values, (int) fixpoint.neutral());
        values[start.vertices()[0]] = start.bits()[0];
        List<Passes.Pass> passes = new ArrayList<>();
        do {
            Set<Integer> changed = new HashSet<>();
            long improved = 0;
            for (int from = 0; from < arcs.count(); from += wave) {
                int[] read = values.clone();
                for (int v = 0; v < arcs.vertices(); v++) {
                    int last = Math.min(arcs.first()[v + 1], from + wave);
                    for (int a = Math.max(from, arcs.first()[v]); a < last; a++) {
                        int offered = fixpoint.levels()
                                ? read[v] + 1
                                : Float.floatToRawIntBits(
                                        Float.intBitsToFloat(read[v]) + Float.intBitsToFloat(arcs.weights()[a]));
                        if (offered < values[arcs.heads()[a]]) {
                            values[arcs.heads()[a]] = offered;
                            changed.add(arcs.heads()[a]);
                            improved++;
                        }
                    }
                }
            }
            passes.add(new Passes.Pass(
                    changed.size(),
                    improved,
                    changed.stream().mapToLong(arcs::degree).sum()));
        } while (passes.getLast().changed() > 0);
        return passes;
    }
}
