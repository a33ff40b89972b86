package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.subtract;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tilewright.codegen.ir.Kernel;
import tilewright.codegen.ir.KernelArgument;
import tilewright.codegen.ir.KernelProgram;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/**
 * The kernel of rows of blocks: each row is one block, which runs its blocks below the diagonal one after another, and then the one on the diagonal. Before each it waits for the diagonal block
 * that ends the row which it reads.
 *
 * <p>Blocks are started in the order of their numbers, as devices do, and wait for rows of smaller numbers alone, so that one of those that have been started can always go on.
 *
 * <p>Example: {@code for j in first .. row { await done[j - first] >= 1; barrier; block (j, row); barrier }; block (row, row); barrier; done[row - first] = 1}
 */
final class RowFunctions {
    private final KernelProgram.HostStep.Rows step;
    private final Signature signature;
    private final Memory.Global done;
    private final Variable row;
    private final PieceFunctions diagonal;
    private final PieceFunctions below;

    RowFunctions(KernelProgram program, KernelProgram.HostStep.Rows step) {
        this.step = step;
        List<KernelArgument> arguments = new ArrayList<>(arguments(step));
        arguments.add(new KernelArgument.HostVariable(step.launches().variable()));
        this.signature = shared(Signature.of(program, step.diagonal().hostVariables(), arguments));
        this.done = new Memory.Global(signature.names().of(step.done()), ScalarType.I32, true);
        this.row = Variable.integer(signature.names().fresh("row"));
        this.diagonal = piece(program, step.diagonal());
        this.below = piece(program, step.below());
    }

    private PieceFunctions piece(KernelProgram program, Kernel kernel) {
        return new PieceFunctions(program, kernel, kernel.pieces().getFirst(), signature, row);
    }

    /** Other blocks write an array while this one reads it. */
    private static Signature shared(Signature signature) {
        return new Signature(
                signature.names(),
                signature.parameters().stream()
                        .map(p -> p instanceof Function.Parameter.Base b
                                ? new Function.Parameter.Base(
                                        b.array(), !b.array().written())
                                : p)
                        .toList(),
                signature.pitches(),
                signature.arrays());
    }

    /** The kernel's name. */
    static String name(KernelProgram.HostStep.Rows step) {
        return step.diagonal().name() + "_rows";
    }

    /** The kernel that sets all rows to not done. */
    static String start(KernelProgram.HostStep.Rows step) {
        return name(step) + "_start";
    }

    /** What the kernel is passed but for what rows tell: iterations are its own. */
    static List<KernelArgument> arguments(KernelProgram.HostStep.Rows step) {
        Set<KernelArgument> all = new LinkedHashSet<>(step.diagonal().arguments());
        all.addAll(step.below().arguments());
        List<KernelArgument> arguments = new ArrayList<>();
        for (KernelArgument argument : all) {
            boolean readToo = argument instanceof KernelArgument.ArrayBase a
                    && !a.written()
                    && all.contains(new KernelArgument.ArrayBase(a.array(), true));
            boolean own = argument instanceof KernelArgument.HostVariable v
                    && v.variable().equals(step.launches().variable());
            if (!readToo && !own) {
                arguments.add(argument);
            }
        }
        return arguments;
    }

    static int threads(KernelProgram.HostStep.Rows step) {
        return step.diagonal().threads();
    }

    static int sharedBytes(KernelProgram.HostStep.Rows step) {
        return Math.max(step.diagonal().sharedBytes(), step.below().sharedBytes());
    }

    List<Function> all() {
        List<Function> functions = new ArrayList<>();
        functions.addAll(diagonal.all());
        functions.addAll(below.all());
        functions.add(startFunction());
        String iteration = signature.names().of(step.launches().variable());
        List<Function.Parameter> parameters = new ArrayList<>(signature.parameters().stream()
                .filter(p -> !p.name().equals(iteration))
                .toList());
        parameters.add(new Function.Parameter.Base(done, true));
        functions.add(new Function(
                name(step),
                new Function.Kind.Kernel(threads(step), 0),
                "all launches for " + step.launches().variable() + ", a block for each row",
                parameters,
                null,
                body(Variable.integer(iteration))));
        return functions;
    }

    private Function startFunction() {
        Variable rows = Variable.integer("rows");
        Variable own = Variable.integer("row");
        Expression number = add(
                Expressions.multiply(Expressions.BLOCK, integer(ColumnFunctions.THREADS_OF_START)), Expressions.THREAD);
        return new Function(
                start(step),
                new Function.Kind.Kernel(ColumnFunctions.THREADS_OF_START, 0),
                "No row is done yet.",
                List.of(new Function.Parameter.Value(rows), new Function.Parameter.Base(done, true)),
                null,
                List.of(
                        new Statement.Declare(own, number, true),
                        new Statement.If(
                                less(own.read(), rows.read()),
                                List.of(new Statement.Assign(new Place.Global(done, own.read()), integer(0))))));
    }

    private List<Statement> body(Variable iteration) {
        Expression first = below.affine().of(step.launches().first());
        List<Statement> each = List.of(
                new Statement.If(
                        equal(Expressions.THREAD, integer(0)),
                        List.of(new Statement.Await(done(subtract(iteration.read(), first)), integer(1)))),
                new Statement.Barrier(),
                inRow(below),
                new Statement.Barrier());
        return List.of(
                new Statement.Declare(row, Expressions.sum(first, Expressions.BLOCK), true),
                new Statement.For(iteration, first, less(iteration.read(), row.read()), integer(1), 1, each),
                new Statement.Scope(List.of(new Statement.Declare(iteration, row.read(), true), inRow(diagonal))),
                new Statement.Barrier(),
                new Statement.If(
                        equal(Expressions.THREAD, integer(0)),
                        List.of(new Statement.Assign(done(Expressions.BLOCK), integer(1)))));
    }

    /** A block of the row. */
    private Statement inRow(PieceFunctions piece) {
        List<Statement> statements = new ArrayList<>();
        piece.coordinates().variables().forEach(v -> statements.add(new Statement.Declare(v, row.read(), true)));
        statements.add(piece.callOfMembers());
        return new Statement.Scope(statements);
    }

    private Place.Global done(Expression number) {
        return Expressions.element(done, number, Place.Access.ORDERED);
    }
}
