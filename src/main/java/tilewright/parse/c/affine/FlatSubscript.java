package tilewright.parse.c.affine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTCastExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Condition.Compare;
import tilewright.model.Condition.Relation;
import tilewright.model.LinearForm;
import tilewright.parse.NotAffine;
import tilewright.parse.c.unit.CTypes;

/**
 * One subscript for several dimensions: {@code a[i * m + j]} of {@code a[n][m]} is {@code a(i,j)}. The subscript is a polynomial, which is divided
 * by the number of elements in a row, then the rest by that in a row of a row; every subscript but the first is proved to lie inside its extent, so
 * that the division has no other result.
 */
final class FlatSubscript {
    /** A product of variables, in the order of their names. */
    private record Product(List<Affine> factors) {
        static final Product ONE = new Product(List.of());

        Product times(Product other) {
            List<Affine> all = new ArrayList<>(factors);
            all.addAll(other.factors);
            all.sort(Comparator.comparing(Affine::toString));
            return new Product(all);
        }

        /** Null where it is no multiple. */
        @Nullable
        Product dividedBy(Product other) {
            List<Affine> rest = new ArrayList<>(factors);
            return other.factors.stream().allMatch(rest::remove) ? new Product(rest) : null;
        }
    }

    /** A sum of products with coefficients other than 0. */
    private record Polynomial(Map<Product, Long> terms) {
        static Polynomial of(Affine value) {
            LinearForm form = LinearForm.of(value);
            Map<Product, Long> terms = new HashMap<>();
            form.terms().forEach((variable, factor) -> terms.put(new Product(List.of(variable)), factor));
            terms.put(Product.ONE, form.constant());
            return new Polynomial(terms).reduced();
        }

        private Polynomial reduced() {
            terms.values().removeIf(c -> c == 0);
            return this;
        }

        Polynomial plus(Polynomial other, long factor) {
            Map<Product, Long> sum = new HashMap<>(terms);
            other.terms.forEach((p, c) -> sum.merge(p, Math.multiplyExact(c, factor), Math::addExact));
            return new Polynomial(sum).reduced();
        }

        Polynomial times(Polynomial other) {
            Map<Product, Long> product = new HashMap<>();
            terms.forEach((p, c) ->
                    other.terms.forEach((q, d) -> product.merge(p.times(q), Math.multiplyExact(c, d), Math::addExact)));
            return new Polynomial(product).reduced();
        }

        /** Its term of most factors. */
        Map.Entry<Product, Long> leading() {
            return terms.entrySet().stream()
                    .max(Comparator.<Map.Entry<Product, Long>>comparingInt(
                                    e -> e.getKey().factors.size())
                            .thenComparing(e -> e.getKey().factors.toString()))
                    .orElseThrow();
        }

        /** The quotient; what is left of the dividend is no multiple of the divisor's leading term. */
        Polynomial quotient(Polynomial divisor) {
            Map.Entry<Product, Long> leading = divisor.leading();
            Map<Product, Long> quotient = new HashMap<>();
            terms.forEach((product, factor) -> {
                Product rest = product.dividedBy(leading.getKey());
                if (rest != null && factor % leading.getValue() == 0) {
                    quotient.put(rest, factor / leading.getValue());
                }
            });
            return new Polynomial(quotient);
        }

        /** Null where it has a product of variables. */
        @Nullable
        Affine affine() {
            Affine sum = Affine.constant(0);
            for (Map.Entry<Product, Long> term : terms.entrySet()) {
                List<Affine> factors = term.getKey().factors;
                if (factors.size() > 1) {
                    return null;
                }
                sum = sum.plus(
                        factors.isEmpty()
                                ? Affine.constant(term.getValue())
                                : factors.getFirst().times(term.getValue()));
            }
            return LinearForm.of(sum).toAffine();
        }
    }

    private final CArray array;
    private final CAffine affine;

    FlatSubscript(CArray array, CAffine affine) {
        this.array = array;
        this.affine = affine;
    }

