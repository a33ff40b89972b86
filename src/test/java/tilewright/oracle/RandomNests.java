package tilewright.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/**
 * Random affine nests as {@code .nest} text: one to four loops deep, one to four statements, triangular bounds, steps,
 * loops that run down, guards, negative coefficients, quotients and remainders, imperfect nesting.
 */
public final class RandomNests {
    private static final int MOST_STATEMENTS = 4;

    /** Deep ones take the most time, shallow ones have the fewest cases. */
    private static final int[] DEPTHS = {1, 1, 2, 2, 2, 2, 2, 3, 3, 4};

    private final Random random;
    private final StringBuilder text = new StringBuilder();
    private final int deepest;
    private int statements;
    private int loops;

    private RandomNests(Random random) {
        this.random = random;
        this.deepest = DEPTHS[random.nextInt(DEPTHS.length)];
    }

    /** Nests with the parameter {@code n}; sizes from 1 to 5 are meant. */
    public static Arbitrary<String> any() {
        return Arbitraries.randomValue(random -> new RandomNests(random).generate());
    }

    /** One of them. */
    public static String of(long seed) {
        return new RandomNests(new Random(seed)).generate();
    }

    private String generate() {
        body(List.of());
        return "param n\nreal s\n" + assumption() + text;
    }

    /** A fact that is true of all nests here: initial values lie in (0,1), and nothing is subtracted. */
    private String assumption() {
        if (text.indexOf("b(") < 0 || chance(60)) {
            return "";
        }
        return chance(50) ? "assume b(k,k) >= 0\n" : "assume b(i,j) > 0\n";
    }

    /** At least one statement at the deepest level, more around it. */
    private void body(List<String> scope) {
        if (scope.size() == deepest) {
            statement(scope);
            while (statements < MOST_STATEMENTS && chance(25)) {
                statement(scope);
            }
            return;
        }
        if (statements < MOST_STATEMENTS - 1 && chance(20)) {
            statement(scope);
        }
        loop(scope);
        if (statements < MOST_STATEMENTS && chance(15)) {
            if (chance(50)) {
                statement(scope);
            } else {
                loop(scope);
            }
        }
    }

    private void loop(List<String> scope) {
        String variable = "i" + ++loops;
        String low = chance(40) && !scope.isEmpty() ? pick(scope) + offset() : "" + (random.nextInt(3) - 1);
        String high = chance(30) && !scope.isEmpty() ? pick(scope) + offset() : "n" + offset();
        if (chance(8)) {
            high = "min(" + high + ", n)";
        }
        if (chance(8)) {
            low = "max(" + low + ", 1)";
        }
        boolean down = chance(20);
        int step = chance(20) ? 2 + random.nextInt(2) : 1;
        String steps = step == 1 && !down ? "" : ", " + (down ? -step : step);
        line("do " + variable + " = " + (down ? high : low) + ", " + (down ? low : high) + steps);
        List<String> inner = new ArrayList<>(scope);
        inner.add(variable);
        if (chance(20)) {
            line("if (" + guard(inner) + ") then");
            body(inner);
            if (statements < MOST_STATEMENTS && chance(40)) {
                line("else");
                statement(inner);
            }
            line("endif");
        } else {
            body(inner);
        }
        line("enddo");
    }

    private String guard(List<String> scope) {
        String relation = pick(List.of("==", "/=", "<=", "<", ">", ">="));
        String condition = chance(20)
                ? "mod(" + pick(scope) + ", 2) == 0"
                : pick(scope) + " " + relation + " "
                        + (chance(50) ? pick(scope) + offset() : String.valueOf(random.nextInt(3)));
        if (chance(20)) {
            condition += chance(50) ? " .and. " : " .or. ";
            condition += pick(scope) + " < n" + offset();
        }
        return chance(15) ? ".not. (" + condition + ")" : condition;
    }

    /** Sums of elements, or updates that absorption may prove silent; all values stay positive. */
    private void statement(List<String> scope) {
        statements++;
        String target = access(scope);
        String first = chance(60) ? target : access(scope);
        String value = switch (random.nextInt(6)) {
            case 0 -> "min(" + first + ", " + access(scope) + " + " + access(scope) + ")";
            case 1 -> "max(" + first + ", min(" + access(scope) + ", " + access(scope) + "))";
            case 2 -> "min(" + first + ", max(" + access(scope) + ", " + first + "))";
            case 3 -> first;
            case 4 -> first + " + " + access(scope);
            default -> first + " + " + access(scope) + " + " + access(scope);
        };
        line(target + " = " + value);
    }

    private String access(List<String> scope) {
        return switch (random.nextInt(8)) {
            case 0 -> "s";
            case 1, 2, 3 -> "a(" + subscript(scope) + ")";
            default -> "b(" + subscript(scope) + "," + subscript(scope) + ")";
        };
    }

    private String subscript(List<String> scope) {
        if (scope.isEmpty() || chance(10)) {
            return String.valueOf(random.nextInt(3));
        }
        String first = pick(scope);
        String index = switch (random.nextInt(10)) {
            case 0 -> "n - " + first;
            case 1 -> "2*" + first + offset();
            case 2 -> first + " + " + pick(scope);
            case 3 -> first + " - " + pick(scope);
            default -> first + offset();
        };
        if (chance(4)) {
            return "(" + index + ")/2";
        }
        return chance(4) ? "mod(" + index + ", 2)" : index;
    }

    private String offset() {
        return switch (random.nextInt(5)) {
            case 0 -> " - 1";
            case 1 -> " + 1";
            default -> "";
        };
    }

    private String pick(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
