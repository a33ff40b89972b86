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
import java.util.stream.Collectors;
import tilewright.codegen.ir.Kernel;
import tilewright.codegen.ir.KernelArgument;
import tilewright.codegen.ir.KernelProgram;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Rewriter;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Target;
import tilewright.kernel.Variable;

/**
 * The kernel of rows of blocks: each row is one block, which runs its blocks below the diagonal one after another, and then the one on the diagonal. Each of the former waits for the diagonal block
 * that ends the row which it reads, after it has begun to stage what no row writes; and so does the one on the diagonal for all of them, where both have room in the block's memory.
 *
 * <p>Blocks are started in the order of their numbers, as devices do, and wait for rows of smaller numbers alone, so that one of those that have been started can always go on.
 *
 * <pre>
 * below (j, row)          stage L; await done[j - first] &gt;= 1; barrier; load x; stage x; ..
 * diagonal (row, row)     stage L; for j in first .. row { below (j, row); barrier }; load x; ..
 * the kernel              diagonal (row, row); barrier; done[row - first] = 1
 * </pre>
 */
final class RowFunctions {
    private final KernelProgram.HostStep.Rows step;
    private final Signature signature;
    private final Memory.Global done;
    private final Variable row;
    private final Variable earlier;
    private final PieceFunctions diagonal;
    /** Blocks on the diagonal of other kinds: they run behind the first kind's, whichever exists. */
    private final List<PieceFunctions> others;

    private final PieceFunctions below;

    RowFunctions(KernelProgram program, KernelProgram.HostStep.Rows step, Target target) {
        this.step = step;
        List<KernelArgument> arguments = new ArrayList<>(arguments(step));
        arguments.add(new KernelArgument.HostVariable(step.launches().variable()));
        this.signature = shared(Signature.of(program, step.diagonal().hostVariables(), arguments));
        this.done = new Memory.Global(signature.names().of(step.done()), ScalarType.I32, true);
        this.row = Variable.integer(signature.names().fresh("row"));
        this.earlier = Variable.integer(signature.names().fresh("earlier"));
        Variable iteration =
                Variable.integer(signature.names().of(step.launches().variable()));
        List<Function.Parameter> told = List.of(new Function.Parameter.Base(done, true));
        Set<String> written = signature.parameters().stream()
                .filter(p -> p instanceof Function.Parameter.Base b && b.array().written())
                .map(Function.Parameter::name)
                .collect(Collectors.toSet());
        PieceFunctions plain = pieces(program, step.below()).getFirst();
        Expression first = plain.affine().of(step.launches().first());
        this.below = plain.waiting(new PieceFunctions.Waiting(told, awaited(iteration, first), written, 0, true));
        boolean room = haveRoom(step, target);
        List<PieceFunctions> last = pieces(program, step.diagonal());
        this.others = last.subList(1, last.size());
        this.diagonal = last.getFirst()
                .waiting(new PieceFunctions.Waiting(
                        told,
                        earlier(iteration, first),
                        written,
                        room ? step.below().sharedBytes() : 0,
                        room));
    }

    private List<PieceFunctions> pieces(KernelProgram program, Kernel kernel) {
        return kernel.pieces().stream()
                .map(p -> new PieceFunctions(program, kernel, p, signature, row))
                .toList();
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

    /** Blocks of both kinds have memory of their own where there is room for it. */
    static int sharedBytes(KernelProgram.HostStep.Rows step, Target target) {
        int diagonal = step.diagonal().sharedBytes();
        int below = step.below().sharedBytes();
        return haveRoom(step, target) ? diagonal + below : Math.max(diagonal, below);
    }

    private static boolean haveRoom(KernelProgram.HostStep.Rows step, Target target) {
        return step.diagonal().sharedBytes() + step.below().sharedBytes()
                <= target.sharedBytesPerProcessor() - target.sharedBytesReserved();
    }

    List<Function> all() {
        List<Function> functions = new ArrayList<>();
        functions.addAll(below.all());
        functions.addAll(diagonal.all());
        others.forEach(o -> functions.addAll(o.all()));
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

    /** A block below the diagonal waits for the row that it reads. */
    private List<Statement> awaited(Variable iteration, Expression first) {
        return List.of(
                new Statement.If(
                        equal(Expressions.THREAD, integer(0)),
                        List.of(new Statement.Await(done(subtract(iteration.read(), first)), integer(1)))),
                new Statement.Barrier());
    }

    /** The blocks before the one on the diagonal, whose iteration is the number of its row. */
    private List<Statement> earlier(Variable iteration, Expression first) {
        Rewriter inEarlier = new Rewriter() {
            @Override
            protected Expression expression(Expression e) {
                return e.equals(iteration.read())
                        ? earlier.read()
                        : below.coordinates().variables().stream().anyMatch(v -> e.equals(v.read()))
                                ? iteration.read()
                                : e;
            }
        };
        List<Statement> each = new ArrayList<>(inEarlier.whole(below.callOfMembers()));
        each.add(new Statement.Barrier());
        return List.of(new Statement.For(earlier, first, less(earlier.read(), iteration.read()), integer(1), 1, each));
    }

    private List<Statement> body(Variable iteration) {
        Expression first = below.affine().of(step.launches().first());
        List<Statement> statements = new ArrayList<>();
        statements.add(new Statement.Declare(row, Expressions.sum(first, Expressions.BLOCK), true));
        statements.add(onDiagonal(diagonal, iteration, earlier(iteration, first)));
        statements.add(new Statement.Barrier());
        for (PieceFunctions other : others) {
            statements.add(onDiagonal(other, iteration, List.of()));
            statements.add(new Statement.Barrier());
        }
        statements.add(new Statement.If(
                equal(Expressions.THREAD, integer(0)),
                List.of(new Statement.Assign(done(Expressions.BLOCK), integer(1)))));
        return statements;
    }

    /** @param otherwise what the row does where it has no such block */
    private Statement onDiagonal(PieceFunctions piece, Variable iteration, List<Statement> otherwise) {
        List<Statement> own = new ArrayList<>();
        own.add(new Statement.Declare(iteration, row.read(), true));
        piece.coordinates().variables().forEach(v -> own.add(new Statement.Declare(v, row.read(), true)));
        own.add(piece.callOfMembers(otherwise));
        return new Statement.Scope(own);
    }

    private Place.Global done(Expression number) {
        return Expressions.element(done, number, Place.Access.ORDERED);
    }
}
