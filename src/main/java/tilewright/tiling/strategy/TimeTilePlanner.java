package tilewright.tiling.strategy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.Set;
import tilewright.locality.ArrayBounds;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.model.SetNotation;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Strategy;
import tilewright.tiling.plan.TimeShape;
import tilewright.tiling.plan.TimeTile;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.AstExpressions;
import tilewright.tiling.space.BlockSpace;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRange;
import tilewright.tiling.space.LoopRole;

/**
 * Plans that run several iterations of a stencil's time loop per load of a block: {@link TimeTile}.
 *
 * <p>Legal for every {@link Stencil}, whatever the sizes: a block finds every value that its own elements depend on
 * within itself and its halo. Block sizes are those of a block's own elements; the halo comes on top.
 */
public final class TimeTilePlanner implements FamilyPlanner {
    public static final String NAME = "time tiles";
    /** The same of sweeps of their own. */
    public static final String SWEEPS = "planes";

    private final Dependences dependences;
    private final Stencil stencil;
    private final TimeShape shape;
    private final List<LoopRole> roles;
    private final FamilyPlanner launched;

    /** @param launched plans without time tiles, for where blocks that stay do not fit the device */
    TimeTilePlanner(Dependences dependences, Stencil stencil, FamilyPlanner launched) {
        this.dependences = dependences;
        this.launched = launched;
        this.stencil = stencil;
        this.shape = stencil.shape(dependences.nest());
        List<LoopRole> found = new ArrayList<>(stencil.sweep() ? List.of() : List.of(LoopRole.HOST_BLOCKS));
        stencil.space().forEach(_ -> found.add(LoopRole.PARALLEL));
        this.roles = List.copyOf(found);
    }

    @Override
    public List<LoopRole> roles() {
        return roles;
    }

    /** The family of all plans of the stencil, known before any is made. */
    Family family() {
        List<Integer> free = IntStream.range(0, roles.size())
                .filter(z -> roles.get(z) == LoopRole.PARALLEL)
                .boxed()
                .toList();
        List<String> statements =
                stencil.sweeps().stream().map(s -> s.placed().statement().id()).toList();
        Family.PieceShape blocks = new Family.PieceShape(free, true, statements, places());
        Family.Level level = new Family.Level(description(), List.of(blocks));
        return new Family(name(), roles, List.of(level), List.of(), rule(), shape);
    }

    /** What a point has written is in its own part of a block's box; all else blocks look up. */
    private List<Family.Place> places() {
        java.util.Set<String> targets =
                stencil.sweeps().stream().map(Stencil.Sweep::target).collect(Collectors.toSet());
        List<Family.Place> places = new ArrayList<>();
        for (Stencil.Sweep sweep : stencil.sweeps()) {
            for (Access access : sweep.placed().statement().accesses()) {
                List<Affine> indices = BlockElements.indices(dependences, sweep.placed(), access);
                boolean own = targets.contains(access.array())
                        && sweep.offsets().getOrDefault(access.index(), List.of()).stream()
                                .allMatch(o -> o == 0);
                places.add(new Family.Place(
                        sweep.placed().statement().id(),
                        access.index(),
                        own ? Strategy.OWN : Strategy.DIRECT,
                        indices,
                        own ? indices : null,
                        own));
            }
        }
        return places;
    }

    private String name() {
        return stencil.sweep() ? SWEEPS : NAME;
    }

    private String description() {
        if (stencil.sweep()) {
            return "all points, plane by plane";
        }
        return "r1 iterations of " + stencil.time() + " in every block";
    }

    private String rule() {
        String distances = stencil.arrays().stream()
                .filter(a -> !a.neighbours().isEmpty())
                .map(a -> a.array() + " at distance up to " + farthest(a))
                .collect(Collectors.joining(", "));
        if (stencil.sweep()) {
            return "no iteration depends on another one, and each reads at constant distances of its point ("
                    + distances + "): blocks go through planes, of which they hold those that they read";
        }
        return "within an iteration of " + stencil.time()
                + " no statement depends on itself or on a later one, and each"
                + " reads what others write at constant distances (" + distances
                + "): a block that also computes a halo of their sum needs no value of another block";
    }

