package tilewright.kernel;

/** Operators between two values, with the meaning that they have in C. */
public enum Infix {
    OR_ELSE("||", 1),
    AND_THEN("&&", 2),
    OR("|", 3),
    XOR("^", 4),
    AND("&", 5),
    EQ("==", 6),
    NE("!=", 6),
    LT("<", 7),
    LE("<=", 7),
    GT(">", 7),
    GE(">=", 7),
    SHL("<<", 8),
    SHR(">>", 8),
    ADD("+", 9),
    SUB("-", 9),
    MUL("*", 10),
    DIV("/", 10),
    REM("%", 10);

    private final String sign;
    private final int level;

    Infix(String sign, int level) {
        this.sign = sign;
        this.level = level;
    }

    public String sign() {
        return sign;
    }

    /** How tightly it binds in C: a greater number binds tighter. */
    public int level() {
        return level;
    }

    /** Whether the result is a truth value. */
    public boolean isLogical() {
        return this == OR_ELSE || this == AND_THEN || isComparison();
    }

    public boolean isComparison() {
        return level == EQ.level || level == LT.level;
    }
}
