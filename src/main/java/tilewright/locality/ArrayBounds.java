package tilewright.locality;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.Dim;
import tilewright.isl.Point;
import tilewright.isl.Scope;
import tilewright.isl.Set;
import tilewright.model.Access;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Expression;
import tilewright.model.LoopNest;
import tilewright.model.Operator;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;

/** Whether accesses stay within the bounds of their arrays. */
public final class ArrayBounds {
    private ArrayBounds() {}

    /**
     * An access to an element that its array does not have.
     *
     * @param iteration values of the loop variables around the statement
     * @param sizes values of the parameters at which it happens
     */
    public record Violation(
            PlacedStatement placed, Access access, List<Long> iteration, SequencedMap<String, Long> sizes) {
        public Violation {
            iteration = List.copyOf(iteration);
            sizes = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(sizes));
        }
    }

    /**
     * The first access that leaves its array at these sizes. Example: {@code a(i + 1)} for i = 1 .. n, where a has n elements,
     * does for i = n. Reads under a {@code merge} may: the value is taken only where its condition holds.
     *
     * @param sizes value of every parameter
     */
    public static Optional<Violation> violation(Dependences dependences, SequencedMap<String, Long> sizes) {
        Context context = dependences.context();
        try (Scope _ = context.scope()) {
            for (Dependences.Domain domain : dependences.domains()) {
                PlacedStatement placed = dependences.nest().statement(domain.statement());
                Set iterations = ValueFlows.fixed(domain.iterations(), dependences, sizes);
                for (Access access : evaluated(placed)) {
                    Set outside = iterations.subtract(inside(context, dependences.nest(), placed, access));
                    if (!outside.isEmpty()) {
                        return Optional.of(new Violation(placed, access, coordinates(outside.samplePoint()), sizes));
                    }
                }
            }
        }
        return Optional.empty();
    }

    /**
     * The first access that leaves its array at all sizes at which its statement runs, with one of them for an example. An
     * access that does at some sizes only, small ones say, or where two parameters are related in a way that nobody assumed, is
     * none.
     */
    public static Optional<Violation> violationAtAllSizes(Dependences dependences) {
        Context context = dependences.context();
        LoopNest nest = dependences.nest();
        try (Scope _ = context.scope()) {
            Set sizes = Set.parse(context, new SetNotation(nest).parameters() + "{ : " + positive(nest) + " }");
            for (Dependences.Domain domain : dependences.domains()) {
                PlacedStatement placed = nest.statement(domain.statement());
                Set iterations = domain.iterations().intersectParams(sizes);
                for (Access access : evaluated(placed)) {
                    Set outside = iterations.subtract(inside(context, nest, placed, access));
                    if (!outside.isEmpty() && iterations.params().isSubset(outside.params())) {
                        Point point = outside.samplePoint();
                        return Optional.of(
                                new Violation(placed, access, coordinates(point), parameters(point, outside, nest)));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static String positive(LoopNest nest) {
        return nest.sizeParameters().isEmpty()
                ? "true"
                : nest.sizeParameters().stream().map(p -> p + " >= 1").collect(Collectors.joining(" and "));
    }

    private static SequencedMap<String, Long> parameters(Point point, Set set, LoopNest nest) {
        SequencedMap<String, Long> values = new LinkedHashMap<>();
        for (int p = 0; p < set.dim(Dim.PARAM); p++) {
            String name = set.getDimName(Dim.PARAM, p);
            if (name != null && nest.parameters().contains(name)) {
                values.put(name, point.getCoordinateVal(Dim.PARAM, p).longValue());
            }
        }
        return values;
    }

    /** The iterations, in the domain or not, in which an access stays within its array. */
    public static Set inside(Context context, LoopNest nest, PlacedStatement placed, Access access) {
        List<String> within = new ArrayList<>();
        List<ArrayDeclaration.Bounds> bounds = nest.array(access.array()).bounds();
        for (int d = 0; d < bounds.size(); d++) {
            within.add(SetNotation.between(
                    bounds.get(d).lower(),
                    access.indices().get(d),
                    bounds.get(d).upper()));
        }
        return Set.parse(
                context,
                new SetNotation(nest).parameters() + "{ " + SetNotation.tuple(placed) + " : "
                        + (within.isEmpty() ? "true" : String.join(" and ", within)) + " }");
    }

    /** Accesses that are executed whatever the data are. */
    public static List<Access> evaluated(PlacedStatement placed) {
        boolean[] chooses = {false};
        placed.statement()
                .value()
                .visit(e -> chooses[0] |= e instanceof Expression.Apply a && a.operator() == Operator.MERGE);
        return chooses[0]
                ? List.of(placed.statement().target())
                : placed.statement().accesses();
    }

    private static List<Long> coordinates(Point point) {
        return Arrays.stream(point.coordinates()).boxed().toList();
    }
}
