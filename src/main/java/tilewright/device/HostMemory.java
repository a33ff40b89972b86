package tilewright.device;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import tilewright.model.DataType;
import tilewright.model.HalfPrecision;
import tilewright.model.UserError;

/**
 * Memory of the host outside the Java heap, aligned to 4096 bytes, zeroed. Elements are addressed by position in
 * units of their type. A slice shares the memory and must not outlive it.
 */
public final class HostMemory implements AutoCloseable {
    /** Page size: transfers and vector accesses are fastest from here. */
    private static final long ALIGNMENT = 4096;

    private final MemorySegment segment;
    private final Arena arena;

    private HostMemory(Arena arena, MemorySegment segment) {
        this.arena = arena;
        this.segment = segment;
    }

    /**
     * @throws UserError when there is not that much memory
     */
    public static HostMemory allocate(long bytes) {
        Arena arena = Arena.ofShared();
        try {
            return new HostMemory(arena, arena.allocate(bytes, ALIGNMENT));
        } catch (OutOfMemoryError e) {
            arena.close();
            throw new UserError(
                    UserError.BAD_INPUT,
                    "the host has no " + ByteCount.of(bytes) + " of memory left for an array: use smaller sizes",
                    e);
        }
    }

    public long bytes() {
        return segment.byteSize();
    }

    public HostMemory slice(long offset, long bytes) {
        return new HostMemory(arena, segment.asSlice(offset, bytes));
    }

    /**
     * Offset of the first of equal parts that differs from the one before it, or -1.
     *
     * @param from byte at which the parts start
     * @param to byte at which they end
     * @param part bytes of each
     */
    long firstChange(long from, long to, int part) {
        long at = to - from <= part ? -1 : MemorySegment.mismatch(segment, from, to - part, segment, from + part, to);
        return at < 0 ? -1 : from + part + at / part * part;
    }

    public float getFloat(long position) {
        return segment.getAtIndex(ValueLayout.JAVA_FLOAT, position);
    }

    public double getDouble(long position) {
        return segment.getAtIndex(ValueLayout.JAVA_DOUBLE, position);
    }

    public short getShort(long position) {
        return segment.getAtIndex(ValueLayout.JAVA_SHORT, position);
    }

    /** An unsigned byte. */
    public int getByte(long position) {
        return segment.get(ValueLayout.JAVA_BYTE, position) & 0xFF;
    }

    public int getInt(long position) {
        return segment.getAtIndex(ValueLayout.JAVA_INT, position);
    }

    public void setFloat(long position, float value) {
        segment.setAtIndex(ValueLayout.JAVA_FLOAT, position, value);
    }

    public void setDouble(long position, double value) {
        segment.setAtIndex(ValueLayout.JAVA_DOUBLE, position, value);
    }

    public void setShort(long position, short value) {
        segment.setAtIndex(ValueLayout.JAVA_SHORT, position, value);
    }

    public void setInt(long position, int value) {
        segment.setAtIndex(ValueLayout.JAVA_INT, position, value);
    }

    /** The element as a double: exact but for integers of 64 bits. */
    public double get(DataType type, long position) {
        return switch (type) {
            case HALF -> HalfPrecision.value(getShort(position));
            case REAL -> getFloat(position);
            case DOUBLE -> getDouble(position);
            case BYTE, SIGNED_BYTE, SHORT, UNSIGNED_SHORT, INTEGER, UNSIGNED, LOGICAL, LONG, UNSIGNED_LONG ->
                type.number(getWhole(type, position));
        };
    }

    /** The bits of an integer or logical element, sign- or zero-extended. */
    public long getWhole(DataType type, long position) {
        return type.wrapped(
                switch (type.bytes()) {
                    case Byte.BYTES -> getByte(position);
                    case Short.BYTES -> getShort(position);
                    case Integer.BYTES -> getInt(position);
                    default -> segment.getAtIndex(ValueLayout.JAVA_LONG, position);
                });
    }

    /** Stores the low bits in an integer or logical element. */
    public void setWhole(DataType type, long position, long bits) {
        switch (type.bytes()) {
            case Byte.BYTES -> segment.set(ValueLayout.JAVA_BYTE, position, (byte) bits);
            case Short.BYTES -> setShort(position, (short) bits);
            case Integer.BYTES -> setInt(position, (int) bits);
            default -> segment.setAtIndex(ValueLayout.JAVA_LONG, position, bits);
        }
    }

    /** Stores a value that the type can hold; a real is rounded. */
    public void set(DataType type, long position, double value) {
        switch (type) {
            case HALF -> setShort(position, HalfPrecision.bits(value));
            case REAL -> setFloat(position, (float) value);
            case DOUBLE -> setDouble(position, value);
            case BYTE, SIGNED_BYTE, SHORT, UNSIGNED_SHORT, INTEGER, UNSIGNED, LOGICAL, LONG, UNSIGNED_LONG ->
                setWhole(type, position, type.whole(value));
        }
    }

    /** Sets every 32-bit word; the length is a multiple of four bytes. */
    public void fill(int word) {
        if (bytes() == 0) {
            return;
        }
        setInt(0, word);
        // What is filled is copied behind itself: as fast as memory, after a few small steps.
        for (long filled = Integer.BYTES; filled < bytes(); filled *= 2) {
            MemorySegment.copy(segment, 0, segment, filled, Math.min(filled, bytes() - filled));
        }
    }

    /** Copies all of {@code source} to the beginning of this. */
    public void copyFrom(HostMemory source) {
        MemorySegment.copy(source.segment, 0, segment, 0, source.bytes());
    }

    /**
     * Copies elements of a {@code float[]}, {@code double[]} or an array of integers.
     *
     * @param first position in the array
     * @param count number of elements
     * @param position of the first one here, in elements
     */
    public void copyFrom(Object elements, int first, int count, long position) {
        ValueLayout layout = switch (elements) {
            case float[] f -> ValueLayout.JAVA_FLOAT;
            case double[] d -> ValueLayout.JAVA_DOUBLE;
            case byte[] b -> ValueLayout.JAVA_BYTE;
            case short[] s -> ValueLayout.JAVA_SHORT;
            case int[] i -> ValueLayout.JAVA_INT;
            case long[] l -> ValueLayout.JAVA_LONG;
            default -> throw new IllegalArgumentException("no array of numbers: " + elements.getClass());
        };
        MemorySegment.copy(elements, first, segment, layout, position * layout.byteSize(), count);
    }

    /** Position of the first byte in which the two differ, or -1; both have the same length. */
    public long mismatch(HostMemory other) {
        return segment.mismatch(other.segment);
    }

    /** Whether some elements have the same bits. */
    boolean isEqual(HostMemory other, DataType type, long first, long count) {
        long from = first * type.bytes();
        long to = from + count * type.bytes();
        return MemorySegment.mismatch(segment, from, to, other.segment, from, to) < 0;
    }

    MemorySegment segment() {
        return segment;
    }

    /** The part as a buffer for native transfers; at most 2 GiB. */
    ByteBuffer buffer(long offset, long bytes) {
        return segment.asSlice(offset, bytes).asByteBuffer().order(ByteOrder.nativeOrder());
    }

    @Override
    public void close() {
        arena.close();
    }
}
