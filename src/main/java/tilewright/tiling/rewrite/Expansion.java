package tilewright.tiling.rewrite;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.Dim;
import tilewright.isl.Set;
import tilewright.kernel.GenerationLimits;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.model.Expression;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.model.SourcePosition;
import tilewright.model.Statement;
import tilewright.tiling.space.LastContents;
import tilewright.tiling.space.LoopRange;
import tilewright.tiling.space.OrderCheck;

/**
 * Gives temporary values memory of their own for each iteration that makes them (P. Feautrier, Array expansion, ICS 1988;
 * privatisation is its case of a value that one thread makes and uses). A temporary that every iteration of a loop
 * overwrites makes the loop sequential, though no value passes from one iteration to another.
 *
 * <p>Before: {@code do i; do j; w = a(i,j); do k; w = w - a(i,k)*a(k,j)}. After: {@code w_i_j(i,j)} for {@code w}, and a last
 * statement {@code w = w_i_j(..)} that leaves in {@code w} what the nest as written leaves there.
 *
 * <p>A web ({@link Webs}) is expanded along the outer loops that its statements share, if
 *
 * <ul>
 *   <li>it reads no input: every read is covered by writes of the web;
 *   <li>no value of it passes from one iteration of these loops to another (value-based flow dependences);
 *   <li>some element of it is used by several iterations of the loop, else there is nothing to gain;
 *   <li>the new array has no more dimensions than the nest's largest array, short ones of a known length apart, so that memory grows no faster; where they would be more, it is
 *       expanded along those loops alone that run in sequence for no other reason, the outermost first.
 * </ul>
 *
 * <p>{@link tilewright.tiling.check.ExpansionCheck ExpansionCheck} proves the result without relying on any of this.
 */
public final class Expansion {
    private final Dependences dependences;
    private final LoopNest nest;
    private final Context context;
    /** Of the array that has most; short ones do not count. */
    private final long mostDimensions;

    private final NewNames names;
    private final List<ArrayDeclaration> added = new ArrayList<>();
    private final List<Node> copies = new ArrayList<>();
    /** By statement what comes behind it in the same iteration. */
    private final Map<String, Node> behind = new HashMap<>();

    private boolean placed;

    /** How one access is rewritten. */
    private record Replacement(String array, List<Affine> outer) {}

    private final Map<String, Map<Integer, Replacement>> replacements = new LinkedHashMap<>();

    private final boolean rows;
    private final boolean places;
    private final boolean iterations;
    private boolean exceeds;

    /**
     * @param places whether temporaries may stand in the places of elements
     * @param iterations whether what stays within an iteration may have more dimensions than other arrays
     */
    private Expansion(Dependences dependences, boolean rows, boolean places, boolean iterations) {
        this.dependences = dependences;
        this.rows = rows;
        this.places = places;
        this.iterations = iterations;
        this.nest = dependences.nest();
        this.context = dependences.context();
        this.mostDimensions =
                nest.arrays().stream().mapToLong(this::dimensions).max().orElse(0);
        this.names = new NewNames(nest);
    }

    /**
     * The nest with temporaries expanded; nothing where there are none.
     *
     * @param dependences of the nest as written, silent iterations included
     * @param rows whether threads of a block that owns a row make its elements and share out sums over them: then short dimensions count as others do, so that elements have
     *     memory of their own where points have components
     */
    public static Optional<LoopNest> of(Dependences dependences, boolean rows) {
        return new Expansion(dependences, rows, false, false).changed();
    }

    /**
     * The same, with temporaries of more dimensions than other arrays where each value is made and used in one iteration of all loops around it: for plans that keep
     * them in registers ({@link #large}); nothing where there are none.
     *
     * <p>Before: {@code do i; do j; w = 1/sqrt(x(i)-x(j)); f(i) = f(i) + w; g(i) = g(i) + w*x(j)}. After: {@code w_i_j(i,j)} for {@code w}, so that iterations of j may change places.
     */
    public static Optional<LoopNest> ofIterations(Dependences dependences, boolean rows) {
        Expansion expansion = new Expansion(dependences, rows, false, true);
        Optional<LoopNest> changed = expansion.changed();
        return expansion.exceeds ? changed : Optional.empty();
    }

