package tilewright.kernel;

/** What a call or a launch passes. */
public sealed interface Argument {
    /** A number. */
    record Value(Expression value) implements Argument {}

    /** The base of an array. */
    record Base(String array) implements Argument {}

    /** The base of one array where a condition holds, else of another. */
    record Either(Expression condition, String then, String otherwise) implements Argument {}
}
