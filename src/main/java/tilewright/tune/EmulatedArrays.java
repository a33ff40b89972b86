package tilewright.tune;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tilewright.device.ArrayShape;
import tilewright.device.GuardedArrays;
import tilewright.device.HostMemory;
import tilewright.kernel.Program;
import tilewright.kernel.ScalarType;
import tilewright.kernel.emulate.ArrayContents;

/** Arrays in host memory as those of a kernel program that is emulated, which has the caller's arrays in their order. */
final class EmulatedArrays {
    private EmulatedArrays() {}

    /** The arrays with their padding, which has no value to be used. */
    static Map<String, ArrayContents> of(Program program, GuardedArrays arrays) {
        List<String> names = names(program);
        Map<String, ArrayContents> contents = new LinkedHashMap<>();
        for (int a = 0; a < names.size(); a++) {
            contents.put(names.get(a), contents(arrays.shapes().get(a), arrays.memory(a)));
        }
        return contents;
    }

    private static List<String> names(Program program) {
        return program.arrays().stream()
                .filter(a -> a.role() == Program.Role.CALLERS)
                .map(Program.Allocation::name)
                .toList();
    }

    private static ArrayContents contents(ArrayShape shape, HostMemory memory) {
        ScalarType type = ScalarType.of(shape.type());
        int elements = Math.toIntExact(Math.multiplyExact(shape.rows(), shape.pitch()));
        long[] bits = new long[elements];
        BitSet set = new BitSet(elements);
        for (int e = 0; e < elements; e++) {
            bits[e] = bits(type, memory, e);
            set.set(e, e % shape.pitch() < shape.columns());
        }
        return new ArrayContents(type, bits, set);
    }

    private static long bits(ScalarType type, HostMemory memory, int element) {
        return switch (type) {
            case F32, I32 -> memory.getInt(element);
            case I16 -> memory.getShort(element);
            case F64 -> Double.doubleToRawLongBits(memory.getDouble(element));
            case U8, U16, U32, I64, U64 -> throw unexpected(type);
        };
    }

    /** Writes what the program left. */
    static void write(Program program, Map<String, ArrayContents> results, GuardedArrays arrays) {
        List<String> names = names(program);
        for (int a = 0; a < names.size(); a++) {
            ArrayContents contents = results.get(names.get(a));
            HostMemory memory = arrays.memory(a);
            for (int e = 0; contents != null && e < contents.elements(); e++) {
                write(contents.type(), contents.bits()[e], memory, e);
            }
        }
    }

    private static void write(ScalarType type, long bits, HostMemory memory, int element) {
        switch (type) {
            case F32, I32 -> memory.setInt(element, (int) bits);
            case I16 -> memory.setShort(element, (short) bits);
            case F64 -> memory.setDouble(element, Double.longBitsToDouble(bits));
            case U8, U16, U32, I64, U64 -> throw unexpected(type);
        }
    }

    private static IllegalArgumentException unexpected(ScalarType type) {
        return new IllegalArgumentException("no array of a nest has elements of type " + type.notation());
    }
}
