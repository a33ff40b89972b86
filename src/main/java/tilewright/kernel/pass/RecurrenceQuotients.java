package tilewright.kernel.pass;

import static tilewright.kernel.Expressions.call;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.not;
import static tilewright.kernel.Expressions.select;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.Rewriter;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Simt;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;

/**
 * A loop of constant length whose iterations hand a quotient on to the next one: quotients are computed by reciprocals without a branch, so that those of all iterations are found beside the chain
 * of multiplications and additions that waits for one another. Behind the loop one check asks whether all are rounded as divisions are; where one is not, threads have back what they had before the
 * loop, and it runs again with divisions.
 *
 * <pre>
 *                                      before = x; furthest = 0
 * for j in 0 .. 16 {                   for j in 0 .. 16 {
 *   x = (s[j] - a * x) / d[j]     -&gt;     r = reciprocal_plainly(d[j]); y = s[j] - a * x
 *   q[.. + j] = x                        x = divided_plainly(y, d[j], r); furthest = max(furthest, plainness(x), plainness(r)); q[.. + j] = x
 * }                                    }
 *                                      if any(!all_plain(furthest)) { x = before; the loop as it was }
 * </pre>
 *
 * <p>Reads off the program: that the loop writes no memory that it reads, and that its threads are one warp where they wait for each other in it.
 */
final class RecurrenceQuotients {
    private final boolean oneWarp;
    private final FreeNames names;

    private RecurrenceQuotients(Function function, boolean oneWarp) {
        this.oneWarp = oneWarp;
        this.names = new FreeNames(function);
    }

    static Program in(Program program) {
        Map<String, Integer> threads = threads(program);
        return program.withFunctions(program.functions().stream()
                .map(f -> new RecurrenceQuotients(f, threads.getOrDefault(f.name(), Integer.MAX_VALUE) <= Simt.WARP)
                        .changed(f))
                .toList());
    }

    /** The most threads of a block that run a function. */
    private static Map<String, Integer> threads(Program program) {
        Map<String, Integer> threads = new HashMap<>();
        for (Function function : program.functions()) {
            if (function.kind() instanceof Function.Kind.Kernel kernel) {
                new Reached(program, function.name())
                        .functions()
                        .forEach(f -> threads.merge(f.name(), kernel.threads(), Math::max));
            }
        }
        return threads;
    }

    private Function changed(Function function) {
        return new Rewriter() {
            @Override
            protected List<Statement> statement(Statement statement) {
                return statement instanceof Statement.For loop
                        ? changed(loop).orElse(List.of(loop))
                        : List.of(statement);
            }
        }.whole(function);
    }

    private Optional<List<Statement>> changed(Statement.For loop) {
        List<Statement.Assign> quotients = quotients(loop);
        if (quotients.isEmpty() || !runsTwice(loop)) {
            return Optional.empty();
        }
        Set<Place> changed = new HashSet<>();
        Set<String> arrays = new HashSet<>();
        Statements.visit(
                loop.body(),
                s -> s.written().forEach(p -> {
                    changed.add(p);
                    if (p instanceof Place.Register r) {
                        arrays.add(r.array().name());
                    }
                }));
        List<Place> needed = FirstUses.of(loop)
                .map(uses -> uses.stream()
                        .filter(p -> changed.contains(p)
                                || p instanceof Place.Register r
                                        && arrays.contains(r.array().name()))
                        .toList())
                .orElse(List.of());
        boolean handsOn = quotients.stream().anyMatch(q -> needed.contains(q.target()));
        return handsOn ? Optional.of(checkedBehind(loop, quotients, needed)) : Optional.empty();
    }

    /** Assignments of quotients; none where the loop divides anywhere else. */
    private static List<Statement.Assign> quotients(Statement.For loop) {
        List<Statement.Assign> found = new ArrayList<>();
        int[] divisions = {0};
        Statements.visit(loop.body(), s -> {
            if (s instanceof Statement.Assign a && a.target() instanceof Place.Scalar && isQuotient(a.value())) {
                found.add(a);
            }
        });
        Statements.visitExpressions(loop.body(), e -> divisions[0] += isQuotient(e) ? 1 : 0);
        return divisions[0] == found.size() ? found : List.of();
    }

    private static boolean isQuotient(Expression e) {
        return e instanceof Expression.Call c && c.function() == Intrinsic.DIVIDED
                || e instanceof Expression.Binary b && b.operator() == Infix.DIV && b.type() == ScalarType.F64;
    }

