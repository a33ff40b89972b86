package tilewright.model;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Occurrence (l,b,q) of an array in a statement (paper, section 1).
 *
 * @param index q: 1 is the left-hand side, then the right-hand side from left to right
 * @param array name of array a_l
 * @param subscripts one per array dimension
 */
public record Access(int index, String array, List<Subscript> subscripts, SourcePosition position) {
    public Access {
        subscripts = List.copyOf(subscripts);
    }

    /**
     * The affine index functions, one per array dimension.
     *
     * @throws UserError where a subscript is loaded: what asks for affine functions says so first ({@link
     *     LoopNest#requireAffine})
     */
    public List<Affine> indices() {
        return subscripts.stream()
                .map(s -> switch (s) {
                    case Subscript.AffineSubscript a -> a.index();
                    case Subscript.LoadedSubscript l ->
                        throw UserError.badInput(position + ": error: the subscript '" + l
                                + "' is loaded from an index array; this needs affine subscripts");
                })
                .toList();
    }

    /** Whether every subscript is affine. */
    public boolean isAffine() {
        return loads().isEmpty();
    }

    /** What the subscripts read from index arrays, outermost loads first. */
    public List<Load> loads() {
        return subscripts.stream().flatMap(s -> s.loads().stream()).toList();
    }

    @Override
    public String toString() {
        return subscripts.isEmpty()
                ? array
                : array + subscripts.stream().map(Object::toString).collect(Collectors.joining(",", "(", ")"));
    }

    /** Whether some subscript is one constant here and another one in another access of this array: then they never name the same element. */
    public boolean differsInConstant(Access other) {
        List<Affine> own = indices();
        List<Affine> others = other.indices();
        return IntStream.range(0, own.size())
                .anyMatch(d -> own.get(d) instanceof Affine.Constant(long a)
                        && others.get(d) instanceof Affine.Constant(long b)
                        && a != b);
    }
}
