package tilewright.codegen.print;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the CUDA templates read: texts in their places, nothing to compute. */
public final class CudaView {
    private CudaView() {}

    /**
     * A source file.
     *
     * @param header comment lines
     * @param copies wide copies that the kernels call
     * @param extremes minima and maxima of three that they call
     * @param divides whether they call {@code quotient}
     * @param pairs whether they call {@code pair} and {@code both}
     * @param startsShared whether they call {@code shared_start}
     * @param takesTurns whether they call {@code take_turn}
     */
    public record File(
            List<String> header,
            List<Copy> copies,
            List<Extreme> extremes,
            boolean divides,
            boolean pairs,
            boolean async,
            boolean shared,
            boolean startsShared,
            boolean takesTurns,
            List<KernelText> kernels) {}

    /**
     * A function that gives the least or greatest of three numbers.
     *
     * @param relation {@code least} or {@code greatest}
     * @param function of two integers
     * @param bits whether the numbers are compared by their bits
     */
    public record Extreme(String name, String relation, String type, String function, boolean bits) {}

    /**
     * A function that copies {@code width} neighbours of {@code type} at once.
     *
     * @param name of the function
     * @param vectorType the type that is as wide
     * @param bytes its size
     * @param way plain, async, load_apart or store_apart: what it does beside copying
     * @param plain name of the function that only copies
     * @param real whether the neighbours are real numbers, else integers
     */
    public record Copy(
            String name,
            int width,
            String type,
            String vectorType,
            int bytes,
            String way,
            String plain,
            boolean real) {}

    /**
     * @param parameters declarations, in the order of the kernel's arguments
     * @param arguments the same as names, to pass them on
     * @param turns number of blocks that have taken a turn, or null
     */
    public record KernelText(
            String name,
            String comment,
            int threads,
            int blocksPerMultiprocessor,
            boolean usesBlock,
            String block,
            List<String> parameters,
            List<String> arguments,
            @Nullable String turns,
            List<PieceText> pieces) {}

    /**
     * One piece: a function, and how its blocks are found.
     *
     * @param coordinates parameters of the function: its block coordinates
     * @param blockArguments the same as names
     * @param counts numbers of values of the block coordinates
     * @param blocks their product
     * @param places block coordinates from the number of the block within the piece
     * @param member which blocks exist, or null for all
     * @param sharedType the struct of its shared memory, or null
     * @param body what the function does; for interior blocks only where there is a boundary
     * @param boundary what it does for other blocks, or null
     */
    public record PieceText(
            String function,
            String role,
            List<String> coordinates,
            List<String> blockArguments,
            List<Named> counts,
            String blocks,
            List<Named> places,
            @Nullable String member,
            @Nullable String sharedType,
            List<SharedText> sharedArrays,
            BodyText body,
            @Nullable BoundaryText boundary) {}

    /**
     * What a function does.
     *
     * @param declarations thread coordinates, bases
     * @param surplus condition of threads that have nothing to do, or null
     * @param sharedName the piece's shared memory
     * @param sharedStart where that starts
     * @param registers register arrays
     */
    public record BodyText(
            List<String> declarations,
            @Nullable String surplus,
            String sharedName,
            String sharedStart,
            List<String> registers,
            List<OperationText> operations) {}

    /**
     * The function of the blocks at the boundary.
     *
     * @param inlined whether it is part of its caller, with which it then shares registers
     * @param interior condition of the blocks that do not run it
     * @param interiorComment what holds for those
     */
    public record BoundaryText(
            String function, boolean inlined, String interior, String interiorComment, BodyText body) {}

    /** A constant that the function declares. */
    public record Named(String name, String value) {}

    /** A member of the struct of a piece's shared memory. */
    public record SharedText(String declaration, String content) {}

    /** An operation; the template has one macro per kind. */
    public sealed interface OperationText {
        String kind();
    }

    public record Barrier() implements OperationText {
        @Override
        public String kind() {
            return "barrier";
        }
    }

    /**
     * A loop over the thread's registers along one axis.
     *
     * @param count 1 where there is nothing to loop over
     * @param condition of the points, or null
     */
    public record PointLoop(
            String register,
            int count,
            int step,
            List<String> declarations,
            @Nullable String condition) {}

    /**
     * Points of a thread with one assignment or wide copy for each.
     *
     * @param kind of the macro: load_tile, store_tile, publish, define or assign
     * @param declaration of the target, or null
     * @param anew variables to compute addresses from anew, or empty
     * @param condition that all points share, or null
     * @param width elements per copy; 1 for an assignment
     * @param copy name of the wide copy
     */
    public record Points(
            String kind,
            String content,
            @Nullable String declaration,
            List<String> anew,
            @Nullable String condition,
            List<PointLoop> loops,
            int width,
            String copy,
            String target,
            String source)
            implements OperationText {}

    /**
     * Points whose neighbours lie in registers that are no neighbours.
     *
     * @param points what is done with them: one wide copy from the registers {@code wide}
     * @param type of an element
     * @param sources what goes to those registers
     */
    public record Gathered(Points points, String type, String wide, List<String> sources) implements OperationText {
        @Override
        public String kind() {
            return "gathered";
        }
    }

    /** Partial results that become one, step by step. */
    public record Join(String content, List<OperationText> steps) implements OperationText {
        @Override
        public String kind() {
            return "join";
        }
    }

    /**
     * The copy of a part of an array to shared memory.
     *
     * @param element its number, from 0
     * @param places its coordinates
     * @param inside where the array has it
     */
    public record LoadWindow(
            String content,
            String element,
            String thread,
            int elements,
            int threads,
            List<Named> places,
            String inside,
            String target,
            String source)
            implements OperationText {
        @Override
        public String kind() {
            return "load_window";
        }
    }

