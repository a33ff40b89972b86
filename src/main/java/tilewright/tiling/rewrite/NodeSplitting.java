package tilewright.tiling.rewrite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.Dim;
import tilewright.isl.Set;
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
import tilewright.tiling.space.AstExpressions;
import tilewright.tiling.space.Iterations;
import tilewright.tiling.space.LoopHulls;
import tilewright.tiling.space.LoopRange;
import tilewright.tiling.space.OrderCheck;

/**
 * Lets reads of values that later iterations overwrite read copies, one for each iteration of the outermost loop: node splitting (D. J. Kuck et al.,
 * Dependence graphs and compiler optimizations, POPL 1981), which breaks the cycles of a dependence graph that an anti dependence closes.
 *
 * <p>Before: {@code do k; do i; do j; d(i,j) = min(d(i,j), d(i,k) + d(k,j))}, where column k is read by all points of iteration k and changes in later
 * ones, so that no block may run several iterations before another one has read the column. After: {@code d_k(k,i) = d(i,k)} and {@code d_k_2(k,j) =
 * d(k,j)} at the begin of iteration k, by the points (i,k) and (k,j) whose elements they are, and {@code d(i,j) = min(d(i,j), d_k(k,i) +
 * d_k_2(k,j))}: diagonal, panels and rest, as in an elimination that leaves row and column k alone afterwards.
 *
 * <p>An access reads a copy, if
 *
 * <ul>
 *   <li>an anti dependence leads from it into the same outermost loop;
 *   <li>flow dependences within an iteration of that loop lead to it from earlier parts of the loop's body alone: it reads what the element held when
 *       the iteration began, or when the last of these parts was done. Behind that part the copy is made: {@code a(k,j) = a(k,j) / p; a_k(k,j) = a(k,j)};
 *   <li>points along some inner loop read the same element;
 *   <li>a statement of that loop writes the array point by point, so that each element has an owner, who makes the copy;
 *   <li>copies have no more dimensions than the nest's largest array, so that memory grows no faster.
 * </ul>
 *
 * <p>Iterations that are proved silent are left out in the new nest, so that what they would overwrite stays as it is. {@link tilewright.tiling.check.ExpansionCheck ExpansionCheck} proves
 * the result without relying on any of this.
 */
public final class NodeSplitting {
    private final Dependences dependences;
    private final LoopNest nest;
    private final Context context;
    private final int mostDimensions;
    private final NewNames names;
    private final Map<Key, Copied> copies = new LinkedHashMap<>();
    private final Map<String, Map<Integer, Copied>> replacements = new LinkedHashMap<>();

    /**
     * What accesses share that read copies of the same elements.
     *
     * @param owner id of the statement whose points own the elements
     * @param fixed the values of the owner's loops that the outermost loop decides, by depth
     * @param behind the part of the outermost loop's body that is done before copies are made; {@value #AT_THE_BEGIN} where they come first
     */
    private record Key(String array, String owner, Map<Integer, Affine> fixed, int behind) {}

    private static final int AT_THE_BEGIN = -1;

    /** @param elements {@code [outermost loop, free loops of the owner..]}: of which iterations and points copies are made */
    private static final class Copied {
        final Key key;
        final PlacedStatement owner;
        final String name;
        Set elements;

        Copied(Key key, PlacedStatement owner, String name, Set elements) {
            this.key = key;
            this.owner = owner;
            this.name = name;
            this.elements = elements;
        }

        /** Depths of the owner's loops that the outermost loop does not decide. */
        List<Integer> free() {
            return IntStream.range(1, owner.depth())
                    .filter(d -> !key.fixed.containsKey(d))
                    .boxed()
                    .toList();
        }
    }

    private NodeSplitting(Dependences dependences) {
        this.dependences = dependences;
        this.nest = dependences.nest();
        this.context = dependences.context();
        this.mostDimensions = nest.mostDimensions();
        this.names = new NewNames(nest);
    }

    /**
     * The nest with such reads from copies; nothing where there are none.
     *
     * @param dependences of the nest, without silent iterations where some were proved silent
     */
    public static Optional<LoopNest> of(Dependences dependences) {
        NodeSplitting splitting = new NodeSplitting(dependences);
        for (PlacedStatement placed : splitting.nest.statements()) {
            List<Access> accesses = placed.statement().accesses();
            accesses.stream().skip(1).forEach(read -> splitting.consider(placed, read));
        }
        return splitting.copies.isEmpty() ? Optional.empty() : Optional.of(splitting.rewritten());
    }

