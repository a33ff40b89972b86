package tilewright.kernel.emulate;

import java.util.List;

/** Positions in arrays of several dimensions. */
final class Subscripts {
    private Subscripts() {}

    /** {@code a[1][2]} for element 18 of an array of rows of 16. */
    static String text(String name, List<Integer> shape, int element) {
        StringBuilder text = new StringBuilder();
        int rest = element;
        for (int extent : shape.reversed()) {
            text.insert(0, "[" + rest % extent + "]");
            rest /= extent;
        }
        return name + text;
    }
}
