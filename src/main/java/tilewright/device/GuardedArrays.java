package tilewright.device;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tilewright.model.AllowedDifference;
import tilewright.model.ArrayData;
import tilewright.model.Data;
import tilewright.model.DataType;
import tilewright.model.RandomNumbers;

/**
 * The arrays of a nest in host memory. Each lies between two guard zones, and the guard zones and the padding of every
 * row hold {@link #poison(DataType)}: {@link #damage()} finds writes outside the arrays, and a value computed from such a read is
 * not a number.
 */
public final class GuardedArrays implements AutoCloseable {
    /** Bytes of the guard zone on either side; a multiple of every alignment. */
    static final long GUARD_BYTES = 65_536;

    private final List<ArrayShape> shapes;
    private final List<HostMemory> blocks;

    private GuardedArrays(List<ArrayShape> shapes, List<HostMemory> blocks) {
        this.shapes = List.copyOf(shapes);
        this.blocks = blocks;
    }

    /**
     * Allocates all arrays, everything poisoned.
     *
     * @throws tilewright.model.UserError when there is not enough memory
     */
    public static GuardedArrays allocate(List<ArrayShape> shapes) {
        List<HostMemory> blocks = new ArrayList<>();
        try {
            for (ArrayShape shape : shapes) {
                HostMemory block = HostMemory.allocate(guardedBytes(shape));
                blocks.add(block);
                block.fill(poison(shape.type()));
            }
            return new GuardedArrays(shapes, blocks);
        } catch (RuntimeException e) {
            blocks.forEach(HostMemory::close);
            throw e;
        }
    }

    /**
     * The data in the layout that programs use.
     *
     * @param shapes one per array of the data, in its order
     */
    public static GuardedArrays of(Data data, List<ArrayShape> shapes) {
        GuardedArrays arrays = allocate(shapes);
        for (int i = 0; i < shapes.size(); i++) {
            arrays.copyRows(i, data.array(shapes.get(i).name()));
        }
        return arrays;
    }

    private void copyRows(int position, ArrayData data) {
        ArrayShape shape = shapes.get(position);
        if (data.size() != shape.elements()) {
            throw new IllegalArgumentException(
                    "array " + shape.name() + ": " + data.size() + " elements for " + shape.elements());
        }
        HostMemory memory = memory(position);
        for (long row = 0; row < shape.rows(); row++) {
            memory.copyFrom(
                    data.elements(), (int) (row * shape.columns()), (int) shape.columns(), shape.position(row, 0));
        }
    }

