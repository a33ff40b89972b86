package tilewright.kernel;

import tilewright.model.DataType;

/** The type of one value in a kernel program. Truth values are {@link #I32}: 0 or 1. */
public enum ScalarType {
    U8("u8", "unsigned char", 1),
    I8("i8", "signed char", 1),
    I16("i16", "short", 2),
    U16("u16", "unsigned short", 2),
    I32("i32", "int", 4),
    U32("u32", "unsigned", 4),
    I64("i64", "long long", 8),
    U64("u64", "unsigned long long", 8),
    /** Memory and registers alone: what is computed is {@link #F32}. */
    F16("f16", "tw_half", 2),
    F32("f32", "float", 4),
    F64("f64", "double", 8);

    private final String notation;
    private final String cName;
    private final int bytes;

    ScalarType(String notation, String cName, int bytes) {
        this.notation = notation;
        this.cName = cName;
        this.bytes = bytes;
    }

    /** What elements of a nest's arrays are in a kernel program. */
    public static ScalarType of(DataType type) {
        return switch (type) {
            case HALF -> F16;
            case REAL -> F32;
            case DOUBLE -> F64;
            case BYTE -> U8;
            case SIGNED_BYTE -> I8;
            case SHORT -> I16;
            case UNSIGNED_SHORT -> U16;
            case INTEGER, LOGICAL -> I32;
            case UNSIGNED -> U32;
            case LONG -> I64;
            case UNSIGNED_LONG -> U64;
        };
    }

    /** The word in the text of kernel programs. */
    public String notation() {
        return notation;
    }

    /** The type in C, CUDA and HIP; {@code tw_half} as {@link DataType#cName} says. */
    public String cName() {
        return cName;
    }

    public int bytes() {
        return bytes;
    }

    public boolean isFloating() {
        return this == F16 || this == F32 || this == F64;
    }

    public boolean isSigned() {
        return this != U8 && this != U16 && this != U32 && this != U64;
    }

    /** The type in which arithmetic on values of this type is done: C's integer promotion, and f32 for f16. */
    public ScalarType promoted() {
        return bytes >= Integer.BYTES ? this : isFloating() ? F32 : I32;
    }

    /** The type of an operation on two values: C's usual arithmetic conversions. */
    public static ScalarType common(ScalarType left, ScalarType right) {
        ScalarType a = left.promoted();
        ScalarType b = right.promoted();
        return a.ordinal() >= b.ordinal() ? a : b;
    }
}
