package tilewright.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A function that threads run.
 *
 * @param comment what it does, for people
 * @param parameters in the order of a call
 * @param shared its arrays in the block's memory, or null
 */
public record Function(
        String name,
        Kind kind,
        String comment,
        List<Parameter> parameters,
        @Nullable SharedMemory shared,
        List<Statement> body) {
    /** How a function is reached. */
    public sealed interface Kind {
        /**
         * By a launch.
         *
         * @param threads of a block
         * @param blocksPerMultiprocessor what the compiler is asked to make fit; 0 for no wish
         * @param roomThreads of the blocks that it makes fit; more than a block has where it should fit with room to spare ({@link Target#wholeGroups})
         */
        record Kernel(int threads, int blocksPerMultiprocessor, int roomThreads, Start start) implements Kind {
            /** Blocks of as many threads fit as there are; they start once all that came before is seen. */
            public Kernel(int threads, int blocksPerMultiprocessor) {
                this(threads, blocksPerMultiprocessor, threads, Start.BEHIND);
            }

            public Kernel {
                if (roomThreads < threads || roomThreads > threads && blocksPerMultiprocessor == 0) {
                    throw new IllegalArgumentException("room for " + roomThreads + " of " + threads + " threads");
                }
            }

            /** The same with another start. */
            public Kernel withStart(Start other) {
                return new Kernel(threads, blocksPerMultiprocessor, roomThreads, other);
            }
        }

        /** By calls that the compiler replaces by its body. */
        record Inline() implements Kind {}

        /** By calls: what it takes of registers is not taken from its caller. */
        record Apart() implements Kind {}
    }

    /** When the blocks of a kernel start. */
    public enum Start {
        /** Once all that came before is seen, in the order of their numbers, as soon as there is room: a block may wait for those of smaller numbers. */
        BEHIND,
        /**
         * They may start before what the launch before it in the stream has written is seen; the first thing that they do then is wait until it is, so that nothing else
         * changes.
         */
        EARLY,
        /** All of them at the same time, or the launch fails: a block may wait for every other one (cooperative launch: CUDA C++ Programming Guide). */
        TOGETHER
    }

    /** What a function is called with. */
    public sealed interface Parameter {
        String name();

        record Value(Variable variable) implements Parameter {
            @Override
            public String name() {
                return variable.name();
            }
        }

        /** @param exclusive whether no other parameter leads to its elements */
        record Base(Memory.Global array, boolean exclusive) implements Parameter {
            @Override
            public String name() {
                return array.name();
            }
        }
    }

    /**
     * Arrays in the block's memory, one after another from its start, each 16-byte aligned. Functions that a block runs one
     * after another use the same memory; what one leaves there is nothing to the next.
     *
     * @param type identifier of the arrays together
     * @param name of the variable that leads to them
     * @param hidden whether the compiler should keep its address in a register instead of computing it anew
     */
    public record SharedMemory(String type, String name, List<Memory.Shared> arrays, boolean hidden) {
        /** Alignment of each array, in bytes. */
        public static final int ALIGNMENT = 16;

        public SharedMemory {
            arrays = List.copyOf(arrays);
        }

        public int bytes() {
            return arrays.stream()
                    .mapToInt(a -> Math.ceilDiv(a.bytes(), ALIGNMENT) * ALIGNMENT)
                    .sum();
        }
    }

    public Function {
        parameters = List.copyOf(parameters);
        body = List.copyOf(body);
    }

    /** Whether it is a kernel whose blocks start so. */
    public boolean starts(Start start) {
        return kind instanceof Kind.Kernel kernel && kernel.start() == start;
    }

    /** The function with another body. */
    public Function withBody(List<Statement> other) {
        return new Function(name, kind, comment, parameters, shared, other);
    }
}
