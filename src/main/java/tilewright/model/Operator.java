package tilewright.model;

/** Operators of statement expressions, and functions that are no mathematics. */
public enum Operator implements ScalarOperation {
    ADD("+", 2),
    SUB("-", 2),
    MUL("*", 2),
    DIV("/", 2),
    NEG("-", 1),
    MIN("min", 2),
    MAX("max", 2),
    ABS("abs", 1),
    /** The remainder of integers, with the sign of the first: C's {@code %}. */
    REMAINDER("mod", 2),
    BIT_AND("iand", 2),
    BIT_OR("ior", 2),
    BIT_XOR("ieor", 2),
    BIT_NOT("not", 1),
    /** {@code x * 2**n} without what leaves the type; n is less than the bits of the type. */
    SHIFT_LEFT("shiftl", 2),
    /** {@code x / 2**n} rounded down: of signed integers the sign is copied. */
    SHIFT_RIGHT("shifta", 2),
    AND(".and.", 2),
    OR(".or.", 2),
    NOT(".not.", 1),
    EQ("==", 2),
    NE("/=", 2),
    LT("<", 2),
    LE("<=", 2),
    GT(">", 2),
    GE(">=", 2),
    /** {@code merge(then, otherwise, condition)}. */
    MERGE("merge", 3),
    /** Uniform random number in (0,1); only in {@code init}. */
    RANDOM("rnd", 0);

    private final String notation;
    private final int arity;

    Operator(String notation, int arity) {
        this.notation = notation;
        this.arity = arity;
    }

    @Override
    public String notation() {
        return notation;
    }

    /** Number of operands; longer {@code min}/{@code max} lists are nested pairs. */
    @Override
    public int arity() {
        return arity;
    }

    /** Whether the result is the lesser of the operands, false counting as less than true. */
    public boolean takesLesser() {
        return this == MIN || this == AND;
    }

    @Override
    public boolean isInfix() {
        return arity == 2 && !Character.isLetter(notation.charAt(0));
    }

    /** The relation with its sides exchanged; any other operator itself. */
    public Operator mirrored() {
        return switch (this) {
            case LT -> GT;
            case LE -> GE;
            case GT -> LT;
            case GE -> LE;
            default -> this;
        };
    }
}
