package tilewright.locality;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.math3.fraction.BigFraction;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.IslLimitException;
import tilewright.isl.Scope;
import tilewright.isl.Set;
import tilewright.model.Access;
import tilewright.model.PlacedStatement;
import tilewright.model.UserError;

/**
 * Finds {@link Footprints}: the image of a box under the index functions, counted at enough sizes and interpolated.
 *
 * <p>Example: a block of Floyd-Warshall touches r_2 r_3 elements at a(i,j), each r_1 times, r_1 r_2 at a(i,k), each r_3 times, along
 * (0,0,1), and r_1 r_3 at a(k,j).
 */
public final class FootprintFormulas {
    private static final long MOST_OPERATIONS = 500_000;
    /** Boxes are this many values apart along different loops. */
    private static final long APART = 1000;

    private final Dependences dependences;
    private final Context context;
    private final SampleSizes samples;
    private final BlockSymbols symbols;

    private FootprintFormulas(Dependences dependences) {
        this.dependences = dependences;
        this.context = dependences.context();
        this.samples = SampleSizes.of(dependences);
        this.symbols = BlockSymbols.of(
                dependences.nest().parameters(), dependences.loops().size());
    }

    /** The footprints as functions of r_1..r_n. */
    public static Footprints of(Dependences dependences) {
        FootprintFormulas formulas = new FootprintFormulas(dependences);
        try (Scope _ = formulas.context.scope()) {
            return new Footprints(formulas.arrays(), formulas.accesses());
        }
    }

    private List<Footprints.OfArray> arrays() {
        TouchedElements box = new TouchedElements(dependences, _ -> true);
        Map<String, Set> touched = new LinkedHashMap<>();
        for (PlacedStatement placed : dependences.nest().statements()) {
            for (Access access : placed.statement().accesses()) {
                touched.merge(access.array(), box.at(placed, access), Set::union);
            }
        }
        List<Footprints.OfArray> found = new ArrayList<>();
        List<Integer> loops = TouchedElements.loops(symbols.loops());
        touched.forEach((array, elements) -> found.add(new Footprints.OfArray(
                array, dependences.nest().array(array).type().bytes(), counted(elements, loops, box))));
        return found;
    }

    private List<Footprints.OfAccess> accesses() {
        List<Footprints.OfAccess> found = new ArrayList<>();
        for (PlacedStatement placed : dependences.nest().statements()) {
            for (Access access : placed.statement().accesses()) {
                found.add(access(placed, access));
            }
        }
        return found;
    }

    private Footprints.OfAccess access(PlacedStatement placed, Access access) {
        TouchedElements box = new TouchedElements(dependences, z -> z < placed.depth());
        List<Integer> loops = TouchedElements.loops(placed.depth());
        ExactCount count = counted(box.at(placed, access), loops, box);
        return new Footprints.OfAccess(
                placed.statement().id(), access.index(), count, reuse(count, loops), directions(placed, access));
    }

    private ExactCount counted(Set elements, List<Integer> loops, TouchedElements box) {
        try {
            CountableSets count =
                    context.withMaxOperations(MOST_OPERATIONS, () -> new CountableSets(List.of(elements)));
            List<String> names = loops.stream().map(symbols::block).toList();
            ExactCount found = new Interpolation(
                            names.stream()
                                    .map(r -> Interpolation.Axis.of(r, samples::block))
                                    .toList(),
                            symbols.loops() + 1)
                    .fit(values -> count.count(box.place(loops, values, samples.modulus() * APART)));
            return found.map(
                    value -> value.in(symbols.all()),
                    names.stream().flatMap(r -> samples.conditions(r).stream()).toList());
        } catch (IslLimitException | UserError | ArithmeticException tooHard) {
            return new ExactCount.Refused("the sets need too many operations");
        }
    }

    /** Iterations of the box over elements, where that is a Laurent polynomial. */
    private ExactCount reuse(ExactCount elements, List<Integer> loops) {
        if (!(elements instanceof ExactCount.Known known)) {
            return elements;
        }
        LaurentPolynomial iterations = LaurentPolynomial.constant(symbols.all(), 1);
        for (int z : loops) {
            iterations = iterations.times(LaurentPolynomial.power(symbols.all(), symbols.block(z), 1));
        }
        return known.value().terms().size() == 1
                ? new ExactCount.Known(iterations.dividedBy(known.value()), known.conditions())
                : new ExactCount.Refused("(" + iterations + ") / (" + known.value() + ")");
    }

    private List<Footprints.Direction> directions(PlacedStatement placed, Access access) {
        if (placed.depth() == 0) {
            return List.of();
        }
        return AccessMatrix.of(placed, access, dependences.nest().parameters())
                .map(matrix -> kernel(matrix, placed))
                .orElse(List.of());
    }

    private static List<Footprints.Direction> kernel(AccessMatrix matrix, PlacedStatement placed) {
        List<long[]> rows = matrix.f().stream()
                .map(row -> row.stream().mapToLong(x -> x).toArray())
                .toList();
        return LinearSpan.of(rows, placed.depth()).orthogonalComplement().basis().stream()
                .map(FootprintFormulas::integral)
                .map(v -> new Footprints.Direction(v, carrier(v, placed)))
                .toList();
    }

    private static String carrier(List<Long> vector, PlacedStatement placed) {
        int z = 0;
        while (vector.get(z) == 0) {
            z++;
        }
        return placed.loopVariables().get(z);
    }

    /** The smallest integer multiple; the basis is in reduced echelon form, so the first component is positive. */
    private static List<Long> integral(BigFraction[] vector) {
        BigInteger common = BigInteger.ONE;
        for (BigFraction component : vector) {
            BigInteger denominator = component.getDenominator();
            common = common.divide(common.gcd(denominator)).multiply(denominator);
        }
        BigInteger multiple = common;
        return Arrays.stream(vector)
                .map(c -> c.multiply(multiple).getNumerator().longValueExact())
                .toList();
    }
}
