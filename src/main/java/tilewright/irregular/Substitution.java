package tilewright.irregular;

import java.util.Map;
import tilewright.kernel.Expression;
import tilewright.kernel.Place;
import tilewright.kernel.Rewriter;
import tilewright.kernel.Variable;

/** Puts values in the place of variables. */
public final class Substitution {
    private Substitution() {}

    /** The expression with values where variables stood. */
    public static Expression of(Expression expression, Map<Variable, Expression> values) {
        return new Rewriter() {
            @Override
            protected Expression expression(Expression whole) {
                return whole instanceof Expression.Read(Place.Scalar(Variable v))
                        ? values.getOrDefault(v, whole)
                        : whole;
            }
        }.whole(expression);
    }
}
