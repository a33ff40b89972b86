package tilewright.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Integers made of loop variables and parameters that leave 32 bits at given sizes. Programs compute bounds, conditions and subscripts in as
 * many, where the model's integers have no end. Values of loops are taken between their bounds, so that a number is found that no
 * iteration has where a condition keeps it away.
 */
public final class IndexOverflows {
    private final LoopNest nest;
    private final LoopExtents extents;

    /** @param sizes a value for every parameter */
    public IndexOverflows(LoopNest nest, Map<String, Long> sizes) {
        this.nest = nest;
        this.extents = new LoopExtents(nest, sizes);
    }

    /**
     * A number that is beyond.
     *
     * @param text the expression as the notation writes it
     */
    public record Beyond(SourcePosition position, String text, long value) {}

    /**
     * The first part of a bound, condition or subscript that is beyond. Example: {@code if (100000000 * i > 5)} comes to 3900000000 for {@code
     * i = 39}.
     *
     * @throws ArithmeticException where one is beyond 64 bits
     */
    public Optional<Beyond> inIndices() {
        for (PlacedStatement placed : nest.statements()) {
            Map<String, Interval> values = extents.values(placed);
            SourcePosition position = placed.statement().position();
            Stream<Affine> conditions = placed.guards().stream().flatMap(g -> sides(g).stream());
            Stream<Affine> subscripts = placed.statement().accesses().stream().flatMap(a -> a.indices().stream());
            Stream<Affine> bounds = placed.loops().stream().flatMap(loop -> Stream.of(loop.lower(), loop.upper()));
            Optional<Beyond> found = Stream.of(bounds, conditions, subscripts)
                    .flatMap(affines -> affines)
                    .flatMap(affine -> parts(affine).stream())
                    .flatMap(part -> beyond(position, part.toString(), LoopExtents.range(part, values)).stream())
                    .findFirst();
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /**
     * The first value of a statement that is beyond its type, which C and Fortran leave open. Example: {@code a(i) = i *
     * 1000000000}.
     *
     * @throws ArithmeticException where one is beyond 64 bits
     */
    public Optional<Beyond> inValues() {
        for (PlacedStatement placed : nest.statements()) {
            List<Beyond> found = new ArrayList<>();
            known(
                    placed.statement().value(),
                    extents.values(placed),
                    placed.statement().position(),
                    found);
            if (!found.isEmpty()) {
                return Optional.of(found.getFirst());
            }
        }
        return Optional.empty();
    }

    private static Optional<Beyond> beyond(SourcePosition position, String text, Interval range) {
        return Stream.of(range.low(), range.high())
                .filter(v -> v != v.intValue())
                .findFirst()
                .map(v -> new Beyond(position, text, v));
    }

    private static List<Affine> sides(Condition condition) {
        return switch (condition) {
            case Condition.Compare c -> List.of(c.left(), c.right());
            case Condition.And a ->
                a.operands().stream().flatMap(o -> sides(o).stream()).toList();
            case Condition.Or o ->
                o.operands().stream().flatMap(p -> sides(p).stream()).toList();
            case Condition.Not n -> sides(n.operand());
        };
    }

    /** The operations in an affine form, the innermost first; a constant that stands alone has a type that holds it. */
    private static List<Affine> parts(Affine affine) {
        List<Affine> inner = switch (affine) {
            case Affine.Constant _, Affine.Variable _ -> List.of();
            case Affine.Sum s -> List.of(s.left(), s.right());
            case Affine.Scaled s -> List.of(s.operand());
            case Affine.FloorDiv d -> List.of(d.dividend());
            case Affine.Mod m -> List.of(m.dividend());
            case Affine.Min m -> m.operands();
            case Affine.Max m -> m.operands();
            case Affine.Select s ->
                Stream.concat(sides(s.condition()).stream(), Stream.of(s.then(), s.otherwise()))
                        .toList();
        };
        List<Affine> all = new ArrayList<>();
        inner.forEach(part -> all.addAll(parts(part)));
        if (!inner.isEmpty()) {
            all.add(affine);
        }
        return all;
    }

    private record Known(Interval range, DataType type) {}

    private static final Set<Operator> FOLLOWED = Set.of(Operator.ADD, Operator.SUB, Operator.MUL, Operator.NEG);

    /** What is known of a value that is made of loop variables and parameters alone; null of any other. */
    private static @Nullable Known known(
            Expression expression, Map<String, Interval> values, SourcePosition position, List<Beyond> found) {
        switch (expression) {
            case Expression.IntegerLiteral l -> {
                return new Known(Interval.of(l.value()), l.type());
            }
            case Expression.IndexValue v -> {
                return new Known(LoopExtents.range(v.index(), values), DataType.INTEGER);
            }
            case Expression.Apply(ScalarOperation operator, List<Expression> operands) -> {
                List<Known> known = new ArrayList<>();
                for (Expression operand : operands) {
                    Known one = known(operand, values, position, found);
                    if (one != null) {
                        known.add(one);
                    }
                }
                boolean all = known.size() == operands.size() && found.isEmpty();
                if (all && operator instanceof Conversion(DataType type) && type.isInteger()) {
                    return type.bytes() < Integer.BYTES ? null : new Known(known.getFirst().range, type);
                }
                if (!all || !(operator instanceof Operator plain) || !FOLLOWED.contains(plain)) {
                    return null;
                }
                DataType type = ExpressionTypes.result(
                        operator, known.stream().map(Known::type).toList(), DataType.DOUBLE);
                Interval range = result(plain, known);
                if (type == DataType.INTEGER) {
                    beyond(position, expression.toString(), range).ifPresent(found::add);
                }
                return type.isInteger() && !type.isUnsigned() ? new Known(range, type) : null;
            }
            case Expression.RealLiteral _, Expression.LogicalLiteral _, Expression.Read _ -> {
                return null;
            }
        }
    }

    private static Interval result(Operator operator, List<Known> operands) {
        Interval x = operands.getFirst().range;
        Interval y = operands.getLast().range;
        if (operator == Operator.NEG) {
            return x.negated();
        }
        return operator == Operator.MUL ? x.times(y) : x.plus(operator == Operator.SUB ? y.negated() : y);
    }
}