    private void consider(PlacedStatement placed, Access read) {
        if (placed.depth() < 2 || !isOverwritten(placed, read) || !isShared(placed, read)) {
            return;
        }
        int behind = lastChange(placed, read);
        if (behind >= placed.order().get(1)) {
            return;
        }
        owner(placed, read).ifPresent(owner -> {
            Map<Integer, Affine> places = places(owner, read);
            Map<Integer, Affine> fixed = new LinkedHashMap<>();
            List<Affine> point = new ArrayList<>(List.of(Affine.variable(variable(placed))));
            for (int d = 1; d < owner.depth(); d++) {
                Affine place = Objects.requireNonNull(places.get(d));
                boolean decided = place.variables().stream()
                        .allMatch(v ->
                                v.equals(variable(placed)) || nest.parameters().contains(v));
                if (decided) {
                    fixed.put(d, place.substitute(Map.of(variable(placed), Affine.variable(variable(owner)))));
                } else {
                    point.add(place);
                }
            }
            if (point.size() <= mostDimensions) {
                keep(placed, read, new Key(read.array(), owner.statement().id(), fixed, behind), owner, point);
            }
        });
    }

    private static String variable(PlacedStatement placed) {
        return placed.loopVariables().getFirst();
    }

    /** Whether a later iteration of the same outermost loop changes what an access has read. */
    private boolean isOverwritten(PlacedStatement placed, Access read) {
        String id = placed.statement().id();
        return dependences.ofKind(Dependence.Kind.ANTI).stream()
                .anyMatch(d -> d.source().equals(id)
                        && d.access() == read.index()
                        && isBeside(placed, nest.statement(d.sink())));
    }

    /** The last part of the outermost loop's body from which an access reads values of the same iteration; {@value #AT_THE_BEGIN} where there is none. */
    private int lastChange(PlacedStatement placed, Access read) {
        return dependences.ofKind(Dependence.Kind.FLOW).stream()
                .filter(d -> d.sink().equals(placed.statement().id()) && d.access() == read.index())
                .filter(d -> isBeside(placed, nest.statement(d.source())))
                .filter(d -> !OrderCheck.agreeingIn(d.relation(), 1).isEmpty())
                .mapToInt(d -> nest.statement(d.source()).order().get(1))
                .max()
                .orElse(AT_THE_BEGIN);
    }

    private static boolean isBeside(PlacedStatement one, PlacedStatement other) {
        return other.depth() > 0
                && one.order().getFirst().equals(other.order().getFirst())
                && one.loops().getFirst().equals(other.loops().getFirst());
    }

    /** Whether points along some loop inside the outermost one read the same element. */
    private static boolean isShared(PlacedStatement placed, Access read) {
        return placed.loopVariables().stream()
                .skip(1)
                .anyMatch(v ->
                        read.indices().stream().noneMatch(i -> i.variables().contains(v)));
    }

    /** The deepest statement beside the reading one that writes the array so that each point owns one element. */
    private Optional<PlacedStatement> owner(PlacedStatement reader, Access read) {
        return nest.statements().stream()
                .filter(p -> p.statement().target().array().equals(read.array()) && isBeside(reader, p))
                .filter(p -> p.statement().target().indices().size() == p.depth() - 1)
                .filter(p -> places(p, read).size() == p.depth() - 1)
                .max(java.util.Comparator.comparingInt(PlacedStatement::depth));
    }

    /** By depth of a writer's loops inside the outermost one: where it works on the element that an access reads. */
    private static Map<Integer, Affine> places(PlacedStatement writer, Access read) {
        List<Integer> depths = writer.elementLoops().filter(d -> !d.contains(0)).orElse(List.of());
        Map<Integer, Affine> places = new LinkedHashMap<>();
        for (int s = 0; s < depths.size(); s++) {
            places.put(depths.get(s), read.indices().get(s));
        }
        return places;
    }

