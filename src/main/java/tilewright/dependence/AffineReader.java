package tilewright.dependence;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tilewright.isl.Aff;
import tilewright.isl.Dim;
import tilewright.isl.Val;
import tilewright.model.Affine;

/** Reads an isl expression back as one of the model. */
final class AffineReader {
    private record Term(long coefficient, Affine operand) {}

    private AffineReader() {}

    /**
     * The expression, terms with positive coefficients first: {@code j - k}, {@code i + n - 2}. A fraction is rounded
     * down, as isl does with the argument of an integer division.
     */
    static Affine read(Aff aff) {
        long denominator = aff.getDenominatorVal().longValue();
        Val scale = Val.of(aff.context(), denominator);
        List<Term> terms = new ArrayList<>();
        collect(terms, aff, scale, Dim.IN);
        collect(terms, aff, scale, Dim.PARAM);
        for (int d = 0; d < aff.dim(Dim.DIV); d++) {
            long coefficient = aff.getCoefficientVal(Dim.DIV, d).mul(scale).longValue();
            if (coefficient != 0) {
                terms.add(new Term(coefficient, read(aff.getDiv(d))));
            }
        }
        Affine sum = Affine.constant(aff.getConstantVal().mul(scale).longValue());
        return sum(terms, sum).floorDiv(denominator);
    }

    private static void collect(List<Term> terms, Aff aff, Val scale, Dim type) {
        for (int d = 0; d < aff.dim(type); d++) {
            long coefficient = aff.getCoefficientVal(type, d).mul(scale).longValue();
            if (coefficient != 0) {
                String name = Objects.requireNonNull(aff.getDimName(type, d), "isl dimension without a name");
                terms.add(new Term(coefficient, Affine.variable(name)));
            }
        }
    }

    private static Affine sum(List<Term> terms, Affine constant) {
        @Nullable Affine result = null;
        for (boolean positive : new boolean[] {true, false}) {
            for (Term term : terms) {
                if (term.coefficient > 0 == positive) {
                    Affine scaled = term.operand.times(term.coefficient);
                    result = result == null ? scaled : result.plus(scaled);
                }
            }
        }
        return result == null ? constant : result.plus(constant);
    }
}
