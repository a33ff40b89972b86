package tilewright.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Random nests over points with components as {@code .nest} text, with the parameters {@code n} and {@code m}: updates and sums of neighbours in loops over all components inside of a loop over points in a row, in rows or alone, in steps or
 * without, and now and then one that names a component, a factor of each component, or a component less. Subscripts stay within their arrays at sizes from 0 on.
 */
public final class RandomComponents {
    private final Random random;
    private final int components;
    private final boolean inRows;

    private RandomComponents(Random random) {
        this.random = random;
        this.components = 2 + random.nextInt(4);
        this.inRows = random.nextInt(4) > 0;
    }

    public static String of(long seed) {
        return new RandomComponents(new Random(seed)).generate();
    }

    private String generate() {
        String type = random.nextBoolean() ? "real" : "double precision";
        String rows = inRows ? "0:n+1, " : "";
        List<String> lines = new ArrayList<>(List.of(
                "param n, m",
                type + " u(" + rows + "0:m+1, " + components + "), v(" + rows + "-1:m+2, 0:" + (components - 1) + ")",
                type + " f(" + components + "), w(3)"));
        boolean steps = random.nextInt(3) == 0;
        if (steps) {
            lines.add("do t = 1, 3");
        }
        int sweeps = 1 + random.nextInt(2);
        for (int s = 0; s < sweeps; s++) {
            sweep(lines);
        }
        if (steps) {
            lines.add("enddo");
        }
        return String.join("\n", lines) + "\n";
    }

    private void sweep(List<String> lines) {
        boolean less = random.nextInt(8) == 0;
        if (inRows) {
            lines.add("do i = 1, n");
        }
        lines.add("do j = " + (1 + random.nextInt(2)) + ", m");
        lines.add("do c = 1, " + (less ? components - 1 : components));
        IntStream.range(0, 1 + random.nextInt(2)).forEach(_ -> statement(lines));
        lines.add("enddo");
        lines.add("enddo");
        if (inRows) {
            lines.add("enddo");
        }
    }

    private void statement(List<String> lines) {
        String target = access(0);
        if (random.nextInt(4) == 0) {
            lines.add("do k = 1, 3");
            lines.add(target + " = " + target + " + w(k) * " + access("j + k - 2", "c"));
            lines.add("enddo");
            return;
        }
        List<String> terms = new ArrayList<>();
        IntStream.range(0, 1 + random.nextInt(4)).forEach(_ -> terms.add("0.25 * " + access(1)));
        if (random.nextInt(8) == 0) {
            terms.add("f(c)");
        }
        if (random.nextInt(8) == 0) {
            terms.add("0.5 * " + access("j", "1"));
        }
        lines.add(target + " = " + String.join(" + ", terms));
    }

    /** @param far how far from the point */
    private String access(int far) {
        int apart = random.nextInt(2 * far + 1) - far;
        return access("j + " + apart, "c");
    }

    private String access(String point, String component) {
        String row = inRows ? "i + " + (random.nextInt(3) - 1) + "," : "";
        return (random.nextBoolean()
                        ? "u(" + row + point + "," + component
                        : "v(" + row + point + "," + component + " - 1")
                + ")";
    }
}
