package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Kernel;
import tilewright.kernel.GenerationLimits;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;

/**
 * One launch instead of two: where the first one has a single block, every block of the second repeats what it computes
 * ({@link JoinedBlocks}), and the last block to have read its elements stores them. That takes less time than the block, a
 * launch and a trip through memory, as long as the blocks fit the device at once; else, and where the one block is not full,
 * both launches stay.
 *
 * @param joined instead of both where its condition holds
 * @param first the launch of one block for the rest
 * @param second the other one
 */
public record JoinedLaunches(Kernel joined, Kernel first, Kernel second) {

    /**
     * The launches; empty where blocks cannot be joined.
     *
     * @param one lowered from {@code first}
     * @param other lowered from {@code second}
     */
    public static Optional<JoinedLaunches> of(
            PieceLowering lowering, HostStep.Launch first, Kernel one, HostStep.Launch second, Kernel other) {
        List<BlockProgram> pieces = new ArrayList<>();
        List<Condition> needed = new ArrayList<>();
        Affine blocks = Affine.constant(0);
        BlockProgram single = one.pieces().getFirst();
        needed.add(single.member());
        needed.add(single.interior());
        for (int p = 0; p < other.pieces().size(); p++) {
            BlockProgram piece = other.pieces().get(p);
            Piece planned = second.pieces().get(p);
            Optional<BlockProgram> joined =
                    lowering.join(first.pieces().getFirst(), single, planned, piece, second.beside(planned));
            if (joined.isEmpty() || piece.grid().size() != 1 || !piece.active().equals(piece.member())) {
                return Optional.empty();
            }
            pieces.add(joined.get());
            needed.add(piece.member());
            blocks = blocks.plus(piece.grid().getFirst().count());
        }
        needed.add(new Condition.Compare(
                Affines.simplify(blocks),
                Condition.Relation.LE,
                Affine.constant(GenerationLimits.shipped().joinedBlocks())));
        Condition condition = Affines.and(needed);
        Optional<Condition> otherwise = negated(condition);
        if (otherwise.isEmpty()) {
            return Optional.empty();
        }
        Kernel joined = new Kernel(
                other.name() + "_joined",
                other.description() + ", together with " + one.description(),
                other.hostVariables(),
                other.arguments(),
                pieces.stream().map(p -> p.of(condition)).toList());
        return Optional.of(new JoinedLaunches(joined, one.where(otherwise.get()), other.where(otherwise.get())));
    }

    /** Where some comparison does not hold; empty for other conditions. */
    private static Optional<Condition> negated(Condition condition) {
        List<Condition> negated = new ArrayList<>();
        for (Condition conjunct : condition.conjuncts()) {
            if (!(conjunct instanceof Condition.Compare c)) {
                return Optional.empty();
            }
            negated.add(new Condition.Compare(c.left(), c.relation().negated(), c.right()));
        }
        return Optional.of(new Condition.Or(negated));
    }
}
