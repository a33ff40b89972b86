package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.convert;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.greater;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.lessEqual;
import static tilewright.kernel.Expressions.multiply;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Kernel;
import tilewright.codegen.ir.KernelArgument;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.scalar.AffineExpressions;
import tilewright.codegen.scalar.ElementOffsets;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;

/**
 * The kernel of columns of blocks: each column is one block, which runs its iterations one after another. Before an iteration it waits for the columns
 * before it, along each coordinate, to have done the iteration before; afterwards it tells what it has done. So when a column tells {@code v}, all
 * iterations below {@code v} are done in it and in all columns that come before it, through one or several others: those that its own iteration
 * depends on.
 *
 * <p>Blocks are started in the order of their numbers, as devices do; a column waits for columns of smaller numbers alone, so that one of those that
 * have been started can always go on.
 *
 * <p>A block tells as soon as it has written what blocks of other columns touch ({@link ToldFirst}); what only its own column reads it writes afterwards, and
 * the barrier of the next iteration orders that.
 *
 * <p>Example: {@code for f in first .. last { await progress[c - 1] >= f; barrier; block (f, c), in it: barrier; progress[c] = f + 1 }}
 */
final class ColumnFunctions {
    static final int THREADS_OF_START = 256;

    /** Before all iterations, whose numbers may be negative. */
    private static final int NOTHING = Integer.MIN_VALUE;

    private final KernelProgram.HostStep.Columns step;
    private final Occupancy occupancy;
    private final Kernel kernel;
    private final Signature signature;
    private final Variable block;
    private final PieceFunctions piece;
    private final Memory.Global progress;
    private final ArrayLayout layout;
    private final Variable thread;
    private final Variable iteration;
    private final Variable last;
    private final Variable pitch;
    private final Variable own;

    ColumnFunctions(KernelProgram program, KernelProgram.HostStep.Columns step, Occupancy occupancy) {
        this.step = step;
        this.occupancy = occupancy;
        this.kernel = step.kernel();
        this.signature = Signature.of(program, kernel);
        this.block = Variable.integer(signature.names().fresh("block"));
        this.thread = Variable.integer(signature.names().fresh("thread"));
        this.last = Variable.integer(signature.names().fresh("last"));
        this.pitch = Variable.integer(signature.names().fresh(step.progress() + "_pitch"));
        List<BlockProgram.Coordinate> grid = step.columns().stream()
                .map(c -> new BlockProgram.Coordinate(c.variable(), c.first(), c.last()))
                .toList();
        BlockProgram blocks = kernel.pieces().getFirst().withGrid(grid);
        this.progress = new Memory.Global(signature.names().of(step.progress()), ScalarType.I32, true);
        this.own = Variable.integer(signature.names().fresh("own_" + step.progress()));
        this.layout = program.array(step.progress());
        this.iteration = Variable.integer(signature.names().of(step.launches().variable()));
        this.piece = new PieceFunctions(program, kernel, ToldFirst.change(blocks, step), signature, block, telling());
    }

    /** The kernel that sets the progress of all columns to nothing. */
    static String start(Kernel kernel) {
        return kernel.name() + "_start";
    }

    /** What the kernel is passed but for the progress: iterations are its own. */
    static List<KernelArgument> arguments(KernelProgram.HostStep.Columns step) {
        return step.kernel().arguments().stream()
                .filter(a -> !(a instanceof KernelArgument.HostVariable v
                        && v.variable().equals(step.launches().variable())))
                .toList();
    }

    List<Function> all() {
        List<Function> functions = new ArrayList<>(piece.all());
        functions.add(startFunction());
        List<Function.Parameter> parameters = new ArrayList<>(signature.parameters().stream()
                .filter(p -> !p.name().equals(iteration.name()))
                .toList());
        parameters.add(new Function.Parameter.Base(progress, true));
        functions.add(new Function(
                kernel.name(),
                occupancy.of(kernel),
                kernel.description() + ", in all fronts",
                parameters,
                null,
                body()));
        return functions;
    }

    private Function startFunction() {
        return startFunction(start(kernel), "No block has been run yet.", progress, NOTHING);
    }

    /** The kernel that sets all elements of an array, of which it is passed the number. */
    static Function startFunction(String name, String comment, Memory.Global progress, int value) {
        Variable elements = new Variable("elements", ScalarType.I64);
        Variable element = new Variable("element", ScalarType.I64);
        Expression number = add(
                multiply(convert(ScalarType.I64, Expressions.BLOCK), integer(THREADS_OF_START)), Expressions.THREAD);
        return new Function(
                name,
                new Function.Kind.Kernel(THREADS_OF_START, 0),
                comment,
                List.of(new Function.Parameter.Value(elements), new Function.Parameter.Base(progress, true)),
                null,
                List.of(
                        new Statement.Declare(element, number, true),
                        new Statement.If(
                                less(element.read(), elements.read()),
                                List.of(new Statement.Assign(
                                        new Place.Global(progress, element.read()), integer(value))))));
    }

