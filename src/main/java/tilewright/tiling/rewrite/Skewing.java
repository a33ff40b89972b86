package tilewright.tiling.rewrite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.isl.Dim;
import tilewright.isl.Point;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.FreshName;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.tiling.space.LoopRange;
import tilewright.tiling.space.OrderCheck;

/**
 * Runs a nest along a hyperplane: a new outermost loop {@code w = c . x} over the loops x that all statements share,
 * with the smallest non-negative c such that every dependence between different x goes from a smaller w to a larger
 * one (L. Lamport, The parallel execution of DO loops, CACM 17 (1974)). All other shared loops are then parallel. The
 * innermost shared loop goes: its variable is {@code w} minus the rest. The others are skewed by those around them where
 * that leaves no dependence with a negative component, so that they may be cut into blocks too ({@link tilewright.tiling.strategy.FrontPlanner FrontPlanner}).
 * Example: {@code w = 4 t + 2 i + j} and {@code i + t} for Gauss-Seidel sweeps with nine neighbours.
 *
 * <p>Outer loops whose iterations are problems of their own, a batch, stay where they are: each of them has its hyperplanes.
 */
public final class Skewing {
    private static final int LARGEST = 8;

    /** Up to so many loops all coefficients are tried, 9 to the power of 4 of them. */
    private static final int USUAL_LOOPS = 5;

    /** Tried where loops are more: of 14 loops about those whose coefficients have a sum of at most 2. */
    private static final int MOST_TRIED = 100;

    private final Dependences dependences;
    private final LoopNest nest;
    private final List<Node.Loop> batch;
    private final List<Node.Loop> shared;
    private final tilewright.isl.Set differences;

    private Skewing(Dependences dependences, List<Node.Loop> batch, List<Node.Loop> shared) {
        this.dependences = dependences;
        this.nest = dependences.nest();
        this.batch = batch;
        this.shared = shared;
        this.differences = differences();
    }

    /** The skewed form of as many shared loops as there is such a hyperplane for, outermost first; nothing where these are not two. */
    public static Optional<Rewriting> of(Dependences dependences) {
        List<Node.Loop> shared = sharedLoops(dependences.nest().body());
        OrderCheck order = new OrderCheck(dependences);
        int first = 0;
        while (first < shared.size() && order.isStill(first)) {
            first++;
        }
        for (int loops = shared.size(); loops >= first + 2; loops--) {
            Skewing skewing = new Skewing(dependences, shared.subList(0, first), shared.subList(first, loops));
            Optional<Rewriting> form = skewing.hyperplane().map(skewing::rewritten);
            if (form.isPresent()) {
                return form;
            }
        }
        return Optional.empty();
    }

    private static List<Node.Loop> sharedLoops(List<Node> body) {
        List<Node.Loop> loops = new ArrayList<>();
        List<Node> nodes = body;
        while (nodes.size() == 1 && nodes.getFirst() instanceof Node.Loop loop && loop.step() == 1) {
            loops.add(loop);
            nodes = loop.body();
        }
        return loops;
    }

    /** Coefficients c, the last one 1. */
    private Optional<List<Integer>> hyperplane() {
        return smallest(shared.size(), new Increasing(1));
    }

    /** Coefficients of the loops up to {@code z}, its own 1, such that no dependence goes back; its own alone if none. */
    private List<Integer> skew(int z) {
        List<Integer> alone = new ArrayList<>(Collections.nCopies(z, 0));
        alone.add(1);
        return smallest(z + 1, new Increasing(0)).orElse(alone);
    }

