package tilewright.irregular.loops;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tilewright.irregular.Arcs;
import tilewright.irregular.GraphDevice;
import tilewright.irregular.Relaxation;
import tilewright.kernel.Expressions;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;
import tilewright.model.Data;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.GpuDescription;

/** What is counted of a relaxation from many sources: the run ends at the distances, and looks at what it must. */
class ColumnRunTest {
    private static final int FAR = 1 << 29;
    private static final LoopNest JOHNSON = NestParser.parse(Path.of("loopnests/irregular/johnson.nest"));
    private static final AllPairs PAIRS = AllPairs.of(JOHNSON).orElseThrow();

    private static final GpuDescription H200 = DeviceCatalog.referenceGpu();

    private static Relaxation sums() {
        Variable from = Variable.integer("from");
        Variable weight = Variable.integer("w");
        return new Relaxation(
                ScalarType.I32, true, from, List.of(weight), Expressions.add(from.read(), weight.read()), true);
    }

    private static Arcs random(int n, int m, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] tails = random.ints(m, 0, n).sorted().toArray();
        int[] first = new int[n + 1];
        for (int tail : tails) {
            first[tail + 1]++;
        }
        Arrays.parallelPrefix(first, Integer::sum);
        return new Arcs(
                first, random.ints(m, 0, n).toArray(), random.ints(m, 0, 100).toArray());
    }

    /** Sources 0, 1, .. side by side. */
    private static int[] start(int n, int sources) {
        int[] values = new int[n * sources];
        Arrays.fill(values, FAR);
        for (int q = 0; q < sources; q++) {
            values[q * sources + q] = 0;
        }
        return values;
    }

    private static int[] distances(Arcs arcs, int sources) {
        int n = arcs.vertices();
        int[] d = start(n, sources);
        for (int pass = 0; pass < n; pass++) {
            for (int v = 0; v < n; v++) {
                for (int a = arcs.first()[v]; a < arcs.first()[v + 1]; a++) {
                    for (int q = 0; q < sources; q++) {
                        int head = arcs.heads()[a] * sources + q;
                        d[head] = Math.min(d[head], d[v * sources + q] + arcs.weights()[a]);
                    }
                }
            }
        }
        return d;
    }

    @Test
    void theRunEndsAtTheDistances() {
        for (long seed = 1; seed <= 20; seed++) {
            int n = (int) (20 + 10 * seed);
            Arcs arcs = random(n, (int) (seed * n), seed);
            int sources = (int) (1 + seed % 9);
            int[] values = start(n, sources);
            ColumnRun.Work work = ColumnRun.of(arcs, sums(), values, sources, 7);
            assertArrayEquals(distances(arcs, sources), values);
            assertTrue(work.looked() >= arcs.count() && work.looked() <= (long) work.passes() * arcs.count());
        }
    }

    @Test
    void whatHasNotChangedIsNotLookedAtAgain() {
        int n = 100;
        int[] first = new int[n + 1];
        Arrays.setAll(first, v -> Math.min(v, n - 1));
        int[] heads = new int[n - 1];
        Arrays.setAll(heads, v -> v + 1);
        ColumnRun.Work work = ColumnRun.of(new Arcs(first, heads, new int[n - 1]), sums(), start(n, 1), 1, 10);
        // Ten pieces at a time: those read what was there before, so that a round goes one arc on, and a pass ten.
        assertEquals(n - 1, work.improved());
        assertTrue(work.passes() <= 92 && work.looked() < 4L * n, work::toString);
    }

    @Test
    void theNestsOwnColumnIsTheSameRelaxation() {
        int n = 30;
        Arcs arcs = random(n, 150, 3);
        int[] tails = new int[arcs.count()];
        for (int v = 0; v < n; v++) {
            Arrays.fill(tails, arcs.first()[v], arcs.first()[v + 1], v + 1);
        }
        int sources = 5;
        Map<String, Long> sizes = Map.of("n", (long) n, "m", (long) arcs.count(), "s", (long) sources);
        Map<String, Object> arrays = new HashMap<>();
        arrays.put("src", tails);
        arrays.put("dst", Arrays.stream(arcs.heads()).map(h -> h + 1).toArray());
        arrays.put("reduced", arcs.weights());
        arrays.put("d", start(n, sources));
        int warps = H200.processors() * H200.limits().threadsPerProcessor() / 32;
        Data data = Data.of(JOHNSON, sizes, arrays);
        assertEquals(
                ColumnRun.of(arcs, sums(), start(n, sources), sources, warps),
                PAIRS.work(JOHNSON, sizes, data, data.array("d"), H200));
    }

    @Test
    void timesAreThoseOfElementsBarriersAndCopies() {
        ColumnRun.Work work = new ColumnRun.Work(8, 5 * 65_536L, 5 * 4_096L, 1_000_000);
        AllPairs.Choice choice = AllPairs.choose(
                4096, 65_536, work, Integer.BYTES, H200, new GraphDevice.Columns(1e12, 2e10, 3e-5), 5e-3);
        double elements = 4096 * 5 * 65_536e-12;
        double improving = 32 * 1e6 / 2e10;
        double copies = 16.0 * 4096 * 4096 / H200.memory().globalBytesPerSecond();
        long launches = ColumnRun.launches(4096, 4096, 4, H200.memory().cacheBytes());
        double waits = launches * 8 * 3e-5;
        assertEquals(elements + improving + copies + waits, choice.relaxing(), 1e-9);
        assertTrue(choice.relaxes());
        assertEquals(5, choice.looked());
        double times = choice.crossover() / 65_536;
        assertEquals(5e-3, elements * times + improving * Math.sqrt(times) + copies + waits, 1e-9);
    }
}