    /** Whether a second run does what the first one did, once threads have back what they had. */
    private boolean runsTwice(Statement.For loop) {
        boolean[] possible = {Iterations.of(loop).isPresent()};
        Set<String> read = new HashSet<>();
        boolean[] loads = {false};
        Statements.visit(
                loop.body(),
                s -> possible[0] &= s instanceof Statement.Compound && !(s instanceof Statement.While)
                        || s instanceof Statement.Declaration
                        || s instanceof Statement.Assign
                        || s instanceof Statement.Comment
                        || s instanceof Statement.AwaitCopies
                        || s instanceof Statement.Barrier && oneWarp);
        Statements.visitExpressions(loop.body(), e -> {
            possible[0] &= Expressions.isOfThread(e);
            if (e instanceof Expression.Read(Place.Shared shared)) {
                read.add(shared.array().name());
            }
            loads[0] |= e instanceof Expression.Read(Place.Global _) || e instanceof Expression.Read(Place.Pair _);
        });
        Statements.visit(
                loop.body(),
                s -> s.written()
                        .forEach(p -> possible[0] &= switch (p) {
                            case Place.Scalar _, Place.Register _ -> true;
                            case Place.Shared shared ->
                                !read.contains(shared.array().name());
                            case Place.Global _ -> !loads[0];
                            case Place.Pair _ -> false;
                        }));
        return possible[0];
    }

    private List<Statement> checkedBehind(Statement.For loop, List<Statement.Assign> quotients, List<Place> needed) {
        List<Statement> all = new ArrayList<>();
        List<Statement> again = new ArrayList<>();
        for (Place place : needed) {
            Variable before = new Variable(names.fresh("before"), place.type());
            all.add(new Statement.Declare(before, new Expression.Read(place), true));
            again.add(new Statement.Assign(place, before.read()));
        }
        Variable furthest = new Variable(names.fresh("furthest"), ScalarType.U32);
        all.add(new Statement.Declare(furthest, new Expression.IntegerLiteral(ScalarType.U32, 0), false));
        Map<Statement.Assign, List<Statement>> plainly = new LinkedHashMap<>();
        quotients.forEach(q -> plainly.computeIfAbsent(q, a -> plainly(a, furthest)));
        all.addAll(
                new Rewriter() {
                    @Override
                    protected List<Statement> statement(Statement s) {
                        return s instanceof Statement.Assign a ? plainly.getOrDefault(a, List.of(s)) : List.of(s);
                    }
                }.whole(loop));
        again.add(loop);
        Variable wrong = Variable.integer(names.fresh("wrong"));
        Expression far = not(call(Intrinsic.ALL_PLAIN, ScalarType.U32, furthest.read()));
        all.add(new Statement.Declare(
                wrong,
                guard(loop, quotients)
                        .map(guard -> select(guard, far, integer(0)))
                        .orElse(far),
                true));
        all.add(new Statement.If(
                oneWarp && waits(loop) ? new Expression.Voted(Expression.Vote.ANY, wrong.read()) : wrong.read(),
                again));
        return List.of(new Statement.Scope(all));
    }

    /** What all quotients are under, and the loop does not change, in terms of what stands before the loop. */
    private static Optional<Expression> guard(Statement.For loop, List<Statement.Assign> quotients) {
        LoopDefinitions definitions = LoopDefinitions.of(loop);
        List<Expression> guards = new ArrayList<>();
        Statements.visit(loop.body(), s -> {
            if (s instanceof Statement.If i && i.then().stream().anyMatch(quotients::contains)) {
                guards.add(definitions.written(i.condition()));
            }
        });
        boolean one = guards.size() == quotients.size() && Set.copyOf(guards).size() == 1;
        boolean[] stays = {one};
        guards.forEach(g -> Expressions.visit(
                g,
                e -> stays[0] &= !(e instanceof Expression.Read(Place place))
                        || place instanceof Place.Scalar(Variable v)
                                && !definitions.inside().contains(v)));
        return stays[0] ? Optional.of(guards.getFirst()) : Optional.empty();
    }

    private static boolean waits(Statement.For loop) {
        boolean[] waits = {false};
        Statements.visit(loop.body(), s -> waits[0] |= s instanceof Statement.Barrier);
        return waits[0];
    }

    private List<Statement> plainly(Statement.Assign quotient, Variable furthest) {
        Expression value = quotient.value();
        Expression dividend = value.operands().getFirst();
        Expression divisor = value.operands().get(1);
        Variable under = new Variable(names.fresh("divisor"), ScalarType.F64);
        Variable reciprocal = new Variable(names.fresh("reciprocal"), ScalarType.F64);
        Variable result = new Variable(names.fresh("quotient"), ScalarType.F64);
        Expression known = value instanceof Expression.Call c
                ? c.operands().getLast()
                : call(Intrinsic.RECIPROCAL_PLAINLY, ScalarType.F64, under.read());
        return List.of(
                new Statement.Declare(under, divisor, true),
                new Statement.Declare(reciprocal, known, true),
                new Statement.Declare(
                        result,
                        call(Intrinsic.DIVIDED_PLAINLY, ScalarType.F64, dividend, under.read(), reciprocal.read()),
                        true),
                new Statement.Assign(quotient.target(), result.read()),
                further(furthest, reciprocal),
                further(furthest, result));
    }

    private static Statement further(Variable furthest, Variable number) {
        return new Statement.Assign(
                furthest.place(),
                call(
                        Intrinsic.MAX,
                        ScalarType.U32,
                        furthest.read(),
                        call(Intrinsic.PLAINNESS, ScalarType.F64, number.read())));
    }
}
