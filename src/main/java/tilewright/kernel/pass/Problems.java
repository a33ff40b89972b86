package tilewright.kernel.pass;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.call;
import static tilewright.kernel.Expressions.convert;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.lessEqual;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.subtract;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.HostStep;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/**
 * Loops of the host whose iterations do without each other, one inside another: each of their iterations is a problem, for which a block may stay.
 *
 * @param loops the outermost first; none where the steps are one problem
 * @param steps of a problem
 */
record Problems(List<HostStep.Loop> loops, List<HostStep> steps) {
    Problems {
        loops = List.copyOf(loops);
        steps = List.copyOf(steps);
    }

    /** Steps that one block runs. */
    static Problems one(List<? extends HostStep> steps) {
        return new Problems(List.of(), List.copyOf(steps));
    }

    /** A loop of the host, and those directly in it, as long as they are of problems and as many in each iteration of the others. */
    static Problems of(HostStep.Loop loop) {
        if (!loop.apart()) {
            return one(List.of(loop));
        }
        List<HostStep.Loop> loops = new ArrayList<>(List.of(loop));
        Set<String> variables = new HashSet<>(Set.of(loop.variable().name()));
        List<HostStep> steps = loop.body();
        while (steps.size() == 1
                && steps.getFirst() instanceof HostStep.Loop inner
                && inner.apart()
                && !speaksOf(inner.first(), variables)
                && !speaksOf(inner.last(), variables)) {
            loops.add(inner);
            variables.add(inner.variable().name());
            steps = inner.body();
        }
        return new Problems(loops, steps);
    }

    private static boolean speaksOf(Expression value, Set<String> variables) {
        boolean[] found = {false};
        Expressions.visit(
                value,
                e -> found[0] |=
                        e instanceof Expression.Read(Place.Scalar(Variable v)) && variables.contains(v.name()));
        return found[0];
    }

    boolean isOne() {
        return loops.isEmpty();
    }

    /** Names of the loops' variables. */
    Set<String> variables() {
        return loops.stream().map(l -> l.variable().name()).collect(Collectors.toSet());
    }

    /** How many there are, in 64 bits. */
    Expression count() {
        return loops.stream()
                .map(l -> convert(ScalarType.I64, extent(l)))
                .reduce((x, y) -> multiply(x, y))
                .orElse(integer(1));
    }

    /** Bounds of values over all problems; nothing where they are not known. */
    Optional<Extremes> bounds() {
        Optional<Extremes> bounds = Optional.of(new Extremes());
        for (HostStep.Loop loop : loops) {
            bounds = bounds.flatMap(b -> b.within(loop.variable(), loop.first(), loop.last()));
        }
        return bounds;
    }

    /** The statements for the problem that a block has by its number: loops of one iteration each. */
    List<Statement> around(List<Statement> body) {
        List<Statement> statements = body;
        Expression before = null;
        for (HostStep.Loop loop : loops.reversed()) {
            Expression rest = before == null ? Expressions.BLOCK : binary(Infix.DIV, Expressions.BLOCK, before);
            Expression own = loop == loops.getFirst() ? rest : binary(Infix.REM, rest, extent(loop));
            statements = List.of(new Statement.For(
                    loop.variable(),
                    add(loop.first(), own),
                    lessEqual(loop.variable().read(), loop.last()),
                    extent(loop),
                    1,
                    statements));
            before = before == null ? extent(loop) : multiply(before, extent(loop));
        }
        return statements;
    }

    private static Expression extent(HostStep.Loop loop) {
        return call(Intrinsic.MAX, ScalarType.I32, integer(0), add(subtract(loop.last(), loop.first()), 1));
    }
}
