package tilewright.codegen.lower;

import java.util.List;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.tiling.property.UnorderedReads;

/** Guards of what points outside a statement's domain would read beside a write ({@link UnorderedReads}). */
final class ReadGuards {
    private final PieceContext context;
    private final UnorderedReads unordered;

    ReadGuards(PieceContext context) {
        this.context = context;
        this.unordered = new UnorderedReads(context.nest(), context.piece(), context.beside());
    }

    /**
     * The value with guards on these reads.
     *
     * @param domain what of the statement's domain is not known to hold
     * @param checked what of it the update itself checks
     */
    Value guarded(Value value, Condition domain, Condition checked) {
        return domain.equals(Condition.TRUE)
                ? value
                : Values.mapLeaves(
                        value, leaf -> leaf instanceof Value.GlobalElement g ? guarded(g, domain, checked) : leaf);
    }

    private Value guarded(Value.GlobalElement element, Condition domain, Condition checked) {
        // What depends on every axis is read where the update checks its guard, anything else before.
        boolean early =
                context.axesOf(element.indices()).size() < context.axes().size();
        List<Condition> already = checked.conjuncts();
        List<Condition> open = domain.conjuncts().stream()
                .filter(c -> early || !already.contains(c))
                .toList();
        Condition needed = needed(element.array(), element.indices(), open);
        return new Value.GlobalElement(
                element.array(), element.type(), element.indices(), Affines.and(List.of(element.guard(), needed)));
    }

    private Condition needed(String array, List<Affine> indices, List<Condition> conditions) {
        return Affines.and(unordered.needed(array, indices, conditions));
    }

    /**
     * What the load of a tile must check.
     *
     * @param position of the tile among those of the piece
     */
    Condition ofTile(int position, Guarding guarding) {
        return Affines.and(List.of(unordered.ofTile(position, guarding::remaining)));
    }
}
