package tilewright.tiling.window;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.GenerationLimits;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Assumption;
import tilewright.model.Condition;
import tilewright.model.Expression;
import tilewright.model.LoopNest;
import tilewright.model.Operator;
import tilewright.model.Subscript;
import tilewright.model.ValueRanges;
import tilewright.model.sets.ConditionProver;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.rewrite.NewNames;

/**
 * Which windows of its arrays a plan needs on the device, and which of them stay there. A window has w rows and w columns; those of
 * an array are counted from 0 in each dimension, and a view names one by the variables of the loops over windows.
 *
 * <p>Example: in the rest of Floyd-Warshall a block of window (ib_w, jb_w) reads {@code a(i,k)} of (ib_w, kb_w) and {@code a(k,j)} of (kb_w, jb_w): three views, the
 * last two of which the panels have left on the device.
 *
 * @param plan the same with a view's name wherever an access or a register tile names the array
 * @param size rows and columns of a window
 * @param views every one that the plan names
 */
public record Windows(Plan plan, int size, List<View> views) {
    public Windows {
        views = List.copyOf(views);
    }

    /**
     * A window as the blocks of some launches know it.
     *
     * @param array of which it is a part
     * @param coordinates the variable of a loop over windows for each dimension
     * @param memory where it is on the device
     * @param slot the variable by whose value windows follow each other there; null where there is one, or one for each stream
     */
    public record View(
            String name,
            String array,
            List<String> coordinates,
            Memory memory,
            @Nullable String slot) {
        public View {
            coordinates = List.copyOf(coordinates);
        }
    }

    /**
     * Memory for windows of an array.
     *
     * @param keeps whether windows stay until the outermost loop goes on; else each stream has one at a time
     * @param along the dimension along which windows that stay follow each other; null where there is one
     */
    public record Memory(
            String name,
            String array,
            boolean keeps,
            @Nullable Integer along) {}

    /** What stands inside of loops over windows: the loops behind the outermost one, and the views of each launch. */
    private record Phase(List<String> loops, List<Condition> conditions, Set<Key> used, Set<Key> written) {
        Phase() {
            this(new ArrayList<>(), new ArrayList<>(), new LinkedHashSet<>(), new LinkedHashSet<>());
        }
    }

    private record Key(String array, List<String> coordinates) {}

    /** Words that say why there are no windows. */
    private static final class NoWindow extends RuntimeException {
        private static final long serialVersionUID = 1;

        NoWindow(String message) {
            super(message);
        }
    }

    /** The windows of a plan for a candidate that has some. */
    public static Windows of(Plan plan) {
        return new Finder(plan).windows();
    }

    /** Why a plan cannot do with windows of its arrays, or nothing. */
    static Optional<String> obstacle(Plan plan) {
        try {
            of(plan);
            return Optional.empty();
        } catch (NoWindow e) {
            return Optional.ofNullable(e.getMessage());
        }
    }

    /** The view of that name. */
    public Optional<View> view(String name) {
        return views.stream().filter(v -> v.name().equals(name)).findFirst();
    }

    /** All memory for windows, each once. */
    public List<Memory> memories() {
        return views.stream().map(View::memory).distinct().toList();
    }

    private static final class Finder {
        private final Plan plan;
        private final LoopNest nest;
        private final int size;
        private final NewNames names;
        private final Map<Key, String> named = new LinkedHashMap<>();
        private final List<Phase> phases = new ArrayList<>();
        private final Set<String> writtenArrays = new LinkedHashSet<>();

        private String outermost = "";
        private Condition steps = Condition.TRUE;

        Finder(Plan plan) {
            this.plan = plan;
            this.nest = plan.nest();
            this.size = plan.candidate().options().window();
            this.names = new NewNames(nest);
            for (ArrayDeclaration array : nest.arrays()) {
                if (array.dimensions() != 2) {
                    throw new NoWindow("windows are parts of arrays of two dimensions; " + array.name() + " has "
                            + array.dimensions());
                }
                Affine row = array.bounds().getLast().extent();
                if (GenerationLimits.isShort(row)) {
                    throw new NoWindow(
                            "windows are parts of long rows; those of " + array.name() + " have " + row + " elements");
                }
            }
            nest.statements()
                    .forEach(s -> writtenArrays.add(s.statement().target().array()));
        }

