package tilewright.codegen.lower;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tilewright.codegen.ir.Fragment;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.model.Affine;
import tilewright.model.DataType;

/** The parts of one update's value that are computed once per row or column. */
final class Fragments {
    private final PieceContext context;
    private final Names names;
    private final Map<Value, Fragment> fragments = new LinkedHashMap<>();

    /** @param names for fragments */
    Fragments(PieceContext context, Names names) {
        this.context = context;
        this.names = names;
    }

    /** What computes them, in order. */
    List<Operation.Define> defined() {
        return fragments.entrySet().stream()
                .map(e -> new Operation.Define(
                        e.getValue(), e.getKey().as(e.getValue().type())))
                .toList();
    }

    /** Replaces the largest parts that do not depend on every axis by fragments. */
    Value split(Value part) {
        if (isShared(part)) {
            return fragment(part);
        }
        if (isInvariant(part)) {
            return fragment(Values.mapLeaves(part, leaf -> loaded(leaf)));
        }
        return Values.mapOperands(part, this::split);
    }

    /** Shared memory is read to registers first, in wide accesses. */
    private Value loaded(Value leaf) {
        return isShared(leaf) ? fragment(leaf) : leaf;
    }

    private static boolean isShared(Value leaf) {
        return leaf instanceof Value.BufferElement
                || leaf instanceof Value.StagedElement
                || leaf instanceof Value.SliceElement;
    }

    /** Whether a part costs something and is the same for all points along some axis. */
    private boolean isInvariant(Value part) {
        boolean[] reads = {false};
        Values.visit(
                part, v -> reads[0] |= !isCheap(v) && !(v instanceof Value.Compute) && !(v instanceof Value.Convert));
        boolean costs = part instanceof Value.Compute || part instanceof Value.GlobalElement;
        return costs
                && reads[0]
                && context.axesOf(part).size() < context.axes().size()
                && !Values.dividesIntegers(part);
    }

    private static boolean isCheap(Value leaf) {
        return leaf instanceof Value.RealLiteral
                || leaf instanceof Value.IntegerLiteral
                || leaf instanceof Value.LogicalLiteral;
    }

    private Value fragment(Value part) {
        Fragment fragment = fragments.get(part);
        if (fragment == null) {
            List<Integer> axes = context.axesOf(part);
            DataType type = context.pairs() ? DataType.SHORT : part.type();
            fragment = new Fragment(names.fresh(name(part)), type, axes, context.isDoubled(axes));
            fragments.put(part, fragment);
        }
        return new Value.FragmentElement(fragment);
    }

    private String name(Value part) {
        return switch (part) {
            case Value.BufferElement b -> b.buffer().name();
            case Value.StagedElement s -> s.buffer().name();
            case Value.SliceElement s -> s.slice().name();
            case Value.GlobalElement g -> Names.ofElement(g.array(), g.indices());
            case Value.Literal _,
                    Value.Index _,
                    Value.TileElement _,
                    Value.NeighbourElement _,
                    Value.FragmentElement _,
                    Value.Operation _ -> {
                List<Affine> variables = context.axesOf(part).stream()
                        .map(d -> Affine.variable(context.axes().get(d).variable()))
                        .toList();
                yield Names.ofElement("factor", variables);
            }
        };
    }
}
