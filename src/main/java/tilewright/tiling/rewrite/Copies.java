package tilewright.tiling.rewrite;

import java.util.ArrayList;
import java.util.List;
import tilewright.isl.Dim;
import tilewright.isl.Set;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.model.SourcePosition;
import tilewright.model.Statement;
import tilewright.model.Subscript;
import tilewright.tiling.space.AstExpressions;
import tilewright.tiling.space.LoopRange;

/** Loops that copy elements of one array to another, as nodes of a nest. */
public final class Copies {
    private Copies() {}

    /** A set of elements or values, its dimensions named. */
    static Set named(Set set, List<String> names) {
        Set named = set.resetTupleId();
        for (int d = 0; d < names.size(); d++) {
            named = named.setDimName(Dim.SET, d, names.get(d));
        }
        return named;
    }

    public static Access access(int index, String array, List<Affine> subscripts, SourcePosition position) {
        return new Access(
                index,
                array,
                subscripts.stream()
                        .<Subscript>map(Subscript.AffineSubscript::new)
                        .toList(),
                position);
    }

    /** The copy for every element of a set, whose dimensions have the names of the indices. */
    static Node loops(LoopNest nest, Statement copy, Set elements, List<String> indices, SourcePosition position) {
        List<Node.Loop> loops = new ArrayList<>();
        for (int d = 0; d < indices.size(); d++) {
            LoopRange range = LoopRange.ofLast(elements.projectOut(Dim.SET, d + 1, indices.size() - d - 1));
            loops.add(loop(indices.get(d), range, List.of(), position));
        }
        Node node = guarded(nest, copy, elements, loops, position);
        for (Node.Loop loop : loops.reversed()) {
            node = new Node.Loop(loop.variable(), loop.lower(), loop.upper(), 1, List.of(node), position);
        }
        return node;
    }

    static Node.Loop loop(String variable, LoopRange range, List<Node> body, SourcePosition position) {
        return new Node.Loop(variable, range.first(), range.last(), 1, body, position);
    }

    /**
     * The copy, under a condition where the loops around it reach more than the elements: their bounds say nothing of sizes at which there
     * are no elements.
     *
     * @param loops over the dimensions of the elements
     */
    static Node guarded(LoopNest nest, Statement copy, Set elements, List<Node.Loop> loops, SourcePosition position) {
        PlacedStatement placed = new PlacedStatement(copy, loops, List.of(), List.of());
        Set reached = Set.parse(elements.context(), new SetNotation(nest).domain(placed));
        Condition inside = AstExpressions.within(elements, reached.resetTupleId());
        return inside.equals(Condition.TRUE) ? copy : new Node.Guard(inside, List.of(copy), List.of(), position);
    }
}
