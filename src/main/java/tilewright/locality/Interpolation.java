package tilewright.locality;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.apache.commons.math3.fraction.BigFraction;

/**
 * Finds a polynomial from exact counts: the least total degree D for which one through the counts on the lattice
 * {@code i1 + .. + im <= D} also gives the counts on the next layer, {@code i1 + .. + im = D + 1}, and at points far off.
 * These were not used to find it: a function that is no polynomial, or one of a higher degree, is refused.
 *
 * <p>Newton's form: basis polynomials are products of factors (x_v - node), node after node. A basis polynomial vanishes at
 * every lattice point that does not reach its exponents, so coefficients follow one from the other without a linear system,
 * and a layer of counts holds if its coefficients are zero. Variables may be multiples of another one (n = r Q with nodes
 * Q): then the factors are (n - Q r), which have degree 1 in (n, r), as before.
 *
 * <p>One object serves many counts in the same variables.
 */
final class Interpolation {
    /**
     * A variable and its values on the lattice.
     *
     * @param node the k-th value, k from 0, all different
     * @param of index of the variable whose value is multiplied by the node; -1 for none
     */
    record Axis(String variable, IntToLongFunction node, int of) {
        static Axis of(String variable, IntToLongFunction node) {
            return new Axis(variable, node, -1);
        }
    }

    /** The exact count for values of the variables. */
    @FunctionalInterface
    interface Counter {
        long count(long[] values);
    }

    /** Total degree up to which {@link #fitSparse} tries every term. */
    private static final int FULL_LAYERS = 1;

    /** Counts that {@link #fit} makes at most: enough for a block of six loops. */
    private static final int MOST_COUNTS = 2_000;

    private final List<Axis> axes;
    private final List<String> variables;
    private final int mostDegree;
    private final Map<List<Integer>, LaurentPolynomial> basis = new HashMap<>();

    /**
     * @param axes a variable that is multiplied by others is no multiple itself
     * @param mostDegree highest total degree that is tried
     */
    Interpolation(List<Axis> axes, int mostDegree) {
        this.axes = axes;
        this.variables = axes.stream().map(Axis::variable).toList();
        this.mostDegree = mostDegree;
    }

    /** The polynomial, or why there is none. */
    ExactCount fit(Counter counter) {
        if (axes.isEmpty()) {
            return new ExactCount.Known(LaurentPolynomial.constant(variables, counter.count(new long[0])), List.of());
        }
        NewtonForm found = new NewtonForm(counter);
        found.addLayer(0);
        for (int degree = 0; degree <= mostDegree; degree++) {
            if (pointsUpTo(degree + 1) > MOST_COUNTS) {
                return tooManyCounts(MOST_COUNTS);
            }
            boolean holds = found.addLayer(degree + 1);
            if (holds && found.holdsFarOff(degree)) {
                return new ExactCount.Known(found.polynomial(), List.of());
            }
        }
        return new ExactCount.Refused(
                "the counts are no polynomial of degree " + mostDegree + " or less in " + String.join(", ", variables));
    }

    /**
     * The polynomial, by fewer counts: from the lattice's first layers on only neighbours of terms that are there are tried. What comes out
     * must give the counts at other points.
     *
     * @param mostCounts how many counts are made before it is given up
     * @param heldOut points of the lattice that are compared at the end
     */
    ExactCount fitSparse(Counter counter, int mostCounts, List<int[]> heldOut) {
        NewtonForm found = new NewtonForm(counter);
        Set<List<Integer>> seen = new HashSet<>();
        int counts = 0;
        for (List<int[]> layer = upTo(axes.size(), FULL_LAYERS), next; !layer.isEmpty(); layer = next) {
            next = new ArrayList<>();
            for (int[] point : layer) {
                if (!seen.add(Arrays.stream(point).boxed().toList())) {
                    continue;
                }
                if (++counts > mostCounts) {
                    return tooManyCounts(mostCounts);
                }
                if (found.addPoint(point)) {
                    for (int v = 0; v < point.length; v++) {
                        int[] neighbour = point.clone();
                        neighbour[v]++;
                        next.add(neighbour);
                    }
                }
            }
        }
        return heldOut.stream().allMatch(found::holdsAt)
                ? new ExactCount.Known(found.polynomial(), List.of())
                : new ExactCount.Refused("the counts are no polynomial in " + String.join(", ", variables));
    }

    private ExactCount tooManyCounts(int most) {
        return new ExactCount.Refused(
                "a polynomial in " + String.join(", ", variables) + " would need more than " + most + " counts");
    }

    /** Points of the lattice up to a degree: degree + m over m. */
    private double pointsUpTo(int degree) {
        return IntStream.rangeClosed(1, axes.size())
                .mapToDouble(v -> (degree + v) / (double) v)
                .reduce(1, (a, b) -> a * b);
    }

    /** The values of the variables at a point of the lattice. */
    private long[] at(int[] point) {
        long[] values = new long[point.length];
        for (int v = 0; v < values.length; v++) {
            values[v] = axes.get(v).node.applyAsLong(point[v]);
        }
        for (int v = 0; v < values.length; v++) {
            int of = axes.get(v).of;
            if (of >= 0) {
                values[v] *= values[of];
            }
        }
        return values;
    }

    /** The value of the k-th node of a variable where the variables have these values. */
    private long node(int v, int k, long[] values) {
        Axis axis = axes.get(v);
        long node = axis.node.applyAsLong(k);
        return axis.of < 0 ? node : node * values[axis.of];
    }

