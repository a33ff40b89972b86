package tilewright.tune.verify;

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
import tilewright.model.DataType;

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
                .filter(a -> a.role() != Program.Role.SCRATCH)
                .map(Program.Allocation::name)
                .toList();
    }

    private static ArrayContents contents(ArrayShape shape, HostMemory memory) {
        ScalarType type = ScalarType.of(shape.type());
        int elements = Math.toIntExact(Math.multiplyExact(shape.rows(), shape.pitch()));
        long[] bits = new long[elements];
        BitSet set = new BitSet(elements);
        for (int e = 0; e < elements; e++) {
            bits[e] = bits(shape.type(), memory, e);
            set.set(e, e % shape.pitch() < shape.columns());
        }
        return new ArrayContents(type, bits, set);
    }

    private static long bits(DataType type, HostMemory memory, int element) {
        return switch (ScalarType.of(type)) {
            case F16 -> memory.getShort(element) & 0xFFFF;
            case F32 -> memory.getInt(element);
            case F64 -> Double.doubleToRawLongBits(memory.getDouble(element));
            case U8, I8, I16, U16, I32, U32, I64, U64 -> memory.getWhole(type, element);
        };
    }

    /** Writes what the program left. */
    static void write(Program program, Map<String, ArrayContents> results, GuardedArrays arrays) {
        List<String> names = names(program);
        for (int a = 0; a < names.size(); a++) {
            ArrayContents contents = results.get(names.get(a));
            HostMemory memory = arrays.memory(a);
            for (int e = 0; contents != null && e < contents.elements(); e++) {
                write(arrays.shapes().get(a).type(), contents.bits()[e], memory, e);
            }
        }
    }

    private static void write(DataType type, long bits, HostMemory memory, int element) {
        switch (ScalarType.of(type)) {
            case F16 -> memory.setShort(element, (short) bits);
            case F32 -> memory.setInt(element, (int) bits);
            case F64 -> memory.setDouble(element, Double.longBitsToDouble(bits));
            case U8, I8, I16, U16, I32, U32, I64, U64 -> memory.setWhole(type, element, bits);
        }
    }
}
