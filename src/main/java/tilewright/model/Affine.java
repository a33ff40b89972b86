package tilewright.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * A piecewise quasi-affine integer expression over loop variables and parameters: loop bounds, subscripts,
 * block coordinates and every index a plan hands to the code generator.
 *
 * <p>Division and remainder by a positive constant round towards minus infinity, as in isl.
 */
public sealed interface Affine {
    record Constant(long value) implements Affine {
        @Override
        public String toString() {
            return Long.toString(value);
        }
    }

    record Variable(String name) implements Affine {
        @Override
        public String toString() {
            return name;
        }
    }

    record Sum(Affine left, Affine right) implements Affine {
        @Override
        public String toString() {
            if (right instanceof Constant c && c.value < 0) {
                return left + " - " + -c.value;
            }
            if (right instanceof Scaled s && s.factor < 0) {
                Affine taken = Affine.scaled(-s.factor, s.operand);
                return left + " - " + (taken instanceof Sum ? "(" + taken + ")" : taken);
            }
            return left + " + " + right;
        }
    }

    record Scaled(long factor, Affine operand) implements Affine {
        @Override
        public String toString() {
            boolean brackets = operand instanceof Sum || operand instanceof FloorDiv;
            String inner = brackets ? "(" + operand + ")" : operand.toString();
            return factor == -1 ? "-" + inner : factor + "*" + inner;
        }
    }

    /** floor(dividend / divisor), divisor > 0. */
    record FloorDiv(Affine dividend, long divisor) implements Affine {
        public FloorDiv {
            requirePositive(divisor);
        }

        @Override
        public String toString() {
            boolean brackets = !(dividend instanceof Variable);
            return (brackets ? "(" + dividend + ")" : dividend.toString()) + "/" + divisor;
        }
    }

    /** dividend - divisor * floor(dividend / divisor), divisor > 0. */
    record Mod(Affine dividend, long divisor) implements Affine {
        public Mod {
            requirePositive(divisor);
        }

        @Override
        public String toString() {
            return "mod(" + dividend + ", " + divisor + ")";
        }
    }

    /** A minimum or maximum. */
    sealed interface Extreme extends Affine {
        /** At least one. */
        List<Affine> operands();
    }

    record Min(List<Affine> operands) implements Extreme {
        public Min {
            operands = List.copyOf(operands);
        }

        @Override
        public String toString() {
            return "min(" + join(operands) + ")";
        }
    }

    record Max(List<Affine> operands) implements Extreme {
        public Max {
            operands = List.copyOf(operands);
        }

        @Override
        public String toString() {
            return "max(" + join(operands) + ")";
        }
    }

    /** {@code condition ? then : otherwise}. */
    record Select(Condition condition, Affine then, Affine otherwise) implements Affine {
        @Override
        public String toString() {
            return "merge(" + then + ", " + otherwise + ", " + condition + ")";
        }
    }

    static Affine constant(long value) {
        return new Constant(value);
    }

    static Affine variable(String name) {
        return new Variable(name);
    }

    /** The sum, with constants folded. */
    static Affine sum(Affine left, Affine right) {
        if (left instanceof Constant l && right instanceof Constant r) {
            return new Constant(Math.addExact(l.value, r.value));
        }
        if (left instanceof Constant l) {
            return l.value == 0 ? right : sum(right, left);
        }
        if (right instanceof Constant r && r.value == 0) {
            return left;
        }
        if (right instanceof Constant r && left instanceof Sum s && s.right instanceof Constant c) {
            return sum(s.left, new Constant(Math.addExact(c.value, r.value)));
        }
        return new Sum(left, right);
    }

    /** The product with a constant, folded. */
    static Affine scaled(long factor, Affine operand) {
        return switch (operand) {
            case Constant c -> new Constant(Math.multiplyExact(factor, c.value));
            case Scaled s -> scaled(Math.multiplyExact(factor, s.factor), s.operand);
            case Variable _, Sum _, FloorDiv _, Mod _, Extreme _, Select _ ->
                factor == 0 ? new Constant(0) : factor == 1 ? operand : new Scaled(factor, operand);
        };
    }

    /** The least of the values: minima among them are taken apart, and equal ones stand once. */
    static Affine least(Collection<Affine> values) {
        List<Affine> all = apart(values, Affine::leastOf);
        return all.size() == 1 ? all.getFirst() : new Min(all);
    }

    /** The greatest of the values: maxima among them are taken apart, and equal ones stand once. */
    static Affine greatest(Collection<Affine> values) {
        List<Affine> all = apart(values, Affine::greatestOf);
        return all.size() == 1 ? all.getFirst() : new Max(all);
    }

