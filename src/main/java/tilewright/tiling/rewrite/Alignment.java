package tilewright.tiling.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependences;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.model.SourcePosition;
import tilewright.model.Statement;
import tilewright.model.Subscript;

/**
 * Puts statements with fewer loops where a deepest statement works on the element that they write, by loops of one
 * iteration. The statements then share a loop space in which every element belongs to one point of the parallel loops
 * (alignment of statements in affine schedules: P. Feautrier, Some efficient solutions to the affine scheduling problem,
 * part II, IJPP 21 (1992)).
 *
 * <p>Cholesky's deepest statement has loops (i,j,k) and writes {@code a(i,j)}. Before: {@code do k = 0, i-1; a(i,i) = a(i,i) -
 * a(i,k)*a(i,k)}. After: {@code do j = i, i; do k = 0, i-1; ..}: the same element at j = i, the same k.
 *
 * <p>What is written beside that array, as the factor {@code f(k,i) = a(i,k)} of an elimination, may stand where an element is that it reads ({@link #byReads}), named by the
 * loops of its place: {@code do j = k, k; f(j,i) = a(i,j)}. Then it belongs to that point, of which others get it.
 *
 * <p>A loop of one iteration around a node changes nothing in what runs and in which order, so no condition has to be
 * proved here; whether the new form helps is seen when it is planned.
 */
public final class Alignment {
    private final LoopNest nest;
    private final int depth;
    private final boolean byReads;

    /** By array, the first of the deepest statements that writes it. */
    private final Map<String, PlacedStatement> deepest = new HashMap<>();

    private Alignment(LoopNest nest, boolean byReads) {
        this.nest = nest;
        this.byReads = byReads;
        this.depth = nest.statements().stream()
                .mapToInt(PlacedStatement::depth)
                .max()
                .orElse(0);
        nest.statements().stream()
                .filter(p -> p.depth() == depth)
                .forEach(p -> deepest.putIfAbsent(p.statement().target().array(), p));
    }

    /** The aligned form, or nothing where no statement has to move. */
    public static Optional<Rewriting> of(Dependences dependences) {
        return new Alignment(dependences.nest(), false).form();
    }

    /** The same, with statements whose array no deepest statement writes at the first element they read of one that is; nothing where there are none. */
    public static Optional<Rewriting> byReads(Dependences dependences) {
        Alignment alignment = new Alignment(dependences.nest(), true);
        boolean moves = alignment.nest.statements().stream().anyMatch(p -> alignment.movedByRead(p) != Moved.NOT);
        return moves ? alignment.form() : Optional.empty();
    }

    private Optional<Rewriting> form() {
        List<Node> body = nest.body();
        for (PlacedStatement placed : nest.statements()) {
            boolean own = deepest.containsKey(placed.statement().target().array());
            Moved moved = own ? movedByTarget(placed) : byReads ? movedByRead(placed) : Moved.NOT;
            List<Node> around = moved.inserted().isEmpty() ? body : around(body, placed, 0, moved.inserted());
            if (!around.equals(body)) {
                body = Substitution.ofAccesses(
                        around,
                        (id, access) -> id.equals(placed.statement().id())
                                ? moved.renamed().getOrDefault(access.index(), access)
                                : access);
            }
        }
        return body.equals(nest.body())
                ? Optional.empty()
                : Optional.of(new Rewriting(
                        new LoopNest(
                                nest.name(),
                                nest.parameters(),
                                nest.arrays(),
                                nest.assumptions(),
                                List.of(),
                                body,
                                nest.associative()),
                        Map.of()));
    }

    /**
     * A statement's new place.
     *
     * @param inserted the new loops, each by the depth of the statement's own loop that it goes around
     * @param renamed accesses, by their numbers, named by the new loops
     */
    private record Moved(Map<Integer, List<OneTrip>> inserted, Map<Integer, Access> renamed) {
        static final Moved NOT = new Moved(Map.of(), Map.of());
    }

    /** Where a deepest statement writes the element that this one writes, as far as its loops go: loops inside of them have one iteration wherever they are. */
    private Moved movedByTarget(PlacedStatement placed) {
        return moved(placed, placed.statement().target(), false);
    }

    /** Where a deepest statement writes the first element that this one reads of its array. */
    private Moved movedByRead(PlacedStatement placed) {
        Access target = placed.statement().target();
        if (deepest.containsKey(target.array()) || target.indices().isEmpty()) {
            return Moved.NOT;
        }
        return placed.statement().accesses().stream()
                .skip(1)
                .filter(a -> deepest.containsKey(a.array()))
                .findFirst()
                .map(read -> moved(placed, read, true))
                .filter(m -> !m.inserted().isEmpty())
                .orElse(Moved.NOT);
    }

