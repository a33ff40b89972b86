package tilewright.kernel.pass;

import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Rewriter;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;

/**
 * Quotients in double precision whose divisors a thread has in registers before a loop, and that the loop does not change: their reciprocals are computed
 * before the loop, so that an iteration waits for two fused multiply-adds instead of a division. Results are rounded as those of divisions
 * ({@link Intrinsic#DIVIDED}).
 */
final class DivisorsBeforeLoops {
    private final Function function;
    private final FreeNames names;

    private DivisorsBeforeLoops(Function function) {
        this.function = function;
        this.names = new FreeNames(function);
    }

    static Function in(Function function) {
        return new DivisorsBeforeLoops(function).changed();
    }

    private Function changed() {
        List<Statement> body = function.body();
        Map<Memory.Register, Integer> written = new HashMap<>();
        for (int s = 0; s < body.size(); s++) {
            int place = s;
            Statements.visit(
                    List.of(body.get(s)),
                    part -> part.written().forEach(target -> array(target).ifPresent(a -> written.put(a, place))));
        }
        Map<Integer, List<Memory.Register>> after = new HashMap<>();
        Map<Memory.Register, Memory.Register> reciprocals = new HashMap<>();
        List<Statement> result = new ArrayList<>();
        for (int s = 0; s < body.size(); s++) {
            for (Memory.Register divisor : divisors(body.get(s))) {
                Integer last = written.get(divisor);
                if (last != null && last < s && !reciprocals.containsKey(divisor)) {
                    String name = names.of(divisor.name() + "_reciprocal");
                    reciprocals.put(
                            divisor, new Memory.Register(name, divisor.type(), divisor.shape(), divisor.alignment()));
                    after.computeIfAbsent(last, l -> new ArrayList<>()).add(divisor);
                }
            }
        }
        if (reciprocals.isEmpty()) {
            return function;
        }
        for (int s = 0; s < body.size(); s++) {
            int place = s;
            Rewriter divided = new Rewriter() {
                @Override
                protected Expression expression(Expression expression) {
                    Place.Register divisor = divisor(expression);
                    Memory.Register reciprocal = divisor == null ? null : reciprocals.get(divisor.array());
                    return divisor == null
                                    || reciprocal == null
                                    || Objects.requireNonNull(written.get(divisor.array())) >= place
                            ? expression
                            : Expressions.call(
                                    Intrinsic.DIVIDED,
                                    ScalarType.F64,
                                    ((Expression.Binary) expression).left(),
                                    new Expression.Read(divisor),
                                    new Expression.Read(new Place.Register(reciprocal, divisor.indices())));
                }
            };
            result.addAll(divided.whole(body.get(s)));
            for (Memory.Register divisor : after.getOrDefault(s, List.of())) {
                Memory.Register reciprocal = Objects.requireNonNull(reciprocals.get(divisor));
                result.add(new Statement.DeclareArray(reciprocal, null));
                result.add(all(divisor, reciprocal));
            }
        }
        return function.withBody(result);
    }

    /** The reciprocals of all elements. */
    private Statement all(Memory.Register divisor, Memory.Register reciprocal) {
        List<Variable> variables = new ArrayList<>();
        List<Expression> indices = new ArrayList<>();
        for (int d = 0; d < divisor.shape().size(); d++) {
            Variable variable = Variable.integer(names.of("e" + d));
            variables.add(variable);
            indices.add(variable.read());
        }
        Statement inner = new Statement.Assign(
                new Place.Register(reciprocal, indices),
                Expressions.binary(
                        Infix.DIV,
                        new Expression.RealLiteral(ScalarType.F64, "1.0"),
                        new Expression.Read(new Place.Register(divisor, indices))));
        for (int d = divisor.shape().size() - 1; d >= 0; d--) {
            Variable variable = variables.get(d);
            inner = new Statement.For(
                    variable,
                    integer(0),
                    less(variable.read(), integer(divisor.shape().get(d))),
                    integer(1),
                    Statement.For.ALL,
                    List.of(inner));
        }
        return inner;
    }

    /** What loops in a statement divide by. */
    private static Set<Memory.Register> divisors(Statement statement) {
        Set<Memory.Register> found = new HashSet<>();
        Statements.visit(List.of(statement), part -> {
            if (part instanceof Statement.For loop) {
                Statements.visitExpressions(loop.body(), e -> {
                    Place.Register divisor = divisor(e);
                    if (divisor != null) {
                        found.add(divisor.array());
                    }
                });
            }
        });
        return found;
    }

    private static Place.@Nullable Register divisor(Expression expression) {
        return expression instanceof Expression.Binary division
                        && division.operator() == Infix.DIV
                        && division.type() == ScalarType.F64
                        && division.right() instanceof Expression.Read(Place.Register register)
                ? register
                : null;
    }

    private static Optional<Memory.Register> array(Place place) {
        return switch (place) {
            case Place.Register r -> Optional.of(r.array());
            case Place.Pair p -> array(p.first());
            case Place.Scalar _, Place.Shared _, Place.Global _ -> Optional.empty();
        };
    }
}