    private static int farthest(Stencil.Held array) {
        return array.neighbours().stream()
                .flatMap(List::stream)
                .mapToInt(Math::abs)
                .max()
                .orElse(0);
    }

    @Override
    public boolean accepts(Candidate candidate) {
        if (stencil.sweep()) {
            return candidate.options().advancesByPlanes();
        }
        return candidate.options().resident()
                ? launched.accepts(candidate.launched())
                : candidate.block().getFirst() > 1 || candidate.streams();
    }

    @Override
    public Outline outline(Candidate candidate) {
        Optional<String> objection = shape.objection(candidate);
        if (objection.isPresent()) {
            return Outline.illegal(objection.get(), null);
        }
        BlockSpace names = new BlockSpace(dependences, roles, candidate.block(), 0);
        if (candidate.options().resident()) {
            return staying(candidate, dimensions(candidate, names));
        }
        List<TimeTile.Dimension> dimensions = dimensions(candidate, names);
        HostStep step;
        if (stencil.sweep()) {
            Affine once = Affine.constant(0);
            step = launch("_planes", new TimeTile.Time(stencil.time(), once, once, null, Condition.TRUE), dimensions);
        } else {
            String turn = names.host().getFirst().name();
            int steps = candidate.block().getFirst();
            step = loop(turn, steps, launch("_time", time(turn, steps), dimensions));
        }
        Plan plan = new Plan(dependences.nest(), candidate, family(), rule(), List.of(step));
        return new Outline.Legal(plan.family(), () -> plan);
    }

    private HostStep launch(String suffix, TimeTile.Time time, List<TimeTile.Dimension> dimensions) {
        return new HostStep.Launch(
                PlanBuilder.identifier(dependences.nest().name()) + suffix,
                description(),
                List.of(tile("with their halo", time, dimensions)));
    }

    private TimeTile tile(String halo, TimeTile.Time time, List<TimeTile.Dimension> dimensions) {
        return new TimeTile(
                "blocks along " + String.join(", ", stencil.space()) + " " + halo,
                time,
                dimensions,
                interior(dimensions),
                stencil.arrays().stream().map(this::held).toList(),
                stencil.sweeps().stream().map(this::statement).toList());
    }

    /** A plan without time tiles, and what blocks keep that stay for all iterations. */
    private Outline staying(Candidate candidate, List<TimeTile.Dimension> dimensions) {
        LoopRange all = LoopRange.ofLast(stencil.iterations());
        Affine last = simple(all.last());
        TimeTile boxes = tile(
                "that stay",
                new TimeTile.Time(stencil.time(), simple(all.first()), last, stencil.time(), Condition.TRUE),
                dimensions);
        return switch (launched.plan(candidate.launched())) {
            case Verdict.Legal legal
            when legal.plan().host().size() == 1
                    && legal.plan().host().getFirst() instanceof HostStep.HostLoop loop -> {
                Plan plan = new Plan(dependences.nest(), candidate, family(), rule(), List.of(loop.with(boxes)));
                yield new Outline.Legal(plan.family(), () -> plan);
            }
            case Verdict.Legal _ ->
                Outline.illegal("no loop of the host runs all iterations of " + stencil.time(), null);
            case Verdict.Illegal illegal -> Outline.illegal(illegal.reason(), illegal.dependence());
        };
    }

    /** Launches come in pairs, so that results end up in the arrays themselves; the last one may have nothing to do. */
    private HostStep loop(String turn, int steps, HostStep launch) {
        LoopRange all = LoopRange.ofLast(stencil.iterations());
        Affine pairs = all.last().minus(all.first()).floorDiv(2L * steps);
        return new HostStep.HostLoop(
                turn, Affine.constant(0), simple(pairs.times(2).plus(1)), List.of(launch));
    }

