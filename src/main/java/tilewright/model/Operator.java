package tilewright.model;

/** Operators and intrinsic functions of statement expressions. */
public enum Operator {
    ADD("+", 2),
    SUB("-", 2),
    MUL("*", 2),
    DIV("/", 2),
    NEG("-", 1),
    MIN("min", 2),
    MAX("max", 2),
    ABS("abs", 1),
    SQRT("sqrt", 1),
    EXP("exp", 1),
    POW("pow", 2),
    /** Conversion to single precision. */
    TO_REAL("float", 1),
    /** Conversion to double precision. */
    TO_DOUBLE("dble", 1),
    /** Conversion to an integer, towards zero. */
    TO_INTEGER("int", 1),
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

    /** The sign or name in {@code .nest} files. */
    public String notation() {
        return notation;
    }

    /** Number of operands; longer {@code min}/{@code max} lists are nested pairs. */
    public int arity() {
        return arity;
    }

    /** Whether the result is a logical value. */
    public boolean isLogical() {
        return switch (this) {
            case AND, OR, NOT, EQ, NE, LT, LE, GT, GE -> true;
            default -> false;
        };
    }

    /** Whether it is written between its operands. */
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
