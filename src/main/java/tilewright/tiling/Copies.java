package tilewright.tiling;

import java.util.List;
import tilewright.isl.Dim;
import tilewright.isl.Set;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.Node;
import tilewright.model.SourcePosition;
import tilewright.model.Statement;
import tilewright.model.Subscript;

/** Loops that copy elements of one array to another, as nodes of a nest. */
final class Copies {
    private Copies() {}

    /** A set of elements or values, its dimensions named. */
    static Set named(Set set, List<String> names) {
        Set named = set.resetTupleId();
        for (int d = 0; d < names.size(); d++) {
            named = named.setDimName(Dim.SET, d, names.get(d));
        }
        return named;
    }

    static Access access(int index, String array, List<Affine> subscripts, SourcePosition position) {
        return new Access(
                index,
                array,
                subscripts.stream()
                        .<Subscript>map(Subscript.AffineSubscript::new)
                        .toList(),
                position);
    }

    /** The copy for every element of a set, whose dimensions have the names of the indices. */
    static Node loops(Statement copy, Set elements, List<String> indices, SourcePosition position) {
        Node node = guarded(copy, elements, position);
        for (int d = indices.size() - 1; d >= 0; d--) {
            Set outer = elements.projectOut(Dim.SET, d + 1, indices.size() - d - 1);
            LoopRange range = LoopRange.ofLast(outer);
            node = new Node.Loop(indices.get(d), range.first(), range.last(), 1, List.of(node), position);
        }
        return node;
    }

    /** The copy, under a condition where loops over the smallest to the largest value of each dimension reach more than the elements. */
    static Node guarded(Statement copy, Set elements, SourcePosition position) {
        Set box = elements.dim(Dim.SET) == 0 ? elements.subtract(elements).complement() : LoopHulls.loopRange(elements);
        Condition inside = AstExpressions.within(elements, box);
        return inside.equals(Condition.TRUE) ? copy : new Node.Guard(inside, List.of(copy), List.of(), position);
    }
}