    private TimeTile.Time time(String turn, int steps) {
        LoopRange all = LoopRange.ofLast(stencil.iterations());
        Affine first = simple(Affine.variable(turn).times(steps).plus(all.first()));
        Affine last = simple(first.plus(steps - 1L));
        Condition ends = Condition.and(List.of(
                new Condition.Compare(first, Condition.Relation.LE, all.last()),
                new Condition.Compare(last, Condition.Relation.GE, all.last())));
        return new TimeTile.Time(stencil.time(), first, new Affine.Min(List.of(last, all.last())), turn, ends);
    }

    private List<TimeTile.Dimension> dimensions(Candidate candidate, BlockSpace names) {
        List<TimeShape.Side> box = shape.box(candidate);
        List<TimeTile.Dimension> dimensions = new ArrayList<>();
        for (int d = 0; d < box.size(); d++) {
            TimeShape.Side side = box.get(d);
            Bounds bounds = bounds(d);
            String block = names.grid().get(d).name();
            Affine size = bounds.upper().minus(bounds.lower());
            boolean whole = side.whole() && bounds.plain();
            Affine first = Affine.variable(block).times(side.own()).plus(bounds.lower());
            dimensions.add(new TimeTile.Dimension(
                    stencil.space().get(d),
                    simple(whole ? first : first.plus(-side.low())),
                    side.extent(),
                    side.low(),
                    side.own(),
                    side.thread(),
                    block,
                    whole
                            ? new Affine.Max(List.of(
                                    Affine.constant(0),
                                    simple(size.plus(side.own() - side.extent()).floorDiv(side.own()))))
                            : simple(size.floorDiv(side.own())),
                    whole));
        }
        return dimensions;
    }

    private record Bounds(Affine lower, Affine upper) {
        /** Whether it is the same for all arrays. */
        boolean plain() {
            return !(lower instanceof Affine.Min) && !(upper instanceof Affine.Max);
        }
    }

    /** What the written arrays cover in one dimension: every element must have a block that copies it, or computes it where nothing of the array is in memory. */
    private Bounds bounds(int dimension) {
        List<ArrayDeclaration.Bounds> inMemory = bounds(dimension, TimeTile.Transfer::isStored);
        List<ArrayDeclaration.Bounds> all = Stream.concat(
                        inMemory.stream(),
                        bounds(dimension, t -> !t.isInMemory()).stream()
                                .filter(b -> inMemory.stream().noneMatch(o -> contains(o, b))))
                .distinct()
                .toList();
        List<Affine> lower = all.stream().map(b -> simple(b.lower())).distinct().toList();
        List<Affine> upper = all.stream().map(b -> simple(b.upper())).distinct().toList();
        return new Bounds(
                lower.size() == 1 ? lower.getFirst() : new Affine.Min(lower),
                upper.size() == 1 ? upper.getFirst() : new Affine.Max(upper));
    }

    private List<ArrayDeclaration.Bounds> bounds(int dimension, Predicate<TimeTile.Transfer> which) {
        return stencil.arrays().stream()
                .filter(a -> which.test(a.transfer()))
                .map(a -> dependences.nest().array(a.array()).bounds().get(dimension))
                .toList();
    }

    /** Whether bounds are known to lie within others. */
    private static boolean contains(ArrayDeclaration.Bounds outer, ArrayDeclaration.Bounds inner) {
        LinearForm below = LinearForm.of(inner.lower().minus(outer.lower()));
        LinearForm above = LinearForm.of(outer.upper().minus(inner.upper()));
        return below.isConstant() && below.constant() >= 0 && above.isConstant() && above.constant() >= 0;
    }

    private static Affine simple(Affine affine) {
        return LinearForm.of(affine).toAffine();
    }

    private TimeTile.HeldArray held(Stencil.Held held) {
        Set written = stencil.sweeps().stream()
                .filter(s -> s.target().equals(held.array()))
                .map(this::points)
                .reduce(Set::union)
                .orElse(null);
        return new TimeTile.HeldArray(
                held.array(),
                held.transfer(),
                written == null ? Condition.FALSE : condition(written.coalesce()),
                held.neighbours());
    }