    /** The arrays that {@link #ofIterations} added which grow faster than all others. */
    public static java.util.Set<String> large(LoopNest before, LoopNest after) {
        return after.arrays().stream()
                .skip(before.arrays().size())
                .filter(a -> a.dimensions() > before.mostDimensions())
                .map(ArrayDeclaration::name)
                .collect(Collectors.toSet());
    }

    /**
     * The same, with temporaries in the places of elements that they hold until they are stored there; nothing where there are none of these.
     *
     * <p>Before: {@code w = a(i,j); do k; w = w - a(i,k)*a(k,j); enddo; a(i,j) = w}. After: {@code do k; a(i,j) = a(i,j) - a(i,k)*a(k,j)}, as what is
     * left of the copies, {@code a(i,j) = a(i,j)}, does nothing.
     */
    public static Optional<LoopNest> inPlace(Dependences dependences, boolean rows) {
        Expansion expansion = new Expansion(dependences, rows, true, false);
        Optional<LoopNest> changed = expansion.changed();
        return expansion.placed
                ? changed.map(n -> n.with(n.arrays(), Substitution.kept(n.body(), s -> !isIdentity(s))))
                : Optional.empty();
    }

    private Optional<LoopNest> changed() {
        for (Webs.Web web : Webs.of(dependences).all()) {
            consider(web);
        }
        return replacements.isEmpty() ? Optional.empty() : Optional.of(rewritten());
    }

    private void consider(Webs.Web web) {
        List<Integer> along = loops(web);
        if (along.isEmpty()) {
            return;
        }
        Optional<Access> place = places ? place(web, along) : Optional.empty();
        if (place.isPresent()) {
            placed = true;
            replace(web, place.get().array(), _ -> place.get().indices());
        } else {
            expand(web, along);
        }
    }

    /** The element that a temporary is a copy of first, and that it is stored to: one for each iteration of the loops to expand along. */
    private Optional<Access> place(Webs.Web web, List<Integer> along) {
        List<String> shared = web.statements().getFirst().loopVariables().subList(0, privateLoops(web));
        List<Access> copied = web.occurrences().stream()
                .filter(Webs.Occurrence::isWrite)
                .map(o -> o.placed().statement().value())
                .filter(Expression.Read.class::isInstance)
                .map(v -> ((Expression.Read) v).access())
                .toList();
        if (copied.size() != 1 || nest.array(web.array()).dimensions() > 0) {
            return Optional.empty();
        }
        Access element = copied.getFirst();
        boolean stored = web.occurrences().stream()
                .filter(o -> !o.isWrite())
                .map(o -> o.placed().statement().target())
                .anyMatch(t -> t.array().equals(element.array()) && t.indices().equals(element.indices()));
        List<String> variables =
                element.indices().stream().flatMap(i -> i.variables().stream()).toList();
        boolean own = along.stream().allMatch(z -> variables.contains(shared.get(z)))
                && variables.stream()
                        .allMatch(v -> shared.contains(v) || nest.parameters().contains(v));
        return stored
                        && own
                        && nest.array(element.array()).type()
                                == nest.array(web.array()).type()
                ? Optional.of(element)
                : Optional.empty();
    }

    /** Whether a statement assigns an element to itself. */
    private static boolean isIdentity(Statement statement) {
        return statement.value() instanceof Expression.Read(Access source)
                && source.array().equals(statement.target().array())
                && source.indices().equals(statement.target().indices());
    }

