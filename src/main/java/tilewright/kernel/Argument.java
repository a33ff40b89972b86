package tilewright.kernel;

import java.util.List;

/** What a call or a launch passes. */
public sealed interface Argument {
    /** Its expressions. */
    List<Expression> values();

    /** The same argument with the parts that a rewriter makes of its own. */
    Argument rewritten(Rewriter parts);

    /** A number. */
    record Value(Expression value) implements Argument {
        @Override
        public List<Expression> values() {
            return List.of(value);
        }

        @Override
        public Argument rewritten(Rewriter parts) {
            return new Value(parts.whole(value));
        }
    }

    /** The base of an array. */
    record Base(String array) implements Argument {
        @Override
        public List<Expression> values() {
            return List.of();
        }

        @Override
        public Argument rewritten(Rewriter parts) {
            return this;
        }
    }

    /**
     * A part of an array under the indices of a larger one: the kernel gets the address of an element that may lie outside, and comes to elements of
     * the part alone.
     *
     * @param base the element whose address the kernel gets; any number
     * @param first element of the part
     * @param elements of the part
     */
    record Window(String array, Expression base, Expression first, Expression elements) implements Argument {
        @Override
        public List<Expression> values() {
            return List.of(base, first, elements);
        }

        @Override
        public Argument rewritten(Rewriter parts) {
            return new Window(array, parts.whole(base), parts.whole(first), parts.whole(elements));
        }
    }

    /** The base of one array where a condition holds, else of another. */
    record Either(Expression condition, String then, String otherwise) implements Argument {
        @Override
        public List<Expression> values() {
            return List.of(condition);
        }

        @Override
        public Argument rewritten(Rewriter parts) {
            return new Either(parts.whole(condition), then, otherwise);
        }
    }
}
