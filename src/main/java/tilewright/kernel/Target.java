package tilewright.kernel;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a device offers to kernel programs, made from its device file. Lowering and passes ask for what they need here, never which device or
 * language it is; what differs in text alone is the dialect's.
 *
 * @param architecture e.g. {@code sm_90} or {@code gfx90a}
 * @param warp threads that the device runs in lockstep; programs exchange values within {@link Simt#WARP} of them
 * @param schedulers of a multiprocessor, each with its own warps and its share of the registers
 * @param processors multiprocessors
 * @param threadsPerProcessor that reside on a multiprocessor at most
 * @param registersPerProcessor of 32 bits
 * @param sharedBytesReserved what the system takes of a multiprocessor's for each resident block
 * @param rounds how often a block can go to the second cache and back, with a barrier, while a launch that waits for another one starts
 * @param offers what it has of operations that not every device has
 */
public record Target(
        String architecture,
        int warp,
        int schedulers,
        int processors,
        int threadsPerProcessor,
        int blocksPerProcessor,
        int registersPerProcessor,
        int sharedBytesPerProcessor,
        int sharedBytesReserved,
        int rounds,
        Set<Offer> offers) {
    /** {@link #rounds} of the device that programs are made for where none is named, an H200. */
    public static final int USUAL_ROUNDS = 3;
    /** {@link #residency} of that device. */
    public static final Residency USUAL_RESIDENCY = new Residency(USUAL_ROUNDS, 132);

    /**
     * What blocks that stay, in place of launches, are compared with.
     *
     * @param rounds see {@link Target#rounds}
     * @param processors multiprocessors, on which such blocks run beside each other
     */
    public record Residency(int rounds, int processors) {}

    /** Operations that not every device has. */
    public enum Offer {
        /** Copies from global to shared memory that pass no register: {@link Statement.Way#ASYNCHRONOUS}. */
        ASYNCHRONOUS_COPIES(80),
        /** A sum and a minimum or maximum of integers, or minima and maxima of three, in one instruction. */
        THREE_OPERANDS(90),
        /** Products of matrices in double precision that the lanes of a warp compute together: {@link Statement.Multiply}. */
        MATRIX_PRODUCTS(90),
        /** Blocks of a launch may start while those before it end, and wait for them: {@link Function.Kind.Kernel#early}. */
        EARLY_LAUNCHES(90);

        private final int since;

        /** @param since first of NVIDIA's architectures that has it (CUDA C++ Programming Guide; PTX ISA, "mma") */
        Offer(int since) {
            this.since = since;
        }

        /**
         * What a GPU of NVIDIA's has by its architecture.
         *
         * @param architecture e.g. {@code sm_90} or {@code sm_90a}
         */
        public static Set<Offer> of(String architecture) {
            int number = Integer.parseInt(architecture.replaceAll("\\D", ""));
            return Arrays.stream(values()).filter(o -> number >= o.since).collect(Collectors.toUnmodifiableSet());
        }
    }

    public Target {
        offers = Set.copyOf(offers);
    }

    /**
     * Threads of a block, rounded up to a warp for each scheduler, as often as its warps go round. Of blocks between, a scheduler has a warp more than others, and
     * which one depends on the blocks that came before: room for the rounded block is room on every scheduler. Example: 192 threads are 6 warps,
     * of 4 schedulers two have 2: 256.
     */
    public int wholeGroups(int threads) {
        int group = warp * schedulers;
        return threads <= group ? threads : Math.ceilDiv(threads, group) * group;
    }

    /** Blocks that a multiprocessor holds without spilling ({@link GenerationLimits#blocksWithinShares}). */
    public int blocksWithinShares(int registers, int threads) {
        return GenerationLimits.blocksWithinShares(registersPerProcessor, schedulers, warp, registers, threads);
    }

    /** What blocks that stay are compared with. */
    public Residency residency() {
        return new Residency(rounds, processors);
    }

    public boolean has(Offer offer) {
        return offers.contains(offer);
    }
}