    /** @param whole whether the statement gets all loops that it misses, also those inside of its own */
    private Moved moved(PlacedStatement placed, Access element, boolean whole) {
        PlacedStatement deepest = Objects.requireNonNull(this.deepest.get(element.array()));
        Optional<List<Integer>> subscripts = elementLoops(deepest);
        if (subscripts.isEmpty() || placed.depth() == depth || !element.isAffine()) {
            return Moved.NOT;
        }
        Map<Integer, Affine> places = new HashMap<>();
        for (int d = 0; d < element.indices().size(); d++) {
            int position = subscripts.get().get(d);
            String variable = deepest.loopVariables().get(position);
            Affine own = deepest.statement().target().indices().get(d);
            LinearForm.of(own)
                    .solve(variable, element.indices().get(d))
                    .ifPresent(place -> places.put(position, place));
        }
        Map<Integer, List<OneTrip>> inserted = new HashMap<>();
        List<String> variables = new ArrayList<>();
        int own = 0;
        for (int position = 0; position < depth && (whole || own < placed.depth()); position++) {
            Affine place = places.get(position);
            String variable = own < placed.depth() ? placed.loopVariables().get(own) : null;
            if (variable != null && (place == null || place.equals(Affine.variable(variable)))) {
                own++;
            } else if (place == null
                    || !whole && inserted.containsKey(own)
                    || !OneTrip.isKnown(place, nest, placed.loopVariables().subList(0, own))) {
                return Moved.NOT;
            } else {
                variable = OneTrip.name(deepest.loopVariables().get(position), placed.loopVariables());
                inserted.computeIfAbsent(own, _ -> new ArrayList<>()).add(new OneTrip(variable, place));
            }
            variables.add(variable);
        }
        if (own < placed.depth()) {
            return Moved.NOT;
        }
        Map<Integer, Access> renamed = new HashMap<>();
        for (Access access : placed.statement().accesses()) {
            if (access.array().equals(element.array()) && access.indices().equals(element.indices())) {
                renamed.put(access.index(), renamed(access, deepest, subscripts.get(), variables));
            }
        }
        if (whole) {
            renamed.put(1, byPlace(placed.statement().target(), inserted));
        }
        return new Moved(inserted, renamed);
    }

    /** Depths of the loops that subscripts of what a statement writes name, upwards or downwards, each its own; nothing where they are anything else. */
    private static Optional<List<Integer>> elementLoops(PlacedStatement placed) {
        List<Integer> depths = new ArrayList<>();
        for (Affine index : placed.statement().target().indices()) {
            List<String> variables = List.copyOf(index.variables());
            int depth = variables.size() == 1 ? placed.loopVariables().indexOf(variables.getFirst()) : -1;
            if (depth < 0
                    || depths.contains(depth)
                    || !(index.equals(Affine.variable(variables.getFirst()))
                            || index.equals(
                                    Affine.variable(variables.getFirst()).times(-1)))) {
                return Optional.empty();
            }
            depths.add(depth);
        }
        return Optional.of(depths);
    }

    /** The written element by the loops of the deepest statement: {@code a(i,j)} where j = i. */
    private static Access renamed(
            Access access, PlacedStatement deepest, List<Integer> positions, List<String> variables) {
        List<Subscript> subscripts = new ArrayList<>();
        for (int d = 0; d < access.indices().size(); d++) {
            int position = positions.get(d);
            Affine own = deepest.statement().target().indices().get(d);
            Affine index = position < variables.size()
                    ? own.substitute(
                            Map.of(deepest.loopVariables().get(position), Affine.variable(variables.get(position))))
                    : access.indices().get(d);
            subscripts.add(new Subscript.AffineSubscript(index));
        }
        return new Access(access.index(), access.array(), subscripts, access.position());
    }

    /** What a statement writes, by loops of one iteration that have the values of its subscripts, each once: {@code d(i,j)} for {@code d(k,k)} where i = k and j = k. */
    private static Access byPlace(Access target, Map<Integer, List<OneTrip>> inserted) {
        List<OneTrip> left = new ArrayList<>();
        inserted.keySet().stream().sorted().forEach(d -> left.addAll(Objects.requireNonNull(inserted.get(d))));
        List<Subscript> subscripts = new ArrayList<>();
        for (Affine index : target.indices()) {
            Optional<OneTrip> trip =
                    left.stream().filter(t -> t.value().equals(index)).findFirst();
            trip.ifPresent(left::remove);
            subscripts.add(new Subscript.AffineSubscript(
                    trip.<Affine>map(t -> Affine.variable(t.variable())).orElse(index)));
        }
        return new Access(target.index(), target.array(), subscripts, target.position());
    }

    /** Puts the new loops around those nodes that hold nothing but the statement. */
    private List<Node> around(
            List<Node> nodes, PlacedStatement placed, int depth, Map<Integer, List<OneTrip>> inserted) {
        List<Node> result = new ArrayList<>();
        for (Node node : nodes) {
            result.add(
                    switch (node) {
                        case Statement s ->
                            depth == placed.depth()
                                            && s.id().equals(placed.statement().id())
                                    ? inside(s, inserted.get(depth), s.position())
                                    : s;
                        case Node.Guard g ->
                            new Node.Guard(
                                    g.condition(),
                                    around(g.then(), placed, depth, inserted),
                                    around(g.otherwise(), placed, depth, inserted),
                                    g.position());
                        case Node.Repeat r -> throw r.notAffine();
                        case Node.Loop l -> aroundLoop(l, placed, depth, inserted);
                    });
        }
        return result;
    }

    private Node aroundLoop(Node.Loop loop, PlacedStatement placed, int depth, Map<Integer, List<OneTrip>> inserted) {
        Node.Loop kept = new Node.Loop(
                loop.variable(),
                loop.lower(),
                loop.upper(),
                loop.step(),
                around(loop.body(), placed, depth + 1, inserted),
                loop.position());
        boolean alone =
                statements(List.of(loop)).equals(List.of(placed.statement().id()));
        return alone ? inside(kept, inserted.get(depth), loop.position()) : kept;
    }

    private static Node inside(Node node, @Nullable List<OneTrip> trips, SourcePosition position) {
        return trips == null ? node : OneTrip.around(node, trips, position);
    }

    private static List<String> statements(List<Node> nodes) {
        return nodes.stream()
                .flatMap(n -> switch (n) {
                    case Statement s -> List.of(s.id()).stream();
                    case Node.Guard g ->
                        java.util.stream.Stream.concat(
                                statements(g.then()).stream(), statements(g.otherwise()).stream());
                    case Node.Repeat r -> throw r.notAffine();
                    case Node.Loop l -> statements(l.body()).stream();
                })
                .toList();
    }
}