    private static List<Affine> apart(Collection<Affine> values, Function<Affine, List<Affine>> parts) {
        return values.stream()
                .flatMap(value -> parts.apply(value).stream())
                .distinct()
                .toList();
    }

    /** What this is the least of: itself where it is no minimum. */
    default List<Affine> leastOf() {
        return this instanceof Min m ? m.operands : List.of(this);
    }

    /** What this is the greatest of: itself where it is no maximum. */
    default List<Affine> greatestOf() {
        return this instanceof Max m ? m.operands : List.of(this);
    }

    default Affine plus(Affine other) {
        return sum(this, other);
    }

    default Affine plus(long value) {
        return sum(this, new Constant(value));
    }

    default Affine minus(Affine other) {
        return sum(this, scaled(-1, other));
    }

    default Affine times(long factor) {
        return scaled(factor, this);
    }

    /** floor(this / divisor), folded where it is constant or the divisor is one. */
    default Affine floorDiv(long divisor) {
        if (divisor == 1) {
            return this;
        }
        return this instanceof Constant c ? new Constant(Math.floorDiv(c.value, divisor)) : new FloorDiv(this, divisor);
    }

    /** Value for given loop variables and parameters; overflow throws {@link ArithmeticException}. */
    default long evaluate(ToLongFunction<String> values) {
        return switch (this) {
            case Constant c -> c.value;
            case Variable v -> values.applyAsLong(v.name);
            case Sum s -> Math.addExact(s.left.evaluate(values), s.right.evaluate(values));
            case Scaled s -> Math.multiplyExact(s.factor, s.operand.evaluate(values));
            case FloorDiv d -> Math.floorDiv(d.dividend.evaluate(values), d.divisor);
            case Mod m -> Math.floorMod(m.dividend.evaluate(values), m.divisor);
            case Min m ->
                m.operands.stream().mapToLong(o -> o.evaluate(values)).min().orElseThrow();
            case Max m ->
                m.operands.stream().mapToLong(o -> o.evaluate(values)).max().orElseThrow();
            case Select s -> (s.condition.test(values) ? s.then : s.otherwise).evaluate(values);
        };
    }

    /** This expression with variables replaced; a variable without an entry stays. */
    default Affine substitute(Map<String, Affine> replacements) {
        return switch (this) {
            case Constant c -> c;
            case Variable v -> replacements.getOrDefault(v.name, v);
            case Sum s -> sum(s.left.substitute(replacements), s.right.substitute(replacements));
            case Scaled s -> scaled(s.factor, s.operand.substitute(replacements));
            case FloorDiv d -> d.dividend.substitute(replacements).floorDiv(d.divisor);
            case Mod m -> new Mod(m.dividend.substitute(replacements), m.divisor);
            case Min m -> new Min(substituteAll(m.operands, replacements));
            case Max m -> new Max(substituteAll(m.operands, replacements));
            case Select s ->
                new Select(
                        s.condition.substitute(replacements),
                        s.then.substitute(replacements),
                        s.otherwise.substitute(replacements));
        };
    }

    /** The names that occur, in order of first occurrence. */
    default Set<String> variables() {
        Set<String> names = new LinkedHashSet<>();
        collectVariables(names);
        return names;
    }

    private void collectVariables(Set<String> names) {
        switch (this) {
            case Constant c -> {}
            case Variable v -> names.add(v.name);
            case Sum s -> {
                s.left.collectVariables(names);
                s.right.collectVariables(names);
            }
            case Scaled s -> s.operand.collectVariables(names);
            case FloorDiv d -> d.dividend.collectVariables(names);
            case Mod m -> m.dividend.collectVariables(names);
            case Min m -> m.operands.forEach(o -> o.collectVariables(names));
            case Max m -> m.operands.forEach(o -> o.collectVariables(names));
            case Select s -> {
                names.addAll(s.condition.variables());
                s.then.collectVariables(names);
                s.otherwise.collectVariables(names);
            }
        }
    }

    private static List<Affine> substituteAll(List<Affine> operands, Map<String, Affine> replacements) {
        List<Affine> result = new ArrayList<>(operands.size());
        for (Affine operand : operands) {
            result.add(operand.substitute(replacements));
        }
        return result;
    }

    private static String join(List<Affine> operands) {
        return String.join(", ", operands.stream().map(Object::toString).toList());
    }

    private static void requirePositive(long divisor) {
        if (divisor <= 0) {
            throw new IllegalArgumentException("a divisor must be a positive constant, got " + divisor);
        }
    }
}
