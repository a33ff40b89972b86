package tilewright.tiling.window;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LoopNest;
import tilewright.model.sets.ConditionProver;
import tilewright.model.sets.ConditionSets;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.rewrite.NewNames;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

/**
 * Plans for a device that holds a few square windows of the arrays at a time.
 *
 * <p>A plan whose host runs over the blocks of one sequential loop is legal with large blocks as well as with small ones, if it is with both. So the
 * blocks of the large plan become windows, w values of every loop each, and inside of each of them the steps of the small plan run, as far as their blocks lie
 * in it:
 *
 * <pre>
 * for kb { diagonal; panels; rest }
 *
 * for kb_w                           windows of w iterations
 *   for kb in kb_w { diagonal; panels; rest, inside of window (kb_w, kb_w) }
 *   for ib_w /= kb_w: for kb in kb_w { panels, rest, inside of window (ib_w, kb_w) }
 *   for jb_w /= kb_w: for kb in kb_w { panels, rest, inside of window (kb_w, jb_w) }
 *   for ib_w, jb_w /= kb_w: for kb in kb_w { rest, inside of window (ib_w, jb_w) }
 * </pre>
 *
 * That is another order, which {@link PlanCheck} proves as that of any plan.
 */
public final class WindowPlanner {
    private final Plan small;
    private final Plan large;
    private final Candidate candidate;
    private final int window;
    private final Map<String, Affine> renamed = new LinkedHashMap<>();
    private final Set<String> launches = new LinkedHashSet<>();

    private WindowPlanner(Plan small, Plan large, Candidate candidate) {
        this.small = small;
        this.large = large;
        this.candidate = candidate;
        this.window = candidate.options().window();
    }

    /** A block of the large plan that the steps inside are cut to. */
    private record Cut(Map<String, Affine> windows, List<Condition> known) {
        Cut(Map<String, Affine> windows, List<Condition> known) {
            this.windows = Collections.unmodifiableMap(new LinkedHashMap<>(windows));
            this.known = List.copyOf(known);
        }

        Cut knowing(Condition condition) {
            List<Condition> more = new ArrayList<>(known);
            more.add(condition);
            return new Cut(windows, more);
        }
    }

    /** The candidate whose blocks are the windows. */
    public static Candidate ofWindows(Candidate candidate, List<LoopRole> roles) {
        int window = candidate.options().window();
        List<Integer> block = new ArrayList<>();
        List<Integer> thread = new ArrayList<>();
        for (int z = 0; z < roles.size(); z++) {
            block.add(window);
            thread.add(
                    roles.get(z) == LoopRole.PARALLEL
                            ? candidate.thread().get(z)
                                    * (window / candidate.block().get(z))
                            : 1);
        }
        return new Candidate(block, thread, new Candidate.Options(1, 1));
    }

    /** Why a plan has no windows, or nothing. */
    public static Optional<String> obstacle(Plan small, LoopNest written, Candidate candidate) {
        int window = candidate.options().window();
        List<LoopRole> roles = small.family().roles();
        boolean blocked = Collections.frequency(roles, LoopRole.HOST_BLOCKS) == 1
                && roles.stream().allMatch(r -> r == LoopRole.HOST_BLOCKS || r == LoopRole.PARALLEL);
        boolean one = small.nest() == written && small.host().size() == 1;
        if (!blocked || !one || !(small.host().getFirst() instanceof HostStep.HostLoop)) {
            return Optional.of(
                    "windows of arrays are for programs whose host runs over blocks of one sequential loop, in levels"
                            + " such as diagonal, panels and rest; this one is "
                            + (one
                                    ? small.family().name() + " with loops "
                                            + roles.stream()
                                                    .map(r -> r.name().toLowerCase(java.util.Locale.ROOT))
                                                    .toList()
                                    : "of several parts, or has temporaries"));
        }
        return IntStream.range(0, roles.size())
                .mapToObj(z -> candidate.block().get(z))
                .filter(b -> window % b != 0)
                .findFirst()
                .map(b -> "windows of " + window + " are not made of whole blocks of " + b + "; choose a multiple");
    }

    /**
     * The plan.
     *
     * @param small of the candidate without windows
     * @param large of {@link #ofWindows}
     * @param candidate with a window
     */
    public static Verdict plan(Plan small, Plan large, Candidate candidate) {
        return new WindowPlanner(small, large, candidate).plan();
    }

