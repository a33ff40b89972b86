package tilewright.model;

/** What an expression applies to operands. */
public sealed interface ScalarOperation permits Operator, MathFunction, Conversion {
    /** The sign or name in {@code .nest} files. */
    String notation();

    /** Number of operands. */
    int arity();

    /** Whether it is written between its operands. */
    default boolean isInfix() {
        return false;
    }

    /** Whether the result is one of two numbers, chosen by their order. */
    default boolean isExtreme() {
        return this == Operator.MIN || this == Operator.MAX;
    }
}
