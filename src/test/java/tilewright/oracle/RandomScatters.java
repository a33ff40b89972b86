package tilewright.oracle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Random updates of elements around points as {@code .nest} text, with the parameters {@code n} and {@code m}: points one, two or three elements apart along one dimension or two, loops in any order, sums over another loop beside them, and now and
 * then a subscript that two dimensions share, a triangle, or a read of another element. Subscripts stay within their arrays at sizes from 0 on.
 */
public final class RandomScatters {
    private static final int ROOM = 6;

    private final Random random;

    private RandomScatters(Random random) {
        this.random = random;
    }

    public static String of(long seed) {
        return new RandomScatters(new Random(seed)).generate();
    }

    private String generate() {
        boolean two = random.nextBoolean();
        boolean sum = random.nextInt(3) == 0;
        int across = 1 + random.nextInt(3);
        int along = 1 + random.nextInt(3);
        List<String> loops = new ArrayList<>(List.of("i = 1, n", "r = 0, " + (1 + random.nextInt(4))));
        loops.add(random.nextInt(10) == 0 ? "j = i, m" : "j = 1, m");
        if (two) {
            loops.add("s = " + (random.nextBoolean() ? "0" : "1") + ", " + (2 + random.nextInt(3)));
        }
        if (sum) {
            loops.add("c = 1, 3");
        }
        if (loops.stream().noneMatch(l -> l.contains("i, m"))) {
            Collections.shuffle(loops, random);
        }
        String column = two ? along + "*j+s" : one("j+i", "(j+1)/2", "j", "j", "j", "j", "j", "j");
        String element = "y(" + across + "*i+r," + column + ")";
        String read = random.nextInt(12) == 0 ? "y(" + across + "*i+r,0)" : element;
        String factor = "w(r+" + (two ? "s" : "1") + ")";
        String value = (sum ? "x(i+c,j) * v(c)" : "x(i,j)") + (random.nextInt(4) == 0 ? "" : " * " + factor);
        List<String> lines = new ArrayList<>(List.of(
                "param n, m",
                one("real", "double precision") + " y(0:3*n+" + ROOM + ", 0:3*m+n+" + ROOM + "), x(0:n+" + ROOM
                        + ", 0:m+" + ROOM + "), w(0:9), v(3)"));
        loops.forEach(l -> lines.add("do " + l));
        lines.add(element + " = " + read + one(" + ", " - ") + value);
        loops.forEach(_ -> lines.add("enddo"));
        return String.join("\n", lines) + "\n";
    }

    private String one(String... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