    /** How a group of neighbours goes to shared memory. */
    public enum StageKind {
        /** One element per group. */
        SINGLE,
        /** One wide copy. */
        PLAIN,
        /** Wide loads, one value after another, one wide store. */
        COMPUTED,
        /** Wide loads, values stored apart from each other. */
        TRANSPOSED,
        /** Loads to registers and nothing else. */
        EARLY
    }

    /**
     * The cooperative copy of one chunk.
     *
     * @param steps rounds of all threads
     * @param unroll rounds that the compiler writes out
     * @param copy name of the function that moves a group to shared memory, or null where values are assigned
     * @param groups number of groups where it is no multiple of the threads, else null
     * @param declarations offsets of the group's first element
     * @param width elements of a group
     * @param element index of an element in the group
     * @param values name of the group's computed values
     * @param target place in shared memory
     * @param source value of one element, or the address of a plain copy
     */
    public record Stage(
            StageKind how,
            String content,
            String step,
            int steps,
            int unroll,
            @Nullable String copy,
            int threads,
            String thread,
            String group,
            @Nullable Integer groups,
            List<String> declarations,
            List<WideLoad> loads,
            int width,
            String element,
            String values,
            String type,
            String target,
            String source)
            implements OperationText {
        @Override
        public String kind() {
            return "stage";
        }
    }

    /** @param copy name of the function that loads neighbours at once, empty where they are loaded one by one */
    public record WideLoad(String type, String register, String copy, String source) {}

    /**
     * A loop over chunks.
     *
     * @param declareBefore whether the offset is needed after the loop
     */
    public record ChunkLoop(
            String variable, String start, String condition, int chunk, boolean declareBefore, List<OperationText> body)
            implements OperationText {
        @Override
        public String kind() {
            return "chunk_loop";
        }
    }

    /**
     * A loop over chunks that fills one half of the buffers while it uses the other.
     *
     * @param any condition that there is a chunk at all, or null
     * @param first copies of the first chunk
     * @param next offset of the next chunk
     * @param more condition that there is a next one
     */
    public record Pipeline(
            String variable,
            String condition,
            int chunk,
            boolean declareBefore,
            @Nullable String any,
            List<Stage> first,
            String half,
            String next,
            String more,
            List<Stage> stages,
            List<OperationText> body)
            implements OperationText {
        /** The same loop with other copies of the next chunk. */
        Pipeline with(List<Stage> others) {
            return new Pipeline(variable, condition, chunk, declareBefore, any, first, half, next, more, others, body);
        }

        @Override
        public String kind() {
            return "pipeline";
        }
    }

    /**
     * A pipeline whose iterations read values early.
     *
     * @param chunks the loop over chunks; its body stands in {@code iterations}
     * @param registers declarations of the values of an iteration and of the next, and of what is between halves of copies
     * @param late second halves of copies of the next chunk
     * @param middle that it is time for them
     * @param start reads those of the very first iteration
     * @param iterations the loop over a chunk's iterations; its body uses what has been read
     * @param further that another iteration of the chunk follows
     * @param later reads the next iteration's values
     * @param over reads those of the next chunk's first iteration
     */
    public record PipelineAhead(
            Pipeline chunks,
            List<String> registers,
            List<OperationText> start,
            Iterations iterations,
            List<Stage> late,
            String middle,
            String further,
            List<OperationText> later,
            List<OperationText> over)
            implements OperationText {
        @Override
        public String kind() {
            return "pipeline_ahead";
        }
    }

    /** The incomplete last chunk. */
    public record Remainder(String condition, List<OperationText> body) implements OperationText {
        @Override
        public String kind() {
            return "remainder";
        }
    }

    public record Iterations(
            String variable, String start, String end, int unroll, List<String> declarations, List<OperationText> body)
            implements OperationText {
        @Override
        public String kind() {
            return "iterations";
        }
    }

    /** Counts this block among those that came here. */
    public record TakeTurn(String thread, String turn, String function, String counter) implements OperationText {
        @Override
        public String kind() {
            return "take_turn";
        }
    }

    /** What only the block does that came last. */
    public record LastTurn(String turn, List<OperationText> body) implements OperationText {
        @Override
        public String kind() {
            return "last_turn";
        }
    }

    /** What only threads do for which a condition holds. */
    public record Guarded(String condition, List<OperationText> body) implements OperationText {
        @Override
        public String kind() {
            return "guarded";
        }
    }

    /**
     * A loop over rounds of {@code size} iterations, after each of which values are exchanged.
     *
     * @param variable offset of a round's first iteration
     * @param group the same of the first round that is written out with it
     * @param part the difference
     * @param width iterations of the rounds that are written out together
     */
    public record Rounds(
            String variable,
            String group,
            String part,
            String end,
            int size,
            int width,
            List<String> declarations,
            List<OperationText> body)
            implements OperationText {
        @Override
        public String kind() {
            return "rounds";
        }
    }

    /**
     * A loop over groups of iterations.
     *
     * @param variable offset of the group's first iteration
     * @param size iterations of a group
     * @param unroll groups that the compiler writes out
     * @param shared what is done once per group
     * @param element number of the iteration in the group
     * @param together iterations per round: 1 or 2
     * @param part number of the iteration in the round
     * @param registers declarations of what every iteration of a round has for itself
     * @param each what every iteration of a round does
     * @param declarations variables of an iteration
     * @param body what is done once per round
     */
    public record Groups(
            String variable,
            String end,
            int size,
            int unroll,
            List<OperationText> shared,
            String element,
            int together,
            String part,
            List<String> registers,
            List<OperationText> each,
            List<String> declarations,
            List<OperationText> body)
            implements OperationText {
        @Override
        public String kind() {
            return "groups";
        }
    }
}
