package tilewright.graph;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import tilewright.model.ArrayData;
import tilewright.model.DataType;
import tilewright.model.HalfPrecision;
import tilewright.model.UserError;

/** Elements of arrays as bytes, text and numbers of another type. */
final class Elements {
    private static final int BLOCK = 1 << 16;

    /** Text is read to doubles, which hold every whole number up to this one; 2^53 itself may stand for the number behind it. */
    private static final double EXACT = 0x1p53 - 1;

    private Elements() {}

    /** An array of that type. */
    static Object array(DataType type, int count) {
        return ArrayData.storage(type, count);
    }

    /** Stores a number; what the type does not hold is refused. */
    static void set(Object array, int position, double value, DataType type, Path file) {
        boolean tooLarge = type.isFloating() && Double.isFinite(value) && Double.isInfinite(type.rounded(value));
        boolean held = type.isFloating()
                ? !tooLarge
                : value == Math.rint(value) && value >= type.least() && value <= type.greatest();
        if (!held) {
            throw UserError.badInput(file + ": error: element " + (position + 1) + " is " + value + ", which '"
                    + type.notation() + "' does not hold");
        }
        if (array instanceof long[] && Math.abs(value) > EXACT) {
            throw UserError.badInput(file + ": error: element " + (position + 1) + " is beyond 2^53, up to which whole"
                    + " numbers of text are read exactly; give the array as .npy or .raw");
        }
        switch (array) {
            case float[] f -> f[position] = (float) value;
            case double[] d -> d[position] = value;
            case byte[] b -> b[position] = (byte) type.whole(value);
            case short[] s ->
                s[position] = type == DataType.HALF ? HalfPrecision.bits(value) : (short) type.whole(value);
            case int[] i -> i[position] = (int) type.whole(value);
            case long[] l -> l[position] = type.whole(value);
            default -> throw new IllegalArgumentException();
        }
    }

    static Object of(double[] values, DataType type, Path file) {
        Object array = array(type, values.length);
        for (int i = 0; i < values.length; i++) {
            set(array, i, values[i], type, file);
        }
        return array;
    }

    /** An element as text that reads back as the same number. */
    static String text(ArrayData array, int position) {
        return array.declaration().type().isFloating()
                ? array.declaration().type().text(array.valueAt(position))
                : array.declaration().type().text(array.wholeAt(position));
    }

    /** Little-endian elements. */
    static Object read(InputStream in, DataType type, int count) throws IOException {
        Object array = array(type, count);
        DataInputStream whole = new DataInputStream(in);
        byte[] bytes = new byte[BLOCK];
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int perBlock = BLOCK / type.bytes();
        for (int done = 0; done < count; done += perBlock) {
            int part = Math.min(perBlock, count - done);
            try {
                whole.readFully(bytes, 0, part * type.bytes());
            } catch (EOFException e) {
                throw new EOFException("it ends after less than " + count + " elements");
            }
            buffer.clear();
            switch (array) {
                case float[] f -> buffer.asFloatBuffer().get(f, done, part);
                case double[] d -> buffer.asDoubleBuffer().get(d, done, part);
                case byte[] b -> buffer.get(b, done, part);
                case short[] s -> buffer.asShortBuffer().get(s, done, part);
                case int[] i -> buffer.asIntBuffer().get(i, done, part);
                case long[] l -> buffer.asLongBuffer().get(l, done, part);
                default -> throw new IllegalArgumentException();
            }
        }
        return array;
    }

    /** Little-endian elements. */
    static void write(OutputStream out, Object array) throws IOException {
        int count = Array.getLength(array);
        byte[] bytes = new byte[BLOCK];
        ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int width = switch (array) {
            case double[] _, long[] _ -> Long.BYTES;
            case float[] _, int[] _ -> Integer.BYTES;
            case short[] _ -> Short.BYTES;
            default -> Byte.BYTES;
        };
        int perBlock = BLOCK / width;
        for (int done = 0; done < count; done += perBlock) {
            int part = Math.min(perBlock, count - done);
            buffer.clear();
            switch (array) {
                case float[] f -> buffer.asFloatBuffer().put(f, done, part);
                case double[] d -> buffer.asDoubleBuffer().put(d, done, part);
                case byte[] b -> buffer.put(b, done, part);
                case short[] s -> buffer.asShortBuffer().put(s, done, part);
                case int[] i -> buffer.asIntBuffer().put(i, done, part);
                case long[] l -> buffer.asLongBuffer().put(l, done, part);
                default -> throw new IllegalArgumentException();
            }
            out.write(bytes, 0, part * width);
        }
    }
}
