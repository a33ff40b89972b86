package tilewright.model;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code init a(i,j) = value}: initial data for verify and tune; the value may use indices, parameters and rnd(). */
public record Initializer(String array, List<String> indices, Expression value, SourcePosition position) {
    public Initializer {
        indices = List.copyOf(indices);
    }

    /**
     * The index that has a value of its own.
     *
     * @param dimension of the array, from 0
     * @param parameter whose value the index is
     */
    public record Start(int dimension, String parameter) {}

    /**
     * Where {@code init x(v) = merge(.., .., v == p)} sets another value than everywhere else; null where it has another form.
     *
     * @param parameters of the nest
     */
    public @Nullable Start start(Collection<String> parameters) {
        return value instanceof Expression.Apply(Operator merge, List<Expression> parts)
                        && merge == Operator.MERGE
                        && parts.get(2) instanceof Expression.Apply(Operator equal, List<Expression> sides)
                        && equal == Operator.EQ
                        && sides.get(0) instanceof Expression.IndexValue index
                        && sides.get(1) instanceof Expression.IndexValue parameter
                        && indices.contains(index.toString())
                        && parameters.contains(parameter.toString())
                ? new Start(indices.indexOf(index.toString()), parameter.toString())
                : null;
    }
}
