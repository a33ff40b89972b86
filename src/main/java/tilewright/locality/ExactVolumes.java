package tilewright.locality;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Data movement as functions of the sizes N and of the block sizes r_1..r_n: Theorem 1's terms with their constants and
 * everything of lower order (theory.md section 5, beyond the paper).
 *
 * @param cuts per access and loop what cutting this loop alone adds
 * @param kinds blocks that move the same number of values, the most numerous kind first; empty where refused
 * @param inner the most numerous kind in detail; null where the nest has no loop to cut or it is refused
 * @param reads over all blocks, all block sizes equal
 * @param writes the same for writes
 */
public record ExactVolumes(
        List<Cut> cuts, List<Kind> kinds, @Nullable Inner inner, ExactCount reads, ExactCount writes) {
    /**
     * What cutting one loop into parts of r_z iterations adds at one access, all other loops being whole.
     *
     * @param loop name of the cut loop
     * @param reads values that a part reads and another one produced; of input, the readings beyond the first
     * @param writes values that are written because another part reads them
     * @param inParts the same where r_z need not divide the sizes
     */
    public record Cut(
            String statement, int access, String loop, ExactCount reads, ExactCount writes, InParts inParts) {}

    /**
     * Functions of the sizes, r_z and the number of parts Q_z.
     *
     * @param definition of Q_z, e.g. {@code Q1 = ceil(n/r1)}; empty where the loop's length is not linear in the sizes
     */
    public record InParts(String definition, ExactCount reads, ExactCount writes) {
        static InParts refused(String reason) {
            ExactCount refused = new ExactCount.Refused(reason);
            return new InParts("", refused, refused);
        }
    }

    /**
     * Blocks that move the same.
     *
     * @param where what their positions have in common, e.g. {@code I = K, J != K}; empty for all blocks
     * @param blocks their number
     * @param iterations operations in one of them, over all statements
     * @param reads values that one of them reads
     * @param writes values that one of them writes
     */
    public record Kind(String where, ExactCount blocks, ExactCount iterations, ExactCount reads, ExactCount writes) {}

    /**
     * The inside of the nest, where most blocks lie.
     *
     * @param where as in {@link Kind}
     * @param reads values that one block reads, each counted once, as a function of r_1..r_n
     * @param writes values that one block writes
     * @param accesses the same per access, where values used at two accesses count twice
     * @param allReads reads if all operations lay in such blocks: the leading term over all blocks
     * @param allWrites the same for writes
     */
    public record Inner(
            String where,
            ExactCount reads,
            ExactCount writes,
            List<AtAccess> accesses,
            ExactCount allReads,
            ExactCount allWrites) {
        public Inner {
            accesses = List.copyOf(accesses);
        }
    }

    /**
     * One read of an inner block.
     *
     * @param reads values from outside the block
     * @param writes values of the block that this access uses outside it
     */
    public record AtAccess(String statement, int access, ExactCount reads, ExactCount writes) {}

    public ExactVolumes {
        cuts = List.copyOf(cuts);
        kinds = List.copyOf(kinds);
    }
}
