package tilewright.tiling.rewrite;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.Dim;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.FreshName;
import tilewright.model.GivenOrder;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.model.SourcePosition;
import tilewright.model.UserError;
import tilewright.tiling.space.AstExpressions;
import tilewright.tiling.space.LoopHulls;
import tilewright.tiling.space.LoopRange;

/**
 * The nest that runs in a user's order when it runs as written: from the first component of the times to the last, statements
 * whose components are all constants stand one after another, else they share a loop; a statement is guarded where the
 * loop goes beyond it.
 *
 * <p>Example: {@code S1[i] -> [i, 0]; S2[i] -> [i + 1, 1]} becomes one loop with S1 and, an iteration later, S2. A
 * component that is a loop variable of the nest gives its name to the new loop.
 */
public final class ScheduledNest {
    private final Context context;
    private final LoopNest nest;
    private final String parameters;
    private final Map<String, tilewright.isl.Map> times;
    private final Ranges ranges;
    private final Set<String> taken;
    private final Map<String, Map<String, Affine>> original = new HashMap<>();

    /** What is known of new loops. */
    interface Ranges {
        /**
         * The range of a component of the times; null where it is to be found: then it is as tight as can be, in as many cases as that takes.
         *
         * @param statements ids of those inside
         * @param around variables of the loops around it, of components before this one that are no constants
         */
        @Nullable
        public LoopRange of(int component, Set<String> statements, List<String> around);

        /**
         * The value of an old loop's variable in terms of new ones; null where it is to be found.
         *
         * @param loop of the statement, by its depth
         * @param variables of the new loops, by their components of the times
         */
        default @Nullable Affine value(PlacedStatement placed, int loop, Map<Integer, String> variables) {
            return null;
        }
    }

    private ScheduledNest(Context context, LoopNest nest, Map<String, tilewright.isl.Map> times, Ranges ranges) {
        this.context = context;
        this.nest = nest;
        this.parameters = new SetNotation(nest).parameters();
        this.times = times;
        this.ranges = ranges;
        this.taken = FreshName.taken(nest);
    }

    /**
     * The nest in a user's order.
     *
     * @param dependences of the nest as written, none removed
     * @throws UserError if the order does not fit the nest or breaks a dependence
     */
    public static Rewriting of(Dependences dependences, GivenOrder order) {
        return of(dependences, GivenTimes.of(dependences, order));
    }

    /**
     * The nest in an order that keeps its dependences.
     *
     * @param times by statement, {@code { S[..] -> [..] }} on its domain, of one length, injective
     */
    public static Rewriting of(Dependences dependences, Map<String, tilewright.isl.Map> times) {
        Context context = dependences.context();
        return of(context, dependences.nest(), times, (_, _, _) -> null);
    }

    /**
     * The nest in another order.
     *
     * @param times by statement, {@code { S[..] -> [..] }}, of one length, injective; a statement runs for the iterations that have one
     */
    public static Rewriting of(Context context, LoopNest nest, Map<String, tilewright.isl.Map> times, Ranges ranges) {
        ScheduledNest scheduled = new ScheduledNest(context, nest, times, ranges);
        List<Node> body = scheduled.nodes(scheduled.nest.statements(), 0, List.of());
        LoopNest rewritten = new LoopNest(
                scheduled.nest.name(),
                scheduled.nest.parameters(),
                scheduled.nest.arrays(),
                scheduled.nest.assumptions(),
                List.of(),
                body,
                scheduled.nest.associative());
        return new Rewriting(rewritten, scheduled.original);
    }

    /**
     * A new loop.
     *
     * @param component of the times that it runs through
     */
    private record NewLoop(String variable, int component, Affine first, Affine last) {}

    private tilewright.isl.Map times(PlacedStatement placed) {
        return Objects.requireNonNull(times.get(placed.statement().id()));
    }

    private List<Node> nodes(List<PlacedStatement> among, int component, List<NewLoop> loops) {
        List<PlacedStatement> running =
                among.stream().filter(p -> !times(p).isEmpty()).toList();
        if (running.isEmpty()) {
            return List.of();
        }
        int components = times(running.getFirst()).dim(Dim.OUT);
        if (component == components) {
            return running.stream().map(p -> leaf(p, loops)).toList();
        }
        Map<Long, List<PlacedStatement>> constants = new TreeMap<>();
        for (PlacedStatement placed : running) {
            tilewright.isl.Set values = component(placed, component);
            tilewright.isl.Val least = values.dimMinVal(0);
            if (!least.isInt() || !least.eq(values.dimMaxVal(0))) {
                return List.of(loop(running, component, loops));
            }
            constants.computeIfAbsent(least.longValue(), _ -> new ArrayList<>()).add(placed);
        }
        return constants.values().stream()
                .flatMap(group -> nodes(group, component + 1, loops).stream())
                .toList();
    }

