package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Place;
import tilewright.kernel.Rewriter;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;
import tilewright.model.FreshName;

/**
 * A loop over chunks around loops that carry values ({@link CarriedLoop}): the value is carried on into the next chunk, where the inner loop is run as
 * often in every chunk and its last place in one chunk lies right before its first one in the next. Threads may synchronise in between: a store of another thread to that
 * element would be a race with the one before or the load behind, because nothing else in the loop writes the array.
 */
final class CarriedChunks {
    private static final Sums NOTHING = new Sums(Map.of());

    private final Statement.For loop;
    private final Map<String, CarriedLoop.Carried> carried;
    private final Set<String> names;
    private final Set<String> changed = new HashSet<>();

    /**
     * @param carried what inner loops carry, by the name of what holds the last value
     * @param names in use in the function
     */
    CarriedChunks(Statement.For loop, Map<String, CarriedLoop.Carried> carried, Set<String> names) {
        this.loop = loop;
        this.carried = carried;
        this.names = names;
    }

    List<Statement> carried() {
        Statement.For result = loop;
        List<Statement> before = new ArrayList<>();
        Statements.visit(loop.body(), this::collect);
        for (Statement statement : loop.body()) {
            if (statement instanceof Statement.Declare d
                    && carried.containsKey(d.variable().name())) {
                CarriedLoop.Carried value = carried.get(d.variable().name());
                if (follows(value) && value.begins() == null) {
                    result = loadOnce(result, d, before);
                } else if (follows(value)) {
                    before.add(d);
                    result = carry(result, d, value, before);
                }
            }
        }
        before.add(result);
        return before;
    }

    private void collect(Statement statement) {
        changed.addAll(statement.declared());
        if (statement instanceof Statement.Assign a && a.target() instanceof Place.Scalar s) {
            changed.add(s.variable().name());
        }
        if (statement instanceof Statement.For f) {
            changed.add(f.variable().name());
        }
    }

    /** Whether the first iteration of a chunk follows on the last one of the chunk before. */
    private boolean follows(CarriedLoop.Carried value) {
        Statement.For inner = loop.body().stream()
                .filter(s -> s instanceof Statement.For f
                        && f.variable().equals(value.loop().variable()))
                .map(s -> (Statement.For) s)
                .reduce(null, (one, other) -> one == null ? other : value.loop());
        if (inner == null || iterations(inner) <= 0 || !(loop.step() instanceof Expression.IntegerLiteral step)) {
            return false;
        }
        Sums perChunk = value.offset().slope(loop.variable().read());
        Set<String> inside = new HashSet<>(changed);
        inside.add(loop.variable().name());
        return perChunk != null
                && NOTHING.plus(perChunk, step.value()).equals(NOTHING.plus(value.slope(), iterations(inner)))
                && !changed.contains(loop.variable().name())
                && value.offset().factors().stream()
                        .allMatch(f -> f.equals(loop.variable().read())
                                || f.equals(inner.variable().read())
                                || CarriedLoop.isFixed(f, inside))
                && value.conditions().stream().allMatch(c -> CarriedLoop.isFixed(c, inside))
                && isOnlyStore(value);
    }

    /** How often a loop runs; 0 where that is no literal. */
    private static long iterations(Statement.For inner) {
        return Iterations.of(inner).map(Iterations::count).orElse(0L);
    }

    /** Whether the array is written in one place of the loop, and nothing is called that may write it. */
    private boolean isOnlyStore(CarriedLoop.Carried value) {
        String array = value.array().name();
        int[] stores = {0};
        boolean[] plain = {true};
        Statements.visit(loop.body(), s -> {
            switch (s) {
                case Statement.Assign a -> stores[0] += isIn(a.target(), array) ? 1 : 0;
                case Statement.Copy c -> stores[0] += isIn(c.to(), array) ? 1 : 0;
                case Statement.For _,
                        Statement.If _,
                        Statement.Scope _,
                        Statement.Declaration _,
                        Statement.Evaluate _,
                        Statement.AwaitCopies _,
                        Statement.Barrier _,
                        Statement.BarrierOr _,
                        Statement.Return _,
                        Statement.Remark _ -> {}
                case Statement.Compound _,
                        Statement.Assignment _,
                        Statement.Invocation _,
                        Statement.Synchronization _,
                        Statement.Jump _ -> plain[0] = false;
            }
            s.expressions().forEach(e -> Expressions.visit(e, part -> plain[0] &= Expressions.isOfThread(part)));
        });
        return plain[0] && stores[0] == 1;
    }

    private static boolean isIn(Place place, String array) {
        return place instanceof Place.Global g && g.array().name().equals(array);
    }

    /** The value is loaded in the first chunk alone, where every chunk has loaded it: behind the barriers that stand before. */
    private Statement.For loadOnce(Statement.For current, Statement.Declare declaration, List<Statement> before) {
        Expression load = Objects.requireNonNull(declaration.value());
        Variable last = declaration.variable();
        ScalarType type = last.type();
        Expression zero =
                type.isFloating() ? new Expression.RealLiteral(type, "0.0") : new Expression.IntegerLiteral(type, 0);
        Variable unset = Variable.integer(fresh(last.name() + "_unset"));
        before.add(new Statement.Declare(last, zero, false));
        before.add(new Statement.Declare(unset, Expressions.integer(1), false));
        Statement once = new Statement.If(
                Expressions.equal(unset.read(), Expressions.integer(1)),
                List.of(
                        new Statement.Assign(last.place(), load),
                        new Statement.Assign(unset.place(), Expressions.integer(0))));
        return current.withBody(current.body().stream()
                .map(s -> s.equals(declaration) ? once : s)
                .toList());
    }

    private Statement.For carry(
            Statement.For current, Statement.Declare declaration, CarriedLoop.Carried value, List<Statement> before) {
        Variable fresh = Variable.integer(fresh(declaration.variable().name() + "_unset"));
        before.add(new Statement.Declare(fresh, Expressions.integer(1), false));
        Expression begins = Objects.requireNonNull(value.begins());
        Rewriter rewriter = new Rewriter() {
            @Override
            protected Expression expression(Expression expression) {
                return expression instanceof Expression.Conditional c
                                && c.condition().equals(begins)
                                && c.otherwise().equals(value.before().read())
                        ? Expressions.select(
                                Expressions.binary(
                                        Infix.AND_THEN,
                                        c.condition(),
                                        Expressions.equal(fresh.read(), Expressions.integer(1))),
                                c.then(),
                                c.otherwise())
                        : expression;
            }
        };
        List<Statement> body = new ArrayList<>();
        current.body().stream().filter(s -> !s.equals(declaration)).forEach(s -> body.addAll(rewriter.whole(s)));
        body.add(new Statement.Assign(fresh.place(), Expressions.integer(0)));
        return new Statement.For(
                current.variable(), current.start(), current.condition(), current.step(), current.unroll(), body);
    }

    private String fresh(String wanted) {
        return FreshName.numbered(wanted, "", names::add);
    }
}
