package tilewright.locality;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A number as a function of sizes, or the reason why it is not known. */
public sealed interface ExactCount {
    /** The function, where it is known. */
    default Optional<LaurentPolynomial> formula() {
        return this instanceof Known known ? Optional.of(known.value) : Optional.empty();
    }

    /** What parameters must have one value, e.g. {@code ni = nj}; empty where none must. */
    default List<String> equalities() {
        return this instanceof Known known
                ? known.conditions.stream().filter(c -> c.contains(" = ")).toList()
                : List.of();
    }

    /** Another function of the same count, valid where the conditions hold; what is not known stays so. */
    default ExactCount map(UnaryOperator<LaurentPolynomial> change, List<String> conditions) {
        return this instanceof Known known ? new Known(change.apply(known.value), conditions) : this;
    }

    /**
     * Exact wherever the conditions hold.
     *
     * @param conditions on the sizes, e.g. {@code r1 | n}
     */
    record Known(LaurentPolynomial value, List<String> conditions) implements ExactCount {
        public Known {
            conditions = List.copyOf(conditions);
        }

        @Override
        public String toString() {
            return value.toString();
        }
    }

    /** Not known. */
    record Refused(String reason) implements ExactCount {
        @Override
        public String toString() {
            return "not known: " + reason;
        }
    }
}
