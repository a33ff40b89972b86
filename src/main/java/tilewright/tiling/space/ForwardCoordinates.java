package tilewright.tiling.space;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.isl.Point;
import tilewright.isl.Set;
import tilewright.model.Affine;
import tilewright.model.LinearForm;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;

/**
 * Two functions of two loops that all statements share, in which no dependence goes back, and of which every other such function is a sum of multiples: the edges of the cone of all of them. They are the same functions of a computation's
 * points whichever loops it is written in. Intervals from i to j that need those inside have {@code -i} and {@code j}; written by lengths l and beginnings i, these are {@code -i} and {@code i + l}, and by lengths and ends j
 * {@code l - j} and {@code j}.
 */
public final class ForwardCoordinates {
    private static final int LARGEST = 2;

    private final Dependences dependences;
    private final int first;
    private final Set differences;
    private final List<long[]> refuting = new ArrayList<>();

    private ForwardCoordinates(Dependences dependences, int first) {
        this.dependences = dependences;
        this.first = first;
        this.differences = dependences.dependences().stream()
                .map(this::differences)
                .reduce(Set::union)
                .map(d -> d.projectOutAllParams().coalesce())
                .orElseGet(() -> Set.parse(dependences.context(), "{ [x, y] : false }"));
    }

    /**
     * The functions, in terms of a statement's loops; the one that moves along rows of what the deepest statement writes comes last. Nothing where there are no two that give the loops back, or one is neither a loop nor a subscript of what is written.
     *
     * @param first number of the first of the two loops
     */
    public static Optional<Function<PlacedStatement, List<Affine>>> of(Dependences dependences, int first) {
        return new ForwardCoordinates(dependences, first)
                .edges()
                .map(edges -> p -> edges.stream()
                        .map(e -> variable(p, first)
                                .times(e[0])
                                .plus(variable(p, first + 1).times(e[1])))
                        .toList());
    }

    private static Affine variable(PlacedStatement placed, int loop) {
        return Affine.variable(placed.loopVariables().get(loop));
    }

    private Optional<List<long[]>> edges() {
        List<long[]> forward = IntStream.rangeClosed(-LARGEST, LARGEST)
                .boxed()
                .flatMap(x -> IntStream.rangeClosed(-LARGEST, LARGEST).mapToObj(y -> new long[] {x, y}))
                .filter(f -> (f[0] != 0 || f[1] != 0) && goesForward(f))
                .toList();
        return forward.stream()
                .flatMap(f -> forward.stream().map(g -> List.of(f, g)))
                .filter(pair -> cross(pair.getFirst(), pair.getLast()) == 1
                        && forward.stream()
                                .allMatch(h -> cross(pair.getFirst(), h) >= 0 && cross(h, pair.getLast()) >= 0))
                .findFirst()
                .filter(pair -> pair.stream().allMatch(f -> isOfLoop(f) || isOfSubscript(f)))
                .map(pair -> alongRows(pair.getFirst()) ? pair.reversed() : pair);
    }

    private static long cross(long[] f, long[] g) {
        return f[0] * g[1] - f[1] * g[0];
    }

    private static boolean isOfLoop(long[] function) {
        return function[0] == 0 || function[1] == 0;
    }

    /** Whether a function is a subscript of what the deepest statement writes, or that negated, but for a number. */
    private boolean isOfSubscript(long[] function) {
        return subscripts().stream().anyMatch(s -> isAlong(s, function));
    }

    private boolean alongRows(long[] function) {
        return !subscripts().isEmpty() && isAlong(subscripts().getLast(), function);
    }

    private static boolean isAlong(long[] subscript, long[] function) {
        return (subscript[0] != 0 || subscript[1] != 0) && cross(subscript, function) == 0;
    }

    /** Coefficients of the two loops in the subscripts of what the deepest statement writes. */
    private List<long[]> subscripts() {
        PlacedStatement deepest = dependences.nest().statements().stream()
                .max(Comparator.comparingInt(PlacedStatement::depth))
                .orElseThrow();
        return deepest.statement().target().indices().stream()
                .map(LinearForm::of)
                .map(s -> Stream.of(0, 1)
                        .mapToLong(z -> s.coefficient(deepest.loopVariables().get(first + z)))
                        .toArray())
                .toList();
    }

    private boolean goesForward(long[] function) {
        if (refuting.stream().anyMatch(d -> function[0] * d[0] + function[1] * d[1] < 0)) {
            return false;
        }
        Point back = differences
                .intersect(Set.parse(
                        dependences.context(), "{ [x, y] : " + function[0] + " x + " + function[1] + " y < 0 }"))
                .samplePoint();
        if (!back.isVoid()) {
            refuting.add(back.coordinates());
        }
        return back.isVoid();
    }

    private Set differences(Dependence dependence) {
        return dependence
                .relation()
                .applyDomain(loops(dependence.source()))
                .applyRange(loops(dependence.sink()))
                .deltas();
    }

    private tilewright.isl.Map loops(String statement) {
        PlacedStatement placed = dependences.nest().statement(statement);
        return tilewright.isl.Map.parse(
                dependences.context(),
                new SetNotation(dependences.nest()).parameters()
                        + SetNotation.map(
                                SetNotation.tuple(placed),
                                "",
                                List.of(variable(placed, first), variable(placed, first + 1))));
    }
}
