package tilewright.locality;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.commons.math3.fraction.BigFraction;

/**
 * A sum of terms c x1^e1 .. xm^em with rational coefficients and integer exponents, negative ones included: a count as a
 * function of sizes. Example: {@code n^3/r1 - n^2}.
 *
 * @param variables in the order in which they are printed
 * @param terms exponents, one per variable, to the coefficient, which is not zero; the highest terms first
 */
public record LaurentPolynomial(List<String> variables, SequencedMap<List<Integer>, BigFraction> terms) {
    /** Terms of the highest degree first, then those with the largest power, up or down, of the first variable. */
    static final Comparator<List<Integer>> HIGHEST_FIRST = (a, b) -> {
        int order = Integer.compare(degree(b), degree(a));
        return order != 0 ? order : compare(a, b);
    };

    private static int degree(List<Integer> exponents) {
        int sum = 0;
        for (int v = 0; v < exponents.size(); v++) {
            sum += exponents.get(v);
        }
        return sum;
    }

    private static int compare(List<Integer> a, List<Integer> b) {
        for (int v = 0; v < a.size(); v++) {
            int order = Integer.compare(Math.abs(b.get(v)), Math.abs(a.get(v)));
            if (order != 0 || !a.get(v).equals(b.get(v))) {
                return order != 0 ? order : Integer.compare(b.get(v), a.get(v));
            }
        }
        return 0;
    }

    public LaurentPolynomial {
        variables = List.copyOf(variables);
        TreeMap<List<Integer>, BigFraction> sorted = new TreeMap<>(HIGHEST_FIRST);
        terms.forEach((exponents, coefficient) -> {
            if (coefficient.getNumerator().signum() != 0) {
                sorted.put(List.copyOf(exponents), coefficient);
            }
        });
        terms = java.util.Collections.unmodifiableSequencedMap(sorted);
    }

    /** A constant. */
    public static LaurentPolynomial constant(List<String> variables, long value) {
        return monomial(variables, new BigFraction(value), java.util.Collections.nCopies(variables.size(), 0));
    }

    /** One variable to a power. */
    public static LaurentPolynomial power(List<String> variables, String variable, int exponent) {
        return monomial(
                variables,
                BigFraction.ONE,
                variables.stream().map(v -> v.equals(variable) ? exponent : 0).toList());
    }

    static LaurentPolynomial monomial(List<String> variables, BigFraction coefficient, List<Integer> exponents) {
        TreeMap<List<Integer>, BigFraction> terms = new TreeMap<>(HIGHEST_FIRST);
        terms.put(exponents, coefficient);
        return new LaurentPolynomial(variables, terms);
    }

    public boolean isZero() {
        return terms.isEmpty();
    }

    /** The sum; both have the same variables. */
    public LaurentPolynomial plus(LaurentPolynomial other) {
        requireSameVariables(other);
        TreeMap<List<Integer>, BigFraction> sum = new TreeMap<>(HIGHEST_FIRST);
        sum.putAll(terms);
        other.terms.forEach((e, c) -> sum.merge(e, c, BigFraction::add));
        return new LaurentPolynomial(variables, sum);
    }

    /** The product; both have the same variables. */
    public LaurentPolynomial times(LaurentPolynomial other) {
        requireSameVariables(other);
        TreeMap<List<Integer>, BigFraction> product = new TreeMap<>(HIGHEST_FIRST);
        terms.forEach((e, c) -> other.terms.forEach((f, d) -> product.merge(
                IntStream.range(0, e.size()).mapToObj(i -> e.get(i) + f.get(i)).toList(),
                c.multiply(d),
                BigFraction::add)));
        return new LaurentPolynomial(variables, product);
    }

    /** The quotient by a single term. */
    public LaurentPolynomial dividedBy(LaurentPolynomial term) {
        return times(term.reciprocal());
    }