    /** A sum of basis polynomials: integers over a common denominator. */
    private final class NewtonForm {
        private final Counter counter;
        private final List<int[]> exponents = new ArrayList<>();
        private final List<Long> numerators = new ArrayList<>();
        private long denominator = 1;

        NewtonForm(Counter counter) {
            this.counter = counter;
        }

        /** Adds the terms of one degree that the counts ask for; whether there were none. */
        boolean addLayer(int degree) {
            int before = exponents.size();
            layer(axes.size(), degree).forEach(this::addPoint);
            return exponents.size() == before;
        }

        /** Adds the term of a point that its count asks for; whether there is one. All points below were added before. */
        boolean addPoint(int[] point) {
            long[] values = at(point);
            long difference = difference(point, values);
            if (difference != 0) {
                add(point, difference, basisAt(point, point, values));
            }
            return difference != 0;
        }

        boolean holdsAt(int[] point) {
            return difference(point, at(point)) == 0;
        }

        /** Adds difference / (denominator basis) times a basis polynomial. */
        private void add(int[] point, long difference, long basis) {
            long common = gcd(difference, basis);
            long factor = Math.abs(basis / common);
            denominator = Math.multiplyExact(denominator, factor);
            numerators.replaceAll(n -> Math.multiplyExact(n, factor));
            exponents.add(point);
            numerators.add(basis < 0 ? -difference / common : difference / common);
        }

        /** Counts less the sum so far, times the denominator. */
        private long difference(int[] point, long[] values) {
            long difference = Math.multiplyExact(counter.count(values.clone()), denominator);
            for (int t = 0; t < exponents.size(); t++) {
                long term = basisAt(exponents.get(t), point, values);
                difference = Math.subtractExact(difference, Math.multiplyExact(numerators.get(t), term));
            }
            return difference;
        }

        /** Counts at points that lie beyond the lattice. */
        boolean holdsFarOff(int degree) {
            int m = axes.size();
            List<int[]> heldOut = new ArrayList<>();
            int[] far = new int[m];
            Arrays.fill(far, degree / m + 1);
            heldOut.add(far);
            for (int v = 0; v < m; v++) {
                int[] along = new int[m];
                along[v] = degree + 2;
                along[(v + 1) % m] += 1;
                heldOut.add(along);
            }
            return heldOut.stream().allMatch(this::holdsAt);
        }

        LaurentPolynomial polynomial() {
            TreeMap<List<Integer>, BigFraction> sum = new TreeMap<>(LaurentPolynomial.HIGHEST_FIRST);
            for (int t = 0; t < exponents.size(); t++) {
                BigFraction factor = new BigFraction(numerators.get(t), denominator);
                basis(exponents.get(t)).terms().forEach((e, c) -> sum.merge(e, c.multiply(factor), BigFraction::add));
            }
            return new LaurentPolynomial(variables, sum);
        }
    }

    /** A basis polynomial's value at a point of the lattice; 0 where the point does not reach its exponents. */
    private long basisAt(int[] exponents, int[] point, long[] values) {
        for (int v = 0; v < point.length; v++) {
            if (point[v] < exponents[v]) {
                return 0;
            }
        }
        long product = 1;
        for (int v = 0; v < point.length; v++) {
            for (int k = 0; k < exponents[v]; k++) {
                product = Math.multiplyExact(product, values[v] - node(v, k, values));
            }
        }
        return product;
    }

    /** A basis polynomial as a sum of powers. */
    private LaurentPolynomial basis(int[] exponents) {
        List<Integer> key = Arrays.stream(exponents).boxed().toList();
        LaurentPolynomial known = basis.get(key);
        if (known == null) {
            known = product(exponents);
            basis.put(key, known);
        }
        return known;
    }

    private LaurentPolynomial product(int[] exponents) {
        int v = 0;
        while (v < exponents.length && exponents[v] == 0) {
            v++;
        }
        if (v == exponents.length) {
            return LaurentPolynomial.constant(variables, 1);
        }
        int[] less = exponents.clone();
        less[v]--;
        Axis axis = axes.get(v);
        long node = axis.node.applyAsLong(less[v]);
        LaurentPolynomial subtracted = LaurentPolynomial.constant(variables, -node);
        if (axis.of >= 0) {
            subtracted = subtracted.times(LaurentPolynomial.power(variables, variables.get(axis.of), 1));
        }
        return basis(less)
                .times(LaurentPolynomial.power(variables, axis.variable, 1).plus(subtracted));
    }

    private static long gcd(long a, long b) {
        long x = Math.abs(a);
        long y = Math.abs(b);
        while (y != 0) {
            long remainder = x % y;
            x = y;
            y = remainder;
        }
        return x;
    }

    private static List<int[]> upTo(int m, int sum) {
        List<int[]> all = new ArrayList<>();
        for (int s = 0; s <= sum; s++) {
            all.addAll(layer(m, s));
        }
        return all;
    }

    /** All vectors of m indices with that sum. */
    private static List<int[]> layer(int m, int sum) {
        List<int[]> all = new ArrayList<>();
        fill(new int[m], 0, sum, all);
        return all;
    }

    private static void fill(int[] indices, int from, int sum, List<int[]> all) {
        if (from == indices.length - 1) {
            indices[from] = sum;
            all.add(indices.clone());
            return;
        }
        for (int first = sum; first >= 0; first--) {
            indices[from] = first;
            fill(indices, from + 1, sum - first, all);
        }
    }
}
