package tilewright.codegen.print;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the C templates read: texts in their places, nothing to compute. */
public final class CView {
    private CView() {}

    /**
     * A source file.
     *
     * @param header comment lines
     * @param extremes helper functions that the kernels call
     * @param counters what counts loads and stores, or null
     * @param arrays of the exported function
     * @param parameters of the exported function
     */
    public record File(
            List<String> header,
            List<Extreme> extremes,
            @Nullable CountersText counters,
            List<KernelText> kernels,
            String function,
            List<ArrayText> arrays,
            List<ArrayText> scratch,
            List<String> parameters,
            List<HostText> host) {}

    /**
     * Counters of loads and stores.
     *
     * @param array name of the exported array
     * @param function that counts and returns the offset
     * @param size number of counters
     * @param meaning one line per group of counters
     */
    public record CountersText(String array, String function, int size, List<String> meaning) {}

    /** The lesser or greater of two values of a type. */
    public record Extreme(String name, String type, String relation) {}

    /**
     * An array of the exported function.
     *
     * @param pitchName null for arrays of one dimension at most
     * @param second name of its second copy, or null
     * @param elements number of elements of a copy
     */
    public record ArrayText(
            String type,
            String name,
            @Nullable String pitchName,
            String pitch,
            @Nullable String second,
            String elements) {}

    /**
     * A launch.
     *
     * @param parameters declarations
     * @param block name of the loop variable over all blocks
     * @param blocks name of their number
     * @param turns number of blocks that have not taken their turn, or null
     */
    public record KernelText(
            String name,
            String comment,
            List<String> parameters,
            List<String> arguments,
            String block,
            String blocks,
            @Nullable String turns,
            List<PieceText> pieces) {}

    /**
     * One piece: a function, and how its blocks are found.
     *
     * @param coordinates parameters of the function: its block coordinates
     * @param blockArguments the same as names
     * @param counts numbers of values of the block coordinates
     * @param blocks their product
     * @param first number of the piece's first block, empty for 0
     * @param last number after its last block
     * @param within name of the number of the block within the piece
     * @param places block coordinates from that number
     * @param member which blocks exist, or null for all
     * @param interior condition of the interior body, or null where there is one body only
     */
    public record PieceText(
            String function,
            String role,
            List<String> coordinates,
            List<String> blockArguments,
            List<CudaView.Named> counts,
            String blocks,
            String first,
            String last,
            String within,
            List<CudaView.Named> places,
            @Nullable String member,
            List<String> declarations,
            List<CudaView.SharedText> memory,
            @Nullable String interior,
            String interiorComment,
            @Nullable List<OperationText> interiorBody,
            @Nullable List<OperationText> guardedBody) {}

    /** What the exported function does. */
    public sealed interface HostText {
        String kind();
    }

    public record HostLoop(String variable, String first, String last, List<HostText> body) implements HostText {
        @Override
        public String kind() {
            return "host_loop";
        }
    }

    public record Launch(String function, List<String> arguments) implements HostText {
        @Override
        public String kind() {
            return "launch";
        }
    }

    /** An operation; the template has one macro per kind. */
    public sealed interface OperationText {
        String kind();
    }

    /**
     * One loop of a nest over points.
     *
     * @param declarations at the start of its body
     * @param condition of the rest of its body, or null
     */
    public record Loop(
            String variable,
            String start,
            String end,
            List<String> declarations,
            @Nullable String condition) {}

    /**
     * A loop nest over points with one assignment.
     *
     * @param kind of the macro: load_tile, store_tile, stage, publish, define or assign
     * @param before declarations
     * @param condition that all points share, or null
     */
    public record Nest(
            String kind,
            String content,
            List<String> before,
            @Nullable String condition,
            List<Loop> loops,
            String target,
            String source)
            implements OperationText {}

    public record Iterations(
            String variable, String start, String end, List<String> declarations, List<OperationText> body)
            implements OperationText {
        @Override
        public String kind() {
            return "iterations";
        }
    }

    /** Counts this block among those that came here. */
    public record TakeTurn(String turn, String left) implements OperationText {
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

    /** A loop over rounds of {@code size} iterations, after each of which values are exchanged. */
    public record Rounds(String variable, String end, int size, List<String> declarations, List<OperationText> body)
            implements OperationText {
        @Override
        public String kind() {
            return "rounds";
        }
    }

    /** @param declareBefore whether the offset is needed after the loop */
    public record ChunkLoop(
            String variable, String start, String condition, int chunk, boolean declareBefore, List<OperationText> body)
            implements OperationText {
        @Override
        public String kind() {
            return "chunk_loop";
        }
    }

    public record Remainder(String condition, List<OperationText> body) implements OperationText {
        @Override
        public String kind() {
            return "remainder";
        }
    }
}
