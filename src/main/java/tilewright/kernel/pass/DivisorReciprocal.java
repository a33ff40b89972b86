package tilewright.kernel.pass;

import static tilewright.kernel.Expressions.call;

import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import tilewright.kernel.Expression;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Place;
import tilewright.kernel.Prefix;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;
import tilewright.model.MathFunction;

/**
 * The reciprocal of a divisor, in double precision. That of a root is made of 1 / sqrt(x), as the root itself is, and corrected by one step of Newton's iteration
 * once the root is there (P. Markstein, IBM J. Res. Dev. 34, 1990): a division would begin with an approximation of its own, behind the root.
 */
final class DivisorReciprocal {
    /** The number one. */
    static final Expression ONE = new Expression.RealLiteral(ScalarType.F64, "1.0");

    private DivisorReciprocal() {}

    /**
     * @param before statements before the reciprocal is needed; gets one more where the divisor is a root
     * @param plainly whether the root, too, is made of what approximates its reciprocal ({@link Intrinsic#ROOT_PLAINLY}): where that is not plain, neither is the reciprocal
     * @param otherwise the reciprocal of what is no root
     * @param name a free name of what approximates the reciprocal of a root
     */
    static Expression of(
            List<Statement> before, Place divisor, boolean plainly, Expression otherwise, Supplier<String> name) {
        OptionalInt found = root(before, divisor);
        if (found.isEmpty()) {
            return otherwise;
        }
        Expression root = new Expression.Read(divisor);
        Variable near = new Variable(name.get(), ScalarType.F64);
        Statement.Declare declared = (Statement.Declare) before.get(found.getAsInt());
        Expression of = ((Expression.Mathematical) Objects.requireNonNull(declared.value()))
                .operands()
                .getFirst();
        if (plainly) {
            before.set(
                    found.getAsInt(),
                    new Statement.Declare(
                            declared.variable(), call(Intrinsic.ROOT_PLAINLY, ScalarType.F64, of, near.read()), true));
        }
        before.add(
                found.getAsInt(),
                new Statement.Declare(near, call(Intrinsic.RECIPROCAL_ROOT, ScalarType.F64, of), true));
        Expression off = call(Intrinsic.FMA, ScalarType.F64, new Expression.Unary(Prefix.NEG, root), near.read(), ONE);
        return call(Intrinsic.FMA, ScalarType.F64, off, near.read(), near.read());
    }

    /** Which statement declares the root that a divisor has last been set to; none where it is something else. */
    private static OptionalInt root(List<Statement> before, Place divisor) {
        int last = before.size() - 1;
        while (last >= 0 && !changes(before.get(last), divisor)) {
            last--;
        }
        if (last < 0
                || !(before.get(last) instanceof Statement.Assign(Place target, Expression value))
                || !target.equals(divisor)) {
            return OptionalInt.empty();
        }
        return IntStream.range(0, last)
                .filter(s -> before.get(s) instanceof Statement.Declare(Variable v, Expression of, boolean constant)
                        && constant
                        && value.equals(v.read())
                        && of instanceof Expression.Mathematical m
                        && m.function() == MathFunction.SQRT
                        && m.of() == ScalarType.F64)
                .findFirst();
    }

    /** Whether a statement, or one inside, changes a variable or an array of registers, in any place. */
    static boolean changes(Statement statement, Place place) {
        boolean[] changes = {false};
        Statements.visit(
                List.of(statement),
                part -> changes[0] |= part.written().stream().anyMatch(p -> name(p).equals(name(place))));
        return changes[0];
    }

    /** The name of a variable or of an array of registers; empty for memory. */
    static String name(Place place) {
        return switch (place) {
            case Place.Scalar s -> s.variable().name();
            case Place.Register r -> r.array().name();
            case Place.Shared _, Place.Global _, Place.Pair _ -> "";
        };
    }

    /** Whether a place is a variable or a register without subscripts: it is the same in all iterations. */
    static boolean isSingle(Place place) {
        return place instanceof Place.Scalar
                || place instanceof Place.Register r && r.indices().isEmpty();
    }
}
