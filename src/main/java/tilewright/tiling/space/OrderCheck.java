package tilewright.tiling.space;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import tilewright.dependence.Dependence;
import tilewright.dependence.DependenceVector;
import tilewright.dependence.Dependences;
import tilewright.isl.Dim;
import tilewright.isl.Map;
import tilewright.model.PlacedStatement;

/**
 * Compares an order of execution with the dependences, in the common loop space: is the source of every
 * dependence before its sink? It keeps what it computes, and lives no longer than isl's scope that it is made in, or, where it is made {@link #lasting}, as long as
 * the dependences.
 * Dependences that are the same pairs of points there, as most of those between the statements of a long body are, share one relation, and what
 * is asked of it is asked once.
 */
public final class OrderCheck {
    private final Dependences dependences;
    private final boolean lasting;
    private final java.util.Map<Dependence, Map> onCommonSpace = new IdentityHashMap<>();
    private final java.util.Map<DependenceVector, List<Image>> images = new HashMap<>();
    private final java.util.Map<String, Map> places = new HashMap<>();
    private final java.util.Map<Map, java.util.Map<List<Integer>, Inside>> insides = new IdentityHashMap<>();
    private final java.util.Map<List<Integer>, Optional<Dependence>> violated = new HashMap<>();
    private final java.util.Map<Within, Boolean> zeros = new HashMap<>();

    /**
     * A relation between iterations as one between points.
     *
     * @param relation without the names of its statements
     * @param from where the source's iterations are in the common loop space, without its name
     * @param to the same of the sink
     */
    private record Image(Map relation, Map from, Map to, Map onCommonSpace) {}

    /**
     * What a relation does where some coordinates agree.
     *
     * @param goesBack whether the others can go back lexicographically
     * @param atPoint whether some pair agrees in these as well
     */
    private record Inside(boolean goesBack, boolean atPoint) {}

    /** A loop within fixed values of others. */
    private record Within(int loop, List<Integer> outer) {}

    public OrderCheck(Dependences dependences) {
        this(dependences, false);
    }

    private OrderCheck(Dependences dependences, boolean lasting) {
        this.dependences = dependences;
        this.lasting = lasting;
    }

    /** One that outlives the scopes in which it is asked. */
    public static OrderCheck lasting(Dependences dependences) {
        return new OrderCheck(dependences, true);
    }

    public Dependences dependences() {
        return dependences;
    }

    /**
     * Pairs of a dependence whose source does not run before its sink.
     *
     * @param from when the source's iterations run, to when the sink's do, in one space of times
     */
    public static Optional<Map> notBefore(Dependence dependence, Map from, Map to) {
        Map wrong = dependence
                .relation()
                .intersectDomain(from.domain())
                .intersectRange(to.domain())
                .subtract(from.lexLtMap(to));
        return wrong.isEmpty() ? Optional.empty() : Optional.of(wrong);
    }

    /** The dependence between points of the common loop space, {@code { [x] -> [x'] }}. */
    public Map onCommonSpace(Dependence dependence) {
        return onCommonSpace.computeIfAbsent(dependence, this::image);
    }

    private Map image(Dependence dependence) {
        Map relation = dependence.relation().resetTupleId(Dim.IN).resetTupleId(Dim.OUT);
        Map from = place(dependence.source());
        Map to = place(dependence.sink());
        List<Image> alike = images.computeIfAbsent(dependence.vector(), _ -> new ArrayList<>());
        for (Image image : alike) {
            if (isSame(image.from, from) && isSame(image.to, to) && isSame(image.relation, relation)) {
                return image.onCommonSpace;
            }
        }
        Map points = relation.applyDomain(from).applyRange(to);
        if (lasting) {
            relation.liveWith(dependence.relation());
            points.liveWith(dependence.relation());
        }
        alike.add(new Image(relation, from, to, points));
        return points;
    }

    private Map place(String statement) {
        return places.computeIfAbsent(statement, s -> {
            Map embedding = dependences.embedding(s).relation();
            Map place = embedding.resetTupleId(Dim.IN);
            if (lasting) {
                place.liveWith(embedding);
            }
            return place;
        });
    }

    private static boolean isSame(Map one, Map other) {
        return one == other
                || one.dim(Dim.IN) == other.dim(Dim.IN)
                        && one.dim(Dim.OUT) == other.dim(Dim.OUT)
                        && one.plainIsEqual(other);
    }

    /** A question about pairs of points as one about dependences, asked once of those that are the same pairs. */
    Predicate<Dependence> asked(Predicate<Map> question) {
        java.util.Map<Map, Boolean> answers = new IdentityHashMap<>();
        return dependence -> answers.computeIfAbsent(onCommonSpace(dependence), question::test);
    }

    /** The relation restricted to pairs that agree in the first {@code count} coordinates. */
    public static Map agreeingIn(Map relation, int count) {
        Map result = relation;
        for (int z = 0; z < count; z++) {
            result = result.equate(Dim.IN, z, Dim.OUT, z);
        }
        return result;
    }

    /** Whether no dependence within fixed values of the outer loops has a component other than zero in a loop. */
    public boolean isZeroWithin(int loop, List<Integer> outer) {
        return zeros.computeIfAbsent(
                new Within(loop, outer),
                _ -> dependences.dependences().stream().allMatch(asked(points -> {
                    Map relation = agreeingIn(points, outer);
                    return relation.subtract(relation.equate(Dim.IN, loop, Dim.OUT, loop))
                            .isEmpty();
                })));
    }

