package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.divide;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.remainder;
import static tilewright.kernel.Expressions.select;
import static tilewright.kernel.Expressions.sum;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.Fragment;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.ThreadGrid;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Simt;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/**
 * How threads take values from registers of their warp. The owner's offset along an axis says which of its registers that is, and which lane: register m of thread t has
 * the offset {@link Axis#offset}.
 */
record ShuffleStatements(DeviceScope scope, Operation.Shuffle shuffle) {
    List<Statement> all() {
        Fragment fragment = shuffle.fragment();
        Memory.Register registers = scope.registers().of(fragment);
        List<Statement> statements = new ArrayList<>(List.of(new Statement.Comment(
                "Take " + TileStatements.content(shuffle.tile()) + " from the lane that has it.")));
        statements.add(
                registers == null
                        ? new Statement.Declare(scope.registers().single(fragment), null, false)
                        : new Statement.DeclareArray(registers, null));
        List<Statement> inner = new ArrayList<>();
        Variable lane = Variable.integer(scope.names().fresh("lane"));
        inner.add(new Statement.Declare(lane, lane(), true));
        inner.addAll(new RegisterLoops(fragment.axes(), 1).around(scope.position(), one(lane)));
        statements.add(new Statement.Scope(inner));
        return statements;
    }

    /** One value: that of the owner's register, from its lane. */
    private List<Statement> one(Variable lane) {
        Place target = scope.registers().place(shuffle.fragment());
        List<Integer> several = shuffle.owners().keySet().stream()
                .filter(d -> axis(d).perThread() > 1)
                .sorted()
                .toList();
        if (several.isEmpty()) {
            return List.of(new Statement.Assign(target, from(lane, value(register()))));
        }
        Variable own = new Variable(
                scope.names().fresh("own"), ScalarType.of(shuffle.tile().type()));
        Expression isOwners = Expressions.all(
                several.stream().flatMap(d -> isOwners(d).stream()).toList());
        List<Statement> chosen =
                List.of(new Statement.Assign(own.place(), select(isOwners, value(register()), own.read())));
        for (int d : several.reversed()) {
            chosen = List.of(RegisterLoops.over(scope.axis(d).register(), axis(d).perThread(), 1, chosen));
        }
        List<Statement> statements = new ArrayList<>(List.of(new Statement.Declare(own, firstRegister(), false)));
        statements.addAll(chosen);
        statements.add(new Statement.Assign(target, from(lane, own.read())));
        return List.of(new Statement.Scope(statements));
    }

    private static Expression from(Variable lane, Expression value) {
        return new Expression.Shuffle(Expression.Lane.AT, value, lane.read(), Simt.WARP);
    }

    private static Expression value(Place.Register register) {
        return new Expression.Read(register);
    }

    private Place.Register register() {
        return (Place.Register) scope.registers().tile(shuffle.tile());
    }

    /** The element of the thread's first register along the axes of owners. */
    private Expression firstRegister() {
        List<Expression> indices = new ArrayList<>(register().indices());
        for (int p = 0; p < indices.size(); p++) {
            if (shuffle.owners().containsKey(shuffle.tile().axes().get(p))) {
                indices.set(p, integer(0));
            }
        }
        return value(new Place.Register(register().array(), indices));
    }

    /** Whether a register is the one that the owner has the point in. */
    private List<Expression> isOwners(int d) {
        Axis axis = axis(d);
        Expression register = scope.axis(d).register().read();
        List<Expression> conditions = new ArrayList<>();
        if (axis.perThread() > axis.vector()) {
            conditions.add(
                    equal(divide(register, axis.vector()), divide(owner(d), (long) axis.vector() * axis.threads())));
        }
        if (axis.vector() > 1) {
            conditions.add(equal(remainder(register, axis.vector()), remainder(owner(d), axis.vector())));
        }
        return conditions;
    }

    /** The owner's lane: its digits along the owners' axes, the thread's own ones along the others. */
    private Expression lane() {
        Expression lane = integer(0);
        int divisor = 1;
        int[] weights = new int[scope.axes().size()];
        Arrays.fill(weights, 1);
        for (ThreadGrid.Digit digit : scope.piece().threadGrid().digits()) {
            if (divisor >= Simt.WARP) {
                break;
            }
            int size = Math.min(digit.size(), Simt.WARP / divisor);
            int d = digit.axis();
            boolean owners = shuffle.owners().containsKey(d);
            Expression from = owners
                    ? divide(owner(d), (long) axis(d).vector() * weights[d])
                    : divide(scope.thread().read(), divisor);
            lane = sum(lane, multiply(remainder(from, size), integer(divisor)));
            weights[d] *= digit.size();
            divisor *= digit.size();
        }
        return lane;
    }

    /** The owner's offset along an axis. */
    private Expression owner(int d) {
        return scope.position().offset(Objects.requireNonNull(shuffle.owners().get(d)));
    }

    private Axis axis(int d) {
        return scope.axis(d).axis();
    }
}
