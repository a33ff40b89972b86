package tilewright.kernel.emulate;

import org.jspecify.annotations.Nullable;

/**
 * Something that a kernel program must not do, seen while it ran.
 *
 * @param message what happened, in words
 * @param statement the statement as source text
 * @param comment the last comment before the statement, or an empty text
 * @param function that the statement stands in
 * @param kernel that was launched; empty where the host did it
 * @param launch how many launches were before it
 * @param block of the launch, or -1
 * @param thread of the block, or -1
 * @param other the other access, variable or thread, in words; null where one alone is at fault
 * @param element of an array, e.g. {@code a[17]}; empty where there is none
 */
public record Fault(
        Kind kind,
        String message,
        String statement,
        String comment,
        String function,
        String kernel,
        int launch,
        int block,
        int thread,
        @Nullable String other,
        String element) {
    /** What can go wrong. */
    public enum Kind {
        /** Two accesses of threads of one block without a barrier between, one of them a write. */
        SHARED_RACE,
        /** Two accesses to global memory that nothing orders, one of them a write. */
        GLOBAL_RACE,
        /** A value that nobody set decides a branch, an address or a result. */
        UNSET,
        /** An access to what an asynchronous copy has not finished. */
        UNFINISHED_COPY,
        /** A barrier that some threads of the block do not come to. */
        DIVERGENT_BARRIER,
        /** A warp operation that some threads of the warp do not come to. */
        MISSING_LANES,
        OUT_OF_BOUNDS,
        /** An access to neighbours whose address is not a multiple of its width. */
        MISALIGNED,
        DIVISION_BY_ZERO,
        /** A shift by a negative number or by all bits and more. */
        SHIFT,
        /** Blocks that wait for each other for ever, or a loop that does not end. */
        NO_END,
        /** The host passes what a kernel does not take, or asks for more than there is. */
        HOST
    }

    /** Several lines for people. */
    @Override
    public String toString() {
        StringBuilder text =
                new StringBuilder(kind.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' '));
        text.append(element.isEmpty() ? "" : " of " + element).append(": ").append(message);
        if (other != null) {
            text.append("; ").append(other);
        }
        if (!kernel.isEmpty()) {
            text.append("\n  kernel ").append(kernel).append(", launch ").append(launch);
            text.append(block < 0 ? "" : ", block " + block).append(thread < 0 ? "" : ", thread " + thread);
        }
        if (!statement.isEmpty()) {
            text.append("\n  ").append(function).append(": ").append(statement);
            text.append(comment.isEmpty() ? "" : " // " + comment);
        }
        return text.toString();
    }
}
