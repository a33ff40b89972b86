package tilewright.locality;

import java.util.List;

/**
 * What a block or a thread holds: elements touched, and how often each is used (theory.md section 5, "the same at every
 * level"). A block is a box of r_1 x .. x r_n iterations; a thread is one of r_{1,2} x .. x r_{n,2}, so the same formulas serve
 * both. Where guards or steps leave iterations of the box out they are upper bounds.
 *
 * @param arrays what a block needs in fast memory to hold everything it touches
 * @param accesses how each access uses it
 */
public record Footprints(List<OfArray> arrays, List<OfAccess> accesses) {
    /**
     * Elements of one array, touched at whatever access, for a block whose ranges along the loops have no value in common.
     *
     * @param bytes size of one element
     */
    public record OfArray(String array, int bytes, ExactCount elements) {}

    /**
     * One access of a statement in a box of its own loops.
     *
     * @param elements distinct elements
     * @param reuse uses of each: iterations / elements, on average
     * @param directions a basis of the kernel of F: iterations that differ by them touch one element; empty without reuse
     *     or where the access is not linear
     */
    public record OfAccess(
            String statement, int access, ExactCount elements, ExactCount reuse, List<Direction> directions) {
        public OfAccess {
            directions = List.copyOf(directions);
        }
    }

    /**
     * A direction of reuse.
     *
     * @param vector integer, F vector = 0, without common divisor, the first component that is not 0 positive
     * @param carrier the loop that carries it: the outermost one in which it is not 0
     */
    public record Direction(List<Long> vector, String carrier) {
        public Direction {
            vector = List.copyOf(vector);
        }

        @Override
        public String toString() {
            return "(" + String.join(",", vector.stream().map(String::valueOf).toList()) + ")";
        }
    }

    public Footprints {
        arrays = List.copyOf(arrays);
        accesses = List.copyOf(accesses);
    }
}
