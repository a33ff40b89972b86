package tilewright.model;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The contents of one array, row-major. Values are read and written as doubles, rounded to the element type as an
 * assignment in C rounds; logical values are 0 and 1. Integers are also read and written as longs, which hold 64 bits exactly.
 */
public final class ArrayData {
    private final ArrayDeclaration declaration;
    private final long[] lower;
    private final long[] extents;
    /** A float[], double[], byte[], short[], int[] or long[]. */
    private final Object elements;

    private ArrayData(ArrayDeclaration declaration, long[] lower, long[] extents, Object elements) {
        this.declaration = declaration;
        this.lower = lower;
        this.extents = extents;
        this.elements = elements;
    }

    /**
     * A zero array.
     *
     * @throws UserError where the array is larger than memory or than a Java array
     */
    static ArrayData allocate(ArrayDeclaration declaration, List<String> parameters, long[] values) {
        return of(declaration, parameters, values, null);
    }

    /**
     * An array of given elements, which are not copied; of zeros where none are given.
     *
     * @throws UserError where they are of another type or number, or the array does not fit in memory
     */
    static ArrayData of(ArrayDeclaration declaration, List<String> parameters, long[] values, @Nullable Object given) {
        long[] lower = new long[declaration.dimensions()];
        long[] extents = new long[declaration.dimensions()];
        try {
            for (int d = 0; d < lower.length; d++) {
                ArrayDeclaration.Bounds bounds = declaration.bounds().get(d);
                lower[d] = IndexFunction.of(bounds.lower(), parameters).at(values);
                long upper = IndexFunction.of(bounds.upper(), parameters).at(values);
                extents[d] = Math.max(0, Math.addExact(Math.subtractExact(upper, lower[d]), 1));
            }
            int size = Math.toIntExact(size(extents));
            Object elements = given == null ? storage(declaration.type(), size) : given;
            ArrayData array = new ArrayData(declaration, lower, extents, elements);
            if (given != null
                    && (array.size() != size
                            || !given.getClass()
                                    .equals(storage(declaration.type(), 0).getClass()))) {
                throw UserError.badInput(declaration.position() + ": error: array " + declaration.name() + " is "
                        + declaration.type().notation() + " with extents " + Arrays.toString(extents) + ", but "
                        + array.size() + " elements of type " + given.getClass().getComponentType() + " are given");
            }
            return array;
        } catch (ArithmeticException | OutOfMemoryError e) {
            throw new UserError(
                    UserError.BAD_INPUT,
                    declaration.position() + ": error: array " + declaration.name() + " with extents "
                            + Arrays.toString(extents) + " does not fit in memory; give smaller parameters",
                    e);
        }
    }

    private static long size(long[] extents) {
        if (Arrays.stream(extents).anyMatch(e -> e == 0)) {
            return 0;
        }
        return Arrays.stream(extents).reduce(1, Math::multiplyExact);
    }

    /** A Java array that holds elements of a type: integers of both kinds and numbers of half precision by their bits. */
    public static Object storage(DataType type, int size) {
        return switch (type) {
            case REAL -> new float[size];
            case DOUBLE -> new double[size];
            case BYTE, SIGNED_BYTE -> new byte[size];
            case SHORT, UNSIGNED_SHORT, HALF -> new short[size];
            case INTEGER, UNSIGNED, LOGICAL -> new int[size];
            case LONG, UNSIGNED_LONG -> new long[size];
        };
    }

    public ArrayDeclaration declaration() {
        return declaration;
    }

    /** The smallest subscript per dimension. */
    public long[] lower() {
        return lower.clone();
    }

    /** Number of elements per dimension; none is negative. */
    public long[] extents() {
        return extents.clone();
    }

    /** Number of elements. */
    public int size() {
        return switch (elements) {
            case float[] f -> f.length;
            case double[] d -> d.length;
            case byte[] b -> b.length;
            case short[] s -> s.length;
            case int[] i -> i.length;
            case long[] l -> l.length;
            default -> throw new IllegalStateException();
        };
    }

    /** The elements themselves, as {@link #storage} holds them. */
    public Object elements() {
        return elements;
    }