    private void keep(PlacedStatement placed, Access read, Key key, PlacedStatement owner, List<Affine> point) {
        Set elements = images(placed, Iterations.domain(dependences, placed, true), point);
        Copied copied = copies.get(key);
        if (copied == null) {
            copied = new Copied(key, owner, names.fresh(read.array() + "_" + variable(placed)), elements);
            copies.put(key, copied);
        } else {
            copied.elements = copied.elements.union(elements).coalesce();
        }
        replacements
                .computeIfAbsent(placed.statement().id(), _ -> new LinkedHashMap<>())
                .put(read.index(), copied);
    }

    private Set images(PlacedStatement placed, Set iterations, List<Affine> point) {
        String map = new SetNotation(nest).parameters() + SetNotation.map(SetNotation.tuple(placed), "", point);
        return iterations
                .apply(tilewright.isl.Map.parse(context, map))
                .resetTupleId()
                .coalesce();
    }

    private LoopNest rewritten() {
        List<ArrayDeclaration> arrays = new ArrayList<>(nest.arrays());
        Map<Integer, Map<Integer, List<Node>>> made = new LinkedHashMap<>();
        for (Copied copied : copies.values()) {
            copied.elements = withoutGaps(copied);
            arrays.add(declaration(copied));
            made.computeIfAbsent(copied.owner.order().getFirst(), _ -> new LinkedHashMap<>())
                    .computeIfAbsent(copied.key.behind, _ -> new ArrayList<>())
                    .add(copy(copied, names.statement()));
        }
        List<Node> body = withoutSilent(Substitution.ofAccesses(nest.body(), this::replaced));
        return nest.with(arrays, inserted(body, made));
    }

    /** A copy too many of what the owner has does no harm, and needs no guard. */
    private Set withoutGaps(Copied copied) {
        PlacedStatement owner = copied.owner;
        List<Affine> point = new ArrayList<>(List.of(Affine.variable(variable(owner))));
        copied.free()
                .forEach(d -> point.add(Affine.variable(owner.loopVariables().get(d))));
        Set owned = images(owner, dependences.domain(owner.statement().id()), point);
        Set hull = LoopHulls.hull(copied.elements);
        return hull.isSubset(owned) ? hull : copied.elements;
    }

    /** @param made the copies, by the number of the outermost loop and that of the part behind which they are made */
    private static List<Node> inserted(List<Node> nodes, Map<Integer, Map<Integer, List<Node>>> made) {
        return numbered(nodes, (node, position) -> List.of(inserted(node, position, made)));
    }

    private static Node inserted(Node node, int position, Map<Integer, Map<Integer, List<Node>>> made) {
        return switch (node) {
            case Statement s -> s;
            case Node.Repeat r -> throw r.notAffine();
            case Node.Guard g ->
                new Node.Guard(
                        g.condition(),
                        inOrder(g.then(), position, made),
                        inOrder(g.otherwise(), position + g.then().size(), made),
                        g.position());
            case Node.Loop l -> {
                Map<Integer, List<Node>> own = made.getOrDefault(position, Map.of());
                List<Node> body = new ArrayList<>(own.getOrDefault(AT_THE_BEGIN, List.of()));
                body.addAll(numbered(l.body(), (part, number) -> {
                    List<Node> both = new ArrayList<>(List.of(part));
                    IntStream.range(number, number + width(part))
                            .forEach(n -> both.addAll(own.getOrDefault(n, List.of())));
                    return both;
                }));
                yield new Node.Loop(l.variable(), l.lower(), l.upper(), l.step(), body, l.position());
            }
        };
    }

    private static List<Node> inOrder(List<Node> nodes, int first, Map<Integer, Map<Integer, List<Node>>> made) {
        return IntStream.range(0, nodes.size())
                .mapToObj(n -> inserted(nodes.get(n), first + n, made))
                .toList();
    }

    /** What becomes of nodes, each with its number among its siblings. */
    private static List<Node> numbered(List<Node> nodes, BiFunction<Node, Integer, List<Node>> change) {
        List<Node> changed = new ArrayList<>();
        int position = 0;
        for (Node node : nodes) {
            changed.addAll(change.apply(node, position));
            position += width(node);
        }
        return changed;
    }

    /** Guards are no level of their own: what stands under them is counted among their siblings. */
    private static int width(Node node) {
        return node instanceof Node.Guard g ? g.then().size() + g.otherwise().size() : 1;
    }