        Windows windows() {
            HostStep.HostLoop outer = (HostStep.HostLoop) plan.host().getFirst();
            List<Condition> known = List.of(outer.condition());
            List<HostStep> body = new ArrayList<>();
            for (HostStep step : outer.body()) {
                Phase phase = new Phase();
                phases.add(phase);
                body.add(renamed(step, known, List.of(outer.variable()), phase));
            }
            Map<Key, View> views = new LinkedHashMap<>();
            outermost = outer.variable();
            steps = outer.condition();
            named.keySet().forEach(k -> views.put(k, view(k)));
            List<ArrayDeclaration> arrays = new ArrayList<>(nest.arrays());
            List<Assumption> facts = new ArrayList<>(nest.assumptions());
            ValueRanges ranges = new ValueRanges(nest);
            views.values().forEach(v -> {
                ArrayDeclaration whole = nest.array(v.array());
                arrays.add(whole.named(v.name()));
                if (ranges.of(v.array()).isNonNegative()) {
                    facts.add(notNegative(v, whole));
                }
            });
            Plan changed = new Plan(
                    plan.written(),
                    nest.with(arrays, nest.body()).assuming(facts),
                    plan.candidate(),
                    plan.family(),
                    plan.rule(),
                    List.of(outer.with(body)));
            return new Windows(changed, size, List.copyOf(views.values()));
        }

        /** What holds of all elements of an array at any moment holds of its windows. */
        private static Assumption notNegative(View view, ArrayDeclaration whole) {
            List<String> free = IntStream.range(0, whole.dimensions())
                    .mapToObj(d -> view.name() + "_" + d)
                    .toList();
            List<Subscript> subscripts = free.stream()
                    .<Subscript>map(v -> new Subscript.AffineSubscript(Affine.variable(v)))
                    .toList();
            Access element = new Access(1, view.name(), subscripts, whole.position());
            return new Assumption(
                    new Expression.Apply(
                            Operator.GE, List.of(new Expression.Read(element), new Expression.IntegerLiteral(0))),
                    free,
                    whole.position());
        }

        private HostStep renamed(HostStep step, List<Condition> known, List<String> windows, Phase phase) {
            return switch (step) {
                case HostStep.HostLoop l -> {
                    List<Condition> more = with(known, l.condition());
                    List<String> inner = new ArrayList<>(windows);
                    if (l.windows() != null) {
                        inner.add(l.variable());
                        phase.loops().add(l.variable());
                        phase.conditions().add(l.condition());
                    }
                    yield l.with(l.body().stream()
                            .map(s -> renamed(s, more, inner, phase))
                            .toList());
                }
                case HostStep.Launch l ->
                    l.with(l.pieces().stream()
                            .map(p -> renamed(p, known, windows, phase))
                            .toList());
                case HostStep.AsWritten _ -> throw new NoWindow("the nest as written has no windows");
            };
        }

        private Piece renamed(Piece piece, List<Condition> outer, List<String> windows, Phase phase) {
            if (!piece.prologue().isEmpty() || !piece.epilogue().isEmpty()) {
                throw new NoWindow("blocks of several parts have no windows");
            }
            List<Condition> known = new ArrayList<>(outer);
            piece.loops().forEach(l -> known.add(l.condition()));
            known.add(piece.member());
            List<Piece.RegisterTile> tiles = piece.tiles().stream()
                    .map(t -> new Piece.RegisterTile(
                            name(
                                    t.array(),
                                    t.indices(),
                                    known,
                                    windows,
                                    phase,
                                    !t.stored().equals(Condition.FALSE)),
                            t.indices(),
                            t.loaded(),
                            t.stored(),
                            t.partial()))
                    .toList();
            List<Piece.PlannedStatement> statements = piece.statements().stream()
                    .map(s -> new Piece.PlannedStatement(
                            s.statement(),
                            s.coordinates(),
                            s.domain(),
                            s.accesses().stream()
                                    .map(a -> renamed(a, with(known, s.domain()), windows, phase, tiles))
                                    .toList()))
                    .toList();
            return piece.with(piece.points(), tiles).withStatements(statements);
        }

        private Piece.PlannedAccess renamed(
                Piece.PlannedAccess planned,
                List<Condition> known,
                List<String> windows,
                Phase phase,
                List<Piece.RegisterTile> tiles) {
            Access access = planned.access();
            String name = planned.tile() != null
                    ? tiles.get(planned.tile()).array()
                    : name(access.array(), planned.indices(), known, windows, phase, access.index() == 1);
            return new Piece.PlannedAccess(
                    new Access(access.index(), name, access.subscripts(), access.position()),
                    planned.strategy(),
                    planned.indices(),
                    planned.tile());
        }

