package tilewright.model;

/** Element type of an array or scalar. */
public enum DataType {
    REAL("real", "float", 4),
    DOUBLE("double precision", "double", 8),
    /** Unsigned, stored in 8 bits; arithmetic on it is done in 32, as in C. */
    BYTE("integer*1", "unsigned char", 1),
    /** Stored in 16 bits; arithmetic on it is done in 32, as in C. */
    SHORT("integer*2", "short", 2),
    INTEGER("integer", "int", 4),
    LOGICAL("logical", "int", 4);

    private final String notation;
    private final String cName;
    private final int bytes;

    DataType(String notation, String cName, int bytes) {
        this.notation = notation;
        this.cName = cName;
        this.bytes = bytes;
    }

    /** The word in {@code .nest} files. */
    public String notation() {
        return notation;
    }

    /** The type in C and CUDA; a logical value is an int that is 0 or 1. */
    public String cName() {
        return cName;
    }

    /** Bytes of one element. */
    public int bytes() {
        return bytes;
    }

    /** The type in which arithmetic on values of this type is done: C's integer promotion. */
    public DataType promoted() {
        return this == SHORT || this == BYTE ? INTEGER : this;
    }

    /** Whether it is an integer of any width; a logical value is none. */
    public boolean isInteger() {
        return this == BYTE || this == SHORT || this == INTEGER;
    }

    /**
     * What {@code infinity} stands for: IEEE infinity, the largest value of a narrow integer, and 2^30 - 1 of a 32-bit one, so
     * that the sum of two does not overflow.
     */
    public double infinity() {
        return switch (this) {
            case REAL, DOUBLE -> Double.POSITIVE_INFINITY;
            case BYTE -> 255;
            case SHORT -> Short.MAX_VALUE;
            case INTEGER -> (1 << 30) - 1;
            case LOGICAL -> 1;
        };
    }

    public boolean isFloating() {
        return this == REAL || this == DOUBLE;
    }
}