    /**
     * The subscripts, one for each dimension.
     *
     * @throws NotAffine where they are not found or not proved
     */
    List<Affine> of(IASTExpression index) {
        int dimensions = array.dimensions() - (array.parts() == null ? 0 : 1);
        List<Polynomial> subscripts = new ArrayList<>();
        Polynomial rest = polynomial(index);
        for (int d = 0; d + 1 < dimensions; d++) {
            Polynomial row = Polynomial.of(Affine.constant(1));
            for (int e = d + 1; e < dimensions; e++) {
                row = row.times(Polynomial.of(extent(e)));
            }
            if (row.terms.isEmpty()) {
                // Extents below 1 are reported where they stand.
                throw new NotAffine("");
            }
            Polynomial subscript = rest.quotient(row);
            rest = rest.plus(subscript.times(row), -1);
            subscripts.add(subscript);
        }
        subscripts.add(rest);
        List<Affine> all = new ArrayList<>();
        for (Polynomial subscript : subscripts) {
            Affine value = subscript.affine();
            if (value == null) {
                throw new NotAffine("it is no sum of multiples of the rows' lengths");
            }
            all.add(value);
        }
        for (int d = dimensions - 1; d > 0; d--) {
            carry(all, d);
        }
        return all;
    }

    private Affine extent(int dimension) {
        return java.util.Objects.requireNonNull(array.extents().get(dimension));
    }

    /** Makes a subscript lie inside its extent: one beside it belongs to the row before or behind. */
    private void carry(List<Affine> subscripts, int dimension) {
        for (int rows : new int[] {0, -1, 1}) {
            Affine moved = LinearForm.of(
                            subscripts.get(dimension).plus(extent(dimension).times(-rows)))
                    .toAffine();
            if (isInside(moved, extent(dimension))) {
                subscripts.set(dimension, moved);
                subscripts.set(
                        dimension - 1,
                        LinearForm.of(subscripts.get(dimension - 1).plus(rows)).toAffine());
                return;
            }
        }
        throw new NotAffine("that " + subscripts.get(dimension) + " stays inside 0 .. " + extent(dimension)
                + " - 1 is not proved; say what holds by assert(..) inside the scop");
    }

    /** An array of which an element is used has elements. */
    private boolean isInside(Affine value, Affine extent) {
        Scope used = affine.scope().assuming(new Compare(extent, Relation.GE, Affine.constant(1)));
        return SignProver.isNonNegative(value, used)
                && SignProver.isImpossible(new Compare(value, Relation.GE, extent), used);
    }

    private Polynomial polynomial(IASTExpression expression) {
        Affine value = affine.assigned(expression);
        if (value != null) {
            return Polynomial.of(value);
        }
        return switch (expression) {
            case IASTUnaryExpression u
            when u.getOperator() == IASTUnaryExpression.op_bracketedPrimary
                    || u.getOperator() == IASTUnaryExpression.op_plus -> polynomial(u.getOperand());
            case IASTUnaryExpression u
            when u.getOperator() == IASTUnaryExpression.op_minus ->
                Polynomial.of(Affine.constant(0)).plus(polynomial(u.getOperand()), -1);
            case IASTCastExpression c when CTypes.isInteger(c.getExpressionType()) -> polynomial(c.getOperand());
            case IASTBinaryExpression b ->
                switch (b.getOperator()) {
                    case IASTBinaryExpression.op_plus ->
                        polynomial(b.getOperand1()).plus(polynomial(b.getOperand2()), 1);
                    case IASTBinaryExpression.op_minus ->
                        polynomial(b.getOperand1()).plus(polynomial(b.getOperand2()), -1);
                    case IASTBinaryExpression.op_multiply ->
                        polynomial(b.getOperand1()).times(polynomial(b.getOperand2()));
                    default -> throw new NotAffine("it is no sum of products of loop variables and sizes");
                };
            default -> throw new NotAffine("it is no sum of products of loop variables and sizes");
        };
    }
}
