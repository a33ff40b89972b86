package tilewright.model;

import java.util.List;

/** When a {@link Node.Repeat} ends; asked after each of its passes. */
public sealed interface Until {
    /** {@code until unchanged(x)}: the pass has changed no element of these arrays. */
    record Unchanged(List<String> arrays) implements Until {
        public Unchanged {
            arrays = List.copyOf(arrays);
        }

        @Override
        public String toString() {
            return "unchanged(" + String.join(", ", arrays) + ")";
        }
    }

    /**
     * {@code until (condition)}.
     *
     * @param condition a logical expression over scalars, parameters, array elements and surrounding variables
     */
    record Holds(Expression condition) implements Until {
        @Override
        public String toString() {
            return "(" + condition + ")";
        }
    }
}