    private void requireSameVariables(LaurentPolynomial other) {
        if (!variables.equals(other.variables)) {
            throw new IllegalArgumentException(variables + " and " + other.variables + " are not the same variables");
        }
    }

    /** The same function with a polynomial put for every variable. */
    public LaurentPolynomial substitute(List<String> newVariables, Function<String, LaurentPolynomial> replacement) {
        LaurentPolynomial sum = constant(newVariables, 0);
        for (Map.Entry<List<Integer>, BigFraction> term : terms.entrySet()) {
            LaurentPolynomial product =
                    monomial(newVariables, term.getValue(), java.util.Collections.nCopies(newVariables.size(), 0));
            for (int v = 0; v < variables.size(); v++) {
                int exponent = term.getKey().get(v);
                for (int i = 0; i < exponent; i++) {
                    product = product.times(replacement.apply(variables.get(v)));
                }
                for (int i = 0; i > exponent; i--) {
                    product = product.times(replacement.apply(variables.get(v)).reciprocal());
                }
            }
            sum = sum.plus(product);
        }
        return sum;
    }

    /** The same function, written in more variables. */
    public LaurentPolynomial in(List<String> moreVariables) {
        int[] places = variables.stream().mapToInt(moreVariables::indexOf).toArray();
        TreeMap<List<Integer>, BigFraction> renamed = new TreeMap<>(HIGHEST_FIRST);
        terms.forEach((exponents, coefficient) -> {
            Integer[] all = new Integer[moreVariables.size()];
            java.util.Arrays.fill(all, 0);
            for (int v = 0; v < places.length; v++) {
                if (places[v] >= 0) {
                    all[places[v]] = exponents.get(v);
                } else if (exponents.get(v) != 0) {
                    throw new IllegalArgumentException(this + " depends on " + variables.get(v));
                }
            }
            renamed.put(List.of(all), coefficient);
        });
        return new LaurentPolynomial(moreVariables, renamed);
    }

    /** 1 / a single term. */
    private LaurentPolynomial reciprocal() {
        if (terms.size() != 1) {
            throw new IllegalArgumentException("1 / (" + this + ") is no Laurent polynomial");
        }
        Map.Entry<List<Integer>, BigFraction> only = terms.firstEntry();
        return monomial(
                variables,
                only.getValue().reciprocal(),
                only.getKey().stream().map(e -> -e).toList());
    }

    /** The terms of the highest degree in some of the variables: what is left when these grow. */
    public LaurentPolynomial leading(Collection<String> growing) {
        int highest =
                terms.keySet().stream().mapToInt(e -> degree(e, growing)).max().orElse(0);
        TreeMap<List<Integer>, BigFraction> kept = new TreeMap<>(HIGHEST_FIRST);
        terms.forEach((e, c) -> {
            if (degree(e, growing) == highest) {
                kept.put(e, c);
            }
        });
        return new LaurentPolynomial(variables, kept);
    }

    private int degree(List<Integer> exponents, Collection<String> growing) {
        return IntStream.range(0, variables.size())
                .filter(v -> growing.contains(variables.get(v)))
                .map(exponents::get)
                .sum();
    }

    /** The value for given sizes, exact. */
    public BigFraction evaluate(Map<String, Long> values) {
        BigFraction sum = BigFraction.ZERO;
        for (Map.Entry<List<Integer>, BigFraction> term : terms.entrySet()) {
            BigFraction product = term.getValue();
            for (int v = 0; v < variables.size(); v++) {
                int exponent = term.getKey().get(v);
                if (exponent != 0) {
                    Long value = values.get(variables.get(v));
                    if (value == null) {
                        throw new IllegalArgumentException("no value for " + variables.get(v));
                    }
                    product = product.multiply(new BigFraction(BigInteger.valueOf(value)).pow(exponent));
                }
            }
            sum = sum.add(product);
        }
        return sum;
    }

    /** How the parts of a formula are written in one notation. */
    private interface Notation {
        String power(String variable, int exponent);