    private Verdict plan() {
        HostStep.HostLoop loop = (HostStep.HostLoop) small.host().getFirst();
        if (large.host().size() != 1 || !(large.host().getFirst() instanceof HostStep.HostLoop outer)) {
            return new Verdict.Illegal("blocks of " + window + " values of each loop have another form of plan", null);
        }
        NewNames names = new NewNames(small.nest());
        variables(small.host()).forEach(names::fresh);
        String sequential = names.fresh(outer.variable() + "_w");
        renamed.put(outer.variable(), Affine.variable(sequential));
        small.launches().forEach(l -> launches.add(l.name()));
        List<HostStep> body = new ArrayList<>();
        Condition steps = between(outer.first(), sequential, outer.last());
        for (HostStep level : outer.body()) {
            if (!(level instanceof HostStep.Launch launch)
                    || launch.pieces().size() != launch.blocks().size()) {
                return new Verdict.Illegal(
                        "blocks of " + window + " values of each loop have another form of plan", null);
            }
            for (Piece piece : launch.pieces()) {
                body.addAll(inWindows(piece, loop, sequential, steps, names));
            }
        }
        HostStep windows = new HostStep.HostLoop(
                sequential,
                outer.first().substitute(renamed),
                outer.last().substitute(renamed),
                body,
                null,
                Condition.TRUE);
        Plan plan = new Plan(small.nest(), candidate, small.family(), small.rule(), List.of(windows));
        return Windows.obstacle(plan)
                .<Verdict>map(o -> new Verdict.Illegal(o, null))
                .orElseGet(() -> new Verdict.Legal(plan));
    }

    /** The steps in the windows that are blocks of a piece of the large plan. */
    private List<HostStep> inWindows(
            Piece piece, HostStep.HostLoop loop, String sequential, Condition steps, NewNames names) {
        Map<String, Affine> coordinates = new LinkedHashMap<>(renamed);
        List<Piece.GridDimension> free = new ArrayList<>();
        List<Condition> known = new ArrayList<>(List.of(steps));
        for (Piece.GridDimension dimension : piece.grid()) {
            if (dimension.first().equals(dimension.last())) {
                coordinates.put(dimension.variable(), dimension.first().substitute(coordinates));
            } else {
                String variable = windowVariable(dimension.variable(), names);
                coordinates.put(dimension.variable(), Affine.variable(variable));
                Piece.GridDimension named = new Piece.GridDimension(
                        variable,
                        dimension.first().substitute(coordinates),
                        dimension.last().substitute(coordinates));
                free.add(named);
                known.add(between(named.first(), variable, named.last()));
            }
        }
        Condition exists = piece.member().substitute(coordinates);
        known.add(exists);
        Map<String, Affine> windows = new LinkedHashMap<>();
        piece.points().forEach(p -> windows.put(p.variable(), coordinates.get(coordinate(p))));
        int inside = window / candidate.block().get(small.family().roles().indexOf(LoopRole.HOST_BLOCKS));
        Affine least = Affine.variable(sequential).times(inside);
        Affine most = least.plus(inside - 1L);
        Cut cut = new Cut(windows, known);
        HostStep.HostLoop cutLoop = new HostStep.HostLoop(
                loop.variable(), greatest(loop.first(), least, cut), least(loop.last(), most, cut), List.of());
        List<HostStep> body = cut(loop.body(), cut.knowing(cutLoop.condition()));
        if (body.isEmpty()) {
            return List.of();
        }
        List<HostStep> nested = List.of(cutLoop.with(body));
        for (int d = free.size() - 1; d >= 0; d--) {
            Piece.GridDimension dimension = free.get(d);
            nested = List.of(new HostStep.HostLoop(
                    dimension.variable(),
                    dimension.first(),
                    dimension.last(),
                    nested,
                    null,
                    d == free.size() - 1 ? exists : Condition.TRUE));
        }
        return nested;
    }

    private final Map<String, String> windowVariables = new LinkedHashMap<>();

    /** One name for a coordinate, wherever it is that of windows. */
    private String windowVariable(String coordinate, NewNames names) {
        return windowVariables.computeIfAbsent(coordinate, c -> names.fresh(c + "_w"));
    }

    /** The steps as far as their blocks lie in a window. */
    private List<HostStep> cut(List<HostStep> steps, Cut cut) {
        List<HostStep> kept = new ArrayList<>();
        for (HostStep step : steps) {
            switch (step) {
                case HostStep.HostLoop l -> {
                    List<HostStep> body = cut(l.body(), cut.knowing(l.condition()));
                    if (!body.isEmpty()) {
                        kept.add(l.with(body));
                    }
                }
                case HostStep.Launch l -> {
                    List<Piece> pieces = l.pieces().stream()
                            .flatMap(p -> cut(p, cut).stream())
                            .toList();
                    if (!pieces.isEmpty()) {
                        kept.add(new HostStep.Launch(named(l.name()), l.description() + ", in one window", pieces));
                    }
                }
                case HostStep.AsWritten _ -> throw new IllegalArgumentException("the nest as written has no windows");
            }
        }
        return kept;
    }

    private String named(String launch) {
        String name = launch + "_w";
        for (int number = 2; !launches.add(name); number++) {
            name = launch + "_w" + number;
        }
        return name;
    }

