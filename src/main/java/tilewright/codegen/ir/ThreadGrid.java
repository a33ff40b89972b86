package tilewright.codegen.ir;

import java.util.ArrayList;
import java.util.List;

/**
 * How a block's thread number is taken apart into one coordinate per axis: a mixed-radix number, its fastest digit
 * first. An axis may own several digits; its coordinate is made of them, the first one least significant.
 *
 * <p>Example: digits (j,8) (i,4) (j,2) (i,4) for 16 x 16 threads give every warp a tile of 4 x 8 threads.
 *
 * @param products whether the threads of a warp have the elements that they have in a product of matrices, in the last two axes
 */
public record ThreadGrid(List<Digit> digits, boolean products) {
    public ThreadGrid(List<Digit> digits) {
        this(digits, false);
    }

    /** Neighbours along the last axis are neighbouring lanes. */
    public static ThreadGrid inRows(List<Axis> axes) {
        List<Digit> digits = new ArrayList<>();
        for (int d = axes.size() - 1; d >= 0; d--) {
            if (axes.get(d).threads() > 1) {
                digits.add(new Digit(d, axes.get(d).threads()));
            }
        }
        return new ThreadGrid(digits);
    }

    /**
     * @param axis position of the axis
     * @param size number of values
     */
    public record Digit(int axis, int size) {}

    public ThreadGrid {
        digits = List.copyOf(digits);
    }

    public int threads() {
        return digits.stream().mapToInt(Digit::size).reduce(1, Math::multiplyExact);
    }
}