    /** Whether the element exists. */
    public boolean contains(long[] index) {
        for (int d = 0; d < lower.length; d++) {
            if (index[d] < lower[d] || index[d] - lower[d] >= extents[d]) {
                return false;
            }
        }
        return true;
    }

    /** Row-major position of an existing element, from 0. */
    public int offset(long[] index) {
        long offset = 0;
        for (int d = 0; d < lower.length; d++) {
            offset = offset * extents[d] + (index[d] - lower[d]);
        }
        return (int) offset;
    }

    /**
     * The row-major position in the dimensions up to one, given that in the dimensions before it.
     *
     * @return -1 where the subscript is outside the dimension's bounds
     */
    long position(long before, int dimension, long subscript) {
        long extent = extents[dimension];
        long within = subscript - lower[dimension];
        return subscript < lower[dimension] || within >= extent ? -1 : before * extent + within;
    }

    /** The subscripts of the element at a row-major position. */
    public long[] index(int offset) {
        long[] index = new long[lower.length];
        long rest = offset;
        for (int d = lower.length - 1; d >= 0; d--) {
            index[d] = lower[d] + rest % extents[d];
            rest /= extents[d];
        }
        return index;
    }

    /** The value at a row-major position, from 0; of 64-bit integers the nearest double. */
    public double valueAt(int offset) {
        // Plain tests: a switch over types is a call for every element where code is compiled without being optimized.
        if (elements instanceof float[] f) {
            return f[offset];
        }
        if (elements instanceof double[] d) {
            return d[offset];
        }
        return declaration.type() == DataType.HALF
                ? HalfPrecision.value(((short[]) elements)[offset])
                : declaration.type().number(wholeAt(offset));
    }

    /** The bits of an integer or logical element, sign- or zero-extended, at a row-major position. */
    public long wholeAt(int offset) {
        long bits = switch (elements) {
            case byte[] b -> b[offset];
            case short[] s -> s[offset];
            case int[] i -> i[offset];
            case long[] l -> l[offset];
            default -> throw new IllegalStateException(declaration.type() + " is no integer type");
        };
        return declaration.type().wrapped(bits);
    }

    /** The value of an existing element. */
    public double get(long... index) {
        return valueAt(offset(index));
    }

    /** Stores the value, converted to the element type, at a row-major position. */
    public void setAt(int offset, double value) {
        if (elements instanceof float[] f) {
            f[offset] = (float) value;
        } else if (elements instanceof double[] d) {
            d[offset] = value;
        } else if (declaration.type() == DataType.HALF) {
            ((short[]) elements)[offset] = HalfPrecision.bits(value);
        } else {
            setWholeAt(
                    offset,
                    declaration.type() == DataType.LOGICAL
                            ? (value != 0 ? 1 : 0)
                            : declaration.type().whole(value));
        }
    }

    /** Stores the low bits in an integer or logical element at a row-major position. */
    public void setWholeAt(int offset, long bits) {
        switch (elements) {
            case byte[] b -> b[offset] = (byte) bits;
            case short[] s -> s[offset] = (short) bits;
            case int[] i -> i[offset] = (int) bits;
            case long[] l -> l[offset] = bits;
            default -> throw new IllegalStateException(declaration.type() + " is no integer type");
        }
    }

    /** Stores the value, converted to the element type, in an existing element. */
    public void set(long[] index, double value) {
        setAt(offset(index), value);
    }

    /** An independent copy. */
    public ArrayData copy() {
        Object copied = switch (elements) {
            case float[] f -> f.clone();
            case double[] d -> d.clone();
            case byte[] b -> b.clone();
            case short[] s -> s.clone();
            case int[] i -> i.clone();
            case long[] l -> l.clone();
            default -> throw new IllegalStateException();
        };
        return new ArrayData(declaration, lower, extents, copied);
    }

    /** {@code a(3,4)}, for messages. */
    public String element(long[] index) {
        return index.length == 0
                ? declaration.name()
                : declaration.name()
                        + Arrays.toString(index)
                                .replace('[', '(')
                                .replace(']', ')')
                                .replace(" ", "");
    }
}
