package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.divide;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.remainder;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.InputPart;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.GenerationLimits;
import tilewright.kernel.Memory;
import tilewright.kernel.Rewriter;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/**
 * What one launch does of a loop whose blocks stay ({@link KeptInputFunctions}).
 *
 * @param functions of the launch, the kernel last
 * @param bodies of its blocks: of those inside, then of those at the boundary where they have one of their own
 * @param otherwise leads to the latter; null where there is none
 * @param blocks of the launch
 * @param keeps whether the blocks keep what they read
 */
record InputSection(
        List<Function> functions,
        List<KeptInputs> bodies,
        Statement.@Nullable If otherwise,
        Expression blocks,
        boolean keeps) {

    static InputSection of(
            List<Function> functions, InputPart part, Expression blocks, Set<String> written, Variable time) {
        boolean keeps = part.iterations() != null;
        Function piece = functions.get(functions.size() - 2);
        List<List<Statement>> texts = new ArrayList<>();
        Statement.If otherwise = null;
        if (functions.size() > 2 && piece.body().getFirst() instanceof Statement.If i) {
            otherwise = i;
            texts.add(piece.body().subList(1, piece.body().size()));
            texts.add(functions.getFirst().body());
        } else {
            texts.add(piece.body());
        }
        List<KeptInputs> bodies = texts.stream()
                .map(t -> keeps ? KeptInputs.of(t, written, time) : KeptInputs.nothing(t))
                .toList();
        return new InputSection(functions, bodies, otherwise, blocks, keeps);
    }

    /** Threads of a block of the launch. */
    int threads() {
        return ((Function.Kind.Kernel) functions.getLast().kind()).threads();
    }

    /** Points of a block that shares those of a launch's block with others. */
    int points(int parts) {
        return keeps ? threads() / parts : threads();
    }

    List<KeptInputs.Read> reads() {
        return bodies.getFirst().reads();
    }

    /** Whether blocks that stay may do it. */
    boolean isAble() {
        return functions.size() == bodies.size() + 1
                && functions.stream().allMatch(f -> f.shared() == null)
                && bodies.stream().allMatch(b -> b.isAble() && b.hasArraysOf(bodies.getFirst()))
                && (!keeps || reads().stream().anyMatch(KeptInputs.Read::own));
    }

    /** What blocks do once: their threads copy what they keep. */
    List<Statement> fill(List<Memory.Shared> arrays, Variable worker, int parts) {
        if (!keeps) {
            return List.of();
        }
        List<Statement> own = ofPoints(worker, parts, inBodies(b -> b.fill(arrays, worker)));
        return ofBlocks(parts, worker, own);
    }

    /** What they do in each iteration of the host's loop. */
    List<Statement> step(List<Memory.Shared> arrays, Variable worker, int parts, int threads) {
        List<Statement> statements = new ArrayList<>();
        if (keeps) {
            statements.addAll(inBodies(b ->
                    b.copy(arrays, worker, threads, GenerationLimits.shipped().inputCopies())));
            statements.add(new Statement.Barrier());
        }
        List<Statement> compute = inBodies(b -> b.compute(arrays, worker));
        for (Statement statement : functions.getLast().body()) {
            if (statement instanceof Statement.If member) {
                compute = List.of(new Statement.If(member.condition(), compute));
            }
        }
        statements.addAll(ofPoints(worker, parts, compute));
        return ofBlocks(parts, worker, statements);
    }

    private List<Statement> ofPoints(Variable worker, int parts, List<Statement> statements) {
        return List.of(new Statement.If(less(worker.read(), integer(points(parts))), statements));
    }

    /** For blocks that the launch has, under the numbers that its blocks and threads have. */
    private List<Statement> ofBlocks(int parts, Variable worker, List<Statement> statements) {
        List<Statement> all = new ArrayList<>();
        for (Statement statement : functions.getLast().body()) {
            if (statement instanceof Statement.Declare) {
                all.add(statement);
            }
        }
        all.addAll(statements);
        int sharing = keeps ? parts : 1;
        Expression own = sharing == 1
                ? worker.read()
                : add(multiply(integer(points(parts)), remainder(Expressions.BLOCK, sharing)), worker.read());
        Rewriter numbers = new Rewriter() {
            @Override
            protected Expression expression(Expression e) {
                return e instanceof Expression.Own(Expression.Coordinate c)
                        ? switch (c) {
                            case BLOCK -> divide(e, sharing);
                            case THREAD -> own;
                            case THREADS, BLOCKS, HIDDEN_ZERO -> e;
                        }
                        : e;
            }
        };
        return List.of(new Statement.If(less(divide(Expressions.BLOCK, sharing), blocks), numbers.statements(all)));
    }

    /** What blocks inside do, and those at the boundary. */
    private List<Statement> inBodies(java.util.function.Function<KeptInputs, List<Statement>> statements) {
        List<Statement> inside = statements.apply(bodies.getFirst());
        return otherwise == null
                ? List.of(new Statement.Scope(inside))
                : List.of(new Statement.If(otherwise.condition(), statements.apply(bodies.getLast()), inside));
    }
}
