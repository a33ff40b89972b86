package tilewright.kernel.pass;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiPredicate;
import tilewright.kernel.Expression;
import tilewright.kernel.Place;
import tilewright.kernel.Rewriter;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/** Constants that have been declared so far, and what they stand for. */
final class Constants {
    private final BiPredicate<Variable, Expression> stands;
    private final Map<String, Expression> values;

    /** @param stands whether a constant may be written out: asked with its value, in which others are written out */
    Constants(BiPredicate<Variable, Expression> stands) {
        this(stands, Map.of());
    }

    private Constants(BiPredicate<Variable, Expression> stands, Map<String, Expression> values) {
        this.stands = stands;
        this.values = new HashMap<>(values);
    }

    /** A variable that stands for a value. */
    static Constants of(Variable variable, Expression value) {
        return new Constants((_, _) -> true, Map.of(variable.name(), value));
    }

    /** What is declared to the copy, the original does not know. */
    Constants copy() {
        return new Constants(stands, values);
    }

    /** From here on a declaration holds; another one of the same name does no more. */
    void declare(Statement.Declare declaration) {
        Expression value = declaration.value() == null ? null : written(declaration.value());
        values.remove(declaration.variable().name());
        if (declaration.constant() && value != null && stands.test(declaration.variable(), value)) {
            values.put(declaration.variable().name(), value);
        }
    }

    /** The expression with constants written out. */
    Expression written(Expression expression) {
        return new Rewriter() {
            @Override
            protected Expression expression(Expression part) {
                return part instanceof Expression.Read(Place.Scalar(Variable v))
                        ? values.getOrDefault(v.name(), part)
                        : part;
            }
        }.whole(expression);
    }
}
