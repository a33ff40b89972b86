package tilewright.locality;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependence;
import tilewright.dependence.DependenceVector;
import tilewright.dependence.Dependences;
import tilewright.dependence.InputUse;
import tilewright.isl.BasicMap;
import tilewright.isl.Map;
import tilewright.isl.Scope;

/**
 * The exponents rho^d and rho^{d,z} of every read (paper, section 1), from the relations between values and their uses:
 * the values are the source iterations of a flow dependence or the elements of input data.
 *
 * <p>Of a relation that is a union, the convex parts with the most uses count: lower-dimensional ones (first
 * iterations, iterations next to a diagonal) would only blur the exponents. Relations with the same constraints, of which
 * long bodies have many, are counted once.
 */
final class ValueCounting {
    private final java.util.Map<Question, Exponents> known = new HashMap<>();

    private ValueCounting() {}

    /** The values used at every read, in the order of the dependences, input data last. */
    static List<UsedValues> of(Dependences dependences) {
        ValueCounting counting = new ValueCounting();
        List<Counted> found = new ArrayList<>();
        for (Dependence d : dependences.ofKind(Dependence.Kind.FLOW)) {
            found.add(counting.count(d));
        }
        for (InputUse input : dependences.inputs()) {
            found.add(counting.count(input));
        }
        return found.stream().map(c -> c.judged(found)).toList();
    }

    /** Number of uses: first by order of growth, then by directions of constant extent. */
    private record Uses(int exponent, int directions) implements Comparable<Uses> {
        @Override
        public int compareTo(Uses other) {
            return Comparator.comparingInt(Uses::exponent)
                    .thenComparingInt(Uses::directions)
                    .compare(this, other);
        }
    }

    private record Counted(UsedValues values, Uses uses) {
        UsedValues judged(List<Counted> all) {
            boolean decides = all.stream()
                    .filter(o ->
                            o.values.statement().equals(values.statement()) && o.values.access() == values.access())
                    .allMatch(o -> o.uses.compareTo(uses) <= 0);
            return new UsedValues(
                    values.statement(),
                    values.access(),
                    values.array(),
                    values.source(),
                    values.vector(),
                    values.uses(),
                    values.rho(),
                    values.rhoFixed(),
                    decides);
        }
    }

    private Counted count(Dependence flow) {
        return count(flow.relation(), true, flow.sink(), flow.access(), flow.array(), flow.source(), flow.vector());
    }

    private Counted count(InputUse input) {
        return count(input.relation(), false, input.statement(), input.access(), input.array(), null, null);
    }

    private Counted count(
            Map relation,
            boolean valuesFirst,
            String statement,
            int access,
            String array,
            @Nullable String source,
            @Nullable DependenceVector vector) {
        Exponents exponents = known.computeIfAbsent(new Question(systems(relation), valuesFirst), Exponents::of);
        Uses uses = exponents.uses;
        return new Counted(
                new UsedValues(
                        statement,
                        access,
                        array,
                        source,
                        vector,
                        uses.exponent,
                        exponents.rho,
                        exponents.rhoFixed,
                        true),
                uses);
    }

    private static List<ConstraintSystem> systems(Map relation) {
        try (Scope _ = relation.context().scope()) {
            return relation.computeDivs().getBasicMapList().stream()
                    .map((BasicMap m) -> ConstraintSystem.of(m))
                    .toList();
        }
    }

    /** What is asked: the convex parts of a relation, and whether it leads from the values to the iterations that use them. */
    private record Question(List<ConstraintSystem> parts, boolean valuesFirst) {}

    /** What is found, from the parts with the most uses. */
    private record Exponents(Uses uses, int rho, List<Integer> rhoFixed) {
        static Exponents of(Question question) {
            List<Part> parts = question.parts.stream()
                    .map(system -> Part.of(system, question.valuesFirst))
                    .toList();
            Uses uses = parts.stream()
                    .map(Part::uses)
                    .max(Comparator.naturalOrder())
                    .orElse(new Uses(0, 0));
            List<Part> largest =
                    parts.stream().filter(p -> p.uses().equals(uses)).toList();
            int depth = largest.isEmpty() ? 0 : largest.getFirst().sinks.length;
            List<Integer> rhoFixed = IntStream.range(0, depth)
                    .mapToObj(z ->
                            largest.stream().mapToInt(p -> p.rhoFixed(z)).max().orElse(1))
                    .toList();
            return new Exponents(
                    uses, largest.stream().mapToInt(Part::rho).max().orElse(0), rhoFixed);
        }
    }

    /** One convex part of a relation, with the columns of the values and of the iterations that use them. */
    private record Part(Growth growth, int[] values, int[] sinks) {
        static Part of(ConstraintSystem system, boolean valuesFirst) {
            int first = system.parameters();
            int middle = first + system.inputs();
            int[] inputs = IntStream.range(first, middle).toArray();
            int[] outputs = IntStream.range(middle, middle + system.outputs()).toArray();
            return new Part(Growth.of(system), valuesFirst ? inputs : outputs, valuesFirst ? outputs : inputs);
        }

        Uses uses() {
            return new Uses(growth.exponent(sinks), growth.directions(sinks));
        }

        int rho() {
            return growth.exponent(values);
        }

        int rhoFixed(int z) {
            return 1 + growth.exponentFor(new int[] {sinks[z]}, values);
        }
    }
}