    /** Depths of the loops to expand along. */
    private List<Integer> loops(Webs.Web web) {
        boolean covered = !web.readsInput()
                && web.occurrences().stream().anyMatch(Webs.Occurrence::isWrite)
                && web.occurrences().stream().anyMatch(o -> !o.isWrite());
        if (!covered) {
            return List.of();
        }
        List<Integer> reused = new ArrayList<>();
        int private_ = privateLoops(web);
        for (int z = 0; z < private_; z++) {
            if (isReused(web, z)) {
                reused.add(z);
            }
        }
        long room = mostDimensions - dimensions(nest.array(web.array()));
        List<Integer> growing =
                reused.stream().filter(z -> counts(range(web, z))).toList();
        List<Integer> free =
                growing.stream().filter(z -> !carriesOther(web, z, false)).toList();
        boolean apart = iterations && free.size() > room && staysInIteration(web) && isNotAskedForLater(web);
        exceeds |= apart;
        List<Integer> needed = growing.size() <= room
                ? growing
                : apart
                        ? free
                        : growing.stream()
                                .filter(z -> !carriesOther(web, z, true))
                                .limit(room)
                                .toList();
        List<Integer> along = reused.stream()
                .filter(z -> needed.contains(z) || !growing.contains(z))
                .toList();
        // What steps around these loops make stays in registers where each has an element of its own: nobody asks for
        // it later.
        List<Integer> withSteps = reused.stream()
                .filter(z -> along.contains(z) || needed.stream().anyMatch(inner -> inner > z))
                .toList();
        int all = nest.mostDimensions() - nest.array(web.array()).dimensions();
        return withSteps.size() <= all ? withSteps : along;
    }

    /** Whether no statement behind the loops reads what the web leaves: nobody does of an array of the nest's own, and what is made in the innermost loops is copied there ({@link #copyWhereItIsMade}). */
    private boolean isNotAskedForLater(Webs.Web web) {
        return nest.array(web.array()).local() || isInnermost(web);
    }

    private boolean isInnermost(Webs.Web web) {
        return web.statements().stream().allMatch(p -> p.depth() == nest.depth());
    }

    /** Whether all of a web is in the same loops, and no value of it passes between iterations of these. */
    private boolean staysInIteration(Webs.Web web) {
        int loops = privateLoops(web);
        return web.statements().stream().allMatch(s -> s.depth() == loops);
    }

    private long dimensions(ArrayDeclaration array) {
        return array.bounds().stream().filter(this::counts).count();
    }

    private boolean counts(ArrayDeclaration.Bounds bounds) {
        return rows || !GenerationLimits.isShort(bounds.extent());
    }

    /**
     * Whether values of others than the web pass between iterations of a loop around it: it runs in sequence whatever memory the web has.
     *
     * @param updates whether those count that a statement hands on to itself: updates of a sum may change places
     */
    private boolean carriesOther(Webs.Web web, int loop, boolean updates) {
        List<Integer> around = web.statements().getFirst().order().subList(0, loop + 1);
        return dependences.ofKind(Dependence.Kind.FLOW).stream()
                .filter(flow -> !web.flows().contains(flow)
                        && (updates || !flow.source().equals(flow.sink())))
                .filter(flow -> isInside(flow.source(), around) && isInside(flow.sink(), around))
                .map(flow -> OrderCheck.agreeingIn(flow.relation(), loop))
                .anyMatch(relation -> !relation.isSubset(OrderCheck.agreeingIn(relation, loop + 1)));
    }

    /** Whether a statement stands in the loops that such a part of another one's order leads to. */
    private boolean isInside(String statement, List<Integer> around) {
        PlacedStatement placed = nest.statement(statement);
        return placed.depth() >= around.size()
                && placed.order().subList(0, around.size()).equals(around);
    }

    /** The number of outer loops that all statements of the web share and that no value of it crosses. */
    private int privateLoops(Webs.Web web) {
        List<PlacedStatement> statements = web.statements();
        PlacedStatement first = statements.getFirst();
        int shared = first.depth();
        for (PlacedStatement other : statements) {
            int common = 0;
            while (common < Math.min(shared, other.depth())
                    && first.order().get(common).equals(other.order().get(common))) {
                common++;
            }
            shared = common;
        }
        for (Dependence flow : web.flows()) {
            while (shared > 0 && crosses(flow, shared)) {
                shared--;
            }
        }
        return shared;
    }

    private static boolean crosses(Dependence flow, int loops) {
        return !flow.relation().isSubset(OrderCheck.agreeingIn(flow.relation(), loops));
    }

