package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import tilewright.kernel.count.ProgramCounts;
import tilewright.kernel.emulate.Counts;
import tilewright.ranking.bound.LowerBound;
import tilewright.ranking.bound.LowerBounds;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.GpuDescription;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Family;

/** Bounds of candidates as numbers: launches that wait for each other, and bytes. */
final class CountedBounds {
    /** Starts so many instructions in no time. */
    private static final double AT_ONCE = 1e30;

    private static final double ROUNDING = 1e-6;

    /** Of memory in the unit of time: so many that launches are told from bytes. */
    private static final double BYTES = 1e15;

    private CountedBounds() {}

    /** The reference GPU, with a launch as unit of time, no cache, and computing that takes no time. */
    private static GpuDescription counting() {
        GpuDescription gpu = DeviceCatalog.referenceGpu();
        GpuDescription.Latency latency = gpu.latency();
        double unit = latency.graphLaunch();
        return new GpuDescription(
                gpu.schema(),
                gpu.kind(),
                "counting",
                "counting",
                gpu.architecture(),
                gpu.language(),
                gpu.offers(),
                gpu.processors(),
                AT_ONCE,
                gpu.limits(),
                gpu.instructions(),
                new GpuDescription.Memory(
                        gpu.memory().globalBytes(),
                        BYTES,
                        BYTES,
                        0,
                        1,
                        1,
                        1,
                        gpu.memory().sectorBytes()),
                new GpuDescription.Latency(
                        1,
                        0,
                        1,
                        0,
                        0,
                        0,
                        latency.cache() / unit,
                        0,
                        latency.barrier().stream()
                                .map(b -> new GpuDescription.Latency.Barrier(b.threads(), b.seconds() / unit))
                                .toList()),
                gpu.overlap(),
                new GpuDescription.Ceilings(AT_ONCE, AT_ONCE, 1),
                Map.of());
    }

    /** Instructions of a lane that the device starts in a unit of time. */
    private static double perUnit() {
        GpuDescription gpu = counting();
        return AT_ONCE
                * gpu.processors()
                * gpu.limits().schedulers()
                * gpu.limits().warp();
    }

    /** Bytes that all multiprocessors' threads read from shared memory in a unit of time. */
    private static double sharedPerUnit() {
        return counting().ceilings().sharedBytesPerSecond();
    }

    /**
     * No more launches, bytes and instructions than the program has.
     *
     * @param operations on elements that threads execute; infinite where they are not counted
     */
    static void check(
            Tiler tiler,
            EmulatedPrograms program,
            SequencedMap<String, Long> sizes,
            ProgramCounts counts,
            double operations) {
        LowerBounds bounds = new LowerBounds(tiler.ranked(), tiler.families(), tiler.rankedSizes(sizes), counting());
        Family own = program.plan().family();
        List<Family> families = tiler.families().stream()
                .filter(f -> f.name().equals(own.name()) && f.roles().equals(own.roles()))
                .toList();
        double bytes = counts.bytes(Counts.Space.GLOBAL, Counts.Direction.LOAD)
                + counts.bytes(Counts.Space.GLOBAL, Counts.Direction.STORE);
        for (Family family : families) {
            LowerBound bound = bounds.of(family, program.plan().candidate());
            String where = program + " " + sizes + " " + family.name() + ": ";
            double launches = bound.term(LowerBound.Term.SEQUENCE);
            assertTrue(
                    launches <= counts.launches() + ROUNDING,
                    () -> where + launches + " launches, has " + counts.launches());
            double moved = bound.term(LowerBound.Term.MEMORY) * BYTES;
            double least = bound.term(LowerBound.Term.ARITHMETIC) * perUnit();
            assertTrue(least <= operations + ROUNDING, () -> where + least + " instructions, executes " + operations);
            double shared = counts.bytes(Counts.Space.SHARED, Counts.Direction.LOAD);
            double read = bound.term(LowerBound.Term.SHARED) * sharedPerUnit();
            assertTrue(read <= shared + ROUNDING, () -> where + read + " bytes of shared memory, reads " + shared);
            assertTrue(moved <= bytes + ROUNDING, () -> where + moved + " bytes, moves " + bytes);
        }
        assertTrue(!families.isEmpty(), () -> program + ": no family " + own.name() + " " + own.roles());
    }
}
