package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.divide;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.lessEqual;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.remainder;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.scalar.AffineExpressions;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Memory;
import tilewright.kernel.Rewriter;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Target;
import tilewright.kernel.Variable;
import tilewright.model.FreshName;

/**
 * The function that runs all iterations of a loop of launches whose blocks keep what they read again ({@link KernelProgram.HostStep.Inputs}), made of the functions of one
 * launch: what a thread reads for its own point and each iteration of the loop inside, of arrays that nobody writes, it copies to a place of its own in shared memory, once; what all
 * threads read of an iteration of the host's loop, they copy there at its start, together. Between iterations all blocks wait for each other.
 *
 * <p>Example: {@code s += w(i,j) * x(t,j)} over j, for points i of a block and all t: w's rows are kept, {@code x(t,*)} is copied at the start of t, and the sum reads shared memory alone.
 *
 * @param splits one for each number of parts that the points of a launch's block may be shared out to, each with as much memory
 */
record KeptInputFunctions(List<Split> splits) {
    /** Threads of a block, of which the first ones have points: the others help to copy. */
    static final int THREADS = 128;

    private static final List<Integer> PARTS = List.of(1, 2);

    /** Copies of a thread that are on their way together. */
    private static final int TOGETHER = 8;

    /**
     * @param parts blocks that share the points of a launch's block
     * @param rows iterations of the loop inside for which there is memory
     */
    record Split(int parts, int rows, int sharedBytes, Function function) {}

    KeptInputFunctions {
        splits = List.copyOf(splits);
    }

    List<Function> functions() {
        return splits.stream().map(Split::function).toList();
    }

    /** The functions for a target; none where the launch reads nothing that can be kept. */
    static KeptInputFunctions of(KernelProgram program, KernelProgram.HostStep.Inputs step, Target target) {
        List<Function> functions = DeviceProgram.functions(program, step.direct(), new Occupancy(target));
        Signature signature = Signature.of(program, step.direct());
        Variable time = Variable.integer(signature.names().of(step.launches().variable()));
        Function kernel = functions.getLast();
        Function piece = functions.get(functions.size() - 2);
        List<KeptInputs> bodies = new ArrayList<>();
        Statement.@Nullable If otherwise = null;
        if (functions.size() == 3 && piece.body().getFirst() instanceof Statement.If i) {
            otherwise = i;
            bodies.add(KeptInputs.of(piece.body().subList(1, piece.body().size()), kernel, time));
            bodies.add(KeptInputs.of(functions.getFirst().body(), kernel, time));
        } else {
            bodies.add(KeptInputs.of(piece.body(), kernel, time));
        }
        KeptInputs first = bodies.getFirst();
        boolean able = functions.size() - 1 == bodies.size()
                && bodies.stream().allMatch(b -> b.isAble() && b.hasArraysOf(first))
                && first.reads().stream().anyMatch(KeptInputs.Read::own);
        if (!able) {
            return new KeptInputFunctions(List.of());
        }
        AffineExpressions affine = new AffineExpressions(signature.names());
        Expression from = affine.of(step.launches().first());
        Expression to = affine.of(step.launches().last());
        List<Split> splits = new ArrayList<>();
        for (int parts : PARTS) {
            Maker maker = new Maker(
                    functions, kernel, time, bodies, otherwise, step.direct().threads() / parts, parts);
            splits.add(maker.split(target, from, to));
        }
        return new KeptInputFunctions(splits);
    }