    /** Whether two iterations of the loop use one element. */
    private boolean isReused(Webs.Web web, int loop) {
        tilewright.isl.Map users = null;
        for (Webs.Occurrence occurrence : web.occurrences()) {
            tilewright.isl.Map own = elements(occurrence).reverse();
            tilewright.isl.Map value = own.projectOut(Dim.OUT, loop + 1, own.dim(Dim.OUT) - loop - 1)
                    .projectOut(Dim.OUT, 0, loop)
                    .resetTupleId(Dim.OUT);
            users = users == null ? value : users.union(value);
        }
        return users != null && !users.isSingleValued();
    }

    private tilewright.isl.Map elements(Webs.Occurrence occurrence) {
        return tilewright.isl.Map.parse(
                context, new SetNotation(nest).accessRelation(occurrence.placed(), occurrence.access()));
    }

    private void expand(Webs.Web web, List<Integer> loops) {
        ArrayDeclaration old = nest.array(web.array());
        PlacedStatement any = web.statements().getFirst();
        List<Integer> along = old.dimensions() == 0 && !iterations ? inMemoryOrder(web, loops) : loops;
        List<String> variables = along.stream().map(any.loopVariables()::get).toList();
        String name = names.fresh(old.name() + "_" + String.join("_", variables));
        List<ArrayDeclaration.Bounds> bounds = new ArrayList<>();
        along.forEach(z -> bounds.add(range(web, z)));
        bounds.addAll(old.bounds());
        added.add(ArrayDeclaration.scratch(name, old.type(), bounds, old.position()));
        replace(
                web,
                name,
                occurrence -> along.stream()
                        .map(z -> Affine.variable(
                                occurrence.placed().loopVariables().get(z)))
                        .toList());
        boolean here = old.dimensions() == 0 && isInnermost(web) && staysInIteration(web);
        for (Webs.Occurrence occurrence : web.occurrences()) {
            if (occurrence.isWrite() && !(here && copyWhereItIsMade(name, occurrence, along))) {
                copyBack(name, occurrence, along);
            }
        }
    }

    /**
     * The loops with that one last whose iterations find elements of the arrays of several dimensions beside the temporary side by side, so that threads that find those side by side find these so. Example: {@code do j; do i; do k; w = a(k,j,i) ..} has
     * {@code w_j_k_i(j,k,i)}.
     */
    private List<Integer> inMemoryOrder(Webs.Web web, List<Integer> along) {
        List<Access> beside = web.statements().stream()
                .flatMap(p -> p.statement().accesses().stream())
                .filter(a -> !a.array().equals(web.array()) && a.indices().size() > 1)
                .toList();
        List<String> variables = web.statements().getFirst().loopVariables();
        ToLongFunction<Integer> sideBySide = z -> beside.stream()
                .filter(a -> a.indices().getLast().variables().contains(variables.get(z)))
                .count();
        Optional<Integer> last = along.reversed().stream().max(Comparator.comparingLong(sideBySide));
        List<Integer> ordered = new ArrayList<>(along);
        last.ifPresent(z -> {
            ordered.remove(z);
            ordered.add(z);
        });
        return ordered;
    }

    private void replace(Webs.Web web, String array, Function<Webs.Occurrence, List<Affine>> outer) {
        for (Webs.Occurrence occurrence : web.occurrences()) {
            replacements
                    .computeIfAbsent(occurrence.statement(), _ -> new HashMap<>())
                    .put(occurrence.access().index(), new Replacement(array, outer.apply(occurrence)));
        }
    }

    /** The values of a loop's variable over the web. */
    private ArrayDeclaration.Bounds range(Webs.Web web, int loop) {
        Set values = null;
        for (PlacedStatement placed : web.statements()) {
            Set own = dependences
                    .domain(placed.statement().id())
                    .projectOut(Dim.SET, loop + 1, placed.depth() - loop - 1)
                    .projectOut(Dim.SET, 0, loop)
                    .resetTupleId();
            values = values == null ? own : values.union(own);
        }
        if (values == null) {
            throw new IllegalArgumentException("a web without statements");
        }
        LoopRange range = LoopRange.ofLast(values.coalesce());
        return new ArrayDeclaration.Bounds(range.first(), range.last());
    }

