package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tilewright.kernel.Expression;
import tilewright.kernel.Function;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.Rewriter;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/**
 * Scalars in memory that loops read are read before them, where threads wait in the loop for each other or for copies to shared memory. To compilers such a wait may write anything: they read the
 * scalars again in every iteration, after it, from a cache that copies have filled meanwhile (3 to 14 % of stencils by planes, reports/experiments/nvidia-h200-planes-of-many-arrays.txt).
 *
 * <p>Reads off the program what {@link Hoist} does: that nothing else leads to the array, that nobody writes it, and that the element is named by a number, so that it is there even where the loop has no
 * iteration.
 *
 * <p>Example: {@code for k in 0 .. n { barrier; p[k] = a[0] * s[k] }} reads {@code a[0]} once.
 */
final class ReadScalars implements Pass.Change {
    @Override
    public Program of(Program program) {
        return program.withFunctions(
                program.functions().stream().map(ReadScalars::in).toList());
    }

    private static Function in(Function function) {
        FixedElements fixed = FixedElements.of(function);
        FreeNames names = new FreeNames(function);
        return new Rewriter() {
            @Override
            protected List<Statement> statement(Statement statement) {
                return statement instanceof Statement.For loop && waits(loop)
                        ? before(loop, fixed, names)
                        : List.of(statement);
            }
        }.whole(function);
    }

    private static boolean waits(Statement.For loop) {
        return loop.unroll() != Statement.For.ALL
                && loop.body().stream()
                        .anyMatch(s -> s instanceof Statement.Barrier || s instanceof Statement.AwaitCopies);
    }

    private static List<Statement> before(Statement.For loop, FixedElements fixed, FreeNames names) {
        Map<Expression, Variable> scalars = new LinkedHashMap<>();
        List<Statement> changed = new Rewriter() {
            @Override
            protected Expression expression(Expression expression) {
                return expression instanceof Expression.Read(Place.Global g) && fixed.has(g)
                        ? scalars.computeIfAbsent(
                                        expression,
                                        e -> new Variable(names.fresh(g.array().name() + "_value"), e.type()))
                                .read()
                        : expression;
            }
        }.whole(loop);
        List<Statement> result = new ArrayList<>();
        scalars.forEach((value, scalar) -> result.add(new Statement.Declare(scalar, value, true)));
        result.addAll(changed);
        return result;
    }
}
