package tilewright.kernel.pass;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.divide;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.remainder;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.GenerationLimits;
import tilewright.kernel.Place;
import tilewright.kernel.Rewriter;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;

/**
 * Loops that start asynchronous copies under one condition, right before a loop between numbers.
 *
 * @param condition of all copies
 * @param copies loops of copies ({@link CopyLoops}), with what they declare and lines for people
 * @param loop the one behind them
 * @param iterations of that loop
 * @param names that are free in the function
 */
record CopiesBefore(
        Expression condition, List<Statement> copies, Statement.For loop, Iterations iterations, FreeNames names) {
    private static final GenerationLimits LIMITS = GenerationLimits.shipped();

    /** Empty where copies may not start later. */
    static Optional<CopiesBefore> of(Statement before, Statement.For loop, FreeNames names) {
        Optional<Iterations> iterations = Iterations.of(loop);
        if (!(before instanceof Statement.If(Expression condition, List<Statement> copies, List<Statement> otherwise))
                || !otherwise.isEmpty()
                || iterations.isEmpty()
                || iterations.get().start() != 0
                || iterations.get().count() < LIMITS.copyParts()
                || !CopyLoops.isWrittenOut(loop)
                || copies.stream().noneMatch(s -> s instanceof Statement.For)
                || !copies.stream().allMatch(CopiesBefore::isPart)) {
            return Optional.empty();
        }
        CopiesBefore found = new CopiesBefore(condition, copies, loop, iterations.get(), names);
        return found.mayStartLater() ? Optional.of(found) : Optional.empty();
    }

    private static boolean isPart(Statement statement) {
        return statement instanceof Statement.Comment
                || statement instanceof Statement.Declare d && d.constant()
                || statement instanceof Statement.For f && CopyLoops.is(f);
    }

    private boolean mayStartLater() {
        Set<Variable> changed = Statements.changed(List.of(loop));
        List<Statement> before = List.of(new Statement.If(condition, copies, List.of()));
        Set<String> own = new HashSet<>();
        Statements.visit(before, s -> {
            own.addAll(s.declared());
            if (s instanceof Statement.For f) {
                own.add(f.variable().name());
            }
        });
        boolean[] same = {true};
        Statements.visitExpressions(before, e -> {
            if (e instanceof Expression.Read(Place read)) {
                same[0] &= read instanceof Place.Scalar(Variable v) && (own.contains(v.name()) || !changed.contains(v));
            }
            same[0] &= Expressions.isOfThread(e);
        });
        return same[0] && writesOwnMemory() && waitsInTheLast(loop.body());
    }

    /** Whether iterations change nothing that other blocks see, and start no copies of their own. */
    private boolean writesOwnMemory() {
        boolean[] only = {true};
        Statements.visit(loop.body(), s -> {
            only[0] &= !(s instanceof Statement.Invocation || s instanceof Statement.Jump);
            only[0] &= s.written().stream().noneMatch(p -> p instanceof Place.Global);
            only[0] &= !(s instanceof Statement.Copy c) || c.way() != Statement.Way.ASYNCHRONOUS;
        });
        return only[0];
    }

    /** Whether statements wait where a condition fails that holds until the last iteration, if at all. */
    private boolean waitsInTheLast(List<Statement> statements) {
        for (Statement s : statements) {
            if (s instanceof Statement.If i && holdsUntilTheLast(i.condition())) {
                if (!waitsInTheLast(i.then())) {
                    return false;
                }
            } else if (s instanceof Statement.Synchronization
                    || s.bodies().stream().anyMatch(b -> !waitsInTheLast(b))) {
                return false;
            }
        }
        return true;
    }

    private boolean holdsUntilTheLast(Expression condition) {
        Bounds bounds = new Bounds(1);
        bounds.between(loop.variable(), iterations.start(), iterations.value(iterations.count() - 2));
        return condition instanceof Expression.Binary comparison && bounds.holds(comparison);
    }

    /** The loop, in which the copies start, behind what they declare. */
    List<Statement> spread() {
        List<Statement> result = new ArrayList<>();
        List<Statement> body = new ArrayList<>();
        for (Statement s : copies) {
            if (s instanceof Statement.For f) {
                body.add(part(f, Iterations.of(f).orElseThrow()));
            } else if (s instanceof Statement.Declare) {
                result.add(s);
            } else {
                body.add(s);
            }
        }
        body.addAll(loop.body());
        result.add(loop.withBody(body));
        return result;
    }

    /** A loop of copies, of which every iteration starts as few as it can. */
    private Statement part(Statement.For copy, Iterations steps) {
        long each = 1;
        while (steps.count() % each != 0 || steps.count() / each > available()) {
            each++;
        }
        long turns = steps.count() / each;
        long distance = available() / turns * iterations.step();
        Expression k = loop.variable().read();
        Variable part = Variable.integer(names.fresh("part"));
        Expression turn = multiply(integer(each * steps.step()), divide(k, distance));
        Expression inTurn = each == 1 ? integer(0) : multiply(integer(steps.step()), part.read());
        List<Statement> body = new ArrayList<>();
        body.add(new Statement.Declare(copy.variable(), add(add(turn, inTurn), integer(steps.start())), true));
        body.addAll(guarded().statements(renamed(copy.body())));
        List<Statement> started = each == 1
                ? body
                : List.of(new Statement.For(
                        part, integer(0), less(part.read(), integer(each)), integer(1), Statement.For.ALL, body));
        List<Expression> when = new ArrayList<>();
        if (turns * distance < iterations.count() * iterations.step()) {
            when.add(less(k, integer(turns * distance)));
        }
        if (distance > iterations.step()) {
            when.add(equal(remainder(k, distance), integer(0)));
        }
        return when.isEmpty()
                ? new Statement.Scope(started)
                : new Statement.If(Expressions.all(when), started, List.of());
    }

    /** Iterations in which copies may start. */
    private long available() {
        return iterations.count() / LIMITS.copyParts();
    }

    /** Copies stand under the condition, each by itself: no branch is needed for one. */
    private Rewriter guarded() {
        return new Rewriter() {
            @Override
            protected List<Statement> statement(Statement s) {
                return List.of(s instanceof Statement.Copy ? new Statement.If(condition, List.of(s), List.of()) : s);
            }
        };
    }

    /** What copies declare by the name of the loop's variable has another one. */
    private List<Statement> renamed(List<Statement> body) {
        String taken = loop.variable().name();
        boolean[] clashes = {false};
        Statements.visit(body, s -> clashes[0] |= s.declared().contains(taken));
        if (!clashes[0]) {
            return body;
        }
        String other = names.fresh(taken + "_to");
        return new Rewriter() {
            @Override
            protected Place place(Place place) {
                return place instanceof Place.Scalar(Variable v) && v.name().equals(taken)
                        ? new Variable(other, v.type()).place()
                        : place;
            }

            @Override
            protected List<Statement> statement(Statement s) {
                return List.of(
                        s instanceof Statement.Declare d && d.variable().name().equals(taken)
                                ? new Statement.Declare(
                                        new Variable(other, d.variable().type()), d.value(), d.constant())
                                : s);
            }
        }.statements(body);
    }
}
