package tilewright.tiling.rewrite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.Dim;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.model.Subscript;
import tilewright.tiling.space.ConstantLoops;
import tilewright.tiling.space.LoopRange;
import tilewright.tiling.space.LoopSpace;
import tilewright.tiling.space.OrderCheck;
import tilewright.tiling.space.StatementGroups;

/**
 * Runs a nest element by element: the outermost loops are those over the elements that its statements write, and the loops over the updates of an
 * element stand inside of them. Eliminations are the same nest then, whichever order of loops they are written in (left-looking, right-looking,
 * bordered, by Crout), and every element belongs to one point of the loops outside: what {@link tilewright.tiling.strategy.BlockedPlanner BlockedPlanner} asks for.
 *
 * <p>Before, right-looking Cholesky:
 *
 * <pre>
 * do k = 0, n-1
 *   a(k,k) = sqrt(a(k,k))
 *   do i = k+1, n-1;  a(i,k) = a(i,k) / a(k,k)
 *   do j = k+1, n-1;  do i = j, n-1;  a(i,j) = a(i,j) - a(i,k)*a(j,k)
 * </pre>
 *
 * After: loops over i and j around {@code do k = 0, j-1; a(i,j) = a(i,j) - a(i,k)*a(j,k)} and, behind it, the root where {@code i == j}, else the quotient.
 *
 * <p>An element of an array of fewer dimensions stands on the diagonal, {@code d(j)} at (j,j). An array takes its dimensions the other way round where
 * more statements then read, of it or of others, the element at their own place. Statements of one element run in an order that keeps their dependences: one after
 * another or, where an element's updates make what its later updates need (the factor of a row that is eliminated from column k on), in one loop over its updates.
 * The order is taken if it keeps all dependences, lexicographically; rows first, else columns.
 */
public final class ElementOrder {
    private final Dependences dependences;
    private final LoopNest nest;
    private final Context context;
    private final int dimensions;
    private final Map<String, Boolean> reversed = new LinkedHashMap<>();
    /** Whether elements run from the last one on, by dimension. */
    private final boolean[] down;

    private ElementOrder(Dependences dependences) {
        this.dependences = dependences;
        this.nest = dependences.nest();
        this.context = dependences.context();
        this.dimensions = nest.statements().stream()
                .mapToInt(p -> p.statement().target().indices().size())
                .max()
                .orElse(0);
        this.down = new boolean[dimensions];
    }

    /** The nest element by element; nothing where it is written so, elements have no updates of their own, or dependences forbid it. */
    public static Optional<Rewriting> of(Dependences dependences) {
        return new ElementOrder(dependences).form();
    }

    private Optional<Rewriting> form() {
        int deepest = nest.statements().stream()
                .mapToInt(PlacedStatement::depth)
                .max()
                .orElse(0);
        boolean ofElements = nest.statements().stream()
                .noneMatch(p ->
                        p.statement().target().indices().isEmpty() || updates(p).size() + dimensions > deepest);
        if (dimensions == 0 || !ofElements || deepest <= dimensions && !isOblique()) {
            return Optional.empty();
        }
        orient();
        return inOrder().or(() -> turnsDown() ? inOrder() : Optional.empty());
    }

    private Optional<Rewriting> inOrder() {
        for (int way = 0; way < 4; way++) {
            boolean columns = way % 2 == 1;
            Map<String, tilewright.isl.Map> times = times(columns, way >= 2);
            if (keeps(times)) {
                Rewriting form = ScheduledNest.of(context, nest, times, ranges());
                Rewriting named = new Rewriting(named(form.nest(), columns), form.original());
                return named.nest().body().equals(nest.body()) ? Optional.empty() : Optional.of(named);
            }
        }
        return Optional.empty();
    }

    /** Whether elements are named by sums of loops. */
    private boolean isOblique() {
        return nest.statements().stream()
                .anyMatch(p -> p.statement().target().indices().stream()
                        .anyMatch(i -> p.loopVariables().stream()
                                        .filter(i.variables()::contains)
                                        .count()
                                > 1));
    }

