package tilewright.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random sums over neighbours of points as {@code .nest} text, with the parameters {@code n} and {@code m}, whose terms are made of scalars that loops inside set anew, by operations long enough not to be repeated: as weights of
 * filters that depend on the data are. The scalars are set at one depth and read at the same one or deeper, summed up in a loop of their own, or read after it. Subscripts stay within their arrays at sizes from 0 on.
 */
public final class RandomTemporaries {
    private final Random random;

    private RandomTemporaries(Random random) {
        this.random = random;
    }

    public static String of(long seed) {
        return new RandomTemporaries(new Random(seed)).generate();
    }

    private String generate() {
        String type = one("real", "real", "double precision");
        String local = random.nextBoolean() ? "local " : "";
        List<String> lines = new ArrayList<>();
        lines.add("param n, m");
        lines.add(type + " x(0:n+8, 0:m+8), y(n, m), z(n, m), g(9)");
        lines.add(local + type + " s, q, d, e, f");
        if (random.nextInt(3) == 0) {
            lines.add("assume associative(+)");
        }
        lines.add("do i = 1, n");
        lines.add("do j = 1, m");
        lines.add("s = 0");
        lines.add("q = " + one("0", "x(i,j)"));
        lines.add("do k = 1, " + one("2", "3", "4", "m"));
        String place = lines.getLast().endsWith("m") ? "x(i,k)" : "x(i+k,j)";
        int shape = random.nextInt(4);
        switch (shape) {
            case 0 -> {
                lines.add("e = " + weight(place));
                lines.add("s = s + e * " + place);
                lines.add("q = q + e");
            }
            case 1 -> {
                lines.add("d = " + weight(place));
                lines.add("e = " + weight("d") + " + d");
                lines.add("s = s + e * d");
                lines.add("q = q + e / (1 + d * d)");
            }
            case 2 -> {
                lines.add("d = 0");
                lines.add("do l = 1, " + one("2", "3"));
                lines.add("d = d + (" + place + " - x(i+l,j)) * g(l)");
                lines.add("enddo");
                lines.add("e = " + weight("d"));
                lines.add("s = s + e * " + place);
                lines.add("q = q + e");
            }
            default -> {
                lines.add("f = " + weight(place));
                lines.add("do l = 1, " + one("2", "3", "m"));
                lines.add("e = " + weight("x(i,l) - f"));
                lines.add("s = s + e * f");
                lines.add("q = q + e" + one("", " * x(i,l)"));
                lines.add("enddo");
            }
        }
        lines.add("enddo");
        lines.add("y(i,j) = s / (2 + q * q)");
        lines.add("z(i,j) = q" + one("", " + s"));
        lines.add("enddo");
        lines.add("enddo");
        return String.join("\n", lines) + "\n";
    }

    private String weight(String value) {
        String square = "(" + value + ") * (" + value + ")";
        return one(
                "sqrt(1 + " + square + ") / (2 + " + square + ")",
                "exp(-(" + square + ")) * g(1)",
                "1 / (1 + " + square + ") + 1 / (3 + " + square + ")");
    }

    private String one(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
