package tilewright.oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/**
 * Random affine nests as {@code .nest} text: one to four loops deep, one to four statements, triangular bounds, steps,
 * loops that run down, guards, negative coefficients, quotients and remainders, imperfect nesting. What the statements
 * compute is for {@link RandomStatements}.
 */
public final class RandomNests {
    private final Random random;
    private final RandomStatements computed;
    private final StringBuilder text = new StringBuilder();
    private final int mostStatements;
    private final int deepest;
    private int statements;
    private int loops;

    /**
     * How large nests become.
     *
     * @param depths loops around the innermost statements, each as often as it stands here
     */
    private enum Extent {
        /** Deep ones take the most time, shallow ones have the fewest cases. */
        USUAL(4, 1, 1, 2, 2, 2, 2, 2, 3, 3, 4),
        /** A quarter of the others' time. */
        SMALL(2, 1, 2, 2);

        private final int statements;
        private final int[] depths;

        Extent(int statements, int... depths) {
            this.statements = statements;
            this.depths = depths;
        }
    }

    private static final Pattern FLOATING = Pattern.compile("([abde]\\(.*?\\)) = (.*)");
    private static final long LOCALS = 0x10ca1;

    private RandomNests(Random random, RandomStatements computed, Extent extent) {
        this.random = random;
        this.computed = computed;
        this.mostStatements = extent.statements;
        this.deepest = extent.depths[random.nextInt(extent.depths.length)];
    }

    /** Nests with the parameter {@code n}; sizes from 1 to 5 are meant. */
    public static Arbitrary<String> any() {
        return Arbitraries.randomValue(random -> positive(random).generate());
    }

    /** One of them. */
    public static String of(long seed) {
        return positive(new Random(seed)).generate();
    }

    /**
     * A nest with arrays of several types, loop numbers as values, and the parameters {@code n} and {@code m}; sizes from 0
     * to 9 are meant. Subscripts may leave their arrays at some sizes: the interpreter says where.
     */
    public static String typed(long seed) {
        return typed(seed, Extent.USUAL);
    }

    /** Like {@link #typed}, with one or two statements in at most two loops. */
    public static String small(long seed) {
        return typed(seed, Extent.SMALL);
    }

    /** Like {@link #small}, with values and sums, whose order may change in a third of the nests, that pass through a scalar or an array of the nest's own. */
    public static String withLocals(long seed) {
        Random random = new Random(seed ^ LOCALS);
        List<String> lines = new ArrayList<>();
        Set<String> locals = new TreeSet<>();
        String vector = "";
        for (String line : small(seed).lines().toList()) {
            if (line.startsWith("double precision d(")) {
                vector = "local " + line.replace(" d(", " v(");
            }
            Matcher assignment = FLOATING.matcher(line);
            if (!assignment.matches() || random.nextInt(4) == 0) {
                lines.add(line);
                continue;
            }
            String target = assignment.group(1);
            boolean single = target.startsWith("a") || target.startsWith("b");
            boolean kept = target.startsWith("d") && random.nextBoolean();
            String local = kept ? "v" + target.substring(1) : single ? "w" : "z";
            locals.add(kept ? vector : "local " + (single ? "real w" : "double precision z"));
            lines.add(local + " = " + assignment.group(2));
            if (random.nextInt(3) == 0) {
                String loop = "k" + lines.size();
                boolean sum = random.nextBoolean();
                lines.add("do " + loop + " = 1, " + (sum ? "n" : "3"));
                lines.add(local + " = " + (sum ? "" : "0.5 * ") + local + " + 0.25");
                lines.add("enddo");
            }
            lines.add(target + " = " + (random.nextBoolean() ? local : "0.5 * " + local + " + 0.25 * " + local));
        }
        lines.addAll(1, locals);
        if (random.nextInt(3) == 0 && !lines.contains("assume associative(+)")) {
            lines.add(1 + locals.size(), "assume associative(+)");
        }
        return String.join("\n", lines) + "\n";
    }

    private static String typed(long seed, Extent extent) {
        Random random = new Random(seed);
        return new RandomNests(random, new TypedStatements(random), extent).generate();
    }

    private static RandomNests positive(Random random) {
        return new RandomNests(random, new PositiveStatements(random), Extent.USUAL);
    }

    private String generate() {
        body(List.of());
        return computed.declarations(text.toString()) + text;
    }

    /** At least one statement at the deepest level, more around it. */
    private void body(List<String> scope) {
        if (scope.size() == deepest) {
            statement(scope);
            while (statements < mostStatements && chance(25)) {
                statement(scope);
            }
            return;
        }
        if (statements < mostStatements - 1 && chance(20)) {
            statement(scope);
        }
        loop(scope);
        if (statements < mostStatements && chance(15)) {
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
        String high = chance(30) && !scope.isEmpty() ? pick(scope) + offset() : computed.size() + offset();
        if (chance(8)) {
            high = "min(" + high + ", " + computed.size() + ")";
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
            if (statements < mostStatements && chance(40)) {
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
            condition += pick(scope) + " < " + computed.size() + offset();
        }
        return chance(15) ? ".not. (" + condition + ")" : condition;
    }

    private void statement(List<String> scope) {
        statements++;
        line(computed.statement(scope));
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