    /** Lets elements run down along the dimensions in which dependences go back alone; whether there are any. */
    private boolean turnsDown() {
        boolean turns = false;
        for (int z = 0; z < dimensions; z++) {
            int dimension = z;
            List<tilewright.isl.Map> along = dependences.dependences().stream()
                    .map(d -> d.relation()
                            .applyDomain(coordinate(d.source(), dimension))
                            .applyRange(coordinate(d.sink(), dimension)))
                    .toList();
            down[z] = along.stream()
                            .anyMatch(d -> !d.orderGt(Dim.IN, 0, Dim.OUT, 0).isEmpty())
                    && along.stream()
                            .allMatch(d -> d.orderGt(Dim.OUT, 0, Dim.IN, 0).isEmpty());
            turns |= down[z];
        }
        return turns;
    }

    private tilewright.isl.Map coordinate(String statement, int dimension) {
        PlacedStatement placed = nest.statement(statement);
        return map(placed, List.of(upwards(place(placed)).get(dimension)));
    }

    /** Where a statement's element stands. */
    private List<Affine> place(PlacedStatement placed) {
        return place(placed.statement().target());
    }

    private List<Affine> place(Access access) {
        List<Affine> place = straight(access);
        return reversed.getOrDefault(access.array(), false) ? place.reversed() : place;
    }

    private List<Affine> straight(Access access) {
        List<Affine> place = new ArrayList<>(access.indices());
        while (place.size() < dimensions) {
            place.add(place.getLast());
        }
        return place;
    }

    /** The loops over the updates of an element: from the outermost on, those whose variables neither the element's place nor the ones before determine. */
    private static List<Affine> updates(PlacedStatement placed) {
        List<String> open = LoopSpace.complement(
                placed.loopVariables(), placed.statement().target().indices());
        return open.stream().map(v -> update(placed, v, open)).toList();
    }

    /** A loop over updates; in its place, in the same order, one of a constant number of iterations that it determines together with the element's place: of {@code i} and {@code y(i + r)} the negated r. */
    private static Affine update(PlacedStatement placed, String variable, List<String> open) {
        for (Affine index : placed.statement().target().indices()) {
            LinearForm form = LinearForm.of(index);
            List<Node.Loop> others = placed.loops().stream()
                    .filter(l ->
                            form.coefficient(l.variable()) != 0 && !l.variable().equals(variable))
                    .toList();
            if (Math.abs(form.coefficient(variable)) == 1
                    && others.size() == 1
                    && !open.contains(others.getFirst().variable())
                    && Math.abs(form.coefficient(others.getFirst().variable())) == 1
                    && ConstantLoops.isConstant(others.getFirst())
                    && !ConstantLoops.isConstant(loop(placed, variable))) {
                String other = others.getFirst().variable();
                return Affine.variable(other).times(-form.coefficient(variable) * form.coefficient(other));
            }
        }
        return Affine.variable(variable);
    }

    private static Node.Loop loop(PlacedStatement placed, String variable) {
        return placed.loops().stream()
                .filter(l -> l.variable().equals(variable))
                .findFirst()
                .orElseThrow();
    }

    /** Loops over updates of a constant number of iterations have these for all elements. */
    private ScheduledNest.Ranges ranges() {
        return (component, statements, _) -> {
            int number = component - dimensions - 1;
            Set<LoopRange> found = new HashSet<>();
            for (String id : statements) {
                List<Affine> updates = updates(nest.statement(id));
                if (number < 0 || number >= updates.size()) {
                    return null;
                }
                Optional<LoopRange> own = constant(nest.statement(id), updates.get(number));
                if (own.isEmpty()) {
                    return null;
                }
                found.add(own.get());
            }
            return found.size() == 1 ? found.iterator().next() : null;
        };
    }

