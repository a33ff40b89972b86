package tilewright.tiling.schedule;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Simt;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Expression;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Statement;
import tilewright.model.Subscript;
import tilewright.tiling.rewrite.Substitution;
import tilewright.tiling.schedule.CoalescedLoops.Axis;
import tilewright.tiling.schedule.CoalescedLoops.Digit;
import tilewright.tiling.schedule.CoalescedLoops.View;

/**
 * A nest that is one chain of loops, one inside another, whose bounds are the same in all iterations. Statements may stand beside a loop of the chain.
 *
 * @param loops outermost first
 * @param beside for each loop, what stands in its body before and after the next one; of the last one, the body
 */
record LoopChain(List<Node.Loop> loops, List<Level> beside) {
    /** Statements around the next loop. */
    record Level(List<Node> before, List<Node> after) {
        boolean isEmpty() {
            return before.isEmpty() && after.isEmpty();
        }
    }

    static Optional<LoopChain> of(LoopNest nest) {
        List<Node.Loop> loops = new ArrayList<>();
        List<Level> levels = new ArrayList<>();
        List<Node> body = nest.body();
        Set<String> names = new HashSet<>();
        while (true) {
            List<Node> before = new ArrayList<>();
            List<Node> after = new ArrayList<>();
            Node.@Nullable Loop next = null;
            for (Node node : body) {
                if (node instanceof Node.Loop loop && next == null) {
                    next = loop;
                } else if (node instanceof Statement) {
                    (next == null ? before : after).add(node);
                } else {
                    return Optional.empty();
                }
            }
            if (!loops.isEmpty()) {
                levels.add(new Level(before, after));
            } else if (!before.isEmpty() || !after.isEmpty()) {
                return Optional.empty();
            }
            if (next == null) {
                return loops.isEmpty() ? Optional.empty() : Optional.of(new LoopChain(loops, levels));
            }
            boolean fixed = next.step() == 1
                    && next.loads().isEmpty()
                    && nest.parameters().containsAll(next.lower().variables())
                    && nest.parameters().containsAll(next.upper().variables());
            if (!fixed || !names.add(next.variable())) {
                return Optional.empty();
            }
            loops.add(next);
            body = next.body();
        }
    }

    private Node.Loop loop(String variable) {
        return loops.stream()
                .filter(l -> l.variable().equals(variable))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no loop " + variable));
    }

    Digit digit(String variable) {
        Node.Loop loop = loop(variable);
        return new Digit(
                variable, loop.lower(), loop.upper().minus(loop.lower()).plus(1));
    }

    /**
     * The nest whose loops are the axes. A statement beside a loop stands where all loops around it are: the axes up to there must be made of them.
     *
     * @return nothing where they are not, or a value is made of a loop's number
     */
    Optional<LoopNest> coalesced(LoopNest written, List<Axis> axes, Map<String, View> views) {
        Set<String> several = new HashSet<>();
        axes.stream().filter(Axis::isSeveral).forEach(a -> several.addAll(a.loops()));
        boolean numbers = written.statements().stream()
                .anyMatch(p -> usesIndex(p.statement().value(), several));
        if (numbers) {
            return Optional.empty();
        }
        List<Node> body = List.of();
        int inside = loops.size();
        for (int a = axes.size() - 1; a >= 0; a--) {
            Axis axis = axes.get(a);
            Set<String> around = new HashSet<>();
            axes.subList(0, a + 1).forEach(x -> around.addAll(x.loops()));
            List<Node> inner = new ArrayList<>();
            List<Node> behind = new ArrayList<>();
            // Statements between the loops of this axis and those of the next one.
            for (int l = around.size() - 1; l < inside; l++) {
                boolean same = new HashSet<>(loops.subList(0, l + 1).stream()
                                .map(Node.Loop::variable)
                                .toList())
                        .equals(around);
                if (same) {
                    beside.get(l).before().forEach(n -> inner.add(seen((Statement) n, views)));
                    beside.get(l).after().forEach(n -> behind.add(seen((Statement) n, views)));
                } else if (!beside.get(l).isEmpty()) {
                    return Optional.empty();
                }
            }
            inside = around.size() - 1;
            inner.addAll(body);
            inner.addAll(behind);
            Node.Loop last = loop(axis.loops().getLast());
            body = List.of(
                    axis.isSeveral()
                            ? new Node.Loop(
                                    axis.variable(),
                                    Affine.constant(0),
                                    Affine.variable(axis.length()).plus(-1),
                                    1,
                                    inner,
                                    last.position())
                            : new Node.Loop(axis.variable(), last.lower(), last.upper(), 1, inner, last.position()));
        }
        for (int l = 0; l < inside; l++) {
            if (!beside.get(l).isEmpty()) {
                return Optional.empty();
            }
        }
        List<String> parameters = new ArrayList<>(written.parameters());
        axes.stream().filter(Axis::isSeveral).forEach(a -> parameters.add(a.length()));
        return Optional.of(new LoopNest(
                written.name(),
                parameters,
                written.arrays().stream().map(a -> seen(a, views)).toList(),
                List.of(),
                List.of(),
                body,
                written.associative()));
    }

    private static boolean usesIndex(Expression value, Set<String> loops) {
        return switch (value) {
            case Expression.IndexValue v -> v.index().variables().stream().anyMatch(loops::contains);
            case Expression.Apply a -> a.operands().stream().anyMatch(o -> usesIndex(o, loops));
            case Expression.Read _,
                    Expression.RealLiteral _,
                    Expression.IntegerLiteral _,
                    Expression.LogicalLiteral _ -> false;
        };
    }

    private static ArrayDeclaration seen(ArrayDeclaration array, Map<String, View> views) {
        View view = views.get(array.name());
        if (view == null) {
            return array;
        }
        List<ArrayDeclaration.Bounds> bounds =
                view.axes().stream().map(Axis::bounds).toList();
        ArrayDeclaration seen = new ArrayDeclaration(array.name(), array.type(), bounds, true, array.position());
        return (array.local() ? seen.asLocal() : seen)
                .apart(view.isAligned(
                                array.bounds().getLast().lower(),
                                Simt.ACCESS_BYTES / array.type().bytes())
                        .negated());
    }

    private static Statement seen(Statement statement, Map<String, View> views) {
        return (Statement) Substitution.ofAccesses(List.of(statement), (_, access) -> seen(access, views))
                .getFirst();
    }

    private static Access seen(Access access, Map<String, View> views) {
        View view = views.get(access.array());
        return view == null
                ? access
                : new Access(
                        access.index(),
                        access.array(),
                        ViewBuilder.subscripts(view).stream()
                                .<Subscript>map(Subscript.AffineSubscript::new)
                                .toList(),
                        access.position());
    }
}
