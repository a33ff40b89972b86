package tilewright.parse.c.affine;

import java.util.List;
import java.util.OptionalLong;
import tilewright.model.Affine;
import tilewright.model.Condition;

/**
 * After how many values of a variable a condition says the same again. {@code i - 5 * ((i + 2) / 5) <= 0} does so after 5: what one
 * grows by, the other takes away.
 */
final class Periods {
    private final String name;
    private final long period;

    private Periods(String name, long period) {
        this.name = name;
        this.period = period;
    }

    /** The period; 0 where there is none. Products beyond 64 bits throw {@link ArithmeticException}. */
    static long of(Condition condition, String name) {
        long product = divisors(condition);
        return new Periods(name, product).repeats(condition) ? product : 0;
    }

    private boolean repeats(Condition condition) {
        return switch (condition) {
            case Condition.Compare c ->
                growth(c.left()).equals(growth(c.right())) && growth(c.left()).isPresent();
            case Condition.And a -> a.operands().stream().allMatch(this::repeats);
            case Condition.Or o -> o.operands().stream().allMatch(this::repeats);
            case Condition.Not n -> repeats(n.operand());
        };
    }

    /** By how much a value grows in one period, wherever it begins; empty where that differs. */
    private OptionalLong growth(Affine value) {
        return switch (value) {
            case Affine.Constant _ -> OptionalLong.of(0);
            case Affine.Variable v -> OptionalLong.of(v.name().equals(name) ? period : 0);
            case Affine.Sum s -> {
                OptionalLong left = growth(s.left());
                OptionalLong right = growth(s.right());
                yield left.isPresent() && right.isPresent()
                        ? OptionalLong.of(Math.addExact(left.getAsLong(), right.getAsLong()))
                        : OptionalLong.empty();
            }
            case Affine.Scaled s -> {
                OptionalLong operand = growth(s.operand());
                yield operand.isPresent()
                        ? OptionalLong.of(Math.multiplyExact(s.factor(), operand.getAsLong()))
                        : operand;
            }
            case Affine.FloorDiv d -> {
                OptionalLong dividend = growth(d.dividend());
                yield dividend.isPresent() && dividend.getAsLong() % d.divisor() == 0
                        ? OptionalLong.of(dividend.getAsLong() / d.divisor())
                        : OptionalLong.empty();
            }
            case Affine.Mod m -> {
                OptionalLong dividend = growth(m.dividend());
                yield dividend.isPresent() && dividend.getAsLong() % m.divisor() == 0
                        ? OptionalLong.of(0)
                        : OptionalLong.empty();
            }
            case Affine.Extreme e -> common(e.operands());
            case Affine.Select s ->
                repeats(s.condition()) ? common(List.of(s.then(), s.otherwise())) : OptionalLong.empty();
        };
    }

    private OptionalLong common(List<Affine> values) {
        List<OptionalLong> all = values.stream().map(this::growth).distinct().toList();
        return all.size() == 1 ? all.getFirst() : OptionalLong.empty();
    }

    /** The product of all divisors: what is divided several times repeats after all of them. */
    private static long divisors(Condition condition) {
        return switch (condition) {
            case Condition.Compare c -> Math.multiplyExact(divisors(c.left()), divisors(c.right()));
            case Condition.And a -> product(a.operands());
            case Condition.Or o -> product(o.operands());
            case Condition.Not n -> divisors(n.operand());
        };
    }

    private static long product(List<Condition> operands) {
        return operands.stream().mapToLong(Periods::divisors).reduce(1, Math::multiplyExact);
    }

    private static long divisors(Affine value) {
        return switch (value) {
            case Affine.Constant _, Affine.Variable _ -> 1;
            case Affine.Sum s -> Math.multiplyExact(divisors(s.left()), divisors(s.right()));
            case Affine.Scaled s -> divisors(s.operand());
            case Affine.FloorDiv d -> Math.multiplyExact(d.divisor(), divisors(d.dividend()));
            case Affine.Mod m -> Math.multiplyExact(m.divisor(), divisors(m.dividend()));
            case Affine.Extreme e ->
                e.operands().stream().mapToLong(Periods::divisors).reduce(1, Math::multiplyExact);
            case Affine.Select s ->
                Math.multiplyExact(
                        divisors(s.condition()), Math.multiplyExact(divisors(s.then()), divisors(s.otherwise())));
        };
    }
}
