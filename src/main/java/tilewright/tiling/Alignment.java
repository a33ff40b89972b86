package tilewright.tiling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tilewright.dependence.Dependences;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
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
 * <p>A loop of one iteration around a node changes nothing in what runs and in which order, so no condition has to be
 * proved here; whether the new form helps is seen when it is planned.
 */
final class Alignment {
    private final LoopNest nest;
    private final int depth;

    /** By array, the first of the deepest statements that writes it. */
    private final Map<String, PlacedStatement> deepest = new HashMap<>();

    private Alignment(LoopNest nest) {
        this.nest = nest;
        this.depth = nest.statements().stream()
                .mapToInt(PlacedStatement::depth)
                .max()
                .orElse(0);
        nest.statements().stream()
                .filter(p -> p.depth() == depth)
                .forEach(p -> deepest.putIfAbsent(p.statement().target().array(), p));
    }

    /** The aligned form, or nothing where no statement has to move. */
    static Optional<Rewriting> of(Dependences dependences) {
        return new Alignment(dependences.nest()).form();
    }

    private Optional<Rewriting> form() {
        List<Node> body = nest.body();
        for (PlacedStatement placed : nest.statements()) {
            Moved moved = moved(placed);
            List<Node> around = moved.inserted().isEmpty() ? body : around(body, placed, 0, moved.inserted());
            if (!around.equals(body)) {
                body = Substitution.ofAccesses(around, (id, access) -> renamed(placed, moved, id, access));
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

    /** A loop {@code do variable = value, value}. */
    private record OneTrip(String variable, Affine value) {}

    /**
     * A statement's new place.
     *
     * @param inserted the new loops, each by the depth of the statement's own loop that it goes around
     * @param variables the loop variable at every depth of the deepest statement, as far as the statement's loops go
     * @param subscripts the depths of the deepest statement's loops that are its subscripts
     */
    private record Moved(Map<Integer, OneTrip> inserted, List<String> variables, List<Integer> subscripts) {
        static final Moved NOT = new Moved(Map.of(), List.of(), List.of());
    }

    private Moved moved(PlacedStatement placed) {
        PlacedStatement deepest = this.deepest.get(placed.statement().target().array());
        Optional<List<Integer>> subscripts = deepest == null ? Optional.empty() : deepest.elementLoops();
        if (deepest == null || subscripts.isEmpty() || placed.depth() == depth) {
            return Moved.NOT;
        }
        Map<Integer, Affine> places = places(placed, subscripts.get());
        Map<Integer, OneTrip> inserted = new HashMap<>();
        List<String> variables = new ArrayList<>();
        int own = 0;
        for (int position = 0; position < depth && own < placed.depth(); position++) {
            Affine place = places.get(position);
            String variable = placed.loopVariables().get(own);
            if (place == null || place.equals(Affine.variable(variable))) {
                own++;
            } else if (inserted.containsKey(own)
                    || !isKnown(place, placed.loopVariables().subList(0, own))) {
                return Moved.NOT;
            } else {
                variable = name(placed, deepest.loopVariables().get(position));
                inserted.put(own, new OneTrip(variable, place));
            }
            variables.add(variable);
        }
        return own == placed.depth() ? new Moved(inserted, variables, subscripts.get()) : Moved.NOT;
    }

    /** The written element by the loops of the deepest statement: {@code a(i,j)} where j = i. */
    private Access renamed(PlacedStatement placed, Moved moved, String statement, Access access) {
        Access target = placed.statement().target();
        boolean same = statement.equals(placed.statement().id())
                && access.array().equals(target.array())
                && access.indices().equals(target.indices());
        if (!same) {
            return access;
        }
        List<Subscript> subscripts = new ArrayList<>();
        for (int d = 0; d < access.indices().size(); d++) {
            int position = moved.subscripts().get(d);
            Affine index = position < moved.variables().size()
                    ? Affine.variable(moved.variables().get(position))
                    : access.indices().get(d);
            subscripts.add(new Subscript.AffineSubscript(index));
        }
        return new Access(access.index(), access.array(), subscripts, access.position());
    }

    private boolean isKnown(Affine place, List<String> variables) {
        return place.variables().stream()
                .allMatch(v -> variables.contains(v) || nest.parameters().contains(v));
    }

    private static String name(PlacedStatement placed, String wanted) {
        String name = wanted;
        while (placed.loopVariables().contains(name)) {
            name += "_";
        }
        return name;
    }

    /** Where in the deepest statement's loops it writes the element that another statement writes. */
    private static Map<Integer, Affine> places(PlacedStatement placed, List<Integer> subscripts) {
        Map<Integer, Affine> places = new HashMap<>();
        for (int d = 0; d < subscripts.size(); d++) {
            places.put(subscripts.get(d), placed.statement().target().indices().get(d));
        }
        return places;
    }

    /** Puts the new loops around those nodes that hold nothing but the statement. */
    private List<Node> around(List<Node> nodes, PlacedStatement placed, int depth, Map<Integer, OneTrip> inserted) {
        List<Node> result = new ArrayList<>();
        for (Node node : nodes) {
            result.add(
                    switch (node) {
                        case Statement s -> s;
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

    private Node aroundLoop(Node.Loop loop, PlacedStatement placed, int depth, Map<Integer, OneTrip> inserted) {
        Node.Loop kept = new Node.Loop(
                loop.variable(),
                loop.lower(),
                loop.upper(),
                loop.step(),
                around(loop.body(), placed, depth + 1, inserted),
                loop.position());
        OneTrip trip = inserted.get(depth);
        List<String> inside = statements(List.of(loop));
        if (trip == null || !inside.equals(List.of(placed.statement().id()))) {
            return kept;
        }
        return new Node.Loop(trip.variable(), trip.value(), trip.value(), 1, List.of(kept), loop.position());
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
