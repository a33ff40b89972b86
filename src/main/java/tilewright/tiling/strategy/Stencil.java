package tilewright.tiling.strategy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.isl.Dim;
import tilewright.isl.Scope;
import tilewright.isl.Set;
import tilewright.kernel.GenerationLimits;
import tilewright.locality.ArrayBounds;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Expression;
import tilewright.model.FreshName;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.tiling.plan.TimeShape;
import tilewright.tiling.plan.TimeTile;
import tilewright.tiling.space.ConstantLoops;
import tilewright.tiling.space.OrderCheck;

/**
 * What makes a nest a stencil, found from its accesses and dependences: one outer time loop; in each of its iterations the
 * statements run one after another, each at all its points in parallel; a point is the element that it writes, and
 * the elements it reads of the arrays that are written lie at constant distances from it.
 *
 * <p>Or a sweep of its own, without a time loop: no iteration depends on another one but at its own point.
 *
 * @param time variable of the time loop; a name of no loop where there is none
 * @param sweep whether there is none
 * @param iterations of the time loop: a set of one dimension; of one element where there is none
 * @param space names of the dimensions of a point
 */
public record Stencil(
        String time, boolean sweep, Set iterations, List<String> space, List<Sweep> sweeps, List<Held> arrays) {
    /** What a sweep of its own has in place of a time loop's variable. */
    private static final String SWEEP = "sweep";

    /**
     * One statement.
     *
     * @param points where it runs, as elements of its target; the same in every iteration of the time loop
     * @param coordinates its loop variables in terms of the point
     * @param bulk whether its points have all dimensions
     * @param offsets by number of the access, where the held element lies, seen from the point
     */
    public record Sweep(
            PlacedStatement placed,
            Set points,
            Map<String, Affine> coordinates,
            boolean bulk,
            Map<Integer, List<Integer>> offsets) {
        String target() {
            return placed.statement().target().array();
        }
    }

    /** An array whose elements blocks hold. */
    public record Held(String array, TimeTile.Transfer transfer, List<List<Integer>> neighbours) {}

    public static Optional<Stencil> of(Dependences dependences) {
        List<PlacedStatement> statements = dependences.nest().statements();
        List<String> asWritten =
                statements.stream().map(p -> p.statement().id()).toList();
        boolean ordered = new OrderCheck(dependences)
                .violatedBySequential(dependences.dependences(), List.of(0), asWritten)
                .isEmpty();
        if (dependences.silentRemoved() || !shareOuterLoop(statements) || !ordered) {
            return Optional.empty();
        }
        return new Reader(dependences, true).read();
    }

    /**
     * A nest as a sweep of its own; empty where rows are known to be short, as those of the colours of a pixel: threads take rows of planes piece by piece.
     *
     * @param dependences of a nest all of whose loops are parallel
     */
    public static Optional<Stencil> ofSweep(Dependences dependences) {
        int depth = dependences.loops().size();
        if (depth < TimeShape.STREAMED_DIMENSIONS || hasShortRows(dependences, depth - 1)) {
            return Optional.empty();
        }
        boolean whole = dependences.nest().statements().stream()
                .allMatch(p -> p.depth() == depth && p.loops().stream().allMatch(l -> l.step() == 1));
        OrderCheck order = new OrderCheck(dependences);
        boolean apart = IntStream.range(0, depth).allMatch(order::isStill);
        return whole && apart && !dependences.silentRemoved()
                ? new Reader(dependences, false).read()
                : Optional.empty();
    }

    private static boolean hasShortRows(Dependences dependences, int loop) {
        int row = new ConstantLoops(dependences).extent(loop);
        return row > 0 && row < GenerationLimits.ROW_ALIGNMENT;
    }

    /** Whether it may be that sweeps over three dimensions or more stand in other loops: an array of as many is read at several places along its first dimension. */
    public static boolean mayReadAcrossPlanes(LoopNest nest) {
        Map<String, java.util.Set<Affine>> planes = new HashMap<>();
        nest.statements().stream()
                .filter(p -> p.depth() > TimeShape.STREAMED_DIMENSIONS)
                .flatMap(p -> p.statement().accesses().stream().skip(1))
                .filter(a -> a.indices().size() >= TimeShape.STREAMED_DIMENSIONS)
                .forEach(a -> planes.computeIfAbsent(a.array(), _ -> new HashSet<>())
                        .add(a.indices().getFirst()));
        return planes.values().stream().anyMatch(p -> p.size() > 1);
    }

    /** The same, to be used when the scope is closed. */
    Stencil promoted(Scope scope) {
        scope.promote(iterations);
        sweeps.forEach(s -> scope.promote(s.points()));
        return this;
    }

    private static boolean shareOuterLoop(List<PlacedStatement> statements) {
        PlacedStatement first = statements.getFirst();
        return statements.stream()
                .allMatch(s -> s.depth() > 1
                        && s.order().getFirst().equals(first.order().getFirst())
                        && s.loops().getFirst().step() == 1);
    }

    /** What the size of its tiles depends on. */
    public TimeShape shape(LoopNest nest) {
        return new TimeShape(
                space,
                arrays.stream()
                        .map(a -> new TimeShape.Array(
                                a.array(), nest.array(a.array()).type(), a.transfer(), a.neighbours()))
                        .toList(),
                sweeps.stream().map(Stencil::shape).toList(),
                sweep);
    }

    private static TimeShape.Sweep shape(Sweep sweep) {
        List<TimeShape.Read> reads = new ArrayList<>();
        for (Access access : sweep.placed().statement().accesses()) {
            List<Integer> offset = sweep.offsets().get(access.index());
            if (offset != null && access.index() > 1) {
                reads.add(new TimeShape.Read(access.array(), offset));
            }
        }
        return new TimeShape.Sweep(sweep.placed().statement().id(), sweep.target(), reads);
    }

    /** Reads a nest as a stencil, as far as it is one. */
    private static final class Reader {
        private final Dependences dependences;
        private final List<String> space;
        private final boolean timed;
        private final String time;
        private final java.util.Set<String> written = new LinkedHashSet<>();

        /** @param timed whether the outermost loop is the time loop, or there is none */
        Reader(Dependences dependences, boolean timed) {
            this.dependences = dependences;
            this.timed = timed;
            List<String> loops = dependences.loops();
            this.space = timed ? loops.subList(1, loops.size()) : loops;
            this.time = timed
                    ? loops.getFirst()
                    : FreshName.underscored(
                            SWEEP,
                            name -> !loops.contains(name)
                                    && FreshName.taken(dependences.nest()).add(name));
            dependences
                    .nest()
                    .statements()
                    .forEach(s -> written.add(s.statement().target().array()));
        }

        Optional<Stencil> read() {
            List<Sweep> sweeps = new ArrayList<>();
            Set iterations = iterations();
            for (PlacedStatement placed : dependences.nest().statements()) {
                Map<String, Affine> coordinates = coordinates(placed);
                Map<Integer, List<Integer>> offsets = offsets(placed);
                if (coordinates.isEmpty()
                        || offsets.isEmpty()
                        || dividesIntegers(placed)
                        || leavesArrays(placed, offsets.keySet())) {
                    return Optional.empty();
                }
                Set whole = dependences.domain(placed.statement().id()).apply(toTimeAndPoint(placed));
                Set points = whole.projectOut(Dim.SET, 0, 1)
                        .gistParams(iterations.params())
                        .coalesce();
                if (!iterations.flatProduct(points).isEqual(whole)) {
                    return Optional.empty();
                }
                sweeps.add(new Sweep(placed, points, coordinates, isBulk(placed), offsets));
            }
            List<Held> held = held(sweeps);
            return held.stream().allMatch(h -> timed || isOfSweep(h, sweeps))
                    ? Optional.of(new Stencil(time, !timed, iterations, space, sweeps, held))
                    : Optional.empty();
        }

        /** Statements of a sweep that read what it writes in place do so before any of them writes it. */
        private boolean isOfSweep(Held held, List<Sweep> sweeps) {
            if (held.transfer() != TimeTile.Transfer.IN_PLACE) {
                return true;
            }
            boolean changed = false;
            for (Sweep sweep : sweeps) {
                boolean reads = sweep.placed().statement().accesses().stream()
                        .skip(1)
                        .anyMatch(a -> a.array().equals(held.array()));
                if (changed && reads || !held.neighbours().isEmpty()) {
                    return false;
                }
                changed |= sweep.target().equals(held.array());
            }
            return true;
        }

        private Set iterations() {
            if (!timed) {
                return Set.parse(
                        dependences.context(),
                        new SetNotation(dependences.nest()).parameters() + "{ [" + time + "] : " + time + " = 0 }");
            }
            Node.Loop loop = dependences.nest().statements().getFirst().loops().getFirst();
            return Set.parse(
                    dependences.context(),
                    new SetNotation(dependences.nest()).parameters() + "{ [" + time + "] : "
                            + SetNotation.between(loop.lower(), Affine.variable(time), loop.upper())
                            + " }");
        }

        private tilewright.isl.Map toTimeAndPoint(PlacedStatement placed) {
            List<Affine> timeAndPoint = new ArrayList<>();
            timeAndPoint.add(timed ? Affine.variable(placed.loopVariables().getFirst()) : Affine.constant(0));
            timeAndPoint.addAll(placed.statement().target().indices());
            return tilewright.isl.Map.parse(
                    dependences.context(),
                    new SetNotation(dependences.nest()).parameters()
                            + SetNotation.map(SetNotation.tuple(placed), "", timeAndPoint));
        }

        /**
         * The loop variables in terms of the element that the statement writes; empty where they are not determined by
         * it, or where a loop runs along another dimension than the common loop at its depth.
         */
        private Map<String, Affine> coordinates(PlacedStatement placed) {
            List<Affine> element = placed.statement().target().indices();
            if (element.size() != space.size()) {
                return Map.of();
            }
            Map<String, Affine> coordinates = new LinkedHashMap<>();
            int first = timed ? 1 : 0;
            if (timed) {
                coordinates.put(placed.loopVariables().getFirst(), Affine.variable(time));
            }
            for (int d = 0; d < element.size(); d++) {
                LinearForm index = LinearForm.of(element.get(d));
                for (int l = first; l < placed.depth(); l++) {
                    String loop = placed.loopVariables().get(l);
                    boolean alone = index.terms().equals(Map.of(Affine.variable(loop), 1L));
                    boolean inOrder = placed.depth() < space.size() + first || l == d + first;
                    if (alone && inOrder && !coordinates.containsKey(loop)) {
                        coordinates.put(loop, Affine.variable(space.get(d)).plus(-index.constant()));
                    }
                }
                boolean fixed = !element.get(d).variables().stream().anyMatch(placed.loopVariables()::contains);
                boolean byLoop = placed.loopVariables().stream()
                        .skip(first)
                        .anyMatch(v -> index.terms().equals(Map.of(Affine.variable(v), 1L)));
                if (!fixed && !byLoop) {
                    return Map.of();
                }
            }
            return coordinates.size() == placed.depth() ? coordinates : Map.of();
        }

        private static boolean isBulk(PlacedStatement placed) {
            return placed.statement().target().indices().stream()
                    .allMatch(i -> i.variables().stream().anyMatch(placed.loopVariables()::contains));
        }

        /** Garbage beyond the halo must not stop the program. */
        private boolean dividesIntegers(PlacedStatement placed) {
            boolean[] found = {false};
            boolean integers =
                    dependences.nest().arrays().stream().anyMatch(a -> !a.type().isFloating());
            placed.statement()
                    .value()
                    .visit(e -> found[0] |= e instanceof Expression.Apply a && a.operator() == Operator.DIV);
            return integers && found[0];
        }

        /** Whether a choice alone keeps a read inside its array, as in {@code merge(a(i), a(i-1), i == 1)}: boxes hold what is read whatever is chosen. */
        private boolean leavesArrays(PlacedStatement placed, java.util.Set<Integer> held) {
            boolean[] chooses = {false};
            placed.statement()
                    .value()
                    .visit(e -> chooses[0] |= e instanceof Expression.Apply a && a.operator() == Operator.MERGE);
            return chooses[0]
                    && placed.statement().accesses().stream()
                            .filter(a -> held.contains(a.index()))
                            .anyMatch(a -> !dependences
                                    .domain(placed.statement().id())
                                    .isSubset(
                                            ArrayBounds.inside(dependences.context(), dependences.nest(), placed, a)));
        }

        /** Constant distances of what is read from what is written; empty where an array that is written has others. */
        private Map<Integer, List<Integer>> offsets(PlacedStatement placed) {
            Map<Integer, List<Integer>> offsets = new LinkedHashMap<>();
            List<Affine> element = placed.statement().target().indices();
            for (Access access : placed.statement().accesses()) {
                List<Integer> offset = distance(access.indices(), element);
                if (!offset.isEmpty() && (written.contains(access.array()) || isUniform(access.array()))) {
                    offsets.put(access.index(), offset);
                } else if (written.contains(access.array())) {
                    return Map.of();
                }
            }
            return offsets;
        }

        /** Whether all reads of an array are at constant distances. */
        private boolean isUniform(String array) {
            return dependences.nest().statements().stream()
                    .allMatch(p -> p.statement().accesses().stream()
                            .filter(a -> a.array().equals(array))
                            .noneMatch(a -> distance(
                                            a.indices(), p.statement().target().indices())
                                    .isEmpty()));
        }

        private static List<Integer> distance(List<Affine> read, List<Affine> element) {
            List<Integer> offset = new ArrayList<>();
            for (int d = 0; d < element.size() && read.size() == element.size(); d++) {
                LinearForm difference = LinearForm.of(read.get(d).minus(element.get(d)));
                if (!difference.isConstant()) {
                    return List.of();
                }
                offset.add(Math.toIntExact(difference.constant()));
            }
            return offset;
        }

        private List<Held> held(List<Sweep> sweeps) {
            Map<String, java.util.Set<List<Integer>>> neighbours = new LinkedHashMap<>();
            for (Sweep sweep : sweeps) {
                for (Access access : sweep.placed().statement().accesses()) {
                    List<Integer> offset = sweep.offsets().get(access.index());
                    if (offset != null) {
                        java.util.Set<List<Integer>> found =
                                neighbours.computeIfAbsent(access.array(), _ -> new LinkedHashSet<>());
                        if (offset.stream().anyMatch(o -> o != 0)) {
                            found.add(offset);
                        }
                    }
                }
            }
            return neighbours.entrySet().stream()
                    .map(e -> new Held(e.getKey(), transfer(e.getKey(), sweeps), List.copyOf(e.getValue())))
                    .toList();
        }

        private TimeTile.Transfer transfer(String array, List<Sweep> sweeps) {
            if (!written.contains(array)) {
                return TimeTile.Transfer.READ_ONLY;
            }
            Set elements = sweeps.stream()
                    .filter(s -> s.target().equals(array))
                    .map(Sweep::points)
                    .reduce(Set::union)
                    .orElseThrow();
            boolean recomputed = sweeps.stream()
                    .allMatch(s -> s.placed().statement().accesses().stream()
                            .skip(1)
                            .filter(a -> a.array().equals(array))
                            .allMatch(a -> readsOnlyOwnIteration(s, a, elements)));
            if (recomputed) {
                return isWithin(array, sweeps) ? TimeTile.Transfer.WITHIN : TimeTile.Transfer.RECOMPUTED;
            }
            return timed ? TimeTile.Transfer.CARRIED : TimeTile.Transfer.IN_PLACE;
        }

        /** Whether an array is the nest's own, and the first statement that accesses it writes it alone. */
        private boolean isWithin(String array, List<Sweep> sweeps) {
            tilewright.model.Statement first = sweeps.stream()
                    .map(s -> s.placed().statement())
                    .filter(s -> s.accesses().stream().anyMatch(a -> a.array().equals(array)))
                    .findFirst()
                    .orElseThrow();
            return dependences.nest().array(array).local()
                    && first.accesses().stream()
                                    .filter(a -> a.array().equals(array))
                                    .count()
                            == 1
                    && first.target().array().equals(array);
        }

        /** Whether each read of an element that is ever written finds a value of the same iteration of the time loop. */
        private boolean readsOnlyOwnIteration(Sweep sweep, Access access, Set elements) {
            String id = sweep.placed().statement().id();
            tilewright.isl.Map reads = tilewright.isl.Map.parse(
                    elements.context(),
                    new SetNotation(dependences.nest()).parameters()
                            + SetNotation.map(SetNotation.tuple(sweep.placed()), "", access.indices()));
            Set reading = reads.intersectRange(elements).domain().intersect(dependences.domain(id));
            for (Dependence flow : dependences.ofKind(Dependence.Kind.FLOW)) {
                if (flow.sink().equals(id) && flow.access() == access.index()) {
                    reading = reading.subtract(
                            timed
                                    ? flow.relation()
                                            .equate(Dim.IN, 0, Dim.OUT, 0)
                                            .range()
                                    : flow.relation().range());
                }
            }
            return reading.isEmpty();
        }
    }
}
