package tilewright.model;

/** Element type of an array or scalar. From type to type, operations are done in the wider: the one that is listed later. */
public enum DataType {
    LOGICAL("logical", "", "int", 4, Kind.LOGICAL),
    /** Stored in 8 bits; arithmetic on it is done in 32, as in C. */
    BYTE("integer*1", "uint1", "unsigned char", 1, Kind.UNSIGNED),
    SIGNED_BYTE("signed*1", "int1", "signed char", 1, Kind.SIGNED),
    /** Stored in 16 bits; arithmetic on it is done in 32, as in C. */
    SHORT("integer*2", "int2", "short", 2, Kind.SIGNED),
    UNSIGNED_SHORT("unsigned*2", "uint2", "unsigned short", 2, Kind.UNSIGNED),
    INTEGER("integer", "int", "int", 4, Kind.SIGNED),
    UNSIGNED("unsigned", "uint", "unsigned", 4, Kind.UNSIGNED),
    LONG("integer*8", "int8", "long long", 8, Kind.SIGNED),
    UNSIGNED_LONG("unsigned*8", "uint8", "unsigned long long", 8, Kind.UNSIGNED),
    /** Stored in 16 bits; arithmetic on it is done in single precision, and what is stored is rounded. */
    HALF("real*2", "half", "tw_half", 2, Kind.FLOATING),
    REAL("real", "float", "float", 4, Kind.FLOATING),
    DOUBLE("double precision", "dble", "double", 8, Kind.FLOATING);

    private enum Kind {
        LOGICAL,
        SIGNED,
        UNSIGNED,
        FLOATING
    }

    private final String notation;
    private final String conversion;
    private final String cName;
    private final int bytes;
    private final Kind kind;

    DataType(String notation, String conversion, String cName, int bytes, Kind kind) {
        this.notation = notation;
        this.conversion = conversion;
        this.cName = cName;
        this.bytes = bytes;
        this.kind = kind;
    }

    /** The word in {@code .nest} files. */
    public String notation() {
        return notation;
    }

    /** The function in {@code .nest} files that converts to it; empty for logical values. */
    String conversion() {
        return conversion;
    }

    /**
     * The type in C and CUDA; a logical value is an int that is 0 or 1. {@code tw_half} is what a file calls its language's type of
     * 16 bits: {@code _Float16} in C and HIP, {@code __half} in CUDA.
     */
    public String cName() {
        return cName;
    }

    /** Bytes of one element. */
    public int bytes() {
        return bytes;
    }

    /** The type in which arithmetic on values of this type is done: C's integer promotion, and single precision for numbers of 16 bits. */
    public DataType promoted() {
        return !isNarrow() ? this : isFloating() ? REAL : INTEGER;
    }

    /** Whether it has less than 32 bits, so that arithmetic is done in another type: {@link #promoted}. */
    public boolean isNarrow() {
        return bytes < Integer.BYTES;
    }

    /** Whether it is an integer of any width; a logical value is none. */
    public boolean isInteger() {
        return kind == Kind.SIGNED || kind == Kind.UNSIGNED;
    }

    /** Whether no value is negative. */
    public boolean isUnsigned() {
        return kind == Kind.UNSIGNED || kind == Kind.LOGICAL;
    }

    public boolean isFloating() {
        return kind == Kind.FLOATING;
    }

    /** The least value: of floating-point types minus infinity. */
    public double least() {
        return switch (kind) {
            case LOGICAL, UNSIGNED -> 0;
            case SIGNED -> -Math.scalb(1.0, bits() - 1);
            case FLOATING -> Double.NEGATIVE_INFINITY;
        };
    }

    /** The greatest value; of 64-bit integers the power of two above it. */
    public double greatest() {
        return switch (kind) {
            case LOGICAL -> 1;
            case UNSIGNED -> Math.scalb(1.0, bits()) - 1;
            case SIGNED -> Math.scalb(1.0, bits() - 1) - 1;
            case FLOATING -> Double.POSITIVE_INFINITY;
        };
    }

    private int bits() {
        return Byte.SIZE * bytes;
    }

    /** The low bits of a whole number as a value of an integer type, sign- or zero-extended; those of 64 bits as they are. */
    public long wrapped(long value) {
        int unused = Long.SIZE - bits();
        return kind == Kind.UNSIGNED ? value << unused >>> unused : value << unused >> unused;
    }

    /** A floating-point number as a value of an integer type: towards zero, the nearest where the type does not hold it. */
    public long whole(double value) {
        return switch (this) {
            case UNSIGNED -> Math.clamp((long) value, 0, 0xFFFF_FFFFL);
            case UNSIGNED_LONG -> value < 0x1p63 ? Math.max(0, (long) value) : (long) (value - 0x1p63) ^ Long.MIN_VALUE;
            case LONG -> (long) value;
            case LOGICAL, BYTE, SIGNED_BYTE, SHORT, UNSIGNED_SHORT, INTEGER -> wrapped((int) value);
            case HALF, REAL, DOUBLE -> throw new IllegalArgumentException(this + " is no integer type");
        };
    }

    /** The number that the bits of an integer type stand for, rounded to double precision. */
    public double number(long bits) {
        return this == UNSIGNED_LONG && bits < 0 ? ((bits >>> 1) | (bits & 1)) * 2.0 : bits;
    }

    /** The nearest number that a floating-point type holds. */
    public double rounded(double value) {
        return switch (this) {
            case HALF -> HalfPrecision.rounded(value);
            case REAL -> (float) value;
            case DOUBLE -> value;
            case LOGICAL, BYTE, SIGNED_BYTE, SHORT, UNSIGNED_SHORT, INTEGER, UNSIGNED, LONG, UNSIGNED_LONG ->
                throw new IllegalArgumentException(this + " is no floating-point type");
        };
    }

    /** A floating-point number of the type as text that reads back as it. */
    public String text(double value) {
        return this == DOUBLE ? Double.toString(value) : Float.toString((float) value);
    }

    /** An integer of the type, given by its bits, as text. */
    public String text(long bits) {
        return this == UNSIGNED_LONG ? Long.toUnsignedString(bits) : Long.toString(wrapped(bits));
    }

    /**
     * What {@code infinity} stands for: IEEE infinity, the largest value of a narrow integer, 2^30 - 1 of a 32-bit one, so
     * that the sum of two does not overflow, and 2^53 - 1 of a 64-bit one.
     */
    public double infinity() {
        return switch (this) {
            case INTEGER, UNSIGNED -> (1 << 30) - 1;
            case LONG, UNSIGNED_LONG -> (1L << 53) - 1;
            case LOGICAL, BYTE, SIGNED_BYTE, SHORT, UNSIGNED_SHORT, HALF, REAL, DOUBLE -> greatest();
        };
    }
}
