package tilewright.model;

/**
 * One subscript of an array access. Today every subscript is affine; an indirect one (as in {@code
 * dist(endv(e))}) will be a second shape that analyses must handle explicitly.
 */
public sealed interface Subscript {
    /** An affine subscript. */
    record AffineSubscript(Affine index) implements Subscript {
        @Override
        public String toString() {
            return index.toString();
        }
    }
}