        String fraction(String numerator, List<String> denominator);
    }

    private static final Notation TEXT = new Notation() {
        @Override
        public String power(String variable, int exponent) {
            return exponent == 1 ? variable : variable + "^" + exponent;
        }

        @Override
        public String fraction(String numerator, List<String> denominator) {
            String below = String.join(" ", denominator);
            return numerator + "/" + (denominator.size() == 1 ? below : "(" + below + ")");
        }
    };

    private static final Notation LATEX = new Notation() {
        @Override
        public String power(String variable, int exponent) {
            String name = variable.matches("[A-Za-z]\\d+")
                    ? variable.charAt(0) + "_{" + variable.substring(1) + "}"
                    : variable.length() == 1 ? variable : "\\mathit{" + variable.replace("_", "\\_") + "}";
            return exponent == 1 ? name : name + "^{" + exponent + "}";
        }

        @Override
        public String fraction(String numerator, List<String> denominator) {
            return "\\frac{" + numerator + "}{" + String.join(" ", denominator) + "}";
        }
    };

    /** LaTeX for math mode. Example: {@code \frac{n^{3}}{r_{1}} - n^{2}}. */
    public String toLatex() {
        return print(LATEX);
    }

    @Override
    public String toString() {
        return print(TEXT);
    }

    private String print(Notation notation) {
        List<Integer> common = commonFactor();
        if (common.stream().anyMatch(e -> e > 0)) {
            LaurentPolynomial rest = times(monomial(
                    variables, BigFraction.ONE, common.stream().map(e -> -e).toList()));
            String factor = rest.term(notation, BigFraction.ONE, common);
            return factor + " (" + rest.sum(notation) + ")";
        }
        return sum(notation);
    }

    /** What can be taken out of a sum so that only reciprocals are left: n^3 of 2 n^3/r1 + n^3/r2. */
    private List<Integer> commonFactor() {
        List<Integer> none = java.util.Collections.nCopies(variables.size(), 0);
        if (terms.size() < 2) {
            return none;
        }
        List<Integer> greatest = new ArrayList<>();
        for (int v = 0; v < variables.size(); v++) {
            int variable = v;
            greatest.add(Math.max(
                    0,
                    terms.keySet().stream().mapToInt(e -> e.get(variable)).max().orElse(0)));
        }
        boolean inAll = terms.keySet().stream()
                .allMatch(e -> IntStream.range(0, e.size())
                        .allMatch(v -> greatest.get(v) == 0 || e.get(v).equals(greatest.get(v))));
        return inAll ? greatest : none;
    }

    private String sum(Notation notation) {
        if (terms.isEmpty()) {
            return "0";
        }
        StringBuilder text = new StringBuilder();
        terms.forEach((exponents, coefficient) -> {
            boolean negative = coefficient.getNumerator().signum() < 0;
            text.append(text.isEmpty() ? (negative ? "-" : "") : negative ? " - " : " + ")
                    .append(term(notation, coefficient.abs(), exponents));
        });
        return text.toString();
    }

    private String term(Notation notation, BigFraction coefficient, List<Integer> exponents) {
        List<String> above = new ArrayList<>();
        List<String> below = new ArrayList<>();
        for (int v = 0; v < exponents.size(); v++) {
            int exponent = exponents.get(v);
            if (exponent > 0) {
                above.add(notation.power(variables.get(v), exponent));
            } else if (exponent < 0) {
                below.add(notation.power(variables.get(v), -exponent));
            }
        }
        if (!coefficient.getNumerator().equals(BigInteger.ONE) || above.isEmpty()) {
            above.addFirst(coefficient.getNumerator().toString());
        }
        if (!coefficient.getDenominator().equals(BigInteger.ONE)) {
            below.addFirst(coefficient.getDenominator().toString());
        }
        String numerator = String.join(" ", above);
        return below.isEmpty() ? numerator : notation.fraction(numerator, below);
    }
}