    private tilewright.isl.Set component(PlacedStatement placed, int component) {
        tilewright.isl.Set all = times(placed).range();
        return all.projectOut(Dim.SET, component + 1, all.dim(Dim.SET) - component - 1)
                .projectOut(Dim.SET, 0, component);
    }

    private Node.Loop loop(List<PlacedStatement> running, int component, List<NewLoop> loops) {
        String variable = name(running, component);
        List<String> names =
                new ArrayList<>(loops.stream().map(NewLoop::variable).toList());
        names.add(variable);
        List<Integer> components =
                new ArrayList<>(loops.stream().map(NewLoop::component).toList());
        components.add(component);
        Set<String> ids = running.stream().map(p -> p.statement().id()).collect(Collectors.toSet());
        LoopRange known = ranges.of(component, ids, names.subList(0, loops.size()));
        LoopRange range = known == null ? range(running, components, names) : known;
        List<NewLoop> inner = new ArrayList<>(loops);
        inner.add(new NewLoop(variable, component, range.first(), range.last()));
        taken.add(variable);
        List<Node> body = nodes(running, component + 1, inner);
        taken.remove(variable);
        SourcePosition position = running.getFirst().loops().isEmpty()
                ? running.getFirst().statement().position()
                : running.getFirst().loops().getFirst().position();
        return new Node.Loop(variable, range.first(), range.last(), 1, body, position);
    }

    private LoopRange range(List<PlacedStatement> running, List<Integer> components, List<String> names) {
        tilewright.isl.Set reached = running.stream()
                .map(p -> onto(p, components).range())
                .reduce(tilewright.isl.Set::union)
                .orElseThrow()
                .coalesce();
        return range(named(bounded(reached), names));
    }

    /** The hull, unless it is so coarse that it loses a bound of the last dimension. */
    private static tilewright.isl.Set bounded(tilewright.isl.Set set) {
        if (set.pieces() < 2) {
            return set;
        }
        return LoopHulls.boundedHull(set);
    }

    /**
     * Smallest and largest value of the last dimension; where that takes a case distinction, bounds of all cases, over all
     * values of the others, and the statements' guards do the rest.
     */
    private static LoopRange range(tilewright.isl.Set set) {
        LoopRange range = LoopRange.ofLast(set).withExtremes(set);
        if (isPlain(range.first()) && isPlain(range.last())) {
            return range;
        }
        int outer = set.dim(Dim.SET) - 1;
        List<Affine> first = new ArrayList<>();
        List<Affine> last = new ArrayList<>();
        for (tilewright.isl.BasicSet piece : set.projectOut(Dim.SET, 0, outer).getBasicSetList()) {
            LoopRange own = LoopRange.ofLast(piece.toSet());
            if (!first.contains(own.first())) {
                first.add(own.first());
            }
            if (!last.contains(own.last())) {
                last.add(own.last());
            }
        }
        return new LoopRange(
                first.size() == 1 ? first.getFirst() : new Affine.Min(first),
                last.size() == 1 ? last.getFirst() : new Affine.Max(last));
    }

    private static boolean isPlain(Affine bound) {
        return switch (bound) {
            case Affine.Select _ -> false;
            case Affine.Min m -> m.operands().stream().allMatch(ScheduledNest::isPlain);
            case Affine.Max m -> m.operands().stream().allMatch(ScheduledNest::isPlain);
            case Affine.Sum s -> isPlain(s.left()) && isPlain(s.right());
            case Affine.Scaled s -> isPlain(s.operand());
            case Affine.FloorDiv d -> isPlain(d.dividend());
            case Affine.Mod m -> isPlain(m.dividend());
            case Affine.Constant _, Affine.Variable _ -> true;
        };
    }

