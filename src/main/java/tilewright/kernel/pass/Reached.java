package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tilewright.kernel.Argument;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.Rewriter;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;

/** A kernel and the functions that it calls. */
final class Reached {
    /** The names of two more parameters; no name of a nest ends like this. */
    static final Variable BLOCK = Variable.integer("block_number_");

    private static final Variable THREAD = Variable.integer("thread_number_");

    private final List<Function> functions = new ArrayList<>();

    Reached(Program program, String kernel) {
        Set<String> names = new HashSet<>(Set.of(kernel));
        for (Function function : program.functions().reversed()) {
            if (names.contains(function.name())) {
                functions.addFirst(function);
                Statements.visit(function.body(), s -> {
                    if (s instanceof Statement.Call call) {
                        names.add(call.function());
                    }
                });
            }
        }
    }

    /** Each after those that it calls. */
    List<Function> functions() {
        return functions;
    }

    boolean hasBarriers() {
        boolean[] found = {false};
        functions.forEach(f -> Statements.visit(
                f.body(), s -> found[0] |= s instanceof Statement.Barrier || s instanceof Statement.BarrierOr));
        return found[0];
    }

    /** Whether threads of a block of so many wait for each other: one alone waits for nobody. */
    boolean waits(int threads) {
        boolean[] asks = {false};
        functions.forEach(f -> Statements.visit(f.body(), s -> asks[0] |= s instanceof Statement.BarrierOr));
        return hasBarriers() && (threads > 1 || asks[0]);
    }

    /** Whether a thread does a number of things that the text says: all of its loops run between numbers. */
    boolean isShort() {
        boolean[] shorter = {true};
        functions.forEach(f -> Statements.visit(
                f.body(),
                s -> shorter[0] &= !(s instanceof Statement.While)
                        && !(s instanceof Statement.Multiply)
                        && (!(s instanceof Statement.For l) || isBetweenNumbers(l))));
        return shorter[0];
    }

    private static boolean isBetweenNumbers(Statement.For loop) {
        return loop.start() instanceof Expression.IntegerLiteral
                && loop.condition() instanceof Expression.Binary b
                && b.right() instanceof Expression.IntegerLiteral;
    }

    /**
     * Whether a block that stays may run it: nothing in it speaks of the launch, and no thread leaves before a barrier.
     *
     * @param threads of the launch
     */
    boolean mayStay(int threads) {
        boolean[] may = {true};
        for (Function function : functions) {
            Set<String> ofThreads = new HashSet<>();
            Statements.visit(function.body(), s -> {
                if (s instanceof Statement.Declare d && d.value() != null && isOfThread(d.value(), ofThreads)) {
                    ofThreads.add(d.variable().name());
                }
                boolean leaves = s instanceof Statement.If i
                        && i.then().contains(new Statement.Return())
                        && isOfThread(i.condition(), ofThreads);
                may[0] &= !(leaves && waits(threads))
                        && !(s instanceof Statement.GridBarrier)
                        && !(s instanceof Statement.Await);
            });
            Statements.visitExpressions(
                    function.body(),
                    e -> may[0] &= !(e instanceof Expression.Atomic)
                            && !(e instanceof Expression.Own(Expression.Coordinate c)
                                    && c == Expression.Coordinate.BLOCKS));
        }
        return may[0];
    }

    private static boolean isOfThread(Expression value, Set<String> ofThreads) {
        boolean[] found = {false};
        Expressions.visit(
                value,
                e -> found[0] |= e instanceof Expression.Own(Expression.Coordinate c)
                                && c == Expression.Coordinate.THREAD
                        || e instanceof Expression.Read(Place.Scalar(Variable v)) && ofThreads.contains(v.name()));
        return found[0];
    }

    /**
     * The functions for a block that stays: its number and the thread's are passed last, and what it reads other calls may have written.
     *
     * @param names of the copies
     * @param threads of the launch
     * @param offsets how those of elements are computed
     */
    List<Function> staying(Map<String, String> names, int threads, ProblemOffsets offsets) {
        // Between a load and the store to its place a thread does little: the address takes a register for as long, and
        // anew as many instructions as the rest.
        boolean alone = !offsets.problems().isEmpty() && !waits(threads);
        boolean remembers = !offsets.problems().isEmpty() && isShort() && !hasBarriers();
        Rewriter rewriter = new Rewriter() {
            @Override
            protected Expression expression(Expression expression) {
                return expression instanceof Expression.Own(Expression.Coordinate c)
                        ? switch (c) {
                            case BLOCK -> BLOCK.read();
                            case THREAD -> THREAD.read();
                            case THREADS -> Expressions.integer(threads);
                            case BLOCKS, HIDDEN_ZERO -> expression;
                        }
                        : offsets.of(expression);
            }

            @Override
            protected List<Statement> statement(Statement statement) {
                if (remembers && statement instanceof Statement.Hide
                        || statement instanceof Statement.Barrier && alone) {
                    return List.of();
                }
                if (remembers && statement instanceof Statement.Comment c) {
                    return List.of(new Statement.Comment(c.text().replace(Statement.Hide.WHY, "")));
                }
                if (!(statement instanceof Statement.Call call)) {
                    return List.of(statement);
                }
                List<Argument> arguments = new ArrayList<>(call.arguments());
                arguments.add(new Argument.Value(BLOCK.read()));
                arguments.add(new Argument.Value(THREAD.read()));
                return List.of(new Statement.Call(names.getOrDefault(call.function(), call.function()), arguments));
            }

            @Override
            protected Function function(Function function) {
                List<Function.Parameter> parameters = new ArrayList<>();
                for (Function.Parameter parameter : function.parameters()) {
                    parameters.add(
                            switch (parameter) {
                                case Function.Parameter.Value v -> v;
                                case Function.Parameter.Base b -> new Function.Parameter.Base(b.array(), false);
                            });
                }
                parameters.add(new Function.Parameter.Value(BLOCK));
                parameters.add(new Function.Parameter.Value(THREAD));
                return new Function(
                        names.getOrDefault(function.name(), function.name()),
                        function.kind() instanceof Function.Kind.Kernel ? new Function.Kind.Inline() : function.kind(),
                        function.comment(),
                        parameters,
                        function.shared(),
                        function.body());
            }
        };
        return functions.stream().map(rewriter::whole).toList();
    }
}
