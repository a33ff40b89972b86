package tilewright.kernel;

import java.util.List;

/** An array that a kernel program reads or writes. */
public sealed interface Memory {
    String name();

    ScalarType type();

    /**
     * An array in the memory that all blocks share. Kernels see it as a pointer.
     *
     * @param written whether the function that has it as a parameter writes it
     */
    record Global(String name, ScalarType type, boolean written) implements Memory {}

    /**
     * An array in the memory of one block, 16-byte aligned.
     *
     * @param shape extents, padding included, outermost first; never empty
     * @param content what it holds, for people
     */
    record Shared(String name, ScalarType type, List<Integer> shape, String content) implements Memory {
        public Shared {
            shape = List.copyOf(shape);
        }

        public int elements() {
            return shape.stream().reduce(1, Math::multiplyExact);
        }

        public int bytes() {
            return Math.multiplyExact(elements(), type.bytes());
        }
    }

    /**
     * An array of one thread: registers once loops are unrolled. In C programs, the stack.
     *
     * @param alignment bytes
     */
    record Register(String name, ScalarType type, List<Integer> shape, int alignment) implements Memory {
        public Register {
            shape = List.copyOf(shape);
        }

        public int elements() {
            return shape.stream().reduce(1, Math::multiplyExact);
        }
    }
}
