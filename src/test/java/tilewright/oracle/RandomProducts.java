package tilewright.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random sums of products as {@code .nest} text, with the parameter {@code n}: one or two statements in three loops, each with one to three terms that are added or subtracted, factors that stand along or
 * across rows, are shifted or of another type, a sum that begins or ends elsewhere, goes down or in steps, or over a triangle. Subscripts stay within their arrays at sizes from 0 on.
 */
public final class RandomProducts {
    private final Random random;

    private RandomProducts(Random random) {
        this.random = random;
    }

    public static String of(long seed) {
        return new RandomProducts(new Random(seed)).generate();
    }

    private String generate() {
        String type = one("real", "real", "real", "integer", "double precision");
        String factors = type.equals("integer") || random.nextInt(4) > 0 ? type : one("real", "integer");
        List<String> lines = new ArrayList<>(List.of(
                "param n",
                type + " c(0:n+1, 0:n+1), d(0:n+1, 0:n+1)",
                factors + " a(-1:n+2, -1:n+2), b(-1:n+2, -1:n+2)",
                "do i = 1, n",
                "do j = " + one("1, n", "0, n - 1", "2, n + 1"),
                "do k = " + one("1, n", "1, n", "0, n", "3, n", "1, n - 2", "n, 1, -1", "1, n, 2", "1, i", "j, n")));
        lines.add(statement("c"));
        if (random.nextInt(3) == 0) {
            lines.add(statement("d"));
        }
        lines.addAll(List.of("enddo", "enddo", "enddo"));
        return String.join("\n", lines) + "\n";
    }

    private String statement(String sum) {
        String element = sum + "(i,j)";
        StringBuilder value = new StringBuilder(random.nextInt(6) == 0 ? product() + " + " + element : element);
        for (int terms = random.nextInt(3); terms >= 0; terms--) {
            value.append(one(" + ", " - "));
            value.append(random.nextInt(4) == 0 ? "(" + product() + one(" + ", " - ") + product() + ")" : product());
        }
        return element + " = " + value;
    }

    private String product() {
        return "(" + factor("i") + " * " + factor("j") + ")";
    }

    private String factor(String loop) {
        String k = one("k", "k", "k", "k+1", "k-1");
        return one("a", "b") + (random.nextBoolean() ? "(" + loop + "," + k + ")" : "(" + k + "," + loop + ")");
    }

    private String one(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
