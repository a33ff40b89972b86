package tilewright.ranking.description;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tilewright.kernel.GenerationLimits;
import tilewright.kernel.Simt;
import tilewright.kernel.Target;

/**
 * A GPU.
 *
 * @param architecture e.g. {@code sm_90}
 * @param language what its kernels are written in
 * @param offers what it has of operations that not every GPU has
 * @param overlap exponent p with which times of resources that work at the same time combine:
 *     (t1^p + t2^p)^(1/p); infinity would be a perfect maximum, 1 a sum (docs/equations.md)
 * @param ceilings what no program exceeds; where a file has none, {@link Ceilings#documented}
 * @param sources where each figure comes from, by path within the file
 */
public record GpuDescription(
        String schema,
        String kind,
        String name,
        String fullName,
        String architecture,
        Language language,
        Set<Target.Offer> offers,
        int processors,
        double clockHertz,
        Limits limits,
        InstructionRates instructions,
        Memory memory,
        Latency latency,
        double overlap,
        Ceilings ceilings,
        Map<String, String> sources)
        implements DeviceDescription {
    /** Languages of kernels. */
    public enum Language {
        CUDA,
        HIP
    }

    /**
     * Limits of one multiprocessor and of one block on it.
     *
     * @param sharedBytesPerBlock with opt-in
     * @param sharedBytesReserved what the system takes per resident block
     * @param schedulers warp schedulers
     */
    public record Limits(
            int warp,
            int schedulers,
            int threadsPerBlock,
            int threadsPerProcessor,
            int blocksPerProcessor,
            int registersPerProcessor,
            int registersPerThread,
            int sharedBytesPerProcessor,
            int sharedBytesPerBlock,
            int sharedBytesReserved) {
        /**
         * Blocks whose registers a multiprocessor has ({@link GenerationLimits#blocksWithinShares}). Example: of
         * 65,536 registers each of 4 schedulers has 16,384, 3 warps of 168 a thread; blocks of 9 warps of 168 fit once. A block that
         * fits all registers together but no scheduler's share spills what is too much, and runs alone. Source: the driver's figure for
         * every kernel of the stored sweeps ({@code OccupancyTest}).
         *
         * @param registers of a thread
         */
        public int residentByRegisters(int threads, int registers) {
            if (registersOfBlock(threads, registers) > registersPerProcessor) {
                return 0;
            }
            return Math.max(
                    1,
                    GenerationLimits.blocksWithinShares(registersPerProcessor, schedulers, warp, registers, threads));
        }

        /** Registers that a block takes: whole warps get them, in multiples of the granule. */
        public long registersOfBlock(int threads, int registers) {
            return (long) GenerationLimits.granular(registers) * Math.ceilDiv(threads, warp) * warp;
        }
    }

    /**
     * Rates of all processors together, except where said.
     *
     * @param globalBytesPerSecond read plus write
     * @param interfaceBytesPerSecond what the memory's interface can carry at most: twice its clock times its width
     * @param cacheBytes L2
     * @param cacheBytesPerSecond L2, read plus write
     * @param sharedBytesPerSecond shared memory
     * @param pathBytesPerSecond what one multiprocessor alone can move to and from L2
     * @param sectorBytes the smallest unit of a transfer
     */
    public record Memory(
            long globalBytes,
            double globalBytesPerSecond,
            double interfaceBytesPerSecond,
            long cacheBytes,
            double cacheBytesPerSecond,
            double sharedBytesPerSecond,
            double pathBytesPerSecond,
            int sectorBytes) {}

    /**
     * @param launch between launches of a stream, back to back, of kernels that do nothing
     * @param drain between the end of a kernel's work and the start of the next one's
     * @param graphLaunch the same as {@code launch} within a CUDA graph
     * @param gridSync synchronisation of all resident blocks inside a kernel
     * @param block start of a block and its first load from global memory
     * @param dispatch between the starts of two blocks, wherever on the device; 0 where it is not known
     * @param cache a load that hits L2
     * @param shared a load from shared memory
     * @param barrier of one block, by its number of threads; between the given points it is interpolated
     */
    public record Latency(
            double launch,
            double drain,
            double graphLaunch,
            double gridSync,
            double block,
            double dispatch,
            double cache,
            double shared,
            List<Barrier> barrier) {
        /** {@code __syncthreads} of that many threads. */
        public record Barrier(int threads, double seconds) {}

        /**
         * Trips to the cache and back, each with a barrier, that take as long as a launch in a graph that waits for another one. Example: 0.58 us
         * of the one, 0.15 us and 0.04 us of the other on an H200: 3.
         */
        int rounds(int threads) {
            return Math.max(1, (int) (graphLaunch / (cache + barrier(threads))));
        }

        public Latency {
            barrier = barrier.stream()
                    .sorted(Comparator.comparingInt(Barrier::threads))
                    .toList();
            if (barrier.isEmpty()) {
                throw new IllegalArgumentException("latency.barrier must have at least one point");
            }
        }

        /**
         * Seconds that a barrier of a block takes: piecewise linear between the measured points, constant outside
         * them. Example: 64 threads 10 ns and 256 threads 15 ns give 12.5 ns for 160 threads.
         */
        public double barrier(int threads) {
            return Measured.at(threads, barrier, Barrier::threads, Barrier::seconds);
        }
    }

    /**
     * What bounds of times take for granted ({@link tilewright.ranking.bound.LowerBounds LowerBounds}): rates that no program exceeds, and a time below which no launch gets. Unlike the rates of
     * {@link Memory}, which programs come near to, these are the highest that experiments have seen of the best code there is for it.
     *
     * @param sharedBytesPerSecond that lanes take from shared memory, all multiprocessors together
     * @param storedBytesPerSecond that all multiprocessors together store to L2
     * @param launchSeconds between two launches of a graph of which the later one waits for the earlier one; 0 where no experiment tells
     */
    public record Ceilings(double sharedBytesPerSecond, double storedBytesPerSecond, double launchSeconds) {
        /** Width of a multiprocessor's port to L2, each way: NVIDIA, compute capability 7.0 to 9.0. */
        public static final double PORT_BYTES_PER_CLOCK = 64;

        /** Lanes of a multiprocessor's warps that load in a clock, 16 bytes at most: NVIDIA, compute capability 7.0 to 9.0. */
        private static final double LOADING_LANES = 32;

        /** Of a GPU that no experiment knows: the widths of its units. */
        static Ceilings documented(int processors, double clockHertz) {
            double clocks = processors * clockHertz;
            return new Ceilings(LOADING_LANES * Simt.ACCESS_BYTES * clocks, PORT_BYTES_PER_CLOCK * clocks, 0);
        }
    }

    public GpuDescription {
        sources = Map.copyOf(sources);
        offers = Set.copyOf(offers);
        if (ceilings == null) {
            ceilings = Ceilings.documented(processors, clockHertz);
        }
        if (processors < 1 || overlap < 1) {
            throw new IllegalArgumentException("processors and overlap must be at least 1");
        }
    }

    /** What it offers to programs. */
    public Target target() {
        return new Target(
                architecture,
                limits.warp,
                limits.schedulers,
                processors,
                limits.threadsPerProcessor,
                limits.blocksPerProcessor,
                limits.registersPerProcessor,
                limits.sharedBytesPerProcessor,
                limits.sharedBytesReserved,
                latency.rounds(limits.threadsPerBlock),
                offers);
    }

    /** Another GPU, of which only facts are known: rates of the multiprocessors scale with their number and clock, latencies stay. */
    GpuDescription scaledTo(GpuFacts facts) {
        double factor = facts.processors() * facts.clockHertz() / (processors * clockHertz);
        double perProcessor = facts.clockHertz() / clockHertz;
        Memory scaled = new Memory(
                facts.memory().globalBytes(),
                facts.memory().copiedBytesPerSecond(),
                facts.memory().interfaceBytesPerSecond(),
                facts.memory().cacheBytes(),
                memory.cacheBytesPerSecond * factor,
                memory.sharedBytesPerSecond * factor,
                memory.pathBytesPerSecond * perProcessor,
                memory.sectorBytes);
        Map<String, String> origins = new HashMap<>(facts.sources());
        origins.put(GpuFacts.SCALED, "not measured: scaled from " + fullName + " by processors and clock");
        return new GpuDescription(
                schema,
                kind,
                facts.name(),
                facts.fullName(),
                facts.architecture(),
                facts.language(),
                facts.offers(),
                facts.processors(),
                facts.clockHertz(),
                facts.limits(),
                instructions.times(factor),
                scaled,
                latency,
                overlap,
                Ceilings.documented(facts.processors(), facts.clockHertz()),
                origins);
    }
}
