package tilewright.locality;

import java.util.List;

/**
 * What a block of given size holds in fast memory and one of its threads in registers, in numbers (theory.md section 5, "the
 * same at every level"). Where guards or steps leave iterations of the box out, or ranges of different loops overlap, these are
 * upper bounds.
 *
 * <p>Example: a block of 32 x 32 x 32 iterations of Floyd-Warshall touches 3 * 1024 elements of 4 bytes, 12288 bytes; a thread of
 * 1 x 4 x 4 iterations 16 + 4 + 4 elements, 24 registers.
 *
 * @param block r_1..r_n
 * @param thread r_{1,2}..r_{n,2}; empty where none was given, then numbers of threads are 0
 * @param groups accesses that run through an array alike
 * @param arrays all elements of an array, whatever access touches them
 */
public record BlockFootprint(List<Integer> block, List<Integer> thread, List<Group> groups, List<OfArray> arrays) {
    private static final int REGISTER_BYTES = 4;

    /** Access number q of a statement. */
    public record Reference(String statement, int access) {}

    /**
     * Accesses of one array with one access matrix F: what one of them reads another may find there, as neighbours in a stencil do.
     *
     * @param blockElements elements that a block touches at these accesses
     * @param threadElements the same for a thread
     */
    public record Group(String array, int bytes, List<Reference> accesses, long blockElements, long threadElements) {
        public Group {
            accesses = List.copyOf(accesses);
        }

        /** Bytes of a block. */
        public long blockBytes() {
            return Math.multiplyExact(blockElements, bytes);
        }

        /** Registers of a thread. */
        public long registers() {
            return BlockFootprint.registers(threadElements, bytes);
        }
    }

    /** One array as a whole. */
    public record OfArray(String array, int bytes, long blockElements, long threadElements) {}

    public BlockFootprint {
        block = List.copyOf(block);
        thread = List.copyOf(thread);
        groups = List.copyOf(groups);
        arrays = List.copyOf(arrays);
    }

    private static long registers(long elements, int bytes) {
        return Math.multiplyExact(elements, (long) Math.ceilDiv(bytes, REGISTER_BYTES));
    }

    /** Shared memory of a block that keeps everything it touches. */
    public long blockBytes() {
        return arrays.stream()
                .mapToLong(a -> Math.multiplyExact(a.blockElements, a.bytes))
                .reduce(0, Math::addExact);
    }

    /** Registers of four bytes of a thread that keeps everything it touches. */
    public long registers() {
        return arrays.stream()
                .mapToLong(a -> registers(a.threadElements, a.bytes))
                .reduce(0, Math::addExact);
    }
}