    private List<Statement> body() {
        AffineExpressions affine = piece.affine();
        List<Statement> body = new ArrayList<>();
        body.add(new Statement.Declare(block, Expressions.BLOCK, true));
        body.add(new Statement.Declare(thread, Expressions.THREAD, true));
        piece.coordinates().counts().forEach(c -> body.add(new Statement.Declare(c.variable(), c.value(), true)));
        body.addAll(piece.coordinateDeclarations());
        if (layout.hasRows()) {
            body.add(new Statement.Declare(pitch, affine.of(layout.pitch()), true));
        }
        body.add(new Statement.Declare(own, progress("").offset(), true));
        body.add(new Statement.Declare(last, affine.of(withWork(true)), true));
        List<Statement> each = new ArrayList<>(awaitNeighbours(iteration.read()));
        each.add(new Statement.Barrier());
        each.add(piece.callOfMembers(List.of(tell(add(iteration.read(), 1)))));
        body.add(new Statement.For(
                iteration, affine.of(withWork(false)), lessEqual(iteration.read(), last.read()), integer(1), 1, each));
        Expression end = affine.of(step.launches().last().plus(1));
        body.add(new Statement.Comment("The column is done as soon as those before it are."));
        body.addAll(awaitNeighbours(end));
        body.add(new Statement.Barrier());
        body.add(tell(end));
        return body;
    }

    /** The first or last iteration in which the column may have a block. */
    private Affine withWork(boolean upper) {
        String variable = step.launches().variable();
        List<Affine> bounds = new ArrayList<>();
        for (Condition condition : kernel.pieces().getFirst().member().conjuncts()) {
            if (condition instanceof Condition.Compare c
                    && c.relation() == Condition.Relation.GE
                    && c.right().equals(Affine.constant(0))) {
                LinearForm form = LinearForm.of(c.left());
                long size = form.coefficient(variable);
                Affine rest = form.without(Affine.variable(variable)).toAffine();
                if (size != 0 && upper == size < 0 && !rest.variables().contains(variable)) {
                    bounds.add(
                            upper
                                    ? rest.floorDiv(-size)
                                    : rest.times(-1).plus(size - 1).floorDiv(size));
                }
            }
        }
        bounds.add(upper ? step.launches().last() : step.launches().first());
        List<Affine> distinct =
                bounds.stream().map(b -> LinearForm.of(b).toAffine()).distinct().toList();
        return distinct.size() == 1 ? distinct.getFirst() : upper ? new Affine.Min(distinct) : new Affine.Max(distinct);
    }

    /** One thread waits for each neighbour, for all others. */
    private List<Statement> awaitNeighbours(Expression done) {
        List<Statement> awaits = new ArrayList<>();
        for (int c = 0; c < step.columns().size(); c++) {
            KernelProgram.Column column = step.columns().get(c);
            if (column.dependent()) {
                Expression own = piece.affine().variable(column.variable()).read();
                Expression waits = Expressions.all(List.of(
                        equal(thread.read(), integer(Math.min(c, kernel.threads() - 1))),
                        greater(own, piece.affine().of(column.first()))));
                awaits.add(new Statement.If(waits, List.of(new Statement.Await(progress(column.variable()), done))));
            }
        }
        return awaits;
    }

    private Statement tell(Expression done) {
        Place.Global place = Expressions.element(progress, own.read(), Place.Access.ORDERED);
        return new Statement.If(equal(Expressions.THREAD, integer(0)), List.of(new Statement.Assign(place, done)));
    }

    /** A block tells behind a barrier, so that what all its threads have written is told. */
    private PieceFunctions.Telling telling() {
        return new PieceFunctions.Telling(
                List.of(new Function.Parameter.Base(progress, true), new Function.Parameter.Value(own)),
                List.of(new Statement.Barrier(), tell(add(iteration.read(), 1))));
    }

    /** The progress of the column itself, or of the one before it along a coordinate. */
    private Place.Global progress(String before) {
        Map<String, Variable> pitches = new HashMap<>();
        pitches.put(step.progress(), pitch);
        List<Affine> indices = step.columns().stream()
                .map(c -> Affine.variable(c.variable()).plus(c.variable().equals(before) ? -1 : 0))
                .toList();
        Expression offset = new ElementOffsets(piece.affine(), pitches).of(layout, indices);
        return Expressions.element(progress, offset, Place.Access.ORDERED);
    }
}
