package tilewright.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random batches of problems as {@code .nest} text, with the parameters {@code m}, problems, and {@code n}, their size: two to four parts one after another, some of which take steps, some of which have
 * nothing that runs in parallel but problems. Subscripts stay within their arrays at sizes from 0 on.
 */
public final class RandomBatches {
    private final Random random;
    private final String problem;

    private RandomBatches(Random random) {
        this.random = random;
        this.problem = random.nextInt(4) == 0 ? "o,1" : "o";
    }

    public static String of(long seed) {
        return new RandomBatches(new Random(seed)).generate();
    }

    private String generate() {
        String problems = problem.equals("o") ? "m" : "m, 1";
        List<String> lines = new ArrayList<>(List.of(
                "param n, m",
                "double precision a(%s, n, n), x(%s, 0:n+1), y(%s, 0:n+1), r(%s)".replace("%s", problems),
                "init a(" + problem + ",i,j) = 1 + rnd() + 40 * max(0, 1 - (i - j) * (i - j))",
                random.nextBoolean() ? "do o = 1, m" : "do o = m, 1, -1"));
        int parts = 2 + random.nextInt(3);
        for (int part = 0; part < parts; part++) {
            lines.addAll(part().replace("@", problem).lines().toList());
        }
        lines.add("enddo");
        return String.join("\n", lines) + "\n";
    }

    private String part() {
        return switch (random.nextInt(8)) {
            case 0 -> """
                do t = 1, 3
                  do i = 1, n
                    y(@,i) = 0.5 * x(@,i-1) + 0.25 * x(@,i+1)
                  enddo
                  do i = 1, n
                    x(@,i) = y(@,i)
                  enddo
                enddo
                """;
            case 1 -> """
                do k = 1, n - 1
                  do i = k + 1, n
                    a(@,i,k) = a(@,i,k) / a(@,k,k)
                    do j = k + 1, n
                      a(@,i,j) = a(@,i,j) - a(@,i,k) * a(@,k,j)
                    enddo
                    x(@,i) = x(@,i) - a(@,i,k) * x(@,k)
                  enddo
                enddo
                """;
            case 2 -> """
                do i = n, 1, -1
                  do j = i + 1, n
                    x(@,i) = x(@,i) - 0.01 * a(@,i,j) * x(@,j)
                  enddo
                  x(@,i) = x(@,i) / a(@,i,i)
                enddo
                """;
            case 3 -> """
                do i = 2, n
                  x(@,i) = 0.5 * x(@,i) + 0.25 * x(@,i-1)
                enddo
                """;
            case 4 -> """
                r(@) = 0
                do i = 1, n
                  r(@) = r(@) + x(@,i) * y(@,i)
                enddo
                """;
            case 5 -> """
                do i = 1, n
                  y(@,i) = 0
                  do j = 1, n
                    y(@,i) = y(@,i) + 0.01 * a(@,i,j) * x(@,j)
                  enddo
                enddo
                """;
            case 6 -> """
                do i = 1, n
                  x(@,i) = 0.5 * y(@,i) + 0.1 * r(@)
                enddo
                """;
            default -> """
                do k = 1, n
                  do i = 1, n
                    do j = 1, n
                      a(@,i,j) = max(a(@,i,j), min(a(@,i,k), a(@,k,j)))
                    enddo
                  enddo
                enddo
                """;
        };
    }
}