    private TimeTile.TimedStatement statement(Stencil.Sweep sweep) {
        return new TimeTile.TimedStatement(
                sweep.placed().statement(),
                sweep.coordinates(),
                condition(points(sweep)),
                sweep.bulk(),
                sweep.offsets());
    }

    /**
     * Where a statement runs, as far as what it touches are elements: in {@code double a[100]} a loop to N has more points for
     * sizes at which the nest itself is wrong, and no block owns them.
     */
    private Set points(Stencil.Sweep sweep) {
        Set points = sweep.points();
        for (Access access : ArrayBounds.evaluated(sweep.placed())) {
            List<Integer> offset = access.index() == 1
                    ? Collections.nCopies(stencil.space().size(), 0)
                    : sweep.offsets().get(access.index());
            if (offset != null) {
                Set elements = elements(access.array(), offset);
                points = points.isSubset(elements)
                        ? points
                        : points.intersect(elements).coalesce();
            }
        }
        return points;
    }

    private Condition condition(Set points) {
        Set named = points;
        for (int d = 0; d < stencil.space().size(); d++) {
            named = named.setDimName(tilewright.isl.Dim.SET, d, stencil.space().get(d));
        }
        return AstExpressions.within(named, Set.universe(named.getSpace()));
    }

    private Condition interior(List<TimeTile.Dimension> dimensions) {
        if (stencil.sweeps().stream().noneMatch(Stencil.Sweep::bulk)) {
            return Condition.FALSE;
        }
        tilewright.isl.Map box = parseMap(box(dimensions));
        List<Set> outside = new ArrayList<>();
        for (Stencil.Sweep sweep : stencil.sweeps()) {
            outside.add(sweep.bulk() ? points(sweep).complement() : points(sweep));
        }
        List<Integer> here = Collections.nCopies(stencil.space().size(), 0);
        stencil.arrays().stream()
                .filter(a -> a.transfer().isInMemory())
                .forEach(a -> outside.add(elements(a.array(), here).complement()));
        Set bad = outside.stream()
                .map(o -> box.intersectRange(o).domain())
                .reduce(Set::union)
                .orElseThrow();
        Set good = bad.coalesce().complement().coalesce();
        for (int d = 0; d < dimensions.size(); d++) {
            good = good.setDimName(tilewright.isl.Dim.SET, d, dimensions.get(d).block());
        }
        return AstExpressions.within(good, Set.universe(good.getSpace()));
    }

    private static String box(List<TimeTile.Dimension> dimensions) {
        String blocks = dimensions.stream().map(TimeTile.Dimension::block).collect(Collectors.joining(", "));
        String points = dimensions.stream().map(TimeTile.Dimension::variable).collect(Collectors.joining(", "));
        String limits = dimensions.stream()
                .map(d -> SetNotation.of(d.base()) + " <= " + d.variable() + " < " + SetNotation.of(d.base()) + " + "
                        + d.extent())
                .collect(Collectors.joining(" and "));
        return "{ [" + blocks + "] -> [" + points + "] : " + limits + " }";
    }

    /** The points that are elements of an array when they are moved by an offset. */
    private Set elements(String array, List<Integer> offset) {
        List<ArrayDeclaration.Bounds> bounds = dependences.nest().array(array).bounds();
        List<String> limits = new ArrayList<>();
        for (int d = 0; d < bounds.size(); d++) {
            limits.add(SetNotation.between(
                    bounds.get(d).lower(),
                    Affine.variable(stencil.space().get(d)).plus(offset.get(d)),
                    bounds.get(d).upper()));
        }
        return Set.parse(
                context(),
                parameters() + "{ [" + String.join(", ", stencil.space()) + "] : " + String.join(" and ", limits)
                        + " }");
    }

    private tilewright.isl.Map parseMap(String body) {
        return tilewright.isl.Map.parse(context(), parameters() + body);
    }

    private Context context() {
        return dependences.context();
    }

    private String parameters() {
        return new SetNotation(dependences.nest()).parameters();
    }
}
