package tilewright.locality;

import java.util.List;

/** A number as a function of sizes, or the reason why it is not known. */
public sealed interface ExactCount {
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