    /** The blocks of a piece that lie in a window; empty where none does. */
    private Optional<Piece> cut(Piece piece, Cut cut) {
        List<Condition> asked = new ArrayList<>();
        List<Condition> known = new ArrayList<>(cut.known());
        List<Piece.GridDimension> grid = new ArrayList<>();
        for (Piece.GridDimension dimension : piece.grid()) {
            Piece.PointDimension points = piece.points().stream()
                    .filter(p -> coordinate(p).equals(dimension.variable()))
                    .findFirst()
                    .orElseThrow();
            Affine window = cut.windows().get(points.variable());
            if (window == null) {
                throw new IllegalArgumentException("no windows along " + points.variable());
            }
            int blocks = this.window / points.extent();
            Affine least = window.times(blocks);
            Affine most = least.plus(blocks - 1L);
            Condition whole = between(dimension.first(), dimension.variable(), dimension.last());
            known.add(whole);
            if (dimension.first().equals(dimension.last())) {
                grid.add(dimension);
                asked.add(between(least, dimension.variable(), most));
            } else {
                Affine first = greatest(dimension.first(), least, cut);
                Affine last = least(dimension.last(), most, cut);
                grid.add(new Piece.GridDimension(dimension.variable(), first, last));
                known.add(between(least, dimension.variable(), most));
                // Where there is no block, a launch must say so: others ask whether it runs.
                asked.add(new Condition.Compare(first, Condition.Relation.LE, last));
            }
        }
        asked.addAll(0, piece.member().conjuncts());
        if (isImpossible(known, asked)) {
            return Optional.empty();
        }
        return Optional.of(new Piece(
                piece.role(),
                grid,
                needed(known, cut, piece, asked),
                piece.interior(),
                piece.sequential(),
                piece.points(),
                piece.tiles(),
                piece.prologue(),
                piece.statements(),
                piece.epilogue(),
                piece.barriers()));
    }

    /** What does not follow from what is known; of the host's variables, from what is known where the launch may have no blocks. */
    private Condition needed(List<Condition> known, Cut cut, Piece piece, List<Condition> asked) {
        List<String> coordinates =
                piece.grid().stream().map(Piece.GridDimension::variable).toList();
        List<Condition> left = new ArrayList<>();
        asked.forEach(a -> left.addAll(a.conjuncts()));
        for (Condition condition : List.copyOf(left)) {
            List<Condition> others = new ArrayList<>(left);
            others.remove(condition);
            others.add(condition.negated());
            boolean ofHost = condition.variables().stream().noneMatch(coordinates::contains);
            if (ofHost) {
                others.removeIf(c -> c.variables().stream().anyMatch(coordinates::contains));
            }
            if (isImpossible(ofHost ? cut.known() : known, others)) {
                left.remove(condition);
            }
        }
        return Condition.and(left);
    }

    private Affine greatest(Affine one, Affine other, Cut cut) {
        return isImpossible(cut.known(), List.of(new Condition.Compare(one, Condition.Relation.GT, other)))
                ? other
                : isImpossible(cut.known(), List.of(new Condition.Compare(other, Condition.Relation.GT, one)))
                        ? one
                        : Affine.greatest(List.of(one, other));
    }

    private Affine least(Affine one, Affine other, Cut cut) {
        return isImpossible(cut.known(), List.of(new Condition.Compare(one, Condition.Relation.LT, other)))
                ? other
                : isImpossible(cut.known(), List.of(new Condition.Compare(other, Condition.Relation.LT, one)))
                        ? one
                        : Affine.least(List.of(one, other));
    }

    private boolean isImpossible(List<Condition> known, List<Condition> asked) {
        List<Condition> all = new ArrayList<>(known);
        all.addAll(asked);
        Set<String> variables = new LinkedHashSet<>();
        all.forEach(c -> variables.addAll(c.variables()));
        LoopNest nest = small.nest();
        variables.removeAll(nest.parameters());
        return ConditionProver.isImpossible(all, List.copyOf(variables), nest.parameters()::contains);
    }

    /** The coordinate of blocks that a point's place is counted from. */
    private static String coordinate(Piece.PointDimension points) {
        return points.base().variables().iterator().next();
    }

    private static Condition between(Affine first, String variable, Affine last) {
        return ConditionSets.between(first, variable, last);
    }

    private static Set<String> variables(List<HostStep> steps) {
        Set<String> variables = new LinkedHashSet<>();
        for (HostStep step : steps) {
            switch (step) {
                case HostStep.HostLoop l -> {
                    variables.add(l.variable());
                    variables.addAll(variables(l.body()));
                }
                case HostStep.Launch l ->
                    l.blocks().forEach(b -> b.loops().forEach(loop -> variables.add(loop.variable())));
                case HostStep.AsWritten _ -> {}
            }
        }
        return variables;
    }
}