    /** The coefficients with the smallest sum, the last one 1. */
    private static Optional<List<Integer>> smallest(int length, Predicate<List<Integer>> accepted) {
        Coefficients tried = new Coefficients(length, accepted);
        for (int sum = 0; sum <= LARGEST * (length - 1) && tried.left > 0; sum++) {
            Optional<List<Integer>> found = tried.after(List.of(), sum);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /**
     * Whether c . d is at least a number for all differences d. A difference at which it is less refutes most of the coefficients that
     * follow too: the set is asked only where none of those found so far does.
     */
    private final class Increasing implements Predicate<List<Integer>> {
        private final int least;
        private final List<long[]> refuting = new ArrayList<>();

        Increasing(int least) {
            this.least = least;
        }

        @Override
        public boolean test(List<Integer> c) {
            if (refuting.stream().anyMatch(d -> at(c, d) < least)) {
                return false;
            }
            tilewright.isl.Set less = differences.intersect(parse(tuple() + " : " + product(c) + " < " + least));
            Point point = less.samplePoint();
            if (point.isVoid()) {
                return true;
            }
            refuting.add(point.coordinates());
            return false;
        }

        private static long at(List<Integer> c, long[] difference) {
            return IntStream.range(0, c.size())
                    .mapToLong(z -> c.get(z) * difference[z])
                    .sum();
        }
    }

    /** Coefficients one after the other: they are never together in memory, and of many loops only the first are tried. */
    private static final class Coefficients {
        private final int length;
        private final Predicate<List<Integer>> accepted;
        private int left;

        Coefficients(int length, Predicate<List<Integer>> accepted) {
            this.length = length;
            this.accepted = accepted;
            this.left = length <= USUAL_LOOPS ? Integer.MAX_VALUE : MOST_TRIED;
        }

        /** The first accepted ones with this beginning, in lexicographic order, whose further ones but the last have this sum. */
        Optional<List<Integer>> after(List<Integer> beginning, int sum) {
            int places = length - 1 - beginning.size();
            if (places == 0) {
                List<Integer> all = with(beginning, 1);
                return left-- > 0 && accepted.test(all) ? Optional.of(all) : Optional.empty();
            }
            for (int c = Math.max(0, sum - LARGEST * (places - 1)); c <= Math.min(LARGEST, sum) && left > 0; c++) {
                Optional<List<Integer>> found = after(with(beginning, c), sum - c);
                if (found.isPresent()) {
                    return found;
                }
            }
            return Optional.empty();
        }

        private static List<Integer> with(List<Integer> beginning, int next) {
            List<Integer> longer = new ArrayList<>(beginning);
            longer.add(next);
            return longer;
        }
    }

    /** Differences of x, other than zero, over all dependences. */
    private tilewright.isl.Set differences() {
        tilewright.isl.Set all = null;
        for (Dependence dependence : dependences.dependences()) {
            tilewright.isl.Set own = dependence
                    .relation()
                    .applyDomain(onShared(dependence.source()))
                    .applyRange(onShared(dependence.sink()))
                    .deltas();
            all = all == null ? own : all.union(own);
        }
        tilewright.isl.Set universe = parse(tuple() + " : " + zero());
        return all == null ? universe.subtract(universe) : all.coalesce().subtract(universe);
    }

    private String zero() {
        return IntStream.range(0, shared.size()).mapToObj(z -> "x" + z + " = 0").collect(Collectors.joining(" and "));
    }

    private String tuple() {
        return IntStream.range(0, shared.size()).mapToObj(z -> "x" + z).collect(Collectors.joining(", ", "[", "]"));
    }

    private static String product(List<Integer> c) {
        return IntStream.range(0, c.size()).mapToObj(z -> c.get(z) + " x" + z).collect(Collectors.joining(" + "));
    }

    private tilewright.isl.Set parse(String body) {
        return tilewright.isl.Set.parse(dependences.context(), parameters() + "{ " + body + " }");
    }

    private String parameters() {
        return nest.parameters().isEmpty() ? "" : "[" + String.join(", ", nest.parameters()) + "] -> ";
    }

    private tilewright.isl.Map onShared(String statement) {
        PlacedStatement placed = nest.statement(statement);
        List<String> variables = placed.loopVariables().subList(batch.size(), batch.size() + shared.size());
        return tilewright.isl.Map.parse(
                dependences.context(),
                parameters() + "{ " + SetNotation.tuple(placed) + " -> [" + String.join(", ", variables) + "] }");
    }

    private Rewriting rewritten(List<Integer> c) {
        String wave = freshName();
        Node.Loop innermost = shared.getLast();
        Map<String, Affine> values = new HashMap<>();
        List<Affine> offsets = new ArrayList<>();
        for (int z = 0; z < c.size() - 1; z++) {
            Affine offset = combination(skew(z).subList(0, z), values);
            String variable = shared.get(z).variable();
            offsets.add(offset);
            values.put(variable, Affine.variable(variable).minus(offset));
        }
        Affine value = Affine.variable(wave).minus(combination(c.subList(0, c.size() - 1), values));
        Condition inside = Condition.and(List.of(
                new Condition.Compare(
                        value, Condition.Relation.GE, innermost.lower().substitute(values)),
                new Condition.Compare(
                        value, Condition.Relation.LE, innermost.upper().substitute(values))));
        values.put(innermost.variable(), value);
        List<Node> body = List.of(
                new Node.Guard(inside, Substitution.in(innermost.body(), values), List.of(), innermost.position()));
        for (int z = shared.size() - 2; z >= 0; z--) {
            Node.Loop loop = shared.get(z);
            Affine lower = loop.lower().substitute(values).plus(offsets.get(z));
            Affine upper = loop.upper().substitute(values).plus(offsets.get(z));
            body = List.of(new Node.Loop(loop.variable(), lower, upper, 1, body, loop.position()));
        }
        LoopRange range = range(c);
        body = List.of(new Node.Loop(
                wave, range.first(), range.last(), 1, body, shared.getFirst().position()));
        for (Node.Loop loop : batch.reversed()) {
            body = List.of(new Node.Loop(loop.variable(), loop.lower(), loop.upper(), 1, body, loop.position()));
        }
        LoopNest skewed = new LoopNest(
                nest.name(), nest.parameters(), nest.arrays(), nest.assumptions(), List.of(), body, nest.associative());
        Map<String, Map<String, Affine>> original = new HashMap<>();
        nest.statements().forEach(s -> original.put(s.statement().id(), values));
        return new Rewriting(skewed, original);
    }

    /** A sum of multiples of the outermost loops' variables, in terms of the new ones. */
    private Affine combination(List<Integer> c, Map<String, Affine> values) {
        Affine sum = Affine.constant(0);
        for (int z = 0; z < c.size(); z++) {
            if (c.get(z) != 0) {
                Affine variable = Affine.variable(shared.get(z).variable()).substitute(values);
                sum = sum.plus(variable.times(c.get(z)));
            }
        }
        return sum;
    }

    /** Smallest and largest value of w. */
    private LoopRange range(List<Integer> c) {
        tilewright.isl.Set waves = null;
        for (PlacedStatement placed : nest.statements()) {
            String product = IntStream.range(0, c.size())
                    .mapToObj(z -> c.get(z) + " " + placed.loopVariables().get(batch.size() + z))
                    .collect(Collectors.joining(" + "));
            tilewright.isl.Map wave = tilewright.isl.Map.parse(
                    dependences.context(), parameters() + "{ " + SetNotation.tuple(placed) + " -> [" + product + "] }");
            tilewright.isl.Set own = dependences.domain(placed.statement().id()).apply(wave);
            waves = waves == null ? own : waves.union(own);
        }
        if (waves == null) {
            throw new IllegalStateException("a nest without statements");
        }
        return LoopRange.ofLast(waves.setDimName(Dim.SET, 0, "w"));
    }

    private String freshName() {
        Set<String> taken = FreshName.taken(nest);
        nest.statements().forEach(s -> taken.addAll(s.loopVariables()));
        return FreshName.underscored("wave", taken::add);
    }
}