    private static tilewright.isl.Set named(tilewright.isl.Set set, List<String> names) {
        tilewright.isl.Set named = set;
        for (int d = 0; d < names.size(); d++) {
            named = named.setDimName(Dim.SET, d, names.get(d));
        }
        return named;
    }

    /** The loop variable that a component is, that of the deepest statements first; else t and the component's number. */
    private String name(List<PlacedStatement> running, int component) {
        List<PlacedStatement> deepestFirst = running.stream()
                .sorted(Comparator.comparingInt(PlacedStatement::depth).reversed())
                .toList();
        for (PlacedStatement placed : deepestFirst) {
            for (int l = 0; l < placed.depth(); l++) {
                String variable = placed.loopVariables().get(l);
                if (!taken.contains(variable)
                        && onto(placed, List.of(component)).isSubset(variable(placed, l))) {
                    return variable;
                }
            }
        }
        return FreshName.underscored("t" + (component + 1), name -> !taken.contains(name));
    }

    /** The value of a loop's variable, {@code { S[..] -> [x] }}. */
    private tilewright.isl.Map variable(PlacedStatement placed, int loop) {
        String tuple = IntStream.range(0, placed.depth()).mapToObj(d -> "x" + d).collect(Collectors.joining(", "));
        return tilewright.isl.Map.parse(
                context, "{ " + placed.statement().id() + "[" + tuple + "] -> [x" + loop + "] }");
    }

    /** A statement's iterations in terms of some components of its times, {@code { S[..] -> [components] }}. */
    private tilewright.isl.Map onto(PlacedStatement placed, List<Integer> components) {
        tilewright.isl.Map result = times(placed);
        for (int c = result.dim(Dim.OUT) - 1; c >= 0; c--) {
            if (!components.contains(c)) {
                result = result.projectOut(Dim.OUT, c, 1);
            }
        }
        return result;
    }

    private Node leaf(PlacedStatement placed, List<NewLoop> loops) {
        List<String> names = loops.stream().map(NewLoop::variable).toList();
        tilewright.isl.Map times =
                onto(placed, loops.stream().map(NewLoop::component).toList());
        Map<String, Affine> values = values(placed, times, loops);
        original.put(placed.statement().id(), values);
        Node statement = Substitution.in(placed.statement(), values);
        Condition guard = names.isEmpty() && times.range().params().isEqual(params("true"))
                ? Condition.TRUE
                : AstExpressions.within(named(times.range(), names), range(loops));
        return guard.equals(Condition.TRUE)
                ? statement
                : new Node.Guard(
                        guard, List.of(statement), List.of(), placed.statement().position());
    }

    private tilewright.isl.Set params(String constraints) {
        return tilewright.isl.Set.parse(context, parameters + "{ : " + constraints + " }");
    }

    /** What the loops run through. */
    private tilewright.isl.Set range(List<NewLoop> loops) {
        String names = loops.stream().map(NewLoop::variable).collect(Collectors.joining(", "));
        String constraints = loops.stream()
                .map(l -> "(" + SetNotation.between(l.first(), Affine.variable(l.variable()), l.last()) + ")")
                .collect(Collectors.joining(" and "));
        return tilewright.isl.Set.parse(
                context, parameters + "{ [" + names + "]" + (loops.isEmpty() ? "" : " : " + constraints) + " }");
    }

    /** The statement's loop variables in terms of the new ones. */
    private Map<String, Affine> values(PlacedStatement placed, tilewright.isl.Map times, List<NewLoop> loops) {
        Map<Integer, String> variables = new LinkedHashMap<>();
        loops.forEach(l -> variables.put(l.component(), l.variable()));
        Map<String, Affine> values = new LinkedHashMap<>();
        for (int l = 0; l < placed.depth(); l++) {
            Affine known = ranges.value(placed, l, variables);
            values.put(placed.loopVariables().get(l), known == null ? value(placed, l, times, loops) : known);
        }
        return values;
    }

    private Affine value(PlacedStatement placed, int loop, tilewright.isl.Map times, List<NewLoop> loops) {
        tilewright.isl.Map one = variable(placed, loop);
        tilewright.isl.Set both =
                times.flatRangeProduct(one.intersectDomain(times.domain())).range();
        List<String> all = new ArrayList<>(loops.stream().map(NewLoop::variable).toList());
        all.add(placed.loopVariables().get(loop) + "_of_" + placed.statement().id());
        return LoopRange.ofLast(named(both, all)).first();
    }
}
