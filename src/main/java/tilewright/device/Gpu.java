package tilewright.device;

import java.util.Optional;
import tilewright.kernel.Function;

/**
 * One open device. Work is queued on one stream in order; {@link #synchronize()} waits for it. Every failure is a
 * {@link GpuException}. Not for use by several threads at once, except that any thread may be the one that uses it.
 */
public interface Gpu extends AutoCloseable {
    GpuProperties properties();

    /** Uninitialised memory, aligned to at least 256 bytes. */
    DeviceMemory allocate(long bytes);

    void free(DeviceMemory memory);

    /** Free and total bytes of global memory. */
    MemoryInfo memory();

    /**
     * Makes later copies to and from this host memory faster, where the driver can; it must be unpinned before it is
     * freed.
     *
     * @return whether it is pinned now
     */
    boolean pin(HostMemory memory);

    /** Takes back {@link #pin}. */
    void unpin(HostMemory memory);

    /** Copies {@code from.bytes()} bytes to the device and waits for it. */
    void copyIn(DeviceMemory to, HostMemory from);

    /** Copies {@code to.bytes()} bytes from the device and waits for it, and for all work queued before. */
    void copyOut(HostMemory to, DeviceMemory from);

    /** Queues a copy of {@code from.bytes()} bytes on the device. */
    void copy(DeviceMemory to, DeviceMemory from);

    /** Queues filling memory with one 32-bit word; the length is a multiple of four bytes. */
    void fill(DeviceMemory memory, int word);

    /** Loads machine code. */
    Module load(byte[] cubin);

    /** Waits for all queued work; an error of a kernel that ran comes out here. */
    void synchronize();

    /** Records the moment at which the work queued so far is done. */
    Event record();

    /** The same for the device's default stream, on which libraries queue their work. */
    Event recordDefault();

    /** Makes the lane that runs ahead wait for all work queued so far in the main one. */
    default void fork() {}

    /** Makes the main lane wait for all work queued so far in the one that runs ahead. */
    default void join() {}

    /**
     * Records the launches that {@code launches} makes as a graph instead of running them.
     *
     * @return empty where the driver cannot capture them; then nothing was queued
     */
    Optional<Graph> capture(Runnable launches);

    @Override
    void close();

    /** Bytes of global memory. */
    record MemoryInfo(long freeBytes, long totalBytes) {}

    /** Loaded machine code. */
    interface Module extends AutoCloseable {
        /** The kernel of that name, ready for blocks with that much dynamic shared memory. */
        Kernel kernel(String name, int threads, int dynamicSharedBytes);

        @Override
        void close();
    }

    /** A kernel and its launch shape. */
    interface Kernel {
        KernelResources resources();

        /** Prepares a launch once, so that queueing it later allocates nothing. */
        Launch prepare(Grid grid, Arguments arguments);

        /**
         * The launch that a step of the host asks for.
         *
         * @param ahead {@link #prepareAhead}
         * @param start when blocks start in the main lane: {@link #prepareEarly}, {@link #prepareTogether}
         */
        default Launch prepare(Grid grid, Arguments arguments, boolean ahead, Function.Start start) {
            return switch (start) {
                case BEHIND -> ahead ? prepareAhead(grid, arguments) : prepare(grid, arguments);
                case EARLY -> ahead ? prepareAhead(grid, arguments) : prepareEarly(grid, arguments);
                case TOGETHER -> {
                    if (ahead) {
                        throw new IllegalArgumentException("blocks that start together run in the main lane");
                    }
                    yield prepareTogether(grid, arguments);
                }
            };
        }

        /** The same in the lane that runs ahead: beside the main one, and first where both have blocks waiting. */
        default Launch prepareAhead(Grid grid, Arguments arguments) {
            return prepare(grid, arguments);
        }

        /**
         * The same where blocks may start before what the launch before it wrote is seen: the kernel waits for that itself. Without a driver
         * that can do so they start as always.
         */
        default Launch prepareEarly(Grid grid, Arguments arguments) {
            return prepare(grid, arguments);
        }

        /** How many blocks the device runs at the same time. */
        default int residentBlocks() {
            throw new UnsupportedOperationException("residentBlocks");
        }

        /** The same for blocks that wait for each other: all of them run at the same time, or the launch fails. */
        default Launch prepareTogether(Grid grid, Arguments arguments) {
            throw new UnsupportedOperationException("prepareTogether");
        }
    }

    /** A prepared launch. */
    @FunctionalInterface
    interface Launch {
        /** Queues it. */
        void queue();
    }

    /** A recorded sequence of launches. */
    interface Graph extends AutoCloseable {
        /** Queues all of it. */
        void queue();

        @Override
        void close();
    }

    /** A moment on the device's clock. */
    interface Event extends AutoCloseable {
        /** Seconds from {@code earlier} to here; waits until both have passed. */
        double secondsSince(Event earlier);

        @Override
        void close();
    }

    /** Number of blocks in x, y and z. */
    record Grid(int x, int y, int z) {}
}