    /**
     * {@code if (i == n .and. j == m) w = w_i_j(i,j)} right behind what makes a scalar's value in the innermost loops, so that the register has it still; whether there is one iteration that says what
     * is left in it. Not in outer loops: a statement more between the parts of an elimination would keep it from having blocks.
     */
    private boolean copyWhereItIsMade(String expanded, Webs.Occurrence write, List<Integer> along) {
        PlacedStatement placed = write.placed();
        Set last = LastContents.writtenLast(dependences, placed);
        if (last.isEmpty()) {
            return true;
        }
        tilewright.isl.Map writer = elements(write).intersectDomain(last).reverse();
        List<Condition> conditions = new ArrayList<>();
        for (int z = 0; z < placed.depth(); z++) {
            Affine value = valueAt(writer, z, List.of());
            if (LoopRange.isPiecewise(value)) {
                return false;
            }
            conditions.add(new Condition.Compare(
                    Affine.variable(placed.loopVariables().get(z)), Condition.Relation.EQ, value));
        }
        SourcePosition position = write.access().position();
        List<Affine> subscripts = along.stream()
                .map(z -> Affine.variable(placed.loopVariables().get(z)))
                .toList();
        Statement copy = new Statement(
                names.statement(),
                Copies.access(1, write.access().array(), List.of(), position),
                new Expression.Read(Copies.access(2, expanded, subscripts, position)),
                position);
        behind.put(write.statement(), new Node.Guard(Condition.and(conditions), List.of(copy), List.of(), position));
        return true;
    }

    /** {@code w(e) = w_i(last iteration that wrote e, e)} for the elements that a write of the web writes last. */
    private void copyBack(String expanded, Webs.Occurrence write, List<Integer> along) {
        Set last = LastContents.writtenLast(dependences, write.placed());
        if (last.isEmpty()) {
            return;
        }
        String array = write.access().array();
        tilewright.isl.Map writer = elements(write).intersectDomain(last).reverse();
        List<String> indices = new ArrayList<>();
        for (int d = 0; d < writer.dim(Dim.IN); d++) {
            indices.add(names.fresh("e" + (d + 1)));
        }
        Set written = Copies.named(writer.domain().resetTupleId(), indices);
        List<Affine> subscripts = new ArrayList<>();
        for (int z : along) {
            subscripts.add(valueAt(writer, z, indices));
        }
        List<Affine> element = indices.stream().map(Affine::variable).toList();
        subscripts.addAll(element);
        SourcePosition position = write.access().position();
        Statement copy = new Statement(
                names.statement(),
                Copies.access(1, array, element, position),
                new Expression.Read(Copies.access(2, expanded, subscripts, position)),
                position);
        copies.add(Copies.loops(nest, copy, written, indices, position));
    }

    /** The value of a loop's variable in the iteration that writes an element. */
    private static Affine valueAt(tilewright.isl.Map writer, int loop, List<String> indices) {
        int depth = writer.dim(Dim.OUT);
        tilewright.isl.Map value =
                writer.projectOut(Dim.OUT, loop + 1, depth - loop - 1).projectOut(Dim.OUT, 0, loop);
        List<String> names = new ArrayList<>(indices);
        names.add("value");
        return LoopRange.ofLast(Copies.named(value.wrap().flatten(), names)).first();
    }

    private LoopNest rewritten() {
        List<ArrayDeclaration> arrays = new ArrayList<>(nest.arrays());
        arrays.addAll(added);
        List<Node> body = new ArrayList<>(Substitution.withBehind(
                Substitution.ofAccesses(nest.body(), (statement, access) -> replaced(statement, access)), behind));
        body.addAll(copies);
        return nest.with(arrays, body);
    }

    private Access replaced(String statement, Access access) {
        Replacement replacement = replacements.getOrDefault(statement, Map.of()).get(access.index());
        if (replacement == null) {
            return access;
        }
        List<Affine> subscripts = new ArrayList<>(replacement.outer());
        subscripts.addAll(access.indices());
        return Copies.access(access.index(), replacement.array(), subscripts, access.position());
    }
}
