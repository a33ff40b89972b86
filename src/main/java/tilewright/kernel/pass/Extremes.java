package tilewright.kernel.pass;

import static tilewright.kernel.Expressions.binary;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Place;
import tilewright.kernel.Prefix;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;

/** Least and greatest values of whole numbers over the iterations of loops, as expressions of what is known around these. */
final class Extremes {
    /** @param least and greatest value, both in terms of variables that no loop here has */
    private record Range(Expression least, Expression greatest) {}

    private final Map<String, Range> loops = new HashMap<>();

    /** The same with one loop more, from {@code first} to {@code last}; empty where their own bounds are not known. */
    Optional<Extremes> within(Variable variable, Expression first, Expression last) {
        Optional<Range> from = of(first);
        Optional<Range> to = of(last);
        if (from.isEmpty() || to.isEmpty()) {
            return Optional.empty();
        }
        Extremes inner = new Extremes();
        inner.loops.putAll(loops);
        inner.loops.put(variable.name(), new Range(from.get().least(), to.get().greatest()));
        return Optional.of(inner);
    }

    /** A value that the expression never exceeds where all loops have iterations; empty where it is of a form that is not known. */
    Optional<Expression> greatest(Expression expression) {
        return of(expression).map(Range::greatest);
    }

    private Optional<Range> of(Expression expression) {
        boolean[] moves = {false};
        Expressions.visit(
                expression,
                e -> moves[0] |= e instanceof Expression.Read(Place.Scalar(Variable v)) && loops.containsKey(v.name()));
        if (!moves[0]) {
            return Optional.of(new Range(expression, expression));
        }
        return switch (expression) {
            case Expression.Read(Place.Scalar(Variable v)) -> Optional.ofNullable(loops.get(v.name()));
            case Expression.Convert c
            when !c.type().isFloating() ->
                of(c.operand())
                        .map(r -> new Range(
                                new Expression.Convert(c.type(), r.least()),
                                new Expression.Convert(c.type(), r.greatest())));
            case Expression.Binary b -> of(b);
            case Expression.Unary u
            when u.operator() == Prefix.NEG ->
                of(u.operand())
                        .map(r -> new Range(
                                new Expression.Unary(Prefix.NEG, r.greatest()),
                                new Expression.Unary(Prefix.NEG, r.least())));
            case Expression.Call c
            when c.function() == Intrinsic.MIN || c.function() == Intrinsic.MAX ->
                both(c.operands().getFirst(), c.operands().getLast())
                        .map(r -> new Range(
                                new Expression.Call(c.function(), c.of(), List.of(r[0].least(), r[1].least())),
                                new Expression.Call(c.function(), c.of(), List.of(r[0].greatest(), r[1].greatest()))));
            case Expression.Conditional c ->
                both(c.then(), c.otherwise())
                        .map(r -> new Range(
                                extreme(Intrinsic.MIN, c, r[0].least(), r[1].least()),
                                extreme(Intrinsic.MAX, c, r[0].greatest(), r[1].greatest())));
            case Expression.Literal _,
                    Expression.Read _,
                    Expression.Own _,
                    Expression.Operation _,
                    Expression.OfWarp _,
                    Expression.Counted _,
                    Expression.Atomic _ -> Optional.empty();
        };
    }

    private static Expression extreme(
            Intrinsic function, Expression.Conditional whole, Expression one, Expression other) {
        ScalarType type = whole.type();
        return new Expression.Call(
                function, type, List.of(new Expression.Convert(type, one), new Expression.Convert(type, other)));
    }

    private Optional<Range[]> both(Expression left, Expression right) {
        return of(left).flatMap(l -> of(right).map(r -> new Range[] {l, r}));
    }

    private Optional<Range> of(Expression.Binary b) {
        Optional<Range[]> both = both(b.left(), b.right());
        return switch (b.operator()) {
            case ADD ->
                both.map(r -> new Range(
                        binary(Infix.ADD, r[0].least(), r[1].least()),
                        binary(Infix.ADD, r[0].greatest(), r[1].greatest())));
            case SUB ->
                both.map(r -> new Range(
                        binary(Infix.SUB, r[0].least(), r[1].greatest()),
                        binary(Infix.SUB, r[0].greatest(), r[1].least())));
            case SHR, DIV ->
                both.filter(_ -> b.right() instanceof Expression.IntegerLiteral)
                        .map(r -> new Range(
                                binary(b.operator(), r[0].least(), b.right()),
                                binary(b.operator(), r[0].greatest(), b.right())));
            case MUL -> product(b, both);
            case AND, OR, XOR, EQ, NE, LT, LE, GT, GE, SHL, REM, AND_THEN, OR_ELSE -> Optional.empty();
        };
    }

    private static Optional<Range> product(Expression.Binary b, Optional<Range[]> both) {
        if (b.left() instanceof Expression.IntegerLiteral factor) {
            boolean grows = factor.value() >= 0;
            return both.map(r -> new Range(
                    binary(Infix.MUL, factor, grows ? r[1].least() : r[1].greatest()),
                    binary(Infix.MUL, factor, grows ? r[1].greatest() : r[1].least())));
        }
        return isNatural(b.left()) && isNatural(b.right())
                ? both.map(r -> new Range(
                        binary(Infix.MUL, r[0].least(), r[1].least()),
                        binary(Infix.MUL, r[0].greatest(), r[1].greatest())))
                : Optional.empty();
    }

    /** Whether a value is never negative, by its form: as numbers of blocks along an axis are. */
    private static boolean isNatural(Expression value) {
        return switch (value) {
            case Expression.IntegerLiteral l -> l.value() >= 0;
            case Expression.Convert c -> isNatural(c.operand());
            case Expression.Call c ->
                c.function() == Intrinsic.MAX && c.operands().stream().anyMatch(Extremes::isNatural);
            case Expression.Binary b ->
                (b.operator() == Infix.MUL || b.operator() == Infix.ADD) && isNatural(b.left()) && isNatural(b.right());
            case Expression.Literal _,
                    Expression.Read _,
                    Expression.Own _,
                    Expression.Operation _,
                    Expression.OfWarp _,
                    Expression.Counted _,
                    Expression.Atomic _ -> false;
        };
    }
}
