package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;

/** What the body of a loop accesses of shared memory, in order, and what names stand for in it. */
final class SharedAccesses implements Linear.Names {
    private final String counter;
    final List<Access> accesses = new ArrayList<>();
    private final Map<String, Expression> declared = new HashMap<>();
    private final Set<String> changing = new HashSet<>();
    /** Arrays that are accessed in other ways too. */
    final Set<Memory.Shared> others = new HashSet<>();

    private boolean straight = true;

    private SharedAccesses(String counter) {
        this.counter = counter;
    }

    /** Null where the loop has another form. */
    static @Nullable SharedAccesses of(Statement.For loop) {
        boolean counted = loop.start() instanceof Expression.IntegerLiteral start
                && loop.condition()
                        instanceof
                        Expression.Binary(
                                Infix less,
                                Expression.Read(Place.Scalar(Variable v)),
                                Expression.IntegerLiteral end)
                && less == Infix.LT
                && v.equals(loop.variable())
                && start.value() < end.value()
                && Expressions.isInteger(loop.step(), 1);
        List<Statement> statements = loop.body();
        if (!counted || statements.isEmpty() || !(statements.getLast() instanceof Statement.Barrier)) {
            return null;
        }
        SharedAccesses body = new SharedAccesses(loop.variable().name());
        body.collect(statements.subList(0, statements.size() - 1));
        Statements.changed(statements).forEach(v -> body.changing.add(v.name()));
        return body.straight && !body.accesses.isEmpty() ? body : null;
    }

    private void collect(List<Statement> statements) {
        for (Statement statement : statements) {
            if (statement instanceof Statement.Scope scope) {
                collect(scope.body());
            } else if (statement instanceof Statement.Declare || statement instanceof Statement.Assign) {
                statement.expressions().forEach(this::read);
                if (statement instanceof Statement.Declare declaration) {
                    declare(declaration);
                } else if (statement instanceof Statement.Assign(Place.Shared target, Expression _)) {
                    accesses.add(new Access(target, true));
                }
            } else {
                straight &= statement instanceof Statement.Comment;
            }
        }
    }

    /** Statements of a point may declare the same name again, in scopes beside each other. */
    private void declare(Statement.Declare declaration) {
        String name = declaration.variable().name();
        Expression value = declaration.value();
        Expression before = value == null || !declaration.constant() ? null : declared.putIfAbsent(name, value);
        if (value == null || !declaration.constant() || before != null && !before.equals(value)) {
            changing.add(name);
        }
    }

    private void read(Expression value) {
        Expressions.visit(value, e -> {
            if (e instanceof Expression.Read(Place.Shared shared)) {
                accesses.add(new Access(shared, false));
            } else if (e instanceof Expression.Conditional c) {
                readUnderCondition(c.then());
                readUnderCondition(c.otherwise());
            } else if (e instanceof Expression.Binary b
                    && (b.operator() == Infix.AND_THEN || b.operator() == Infix.OR_ELSE)) {
                readUnderCondition(b.right());
            }
            straight &= !(e instanceof Expression.Atomic);
        });
    }

    /** What is read under a condition may not be read without. */
    private void readUnderCondition(Expression value) {
        Expressions.visit(value, part -> {
            if (part instanceof Expression.Read(Place.Shared shared)) {
                others.add(shared.array());
            }
        });
    }

    @Override
    public boolean isCounter(String name) {
        return name.equals(counter);
    }

    @Override
    public boolean isAmbiguous(String name) {
        return changing.contains(name) && !name.equals(counter);
    }

    @Override
    public Optional<Expression> declared(String name) {
        return Optional.ofNullable(declared.get(name));
    }

    /** A place's subscripts: what they have in common with others, and a constant and a step for each. */
    @Nullable
    Subscripts subscripts(Place.Shared place) {
        List<Map<Expression, Long>> common = new ArrayList<>();
        List<Long> constants = new ArrayList<>();
        List<Long> steps = new ArrayList<>();
        for (Expression index : place.indices()) {
            Linear linear = Linear.of(index, this).orElse(null);
            if (linear == null || !Set.of(Linear.ONE).containsAll(linear.by().keySet())) {
                return null;
            }
            Linear.Sum sum = linear.by().getOrDefault(Linear.ONE, Linear.ZERO);
            common.add(sum.others());
            constants.add(sum.constant());
            steps.add(sum.counters().getOrDefault(counter, 0L));
        }
        return new Subscripts(common, steps, constants);
    }

    /** An access of shared memory in the order of the body. */
    record Access(Place.Shared place, boolean writes) {}

    /**
     * An element's subscripts, by dimension.
     *
     * @param common what does not depend on the loop, but for the constant
     * @param steps how far one iteration moves
     */
    record Subscripts(List<Map<Expression, Long>> common, List<Long> steps, List<Long> constants) {
        boolean sameBut(Subscripts other) {
            return common.equals(other.common) && steps.equals(other.steps);
        }
    }
}
