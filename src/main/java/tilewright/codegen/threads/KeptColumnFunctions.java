package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.lessEqual;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.subtract;
import static tilewright.kernel.Expressions.zero;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.ColumnPlaces;
import tilewright.codegen.ir.KernelProgram;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Statement;
import tilewright.kernel.Target;
import tilewright.model.Affine;

/**
 * The kernel of blocks that keep columns. A block has neighbouring columns in its memory for all steps. In a step of another block's pivot it waits until that is
 * done, takes what the pivot tells, and updates its columns; in a step of its own it computes the pivot first and tells it. Each thread has the same elements of all
 * columns in all steps, so that threads wait for each other for partial results alone, and where a statement names elements of other threads.
 *
 * <p>A block waits for blocks of smaller numbers alone, which are started first, so that one of those that have been started can always go on.
 *
 * <p>Example: {@code for k { if k is own { pivot; told[k] = column; barrier; done = k + 1 } else { await done > k; barrier; column = told[k] }; updates }}
 */
final class KeptColumnFunctions {
    private final KeptColumnScope scope;
    private final PivotHandover handover;
    private final int resident;

    /** @param resident blocks that a multiprocessor has memory for at a time */
    KeptColumnFunctions(KernelProgram program, KernelProgram.HostStep.Kept step, Target target, int resident) {
        this.scope = new KeptColumnScope(program, step, target, resident);
        this.handover = new PivotHandover(scope);
        this.resident = resident;
    }

    int sharedBytes() {
        return scope.shared().bytes();
    }

    /** The function that says that no pivot is done. */
    Function startFunction() {
        Memory.Global progress = scope.memory(scope.step.progress());
        return new Function(
                KeptColumns.start(scope.step),
                new Function.Kind.Kernel(1, 0),
                "No pivot is done yet.",
                List.of(new Function.Parameter.Base(progress, true)),
                null,
                List.of(new Statement.Assign(new Place.Global(progress, integer(0)), integer(0))));
    }

    Function function() {
        return new Function(
                KeptColumns.function(scope.step, resident),
                new Function.Kind.Kernel(scope.columns.threads(), resident),
                "all steps, by blocks that keep " + scope.columns.size() + " columns",
                scope.signature.parameters(),
                scope.shared(),
                body());
    }

    private List<Statement> body() {
        List<Statement> body = new ArrayList<>();
        body.add(new Statement.Declare(scope.thread, Expressions.THREAD, true));
        Expression start = add(
                scope.affine.of(scope.step.launches().first()),
                multiply(Expressions.BLOCK, integer(scope.columns.size())));
        body.add(new Statement.Declare(scope.first, start, true));
        body.add(new Statement.Declare(
                scope.last,
                minimum(
                        add(scope.first.read(), scope.columns.size() - 1),
                        scope.affine.of(KeptColumns.lastColumn(scope.step))),
                true));
        body.add(new Statement.Comment("Load the block's columns."));
        scope.kept().forEach(c -> body.add(eachElement(c, true)));
        body.add(new Statement.Barrier());
        Expression end =
                minimum(scope.last.read(), scope.affine.of(scope.step.launches().last()));
        body.add(new Statement.For(
                scope.variable(scope.iteration),
                scope.affine.of(scope.step.launches().first()),
                lessEqual(scope.variable(scope.iteration).read(), end),
                integer(1),
                1,
                ofStep()));
        body.add(new Statement.Barrier());
        body.add(new Statement.Comment("Store the block's columns."));
        scope.kept().forEach(c -> body.add(eachElement(c, false)));
        return body;
    }

    private static Expression minimum(Expression left, Expression right) {
        return new Expression.Conditional(less(left, right), left, right);
    }

    /** Copies all elements of the block's columns that the array has. */
    private Statement eachElement(ColumnPlaces.Column column, boolean load) {
        ArrayLayout layout = scope.program.array(column.array());
        var along = layout.bounds().get(column.along());
        var across = layout.bounds().get(1 - column.along());
        Affine row = Affine.variable(KeptColumnScope.ROW).plus(along.lower());
        List<Affine> indices = column.along() == 0
                ? List.of(row, Affine.variable(KeptColumnScope.COLUMN))
                : List.of(Affine.variable(KeptColumnScope.COLUMN), row);
        Place memory = new Place.Global(scope.memory(column.array()), scope.offsets.of(layout, indices));
        Place own = new Place.Shared(
                Objects.requireNonNull(scope.kept.get(column.array())),
                List.of(subtract(scope.variable(KeptColumnScope.COLUMN).read(), scope.first.read()), scope.row()));
        Statement move = load
                ? new Statement.Assign(own, new Expression.Read(memory))
                : new Statement.Assign(memory, new Expression.Read(own));
        Expression end = minimum(scope.last.read(), scope.affine.of(across.upper()));
        return new Statement.For(
                scope.variable(KeptColumnScope.ROW),
                scope.thread.read(),
                less(scope.row(), scope.affine.of(along.extent())),
                integer(scope.columns.threads()),
                1,
                List.of(new Statement.For(
                        scope.variable(KeptColumnScope.COLUMN),
                        scope.first.read(),
                        lessEqual(scope.variable(KeptColumnScope.COLUMN).read(), end),
                        integer(1),
                        Statement.For.ANY,
                        List.of(move))));
    }

    private List<Statement> ofStep() {
        List<Statement> statements = new ArrayList<>();
        scope.told.values().forEach(v -> statements.add(new Statement.Declare(v, zero(v.type()), false)));
        KeptColumnPhase pivot = new KeptColumnPhase(scope, handover, true);
        List<Statement> own = new ArrayList<>(pivot.statements());
        own.add(new Statement.Barrier());
        Place.Global done = Expressions.element(scope.memory(scope.step.progress()), integer(0), Place.Access.ORDERED);
        Expression number = add(scope.variable(scope.iteration).read(), 1);
        own.add(new Statement.If(equal(scope.thread.read(), integer(0)), List.of(new Statement.Assign(done, number))));
        own.addAll(handover.stored());
        List<Statement> others = new ArrayList<>();
        others.add(
                new Statement.If(equal(scope.thread.read(), integer(0)), List.of(new Statement.Await(done, number))));
        others.add(new Statement.Barrier());
        others.addAll(handover.taken());
        statements.add(new Statement.If(
                lessEqual(scope.first.read(), scope.variable(scope.iteration).read()), own, others));
        statements.addAll(new KeptColumnPhase(scope, handover, false).statements());
        return statements;
    }
}
