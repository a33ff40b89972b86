package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.fail;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.KernelProgram;
import tilewright.model.ArrayData;
import tilewright.model.Data;
import tilewright.model.DataType;
import tilewright.model.HalfPrecision;

/** The arrays of a program in the padded layout, with a zone on either side that no program may touch. */
final class PaddedArrays {
    private static final int GUARD_BYTES = 256;
    private static final byte UNTOUCHED = (byte) 0xA5;

    private final List<ArrayLayout> layouts;
    private final List<Rows> rows;
    private final Map<String, Long> sizes;
    private final List<MemorySegment> memories = new ArrayList<>();

    PaddedArrays(Arena arena, KernelProgram program, Map<String, Long> sizes, Data data) {
        this.layouts = program.arrays();
        this.rows = layouts.stream().map(l -> Rows.of(l, sizes)).toList();
        this.sizes = sizes;
        for (int a = 0; a < layouts.size(); a++) {
            ArrayLayout layout = layouts.get(a);
            long bytes = layout.bytes(sizes::get);
            MemorySegment memory = arena.allocate(bytes + 2 * GUARD_BYTES, 256);
            memory.fill(UNTOUCHED);
            memories.add(memory);
            ArrayData values = data.array(layout.name());
            for (int element = 0; element < values.size(); element++) {
                set(layout, memory, rows.get(a).position(element), values.valueAt(element));
            }
        }
    }

    /** What a program gets: the arrays without the zones. */
    List<MemorySegment> arguments() {
        return memories.stream()
                .map(m -> m.asSlice(GUARD_BYTES, m.byteSize() - 2 * GUARD_BYTES))
                .toList();
    }

    /**
     * Rows of an array in memory.
     *
     * @param columns elements of a row
     * @param pitch elements from one row to the next
     */
    private record Rows(long columns, long pitch) {
        static Rows of(ArrayLayout layout, Map<String, Long> sizes) {
            return layout.dimensions() == 0
                    ? new Rows(1, 1)
                    : new Rows(
                            layout.columns().evaluate(sizes::get),
                            layout.pitch().evaluate(sizes::get));
        }

        /** Where an element lies, of those that are numbered without padding. */
        long position(int element) {
            return element / columns * pitch + element % columns;
        }
    }

    private static void set(ArrayLayout layout, MemorySegment memory, long position, double value) {
        long offset = GUARD_BYTES + position * layout.type().bytes();
        switch (layout.type()) {
            case HALF -> memory.set(ValueLayout.JAVA_SHORT, offset, HalfPrecision.bits(value));
            case REAL -> memory.set(ValueLayout.JAVA_FLOAT, offset, (float) value);
            case DOUBLE -> memory.set(ValueLayout.JAVA_DOUBLE, offset, value);
            case BYTE, SIGNED_BYTE -> memory.set(ValueLayout.JAVA_BYTE, offset, (byte) (int) value);
            case SHORT, UNSIGNED_SHORT -> memory.set(ValueLayout.JAVA_SHORT, offset, (short) (int) value);
            case INTEGER, UNSIGNED, LOGICAL -> memory.set(ValueLayout.JAVA_INT, offset, (int) (long) value);
            case LONG, UNSIGNED_LONG ->
                memory.set(ValueLayout.JAVA_LONG, offset, layout.type().whole(value));
        }
    }

    private static double get(ArrayLayout layout, MemorySegment memory, long position) {
        long offset = GUARD_BYTES + position * layout.type().bytes();
        return switch (layout.type()) {
            case HALF -> HalfPrecision.value(memory.get(ValueLayout.JAVA_SHORT, offset));
            case REAL -> memory.get(ValueLayout.JAVA_FLOAT, offset);
            case DOUBLE -> memory.get(ValueLayout.JAVA_DOUBLE, offset);
            case BYTE, SIGNED_BYTE -> layout.type().wrapped(memory.get(ValueLayout.JAVA_BYTE, offset));
            case SHORT, UNSIGNED_SHORT -> layout.type().wrapped(memory.get(ValueLayout.JAVA_SHORT, offset));
            case INTEGER, UNSIGNED, LOGICAL -> layout.type().wrapped(memory.get(ValueLayout.JAVA_INT, offset));
            case LONG, UNSIGNED_LONG -> layout.type().number(memory.get(ValueLayout.JAVA_LONG, offset));
        };
    }

    /** Fails with the first element that differs, or the first byte outside the elements that was written. */
    void check(Data expected, String what) {
        for (int a = 0; a < layouts.size(); a++) {
            ArrayLayout layout = layouts.get(a);
            ArrayData values = expected.array(layout.name());
            boolean[] element = new boolean[(int) layout.elements(sizes::get)];
            for (int e = 0; e < values.size(); e++) {
                long position = rows.get(a).position(e);
                element[(int) position] = true;
                double want = values.valueAt(e);
                double got = get(layout, memories.get(a), position);
                if (!(Math.abs(want - got) <= tolerance(layout.type()) * Math.max(1, Math.abs(want)))) {
                    fail(what + ", " + sizes + ": " + values.element(values.index(e)) + " is " + got + ", not " + want);
                }
            }
            checkUntouched(layout, memories.get(a), element, what);
        }
    }

    private void checkUntouched(ArrayLayout layout, MemorySegment memory, boolean[] element, String what) {
        int bytes = layout.type().bytes();
        long offset = 0;
        while (offset < memory.byteSize()) {
            long position = Math.floorDiv(offset - GUARD_BYTES, bytes);
            if (position >= 0 && position < element.length && element[(int) position]) {
                offset += bytes;
                continue;
            }
            if (memory.get(ValueLayout.JAVA_BYTE, offset) != UNTOUCHED) {
                fail(what + ", " + sizes + ": wrote outside the elements of " + layout.name() + ", at element "
                        + position);
            }
            offset++;
        }
    }

    private static double tolerance(DataType type) {
        return switch (type) {
            case HALF -> HalfPrecision.UNIT;
            case REAL -> 1e-4;
            case DOUBLE -> 1e-12;
            case BYTE, SIGNED_BYTE, SHORT, UNSIGNED_SHORT, INTEGER, UNSIGNED, LOGICAL, LONG, UNSIGNED_LONG -> 0;
        };
    }
}