    /** Makes the function of one split. */
    private record Maker(
            List<Function> functions,
            Function kernel,
            Variable time,
            List<KeptInputs> bodies,
            Statement.@Nullable If otherwise,
            int points,
            int parts) {
        Split split(Target target, Expression from, Expression to) {
            KeptInputs first = bodies.getFirst();
            int ofRow = first.reads().stream()
                    .mapToInt(r -> r.type().bytes() * (r.own() ? points : 1))
                    .sum();
            int bytes = target.sharedBytesPerProcessor()
                    - target.sharedBytesReserved()
                    - first.reads().size() * Function.SharedMemory.ALIGNMENT;
            int rows = Math.max(1, bytes / ofRow);
            Set<String> taken = names();
            List<Memory.Shared> arrays = new ArrayList<>();
            for (KeptInputs.Read read : first.reads()) {
                arrays.add(new Memory.Shared(
                        FreshName.numbered(read.array() + (read.own() ? "_kept" : "_now"), "_", taken::add),
                        read.type(),
                        read.own() ? List.of(rows, points) : List.of(rows),
                        read.own() ? read.array() + ", a column for each point" : read.array() + ", for all points"));
            }
            String name = kernel.name() + (parts == 1 ? "" : "_by_" + parts);
            Function.SharedMemory shared = new Function.SharedMemory(
                    name + "_shared", FreshName.numbered("shared", "_", taken::add), arrays, false);
            Variable worker = Variable.integer(FreshName.numbered("worker", "_", taken::add));
            List<Statement> body = new ArrayList<>();
            body.add(new Statement.Declare(worker, Expressions.THREAD, true));
            List<Statement> start = new ArrayList<>();
            Statement.@Nullable If member = null;
            for (Statement statement : kernel.body()) {
                if (statement instanceof Statement.Declare) {
                    start.add(statement);
                } else if (statement instanceof Statement.If i) {
                    member = i;
                }
            }
            body.addAll(start);
            body.add(ofPoints(worker, inBodies(b -> b.fill(arrays, worker))));
            List<Statement> steps = new ArrayList<>(inBodies(b -> b.copy(arrays, worker, THREADS, TOGETHER)));
            steps.add(new Statement.Barrier());
            List<Statement> compute = inBodies(b -> b.compute(arrays, worker));
            steps.add(ofPoints(
                    worker, member == null ? compute : List.of(new Statement.If(member.condition(), compute))));
            steps.add(new Statement.GridBarrier());
            body.add(new Statement.For(time, from, lessEqual(time.read(), to), integer(1), 1, steps));
            Function made = new Function(
                    name,
                    new Function.Kind.Kernel(THREADS, 0).withStart(Function.Start.TOGETHER),
                    kernel.comment() + ", for all " + time.name() + ", by blocks that keep what they read",
                    kernel.parameters().stream()
                            .filter(p -> !p.name().equals(time.name()))
                            .map(Maker::ofAllSteps)
                            .toList(),
                    shared,
                    numbered(worker, body));
            return new Split(parts, rows, shared.bytes(), made);
        }

        /** What other blocks write between steps is no block's own. */
        private static Function.Parameter ofAllSteps(Function.Parameter parameter) {
            return parameter instanceof Function.Parameter.Base b && b.array().written()
                    ? new Function.Parameter.Base(b.array(), false)
                    : parameter;
        }

        private Statement ofPoints(Variable worker, List<Statement> statements) {
            return new Statement.If(less(worker.read(), integer(points)), statements);
        }

        /** What blocks inside do, and those at the boundary. */
        private List<Statement> inBodies(java.util.function.Function<KeptInputs, List<Statement>> statements) {
            List<Statement> inside = statements.apply(bodies.getFirst());
            if (otherwise == null) {
                return List.of(new Statement.Scope(inside));
            }
            return List.of(new Statement.If(otherwise.condition(), statements.apply(bodies.getLast()), inside));
        }

        /** Blocks and threads have the numbers that those of a launch have; the other threads none. */
        private List<Statement> numbered(Variable worker, List<Statement> body) {
            Expression own = parts == 1
                    ? worker.read()
                    : add(multiply(integer(points), remainder(Expressions.BLOCK, parts)), worker.read());
            Rewriter rewriter = new Rewriter() {
                @Override
                protected Expression expression(Expression e) {
                    return e instanceof Expression.Own(Expression.Coordinate c)
                            ? switch (c) {
                                case BLOCK -> divide(e, parts);
                                case THREAD -> own;
                                case THREADS, BLOCKS, HIDDEN_ZERO -> e;
                            }
                            : e;
                }
            };
            List<Statement> all = new ArrayList<>(List.of(body.getFirst()));
            all.addAll(rewriter.statements(body.subList(1, body.size())));
            return all;
        }

        private Set<String> names() {
            Set<String> taken = new HashSet<>();
            for (Function function : functions) {
                function.parameters().forEach(p -> taken.add(p.name()));
                Statements.visit(function.body(), s -> taken.addAll(s.declared()));
                Statements.visit(
                        function.body(),
                        s -> Optional.of(s)
                                .filter(Statement.For.class::isInstance)
                                .ifPresent(f ->
                                        taken.add(((Statement.For) f).variable().name())));
            }
            return taken;
        }
    }
}
