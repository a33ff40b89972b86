package tilewright.tiling.rewrite;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.model.Statement;

/**
 * Puts the loops of statements with fewer loops where a deepest statement has loops over the same subscripts, by loops of one iteration around them. Statements that share a loop space are placed
 * there by the order of their loops; loops over rows and columns of several layers are the space's second and third, not its first and second.
 *
 * <pre>
 * do i; do j: g(0,i,j) = ..                    do q = 0, 0; do i; do j: g(0,i,j) = ..
 * do q; do i; do j: f(q,i,j) = g(q,i,j)   -&gt;   do q; do i; do j: f(q,i,j) = g(q,i,j)
 * </pre>
 *
 * <p>Which loops belong together is counted: two of them wherever the same dimension of an array is indexed by one and by the other, each with a number added or none. A loop of one iteration around a
 * node changes nothing, so no condition has to be proved here.
 */
public final class AlignedLoops {
    private final LoopNest nest;
    private final PlacedStatement deepest;
    private final Map<Node.Loop, List<OneTrip>> around = new HashMap<>();

    private AlignedLoops(LoopNest nest, PlacedStatement deepest) {
        this.nest = nest;
        this.deepest = deepest;
    }

    /** The aligned form; nothing where all loops stand in the right order, or which ones belong together is not known of all of them. */
    public static Optional<Rewriting> of(LoopNest nest) {
        return nest.statements().stream()
                .max(Comparator.comparingInt(PlacedStatement::depth))
                .flatMap(deepest -> new AlignedLoops(nest, deepest).form());
    }

    private Optional<Rewriting> form() {
        Map<List<Node.Loop>, List<PlacedStatement>> groups = nest.statements().stream()
                .filter(p -> p.depth() > 0 && p.depth() < deepest.depth())
                .collect(Collectors.groupingBy(PlacedStatement::loops));
        boolean known = groups.entrySet().stream().allMatch(g -> aligned(g.getKey(), g.getValue()));
        if (!known || around.isEmpty()) {
            return Optional.empty();
        }
        LoopNest aligned = nest.with(nest.arrays(), form(nest.body()));
        boolean fits = aligned.statements().stream().allMatch(p -> p.depth() <= deepest.depth());
        return fits ? Optional.of(new Rewriting(aligned, Map.of())) : Optional.empty();
    }

    /** Notes the loops that go around some loops, the same for all statements inside; whether where these belong is known. */
    private boolean aligned(List<Node.Loop> loops, List<PlacedStatement> statements) {
        int shared = (int) IntStream.range(0, loops.size())
                .takeWhile(d -> loops.get(d).equals(deepest.loops().get(d)))
                .count();
        Map<String, Affine> names = new HashMap<>();
        int next = shared;
        for (int own = shared; own < loops.size(); own++) {
            Node.Loop loop = loops.get(own);
            OptionalInt place = place(loop.variable(), next, statements);
            if (place.isEmpty()) {
                return false;
            }
            List<OneTrip> trips = new ArrayList<>();
            for (int missing = next; missing < place.getAsInt(); missing++) {
                Node.Loop other = deepest.loops().get(missing);
                Affine value = other.lower().substitute(names);
                if (!OneTrip.isKnown(value, nest, variables(loops.subList(0, own)))) {
                    return false;
                }
                trips.add(new OneTrip(OneTrip.name(other.variable(), besides(loop)), value));
            }
            names.put(deepest.loops().get(place.getAsInt()).variable(), Affine.variable(loop.variable()));
            if (!trips.equals(around.getOrDefault(loop, trips))) {
                return false;
            }
            if (!trips.isEmpty()) {
                around.put(loop, trips);
            }
            next = place.getAsInt() + 1;
        }
        return true;
    }

    /** The loop of the deepest statement that indexes what this one indexes most often, from a depth on. */
    private OptionalInt place(String variable, int from, List<PlacedStatement> statements) {
        Map<String, Long> votes = statements.stream()
                .flatMap(p -> p.statement().accesses().stream())
                .flatMap(a -> deepest.statement().accesses().stream()
                        .filter(b -> b.array().equals(a.array()))
                        .flatMap(b -> partners(variable, a, b).stream()))
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        List<String> variables = deepest.loopVariables();
        return IntStream.range(from, variables.size())
                .filter(d -> votes.containsKey(variables.get(d)))
                .boxed()
                .max(Comparator.<Integer>comparingLong(d -> votes.getOrDefault(variables.get(d), 0L))
                        .thenComparing(Comparator.reverseOrder()))
                .map(OptionalInt::of)
                .orElse(OptionalInt.empty());
    }

    /** The loops that index what a loop does, one for each such dimension. */
    private static List<String> partners(String variable, Access own, Access other) {
        if (!own.isAffine() || !other.isAffine()) {
            return List.of();
        }
        return IntStream.range(0, own.indices().size())
                .filter(d -> isMoved(own.indices().get(d), variable))
                .mapToObj(d -> other.indices().get(d))
                .flatMap(index -> index.variables().stream().filter(v -> isMoved(index, v)))
                .toList();
    }

    /** Whether a subscript is a variable plus a number. */
    private static boolean isMoved(Affine index, String variable) {
        LinearForm form = LinearForm.of(index);
        return form.coefficient(variable) == 1 && form.terms().size() == 1;
    }

    private static List<String> variables(List<Node.Loop> loops) {
        return loops.stream().map(Node.Loop::variable).toList();
    }

    /** Names of loops around and inside. */
    private Set<String> besides(Node.Loop loop) {
        return nest.statements().stream()
                .filter(p -> p.loops().contains(loop))
                .flatMap(p -> p.loopVariables().stream())
                .collect(Collectors.toSet());
    }

    private List<Node> form(List<Node> nodes) {
        return nodes.stream().map(this::form).toList();
    }

    private Node form(Node node) {
        return switch (node) {
            case Statement s -> s;
            case Node.Guard g -> new Node.Guard(g.condition(), form(g.then()), form(g.otherwise()), g.position());
            case Node.Repeat r -> throw r.notAffine();
            case Node.Loop l -> {
                Node kept = new Node.Loop(l.variable(), l.lower(), l.upper(), l.step(), form(l.body()), l.position());
                yield OneTrip.around(kept, around.getOrDefault(l, List.of()), l.position());
            }
        };
    }
}
