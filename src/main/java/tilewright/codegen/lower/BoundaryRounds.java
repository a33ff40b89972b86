package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Strategy;

/**
 * Blocks at the boundary that run the rounds of full blocks ({@link JointExchange}). Example: the panel of an elimination below the
 * diagonal block ends with the rows of the matrix. Its points take values from points of their own row alone, so those in rows outside the
 * array compute anything, which nobody inside reads: only loads and stores ask {@code i <= n}.
 *
 * <p>Needed: every block of the piece runs all iterations, and whatever its points may fail of what holds for full blocks depends on axes
 * along which points take no values from each other, and on no sequential loop; nothing that is staged depends on such an axis.
 */
final class BoundaryRounds {
    private final PieceContext context;
    private final FullBlocks blocks;

    private BoundaryRounds(PieceContext context, FullBlocks blocks) {
        this.context = context;
        this.blocks = blocks;
    }

    /**
     * What such blocks check; empty where they cannot run rounds.
     *
     * @param whole when loops have all the iterations of full blocks
     * @param full what full blocks check
     */
    static Optional<Guarding> of(
            PieceContext context, FullBlocks blocks, List<Condition> whole, Guarding full, JointExchange joint) {
        if (full.bounds() || !full.domains()) {
            return Optional.empty();
        }
        return new BoundaryRounds(context, blocks).find(whole, full, joint);
    }

    private Optional<Guarding> find(List<Condition> whole, Guarding full, JointExchange joint) {
        List<Condition> open = new ArrayList<>();
        for (Condition condition : full.known()) {
            if (!blocks.worstCase(condition).map(this::holds).orElse(false)) {
                open.add(condition);
            }
        }
        boolean apart = open.stream().allMatch(c -> isApart(c, joint));
        return apart && whole.stream().allMatch(this::holds) && !isStaged(open)
                ? Optional.of(full.outside(open))
                : Optional.empty();
    }

    /** Whether a condition holds for every block of the piece. */
    private boolean holds(Condition condition) {
        return condition.conjuncts().stream()
                .allMatch(c -> c.equals(Condition.TRUE)
                        || c instanceof Condition.Compare compare
                                && Implications.decided(compare).equals(Condition.TRUE)
                        || Implications.implies(context.piece().member(), c));
    }

    private boolean isApart(Condition condition, JointExchange joint) {
        return condition.variables().stream().noneMatch(context.sequentialVariables()::contains)
                && context.allAxes().stream()
                        .filter(d -> condition
                                .variables()
                                .contains(context.axes().get(d).variable()))
                        .allMatch(joint::staysAlong);
    }

    /** Whether some element that is staged may lie outside its array. */
    private boolean isStaged(List<Condition> open) {
        return context.piece().statements().stream()
                .flatMap(s -> s.accesses().stream())
                .filter(a -> a.strategy() == Strategy.STAGED)
                .anyMatch(a -> isOutside(a, a.indices(), open));
    }

    private boolean isOutside(Piece.PlannedAccess access, List<Affine> indices, List<Condition> open) {
        return context.inBounds(access.access().array(), indices).conjuncts().stream()
                .anyMatch(open::contains);
    }
}
