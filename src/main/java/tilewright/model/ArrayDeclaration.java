package tilewright.model;

import java.util.List;

/**
 * An array, row-major: the last dimension is contiguous. A scalar has no dimensions.
 *
 * @param bounds inclusive bounds of each dimension, affine in the parameters
 * @param inferred true where the bounds were inferred from the accesses
 * @param apart at which sizes neighbours along its last dimension are no neighbours in memory: the declaration is a view of an array
 * @param local whether it is the nest's own: nothing is in it when the nest begins, and nobody wants what is in it when the nest has run
 */
public record ArrayDeclaration(
        String name,
        DataType type,
        List<Bounds> bounds,
        boolean inferred,
        SourcePosition position,
        Condition apart,
        boolean local) {
    /** Inclusive bounds of one dimension. */
    public record Bounds(Affine lower, Affine upper) {
        /** Number of elements: upper - lower + 1. */
        public Affine extent() {
            return upper.minus(lower).plus(1);
        }
    }

    public ArrayDeclaration {
        bounds = List.copyOf(bounds);
    }

    /** An array that stands in memory as it is declared. */
    public ArrayDeclaration(
            String name, DataType type, List<Bounds> bounds, boolean inferred, SourcePosition position) {
        this(name, type, bounds, inferred, position, Condition.FALSE, false);
    }

    /** An array that a program has beside those of the nest as written: {@linkplain #local the nest's own}. */
    public static ArrayDeclaration scratch(String name, DataType type, List<Bounds> bounds, SourcePosition position) {
        return new ArrayDeclaration(name, type, bounds, true, position).asLocal();
    }

    /** Whether it is such an array: nobody wrote its declaration. */
    public boolean isScratch() {
        return local && inferred;
    }

    /**
     * The same as a view.
     *
     * @param sizes at which neighbours are no neighbours in memory
     */
    public ArrayDeclaration apart(Condition sizes) {
        return new ArrayDeclaration(name, type, bounds, inferred, position, sizes, local);
    }

    /** The same as the nest's own. */
    public ArrayDeclaration asLocal() {
        return new ArrayDeclaration(name, type, bounds, inferred, position, apart, true);
    }

    /** Whether neighbours are neighbours in memory at all sizes. */
    public boolean isDense() {
        return apart.equals(Condition.FALSE);
    }

    /** An array of the same shape that is not the nest's own. */
    public ArrayDeclaration named(String other) {
        return new ArrayDeclaration(other, type, bounds, true, position);
    }

    public int dimensions() {
        return bounds.size();
    }

    /**
     * Whether rows, the last dimension, are longer or shorter than another dimension by a constant, as in an n x (n+1)
     * matrix: no block size beyond that constant divides both, so that whatever the sizes some blocks are partial.
     */
    public boolean hasUnevenRows() {
        return bounds.stream().anyMatch(other -> {
            LinearForm difference = LinearForm.of(bounds.getLast().extent().minus(other.extent()));
            return difference.isConstant() && difference.constant() != 0;
        });
    }
}