    /** The first element that is not a finite number, in words. */
    public Optional<String> firstNonFinite() {
        for (int i = 0; i < shapes.size(); i++) {
            ArrayShape shape = shapes.get(i);
            HostMemory memory = memory(i);
            Optional<String> found = shape.type().isFloating()
                    ? shape.eachRow()
                            .mapToObj(row -> firstNonFinite(shape, memory, row))
                            .flatMap(Optional::stream)
                            .findFirst()
                    : Optional.empty();
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> firstNonFinite(ArrayShape shape, HostMemory memory, long row) {
        for (long column = 0; column < shape.columns(); column++) {
            double value = memory.get(shape.type(), shape.position(row, column));
            if (!Double.isFinite(value)) {
                return Optional.of(
                        "array " + shape.name() + ", row " + row + ", column " + column + " (both from 0): " + value);
            }
        }
        return Optional.empty();
    }

    /** Bytes of an array with padding and both guard zones. */
    static long guardedBytes(ArrayShape shape) {
        return Math.addExact(shape.bytes(), 2 * GUARD_BYTES);
    }

    public List<ArrayShape> shapes() {
        return shapes;
    }

    /** The elements and padding of an array, without its guard zones. */
    public HostMemory memory(int array) {
        return blocks.get(array).slice(GUARD_BYTES, shapes.get(array).bytes());
    }

    /** The memory of all arrays, in order, without guard zones. */
    public List<HostMemory> memories() {
        List<HostMemory> memories = new ArrayList<>();
        for (int i = 0; i < shapes.size(); i++) {
            memories.add(memory(i));
        }
        return memories;
    }

    /** The memory of all arrays with their guard zones. */
    List<HostMemory> blocks() {
        return List.copyOf(blocks);
    }

    /** The memory of an array with its guard zones. */
    HostMemory block(int array) {
        return blocks.get(array);
    }

    /** New arrays with the same content, guard zones too. */
    public GuardedArrays copy() {
        GuardedArrays copy = allocate(shapes);
        copy.copyFrom(this);
        return copy;
    }

    /** Copies everything, guard zones too, from arrays of the same shapes. */
    public void copyFrom(GuardedArrays source) {
        for (int i = 0; i < blocks.size(); i++) {
            blocks.get(i).copyFrom(source.blocks.get(i));
        }
    }

    /**
     * Changes every floating-point number by some units in its last place, up or down: {@link Growth#change}, more or less by {@link AllowedDifference#changedSpread}.
     *
     * @param time which of several changes, from 0: each has other directions
     */
    public void perturb(int time) {
        for (int i = 0; i < shapes.size(); i++) {
            ArrayShape shape = shapes.get(i);
            if (!shape.type().isFloating()) {
                continue;
            }
            HostMemory memory = memory(i);
            double relative = Growth.change(shape.type());
            double spread = AllowedDifference.changedSpread(shape.type());
            shape.eachRow().forEach(row -> {
                for (long column = 0; column < shape.columns(); column++) {
                    long position = shape.position(row, column);
                    long random = RandomNumbers.mix(position + 1 + ((long) time << 40));
                    double change = relative * (1 + spread * ((random >>> 11) * 0x1p-53 - 0.5));
                    double value = memory.get(shape.type(), position);
                    memory.set(shape.type(), position, value * ((random & 1) != 0 ? 1 + change : 1 - change));
                }
            });
        }
    }

    /**
     * The 32-bit word that stands where no program may write: a signalling NaN of the type, so that even adding to it
     * changes it; for integers an unlikely number.
     */
    public static int poison(DataType type) {
        return switch (type) {
            case HALF -> 0xFCAD_FCAD;
            case REAL -> 0xFFB8_DEAD;
            case DOUBLE -> 0xFFF4_DEAD;
            case BYTE, SIGNED_BYTE -> 0xDADA_DADA;
            case SHORT, UNSIGNED_SHORT -> 0xDEAD_DEAD;
            case INTEGER, UNSIGNED, LOGICAL, LONG, UNSIGNED_LONG -> 0xFFF8_DEAD;
        };
    }

    /** The first place outside the arrays that no longer holds poison, in words. */
    public Optional<String> damage() {
        return damage(Set.of());
    }

    /**
     * The first place outside the arrays that no longer holds poison, in words.
     *
     * @param padded arrays whose padding may hold anything
     */
    public Optional<String> damage(Set<String> padded) {
        for (int i = 0; i < shapes.size(); i++) {
            boolean used = padded.contains(shapes.get(i).name());
            Optional<String> found = damage(shapes.get(i), blocks.get(i), used);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> damage(ArrayShape shape, HostMemory block, boolean paddingIsUsed) {
        long end = GUARD_BYTES + shape.bytes();
        long before = firstDamage(shape, block, 0, GUARD_BYTES);
        if (before >= 0) {
            return Optional.of("array " + shape.name() + ": a write " + (GUARD_BYTES - before)
                    + " bytes before its first element");
        }
        long after = firstDamage(shape, block, end, block.bytes());
        if (after >= 0) {
            return Optional.of("array " + shape.name() + ": a write " + (after - end) + " bytes after its last row");
        }
        return paddingIsUsed ? Optional.empty() : paddingDamage(shape, block);
    }

    private static Optional<String> paddingDamage(ArrayShape shape, HostMemory block) {
        int size = shape.type().bytes();
        for (long row = 0; row < shape.rows() && shape.pitch() > shape.columns(); row++) {
            long start = GUARD_BYTES + shape.position(row, shape.columns()) * size;
            long damage = firstDamage(shape, block, start, start + (shape.pitch() - shape.columns()) * size);
            if (damage >= 0) {
                return Optional.of("array " + shape.name() + ": a write to the padding of row " + row + ", element "
                        + (shape.columns() + (damage - start) / size) + " of a row of " + shape.columns());
            }
        }
        return Optional.empty();
    }

    /** Offset of the first word that is not poison, or -1. */
    private static long firstDamage(ArrayShape shape, HostMemory block, long from, long to) {
        int poison = poison(shape.type());
        // Where elements are parts of a word, so may be what surrounds them.
        int part = Math.min(shape.type().bytes(), Integer.BYTES);
        long position = from / part;
        boolean holds = from >= to
                || switch (part) {
                    case Byte.BYTES -> (byte) block.getByte(position) == (byte) poison;
                    case Short.BYTES -> block.getShort(position) == (short) poison;
                    default -> block.getInt(position) == poison;
                };
        return holds ? block.firstChange(from, to, part) : from;
    }

    @Override
    public void close() {
        blocks.forEach(HostMemory::close);
    }
}