    private static Optional<LoopRange> constant(PlacedStatement placed, Affine update) {
        Node.Loop loop = loop(placed, update.variables().iterator().next());
        return !ConstantLoops.isConstant(loop)
                ? Optional.empty()
                : Optional.of(
                        update instanceof Affine.Variable
                                ? new LoopRange(loop.lower(), loop.upper())
                                : new LoopRange(
                                        loop.upper().times(-1), loop.lower().times(-1)));
    }

    /** Turns arrays round, one after another, so that statements find what they read at their own places; then again as long as that helps. */
    private void orient() {
        for (PlacedStatement placed : nest.statements()) {
            String array = placed.statement().target().array();
            if (!reversed.containsKey(array)) {
                int straight = found(array, false);
                int round = found(array, true);
                reversed.put(array, round > straight);
            }
        }
        for (int turned = 0; turned < reversed.size(); turned++) {
            Optional<String> better = reversed.entrySet().stream()
                    .filter(e -> found(e.getKey(), !e.getValue()) > found(e.getKey(), e.getValue()))
                    .map(Map.Entry::getKey)
                    .findFirst();
            if (better.isEmpty()) {
                return;
            }
            reversed.computeIfPresent(better.get(), (_, round) -> !round);
        }
    }

    /** How often a statement reads an element at its own place, of those that an array has to do with and whose other array is oriented. */
    private int found(String array, boolean round) {
        int count = 0;
        for (PlacedStatement placed : nest.statements()) {
            Access target = placed.statement().target();
            for (Access read : placed.statement().value().reads()) {
                boolean concerned = target.array().equals(array) != read.array().equals(array);
                String other = target.array().equals(array) ? read.array() : target.array();
                if (concerned && reversed.containsKey(other)) {
                    Access own = target.array().equals(array) ? target : read;
                    Access its = target.array().equals(array) ? read : target;
                    List<Affine> here = straight(own);
                    count += (round ? here.reversed() : here).equals(place(its)) ? 1 : 0;
                }
            }
        }
        return count;
    }

    /**
     * By statement, the element's place, a number in the order of the statements of one element, the loops over its updates, the number in the text.
     *
     * @param together whether statements that have no updates run in the loops over those of others around them
     */
    private Map<String, tilewright.isl.Map> times(boolean columns, boolean together) {
        List<PlacedStatement> statements = nest.statements();
        Map<String, tilewright.isl.Map> places = new HashMap<>();
        statements.forEach(p -> places.put(p.statement().id(), map(p, place(p))));
        List<List<PlacedStatement>> inTurn =
                StatementGroups.components(statements, dependences.dependences(), d -> meets(d, places));
        int most = statements.stream().mapToInt(p -> updates(p).size()).max().orElse(0);
        Map<String, tilewright.isl.Map> times = new LinkedHashMap<>();
        for (PlacedStatement placed : statements) {
            List<Affine> time = upwards(place(placed));
            if (columns) {
                Collections.reverse(time);
            }
            int turn = IntStream.range(0, inTurn.size())
                    .filter(g -> inTurn.get(g).contains(placed))
                    .findFirst()
                    .orElseThrow();
            time.add(Affine.constant(turn));
            List<Affine> updates = updates(placed);
            for (int u = 0; u < most; u++) {
                time.add(
                        u < updates.size()
                                ? updates.get(u)
                                : together ? update(placed, inTurn.get(turn), u) : Affine.constant(0));
            }
            time.add(Affine.constant(statements.indexOf(placed)));
            times.put(placed.statement().id(), map(placed, time));
        }
        return times;
    }

    /** A place by the directions of the deepest statement's loops, or against them where elements run down: {@code (i,j)} where it writes {@code a(-i,j)}. */
    private List<Affine> upwards(List<Affine> place) {
        List<Affine> turned = new ArrayList<>();
        for (int d = 0; d < place.size(); d++) {
            turned.add(place.get(d).times(direction(d)));
        }
        return turned;
    }