    /** Whether every dependence stays within one iteration of a loop: its iterations are problems of their own. */
    public boolean isStill(int loop) {
        return isZeroWithin(loop, List.of());
    }

    /**
     * A dependence that the order "some loops as they are, then statement by statement, then all points at once"
     * violates, or that a block of these loops would run backwards.
     *
     * @param loops the sequential loops, ascending
     * @param statements ids of all statements in the order in which they run within an iteration of these loops
     */
    public Optional<Dependence> violatedBySequential(
            List<Dependence> among, List<Integer> loops, List<String> statements) {
        Predicate<Dependence> goesBack = asked(points -> anyGoesBack(points, loops));
        Predicate<Dependence> apart = asked(points -> agreeingIn(points, loops).isEmpty());
        return among.stream()
                .filter(d -> goesBack.test(d)
                        || statements.indexOf(d.source()) >= statements.indexOf(d.sink()) && !apart.test(d))
                .findFirst();
    }

    /**
     * The statements in an order that keeps the dependences within an iteration of the given loops; as written where
     * these form a cycle.
     */
    public List<String> statementOrder(List<Dependence> among, List<Integer> loops) {
        List<String> left = new ArrayList<>(dependences.nest().statements().stream()
                .map(p -> p.statement().id())
                .toList());
        List<Dependence> within = among.stream()
                .filter(d -> !d.source().equals(d.sink()))
                .filter(asked(points -> !agreeingIn(points, loops).isEmpty()))
                .toList();
        List<String> ordered = new ArrayList<>();
        while (!left.isEmpty()) {
            String next = left.stream()
                    .filter(s -> within.stream().noneMatch(d -> d.sink().equals(s) && left.contains(d.source())))
                    .findFirst()
                    .orElse(left.getFirst());
            ordered.add(next);
            left.remove(next);
        }
        return ordered;
    }

    /** The relation restricted to pairs that agree in the given coordinates. */
    public static Map agreeingIn(Map relation, List<Integer> loops) {
        Map result = relation;
        for (int z : loops) {
            result = result.equate(Dim.IN, z, Dim.OUT, z);
        }
        return result;
    }

    /** A dependence whose components in the given loops can be lexicographically negative. */
    public Optional<Dependence> violatedByHostOrder(List<Integer> loops) {
        if (loops.isEmpty()) {
            return Optional.empty();
        }
        return violated.computeIfAbsent(
                loops,
                _ -> dependences.dependences().stream()
                        .filter(asked(points -> goesBackLexicographically(points, loops)))
                        .findFirst());
    }

    private static boolean goesBackLexicographically(Map relation, List<Integer> loops) {
        Map tied = relation;
        for (int z : loops) {
            if (!tied.orderGt(Dim.IN, z, Dim.OUT, z).isEmpty()) {
                return true;
            }
            tied = tied.equate(Dim.IN, z, Dim.OUT, z);
        }
        return false;
    }

    /** Whether a component of the given loops can be negative. */
    private static boolean anyGoesBack(Map relation, List<Integer> loops) {
        return loops.stream()
                .anyMatch(z -> !relation.orderGt(Dim.IN, z, Dim.OUT, z).isEmpty());
    }

    /**
     * Whether a dependence, for equal values of the given loops, goes forward in the remaining loops' original
     * order, or from an earlier statement to a later one at the same point.
     */
    public boolean keepsOrderInside(Dependence dependence, List<Integer> loops) {
        Inside inside = inside(dependence, loops);
        return !inside.goesBack && (!inside.atPoint || position(dependence.source()) < position(dependence.sink()));
    }

    private Inside inside(Dependence dependence, List<Integer> loops) {
        return insides.computeIfAbsent(onCommonSpace(dependence), _ -> new HashMap<>())
                .computeIfAbsent(loops, _ -> {
                    List<Integer> inner = others(loops);
                    Map agreeing = agreeingIn(onCommonSpace(dependence), loops);
                    return new Inside(
                            goesBackLexicographically(agreeing, inner),
                            !agreeingIn(agreeing, inner).isEmpty());
                });
    }

    private List<Integer> others(List<Integer> loops) {
        return IntStream.range(0, dependences.loops().size())
                .boxed()
                .filter(z -> !loops.contains(z))
                .toList();
    }

    /** Which dependences, for equal values of the given loops, are from an earlier to a later statement at one point. */
    public Predicate<Dependence> stayingAtPoint(List<Integer> loops) {
        List<Integer> inner = others(loops);
        Predicate<Dependence> stays = asked(points -> {
            Map agreeing = agreeingIn(points, loops);
            return agreeing.isSubset(agreeingIn(agreeing, inner));
        });
        return dependence -> position(dependence.source()) < position(dependence.sink()) && stays.test(dependence);
    }

    private int position(String statement) {
        int position = 0;
        for (PlacedStatement placed : dependences.nest().statements()) {
            if (placed.statement().id().equals(statement)) {
                return position;
            }
            position++;
        }
        throw new IllegalArgumentException("no statement " + statement);
    }
}
