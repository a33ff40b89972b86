package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.Rewriter;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/**
 * The offsets in memory of what a loop copies to shared memory are one that all of its iterations share, and a multiple of a distance: an address takes one instruction then.
 *
 * <pre>
 * for step in 0 .. 8 unroll 8 {                         let f_from: i64 = i64(own) * pitch + next
 *   let row = 16 * step + own                           let f_step: i64 = 16 * i64(pitch)
 *   copy async s[row] &lt;- f[i64(row) * pitch + next]  -&gt; for step in 0 .. 8 unroll 8 {
 * }                                                       let row = 16 * step + own
 *                                                         copy async s[row] &lt;- f[f_from + step * f_step]
 *                                                       }
 * </pre>
 *
 * <p>Reads off the program: a loop between numbers that only starts copies, in a function whose copies are all narrow ({@link CopyLoops}), the offset of which is linear in its counter.
 */
final class CopyOffsets implements Pass.Change {
    @Override
    public Program of(Program program) {
        return program.withFunctions(program.functions().stream()
                .map(f -> CopyLoops.areNarrow(f)
                        ? f.withBody(in(f.body(), new FreeNames(f), CopyLoops.beforeWrittenOut(f)))
                        : f)
                .toList());
    }

    private static List<Statement> in(List<Statement> statements, FreeNames names, Set<Statement.For> left) {
        List<Statement> changed = new ArrayList<>();
        for (Statement statement : statements) {
            if (statement instanceof Statement.For loop && CopyLoops.takesOffsets(loop, left)) {
                changed.addAll(loop(loop, names));
            } else {
                changed.add(statement.withBodies(b -> in(b, names, left)));
            }
        }
        return changed;
    }

    private static List<Statement> loop(Statement.For loop, FreeNames names) {
        List<Statement> result = new ArrayList<>();
        List<Statement> body = new ArrayList<>();
        Constants constants = new Constants((_, _) -> true);
        for (Statement s : loop.body()) {
            if (s instanceof Statement.Declare d) {
                constants.declare(d);
            }
            body.add(
                    s instanceof Statement.Copy c && c.from() instanceof Place.Global from
                            ? copy(loop, c, from, constants.written(from.offset()), names, result)
                            : s);
        }
        result.add(loop.withBody(body));
        return result;
    }

    private static Statement copy(
            Statement.For loop,
            Statement.Copy copy,
            Place.Global from,
            Expression offset,
            FreeNames names,
            List<Statement> before) {
        Expression counter = loop.variable().read();
        Sums slope = Sums.of(offset).slope(counter);
        if (slope == null
                || slope.terms().isEmpty()
                || slope.factors().stream().anyMatch(f -> mentions(f, loop.variable()))
                || Sums.of(offset).factors().stream()
                        .anyMatch(f -> !f.equals(counter) && mentions(f, loop.variable()))) {
            return copy;
        }
        Variable first = new Variable(names.fresh(from.array().name() + "_from"), ScalarType.I64);
        Variable distance = new Variable(names.fresh(from.array().name() + "_step"), ScalarType.I64);
        before.add(new Statement.Declare(first, Expressions.convert(ScalarType.I64, atZero(offset, counter)), true));
        before.add(new Statement.Declare(
                distance, Expressions.convert(ScalarType.I64, slope.expression(ScalarType.I64)), true));
        Expression moved = Expressions.add(first.read(), Expressions.multiply(distance.read(), counter));
        return new Statement.Copy(
                copy.width(), copy.to(), new Place.Global(from.array(), from.as(), moved, from.access()), copy.way());
    }

    private static boolean mentions(Expression e, Variable variable) {
        boolean[] found = {false};
        Expressions.visit(e, part -> found[0] |= part.equals(variable.read()));
        return found[0];
    }

    private static Expression atZero(Expression offset, Expression counter) {
        return new Rewriter() {
            @Override
            protected Expression expression(Expression e) {
                if (e.equals(counter)) {
                    return Expressions.integer(0);
                }
                if (e instanceof Expression.Binary b && b.operator() == Infix.ADD) {
                    return Expressions.isInteger(b.left(), 0) ? b.right() : Expressions.add(b.left(), b.right());
                }
                if (e instanceof Expression.Binary b && b.operator() == Infix.MUL) {
                    if (Expressions.isInteger(b.left(), 0) || Expressions.isInteger(b.right(), 0)) {
                        return Expressions.integer(0);
                    }
                    return Expressions.multiply(b.left(), b.right());
                }
                return e;
            }
        }.whole(offset);
    }
}
