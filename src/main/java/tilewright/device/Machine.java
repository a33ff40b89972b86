package tilewright.device;

import java.util.List;
import java.util.Optional;

/** What runs programs: a CUDA device, or the host. Used by one thread. */
public interface Machine extends AutoCloseable {
    /** What results name. */
    MachineInfo info();

    /**
     * Arrays for programs to work on.
     *
     * @param input their first content, guard zones included; the workspace owns it from now on
     */
    Workspace workspace(GuardedArrays input);

    /**
     * Times a routine of the vendor's libraries on data of its own.
     *
     * @param sizes as many as the routine takes
     */
    default VendorTimes time(VendorRoutine routine, List<Integer> sizes) {
        return VendorTimes.none("only a GPU has it");
    }

    /**
     * Loads code.
     *
     * @throws GpuException when the driver refuses it
     * @throws IllegalArgumentException when a shared library cannot be loaded
     */
    Loaded load(Code code);

    @Override
    void close();

    /** Arrays where programs run. */
    interface Workspace extends AutoCloseable {
        /** Gives all arrays their first content again. */
        void restore();

        /** Changes the arrays as they are now a little, as {@link GuardedArrays#perturb}. */
        void perturb(int time);

        /** The arrays as they are now; valid until the next run or restore. */
        GuardedArrays result();

        @Override
        void close();
    }

    /** Loaded code. */
    interface Loaded extends AutoCloseable {
        /** Registers and memory of every kernel; empty on the host. */
        List<KernelResources> resources();

        /** The program at one size, on the arrays of one workspace of this machine. */
        Run prepare(ProgramInstance instance, Workspace workspace);

        @Override
        void close();
    }

    /** A program that is ready to run. */
    interface Run extends AutoCloseable {
        /** Runs it, waiting after every launch, so that an error names its kernel. */
        void stepwise();

        /** Runs it the way {@link #time()} does, without restoring anything before. */
        void once();

        /**
         * Restores the arrays, empties the caches, and runs it.
         *
         * @return seconds of the run alone
         */
        double time();

        /**
         * What the launches of each kernel take when they run without the others, in the order of the code's kernels;
         * empty where that cannot be told. The arrays' content means nothing afterwards.
         */
        default List<Double> kernelSeconds() {
            return List.of();
        }

        /**
         * Runs it again and again and reads the device's meters; empty where there are none. The arrays' content means nothing
         * afterwards.
         *
         * @param seconds for about how long
         */
        default Optional<Observed> observe(double seconds) {
            return Optional.empty();
        }

        /** How {@link #time()} launches. */
        LaunchMode mode();

        @Override
        void close();
    }
}
