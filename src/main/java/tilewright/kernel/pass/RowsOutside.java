package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tilewright.kernel.Expression;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;

/**
 * A written-out loop over a thread's points that stands inside another written-out loop, outside of it (loop interchange): each of its iterations has registers of its own, so that
 * the order in which they run is free.
 *
 * <pre>
 * for q { w = h[q]; for p { for s { sum[p][s] = sum[p][s] + w * a[(i + p) * pitch + j + s + q] } } }
 *
 * for p { for q { w = h[q]; for s { sum[p][s] = sum[p][s] + w * a[(i + p) * pitch + j + s + q] } } }
 * </pre>
 *
 * <p>What a point reads in all iterations of q is done with then before the next point begins.
 */
final class RowsOutside {
    private RowsOutside() {}

    /** Empty where loops do not stand so, or iterations over points share what they write. */
    static Optional<Statement.For> of(Statement.For loop) {
        return points(loop.body())
                .filter(p -> areApart(loop, p))
                .map(p -> p.withBody(List.of(loop.withBody(with(loop.body(), p)))));
    }

    /** The loop that ends a body in which constants alone stand before it. */
    private static Optional<Statement.For> points(List<Statement> body) {
        boolean alone = !body.isEmpty()
                && body.subList(0, body.size() - 1).stream()
                        .allMatch(s -> s instanceof Statement.Declare d && d.constant());
        if (!alone) {
            return Optional.empty();
        }
        Statement last = body.getLast();
        if (last instanceof Statement.For f) {
            return f.unroll() == Statement.For.ALL && Iterations.of(f).isPresent() ? Optional.of(f) : Optional.empty();
        }
        boolean wraps = last instanceof Statement.Scope
                || last instanceof Statement.If i && i.otherwise().isEmpty();
        return wraps ? points(last.bodies().getFirst()) : Optional.empty();
    }

    /** The body with the points' own in place of their loop. */
    private static List<Statement> with(List<Statement> body, Statement.For points) {
        List<Statement> changed = new ArrayList<>(body.subList(0, body.size() - 1));
        Statement last = body.getLast();
        if (last.equals(points)) {
            changed.addAll(points.body());
        } else {
            changed.add(last.withBodies(b -> b.isEmpty() ? b : with(b, points)));
        }
        return changed;
    }

    /** Whether every point writes registers of its own, and reads no others that are written. */
    private static boolean areApart(Statement.For loop, Statement.For points) {
        Map<Memory.Register, Integer> places = new HashMap<>();
        boolean[] apart = {!Statements.changed(points.body()).contains(points.variable())};
        Statements.visit(points.body(), s -> {
            if (s instanceof Statement.Assign(Place target, Expression _)) {
                apart[0] &= target instanceof Place.Register r && isOwn(r, points.variable(), places);
            }
        });
        Statements.visitExpressions(List.of(loop), e -> {
            if (e instanceof Expression.Read(Place.Register r) && places.containsKey(r.array())) {
                apart[0] &= isOwn(r, points.variable(), places);
            }
        });
        return apart[0] && !places.isEmpty();
    }

    /** Whether the point's counter is an index of registers, the same one wherever they are named. */
    private static boolean isOwn(Place.Register element, Variable point, Map<Memory.Register, Integer> places) {
        int index = element.indices().indexOf(point.read());
        Integer before = places.putIfAbsent(element.array(), index);
        return index >= 0 && (before == null || before == index);
    }
}