    /** Copies have a dimension for the outermost loop, then those of the array's that it does not decide. */
    private ArrayDeclaration declaration(Copied copied) {
        ArrayDeclaration old = nest.array(copied.key.array);
        Set steps = copied.elements.projectOut(Dim.SET, 1, copied.elements.dim(Dim.SET) - 1);
        LoopRange range = LoopRange.ofLast(Copies.named(steps, List.of(variable(copied.owner))));
        List<ArrayDeclaration.Bounds> bounds = new ArrayList<>();
        bounds.add(new ArrayDeclaration.Bounds(range.first(), range.last()));
        for (int depth : copied.free()) {
            bounds.add(old.bounds().get(subscript(copied.owner, depth)));
        }
        return ArrayDeclaration.scratch(copied.name, old.type(), bounds, old.position());
    }

    private static int subscript(PlacedStatement owner, int depth) {
        String variable = owner.loopVariables().get(depth);
        return owner.statement().target().indices().indexOf(Affine.variable(variable));
    }

    /** Loops as the owner's, one of one iteration where the outermost loop decides, and the copy inside them. */
    private Node copy(Copied copied, String id) {
        PlacedStatement owner = copied.owner;
        SourcePosition position = owner.statement().position();
        List<String> variables = new ArrayList<>(List.of(variable(owner)));
        copied.free().forEach(d -> variables.add(owner.loopVariables().get(d)));
        Set elements = Copies.named(copied.elements, variables);
        Access element = owner.statement().target();
        Statement copy = new Statement(
                id,
                Copies.access(
                        1, copied.name, variables.stream().map(Affine::variable).toList(), position),
                new Expression.Read(Copies.access(2, element.array(), element.indices(), position)),
                position);
        List<Node.Loop> loops = new ArrayList<>();
        List<Node.Loop> reaching = new ArrayList<>(List.of(owner.loops().getFirst()));
        int dimensions = 1;
        for (int depth = 1; depth < owner.depth(); depth++) {
            Affine fixed = copied.key.fixed.get(depth);
            dimensions += fixed == null ? 1 : 0;
            LoopRange range = fixed != null
                    ? new LoopRange(fixed, fixed)
                    : LoopRange.ofLast(elements.projectOut(Dim.SET, dimensions, elements.dim(Dim.SET) - dimensions));
            loops.add(Copies.loop(owner.loopVariables().get(depth), range, List.of(), position));
            if (fixed == null) {
                reaching.add(loops.getLast());
            }
        }
        Node node = Copies.guarded(nest, copy, elements, reaching, position);
        for (Node.Loop loop : loops.reversed()) {
            node = new Node.Loop(loop.variable(), loop.lower(), loop.upper(), 1, List.of(node), position);
        }
        return node;
    }

    private Access replaced(String statement, Access access) {
        Copied copied = replacements.getOrDefault(statement, Map.of()).get(access.index());
        if (copied == null) {
            return access;
        }
        Map<Integer, Affine> places = places(copied.owner, access);
        List<Affine> subscripts = new ArrayList<>(List.of(Affine.variable(variable(nest.statement(statement)))));
        copied.free().forEach(d -> subscripts.add(places.get(d)));
        return Copies.access(access.index(), copied.name, subscripts, access.position());
    }

    private List<Node> withoutSilent(List<Node> nodes) {
        return nodes.stream()
                .<Node>map(node -> switch (node) {
                    case Statement s -> withoutSilent(s);
                    case Node.Repeat r -> throw r.notAffine();
                    case Node.Guard g ->
                        new Node.Guard(
                                g.condition(), withoutSilent(g.then()), withoutSilent(g.otherwise()), g.position());
                    case Node.Loop l ->
                        new Node.Loop(
                                l.variable(), l.lower(), l.upper(), l.step(), withoutSilent(l.body()), l.position());
                })
                .toList();
    }

    private Node withoutSilent(Statement statement) {
        PlacedStatement placed = nest.statement(statement.id());
        Set all = dependences.domain(statement.id());
        Set running = Iterations.domain(dependences, placed, true);
        if (running.isEqual(all)) {
            return statement;
        }
        Condition runs = Condition.and(dependences.silent().stream()
                .filter(s -> s.statement().equals(statement.id()))
                .map(s -> AstExpressions.within(
                                Copies.named(s.iterations(), placed.loopVariables()),
                                Copies.named(all, placed.loopVariables()))
                        .negated())
                .toList());
        return new Node.Guard(runs, List.of(statement), List.of(), statement.position());
    }
}
