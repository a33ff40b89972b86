package tilewright.device;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import tilewright.model.DataType;

class HostMemoryTest {
    @Test
    void elementsAreStoredByType() {
        try (HostMemory memory = HostMemory.allocate(64)) {
            memory.set(DataType.REAL, 3, 0.1);
            assertEquals(0.1f, memory.getFloat(3));
            memory.set(DataType.DOUBLE, 4, 0.1);
            assertEquals(0.1, memory.get(DataType.DOUBLE, 4));
            memory.set(DataType.LOGICAL, 0, 1);
            assertEquals(1, memory.getInt(0));
        }
    }

    @Test
    void fillWritesEveryWordOfASliceOnly() {
        try (HostMemory memory = HostMemory.allocate(16)) {
            memory.slice(4, 8).fill(0x7fc0_1234);
            assertEquals(0, memory.getInt(0));
            assertEquals(0x7fc0_1234, memory.getInt(1));
            assertEquals(0x7fc0_1234, memory.getInt(2));
            assertEquals(0, memory.getInt(3));
        }
    }

    @Test
    void copiesAreEqual() {
        try (HostMemory a = HostMemory.allocate(4096);
                HostMemory b = HostMemory.allocate(4096)) {
            a.setInt(1000, 5);
            assertEquals(4000, a.mismatch(b));
            b.copyFrom(a);
            assertEquals(-1, a.mismatch(b));
        }
    }

    @Test
    void amountsAreReadable() {
        assertEquals("12 bytes", ByteCount.of(12));
        assertEquals("64.0 MiB", ByteCount.of(64L << 20));
    }
}
