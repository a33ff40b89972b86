package tilewright.codegen.block;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.Fragment;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.SharedBuffer;
import tilewright.codegen.ir.Slice;
import tilewright.codegen.ir.Value;
import tilewright.kernel.Simt;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;

/**
 * The iterations of a k-tile whose points hand each other values are run by the one warp that has these points, from register to register; it keeps what it hands
 * out, and behind one barrier the warps of later points run the same iterations with that. Example: a triangular solve. Before, in every iteration j: row j is
 * divided, x(j) handed out, all wait, all rows behind j subtract. After, for 16 iterations: one warp solves its 16 rows, all wait, the rows of the warps behind it
 * subtract 16 times.
 *
 * <p>Needed: a thread has one point; iteration j changes the point at j before it hands out that point's value, and points behind j after that, no others.
 */
final class WarpsInTurn {
    private final Axis axis;
    private final int threads;

    private WarpsInTurn(Body facts) {
        this.threads = facts.block().threads();
        this.axis = facts.block().axes().getFirst();
    }

    static List<Operation> change(List<Operation> body, Body facts) {
        boolean possible = facts.block().axes().size() == 1
                && facts.block().axes().getFirst().perThread() == 1
                && Simt.warpsTakeTurns(facts.block().threads(), 1)
                && Operations.ofKind(body, Operation.Publish.class).size() == 1;
        return possible ? Operations.rewrite(body, new WarpsInTurn(facts)::one) : body;
    }

    private Operation one(Operation operation) {
        if (!(operation instanceof Operation.Iterations loop)
                || loop.range() == Operation.Range.SEQUENCE
                || !Simt.warpsTakeTurns(threads, loop.sequence().chunk())
                || !isZero(loop.sequence().origin().minus(axis.base()))) {
            return operation;
        }
        int barrier = loop.body().indexOf(new Operation.Barrier());
        if (barrier < 1 || !(loop.body().get(barrier - 1) instanceof Operation.Publish publish)) {
            return operation;
        }
        List<Operation> before = loop.body().subList(0, barrier - 1);
        List<Operation> after = loop.body().subList(barrier + 1, loop.body().size());
        Affine iteration = Affine.variable(loop.sequence().variable());
        boolean inOrder = isZero(owner(publish).plus(axis.base()).minus(iteration))
                && before.stream().allMatch(o -> changes(o, Condition.Relation.EQ, iteration))
                && after.stream().allMatch(o -> changes(o, Condition.Relation.GE, iteration.plus(1)));
        return inOrder && publish.slice().axes().isEmpty() && !publish.slice().doubled()
                ? inTurn(loop, publish, before, after)
                : operation;
    }

    private static Operation inTurn(
            Operation.Iterations loop, Operation.Publish publish, List<Operation> before, List<Operation> after) {
        Slice slice = publish.slice();
        Sequence sequence = loop.sequence();
        Fragment taken = new Fragment(slice.name() + "_taken", slice.type(), List.of(), false);
        SharedBuffer kept = new SharedBuffer(
                slice.name() + "_kept",
                slice.content(),
                slice.type(),
                sequence.chunk(),
                List.of(),
                List.of(),
                0,
                1,
                false,
                false);
        List<Operation> first = new ArrayList<>(before);
        first.add(new Operation.Shuffle(taken, publish.tile(), publish.owners()));
        first.addAll(ExchangeInWarps.reading(after, Map.of(slice, new Value.FragmentElement(taken))));
        // Reads of shared memory in the same iteration do not wait for it.
        first.add(new Operation.Keep(kept, taken));
        List<Operation> then = ExchangeInWarps.reading(after, Map.of(slice, new Value.BufferElement(kept)));
        return new Operation.InTurn(sequence, List.of(loop(loop, first)), List.of(loop(loop, then)));
    }

    private static Operation loop(Operation.Iterations loop, List<Operation> body) {
        return new Operation.Iterations(loop.sequence(), loop.range(), loop.unroll(), body);
    }

    private static Affine owner(Operation.Publish publish) {
        return publish.owners().getOrDefault(0, Affine.constant(-1));
    }

    /** Whether an operation changes only points whose place along the axis is in that relation to another one. */
    private boolean changes(Operation operation, Condition.Relation relation, Affine place) {
        if (operation instanceof Operation.Define) {
            return true;
        }
        Affine apart = Affine.variable(axis.variable()).minus(place);
        return operation instanceof Operation.Assign assign
                && assign.target() instanceof Operation.Target.TileTarget
                && assign.guard().conjuncts().stream()
                        .anyMatch(c -> c instanceof Condition.Compare compare
                                && (relation == Condition.Relation.EQ
                                        ? compare.relation() == relation
                                                && (isZero(difference(compare).minus(apart))
                                                        || isZero(difference(compare)
                                                                .plus(apart)))
                                        : compare.relation() != Condition.Relation.EQ
                                                && compare.notNegative().stream()
                                                        .anyMatch(n -> isZero(n.minus(apart)))));
    }

    private static Affine difference(Condition.Compare compare) {
        return compare.left().minus(compare.right());
    }

    private static boolean isZero(Affine affine) {
        LinearForm form = LinearForm.of(affine);
        return form.isConstant() && form.constant() == 0;
    }
}