    private int direction(int dimension) {
        boolean against = nest.statements().stream()
                .filter(p -> p.statement().target().indices().size() == dimensions)
                .max(Comparator.comparingInt(PlacedStatement::depth))
                .map(deepest -> LinearForm.of(place(deepest).get(dimension)))
                .filter(form -> form.terms().size() == 1 && form.terms().containsValue(-1L))
                .isPresent();
        return against == down[dimension] ? 1 : -1;
    }

    /** The value of the loop over updates that a statement shares with another one of its turn; 0 where it shares none. */
    private Affine update(PlacedStatement placed, List<PlacedStatement> turn, int number) {
        for (PlacedStatement other : turn) {
            List<Affine> updates = updates(other);
            int depth = number < updates.size() && updates.get(number) instanceof Affine.Variable(String variable)
                    ? other.loopVariables().indexOf(variable)
                    : placed.depth();
            boolean shared = depth < placed.depth()
                    && other.order().subList(0, depth + 1).equals(placed.order().subList(0, depth + 1));
            if (shared) {
                return Affine.variable(placed.loopVariables().get(depth));
            }
        }
        return Affine.constant(0);
    }

    private static boolean meets(Dependence dependence, Map<String, tilewright.isl.Map> places) {
        tilewright.isl.Map from = Objects.requireNonNull(places.get(dependence.source()));
        tilewright.isl.Map to = Objects.requireNonNull(places.get(dependence.sink()));
        tilewright.isl.Map between = dependence.relation().applyDomain(from).applyRange(to);
        return !OrderCheck.agreeingIn(between, between.dim(Dim.IN)).isEmpty();
    }

    private tilewright.isl.Map map(PlacedStatement placed, List<Affine> values) {
        return tilewright.isl.Map.parse(
                        context,
                        new SetNotation(nest).parameters() + SetNotation.map(SetNotation.tuple(placed), "", values))
                .intersectDomain(dependences.domain(placed.statement().id()));
    }

    /** Whether a statement's iterations have times of their own, and every dependence goes from an earlier time to a later one. */
    private boolean keeps(Map<String, tilewright.isl.Map> times) {
        return times.values().stream().allMatch(t -> t.reverse().isSingleValued())
                && dependences.dependences().stream()
                        .noneMatch(d -> OrderCheck.notBefore(
                                        d,
                                        Objects.requireNonNull(times.get(d.source())),
                                        Objects.requireNonNull(times.get(d.sink())))
                                .isPresent());
    }

    /** The nest with what statements write named by the loops over elements: {@code a(i,j)} where it is {@code a(i,i)} and {@code i == j}. */
    private LoopNest named(LoopNest form, boolean columns) {
        return form.with(form.arrays(), Substitution.ofAccesses(form.body(), (id, access) -> {
            PlacedStatement placed = form.statement(id);
            Access target = placed.statement().target();
            boolean own =
                    access.array().equals(target.array()) && access.indices().equals(target.indices());
            Access byLoops = own ? byLoops(placed, access, columns) : null;
            return byLoops != null && isSame(form, placed, access, byLoops) ? byLoops : access;
        }));
    }

    private @Nullable Access byLoops(PlacedStatement placed, Access access, boolean columns) {
        if (placed.depth() < dimensions || access.indices().size() < dimensions) {
            return null;
        }
        List<Affine> place = new ArrayList<>();
        for (int d = 0; d < dimensions; d++) {
            String variable = placed.loopVariables().get(columns ? dimensions - 1 - d : d);
            place.add(Affine.variable(variable).times(direction(d)));
        }
        if (reversed.getOrDefault(access.array(), false)) {
            Collections.reverse(place);
        }
        List<Subscript> subscripts = new ArrayList<>();
        place.forEach(index -> subscripts.add(new Subscript.AffineSubscript(index)));
        return new Access(access.index(), access.array(), subscripts, access.position());
    }

    private boolean isSame(LoopNest form, PlacedStatement placed, Access one, Access other) {
        SetNotation notation = new SetNotation(form);
        return tilewright.isl.Map.parse(context, notation.accessRelation(placed, one))
                .isEqual(tilewright.isl.Map.parse(context, notation.accessRelation(placed, other)));
    }
}