        /** The view in which all elements of an access lie. */
        private String name(
                String array,
                List<Affine> indices,
                List<Condition> known,
                List<String> windows,
                Phase phase,
                boolean written) {
            List<String> coordinates = new ArrayList<>();
            for (int d = 0; d < indices.size(); d++) {
                Affine place =
                        indices.get(d).minus(nest.array(array).bounds().get(d).lower());
                coordinates.add(windows.stream()
                        .filter(w -> isInside(place, w, known))
                        .findFirst()
                        .orElseThrow(() -> new NoWindow(
                                "blocks of one window touch elements of " + array + " in several: " + indices)));
            }
            Key key = new Key(array, coordinates);
            phase.used().add(key);
            if (written) {
                phase.written().add(key);
            }
            return named.computeIfAbsent(key, k -> names.fresh(array + "_" + String.join("_", coordinates)));
        }

        /** Whether {@code size * window <= place < size * (window + 1)}. */
        private boolean isInside(Affine place, String window, List<Condition> known) {
            Affine first = Affine.variable(window).times(size);
            return isImpossible(with(known, new Condition.Compare(place, Condition.Relation.LT, first)))
                    && isImpossible(with(known, new Condition.Compare(place, Condition.Relation.GE, first.plus(size))));
        }

        private boolean isImpossible(List<Condition> conditions) {
            Set<String> variables = new LinkedHashSet<>();
            conditions.forEach(c -> variables.addAll(c.variables()));
            variables.removeAll(nest.parameters());
            return ConditionProver.isImpossible(conditions, List.copyOf(variables), nest.parameters()::contains);
        }

        private static List<Condition> with(List<Condition> known, Condition more) {
            List<Condition> all = new ArrayList<>(known);
            all.add(more);
            return all;
        }

        /** Where a view is: in memory of the launches that write it, or that have written it under other coordinates, or in memory of its own for what nobody writes. */
        private View view(Key key) {
            for (Phase phase : phases) {
                for (Key made : phase.written()) {
                    Optional<Map<String, String>> same = matching(made, key, phase.loops());
                    if (same.isPresent() && isMade(key, phase, same.get())) {
                        return made(key, made, phase, same.get());
                    }
                }
            }
            if (writtenArrays.contains(key.array())) {
                throw new NoWindow("blocks read windows of " + key.array() + " at " + key.coordinates()
                        + " that no launch inside of loop " + outermost + " has left on the device");
            }
            String name = Objects.requireNonNull(named.get(key));
            return new View(name, key.array(), key.coordinates(), new Memory(name, key.array(), false, null), null);
        }

        /** Whether wherever a view is used its window is one that a phase has. */
        private boolean isMade(Key key, Phase maker, Map<String, String> same) {
            Map<String, Affine> renamed = new HashMap<>();
            same.forEach((own, other) -> renamed.put(own, Affine.variable(other)));
            Condition made = Condition.and(maker.conditions()).substitute(renamed);
            return phases.stream()
                    .filter(p -> p.used().contains(key) && p != maker)
                    .allMatch(p -> {
                        List<Condition> known = with(p.conditions(), steps);
                        return made.conjuncts().stream().allMatch(c -> isImpossible(with(known, c.negated())));
                    });
        }

        private View made(Key key, Key made, Phase phase, Map<String, String> same) {
            boolean keeps = phases.stream()
                    .filter(p -> p != phase)
                    .flatMap(p -> p.used().stream())
                    .anyMatch(u -> matching(made, u, phase.loops()).isPresent());
            if (keeps && phase.loops().size() > 1) {
                throw new NoWindow("windows of " + key.array() + " along two loops would have to stay on the device");
            }
            String along = keeps && phase.loops().size() == 1 ? phase.loops().getFirst() : null;
            String name = Objects.requireNonNull(named.get(key));
            String of = Objects.requireNonNull(named.get(made));
            return new View(
                    name,
                    key.array(),
                    key.coordinates(),
                    new Memory(
                            of,
                            key.array(),
                            keeps,
                            along == null ? null : made.coordinates().indexOf(along)),
                    along == null ? null : same.get(along));
        }

        /** What stands for the loops of those who made a view, where it is the one that is asked for. */
        private Optional<Map<String, String>> matching(Key made, Key asked, List<String> loops) {
            if (!made.array().equals(asked.array())) {
                return Optional.empty();
            }
            Map<String, String> same = new HashMap<>();
            for (int d = 0; d < made.coordinates().size(); d++) {
                String one = made.coordinates().get(d);
                String other = asked.coordinates().get(d);
                boolean fits = loops.contains(one)
                        ? !other.equals(outermost)
                                && same.merge(one, other, (a, b) -> a.equals(b) ? a : "")
                                        .equals(other)
                        : one.equals(other);
                if (!fits) {
                    return Optional.empty();
                }
            }
            return Optional.of(same);
        }
    }
}
