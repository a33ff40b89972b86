package tilewright.model;

/** Numbers of 16 bits, IEEE 754's binary16: 11 significant bits, up to 65504. */
public final class HalfPrecision {
    /** Half the distance from 1 to the next number: what rounding may change, relative to the number. */
    public static final double UNIT = 0x1p-11;

    private HalfPrecision() {}

    /** The nearest number's bits, of two as near the even one; rounded once, from double precision. */
    public static short bits(double value) {
        float near = (float) value;
        if (near == value || Float.isNaN(near) || Float.isInfinite(near)) {
            return Float.floatToFloat16(near);
        }
        // To odd: what lies between two numbers of 24 bits never looks like the middle between two of 11.
        float below = Math.abs(near) > Math.abs(value) ? Math.nextAfter(near, 0) : near;
        return Float.floatToFloat16(Float.intBitsToFloat(Float.floatToRawIntBits(below) | 1));
    }

    /** The number that bits stand for. */
    public static float value(short bits) {
        return Float.float16ToFloat(bits);
    }

    /** The nearest number. */
    public static float rounded(double value) {
        return value(bits(value));
    }
}
