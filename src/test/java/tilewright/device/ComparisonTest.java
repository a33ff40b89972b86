package tilewright.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tilewright.model.DataType;

class ComparisonTest {
    @Test
    void theDocumentedExampleOfTheTolerance() {
        assertEquals(1.23e-4, Tolerance.of(DataType.REAL, 4096).relative(), 1e-6);
        assertEquals(8 * Math.ulp(1.0), Tolerance.of(DataType.DOUBLE, 0).relative());
        assertEquals(0, Tolerance.of(DataType.INTEGER, 4096).relative());
        assertEquals(0, Tolerance.of(DataType.LOGICAL, 4096).relative());
    }

    @Test
    void roundingIsForgivenAndAForgottenTermIsNot() {
        assertTrue(compare(DataType.REAL, 1000.0f, 1000.05f, 4096).matches());
        assertFalse(compare(DataType.REAL, 1000.0f, 1000.24f, 4096).matches());
    }

    /** Equal terms are rounded alike, and so is whatever is small beside the sum: what an exact sum gives is within the bound. */
    @Test
    void longSumsInOrderAreForgiven() {
        for (int length : List.of(10_000, 30_000, 800_000, 7_000_000, 20_000_000)) {
            Random random = new Random(length);
            float equal = 0;
            float products = 0;
            double exact = 0;
            for (int term = 0; term < length; term++) {
                equal += 0.3f;
                float product = random.nextFloat() * random.nextFloat();
                products += product;
                exact += product;
            }
            assertTrue(
                    compare(DataType.REAL, (float) (0.3f * (double) length), equal, length)
                            .matches(),
                    () -> "" + length);
            assertTrue(compare(DataType.REAL, (float) exact, products, length).matches(), () -> "" + length);
        }
    }

    @Test
    void anyOrderOfASumIsForgiven() {
        for (int length : List.of(2, 33, 1000, 4096, 100_000)) {
            Random random = new Random(length);
            float[] lanes = new float[128];
            float inOrder = 0;
            for (int term = 0; term < length; term++) {
                float value = random.nextFloat();
                inOrder += value;
                lanes[term % lanes.length] += value;
            }
            float joined = 0;
            for (float lane : lanes) {
                joined += lane;
            }
            assertTrue(compare(DataType.REAL, inOrder, joined, length).matches(), "length " + length);
        }
    }

    @Test
    void integersAreExact() {
        Comparison comparison = compare(DataType.INTEGER, 1_000_000, 1_000_001, 1 << 20);
        assertEquals(1, comparison.mismatches());
        assertEquals("array x, row 1, column 2 (both from 0): expected 1000000, got 1000001", comparison.first());
    }

    @Test
    void smallValuesMayErrByTheMagnitudeOfTheirArray() {
        assertTrue(compare(DataType.REAL, 0.0f, 1e-5f, 4096).matches());
        assertFalse(compare(DataType.REAL, 0.0f, 1e-3f, 4096).matches());
    }

    @Test
    void aValueThatIsNotANumberNeverMatches() {
        Comparison comparison = compare(DataType.REAL, 1.0f, Float.NaN, 4096);
        assertEquals(1, comparison.mismatches());
        assertEquals(Double.POSITIVE_INFINITY, comparison.maxRelativeError());
        assertFalse(compare(DataType.REAL, Float.NaN, 1.0f, 4096).matches());
    }

    @Test
    void equalDataHaveNoErrorAndNoFirstMismatch() {
        Comparison comparison = compare(DataType.DOUBLE, 2.5, 2.5, 1);
        assertEquals(0, comparison.maxRelativeError());
        assertNull(comparison.first());
    }

    @Test
    void guardZonesAndPaddingReportTheFirstWrite() {
        List<ArrayShape> shapes = List.of(new ArrayShape("x", DataType.DOUBLE, 3, 5, 32));
        try (GuardedArrays arrays = GuardedArrays.allocate(shapes)) {
            assertEquals(Optional.empty(), arrays.damage());
            arrays.block(0).setInt(GuardedArrays.GUARD_BYTES / 4 - 2, 0);
            assertEquals(Optional.of("array x: a write 8 bytes before its first element"), arrays.damage());
            arrays.block(0).fill(GuardedArrays.poison(DataType.DOUBLE));
            arrays.block(0).setInt((GuardedArrays.GUARD_BYTES + 3 * 32 * 8) / 4 + 1, 0);
            assertEquals(Optional.of("array x: a write 4 bytes after its last row"), arrays.damage());
            arrays.block(0).fill(GuardedArrays.poison(DataType.DOUBLE));
            arrays.memory(0).setDouble(32 + 5, 1);
            assertEquals(
                    Optional.of("array x: a write to the padding of row 1, element 5 of a row of 5"), arrays.damage());
        }
    }

    @Test
    void poisonIsNotANumberInBothPrecisions() {
        try (HostMemory memory = HostMemory.allocate(8)) {
            memory.fill(GuardedArrays.poison(DataType.REAL));
            assertTrue(Float.isNaN(memory.getFloat(1)));
            memory.fill(GuardedArrays.poison(DataType.DOUBLE));
            assertTrue(Double.isNaN(memory.getDouble(0)));
        }
    }

    /** Two arrays of 3 x 5 ones that differ in one element. */
    private static Comparison compare(DataType type, double expected, double actual, long length) {
        List<ArrayShape> shapes = List.of(new ArrayShape("x", type, 3, 5, 32));
        try (GuardedArrays left = ones(shapes);
                GuardedArrays right = ones(shapes)) {
            left.memory(0).set(type, 32 + 2, expected);
            right.memory(0).set(type, 32 + 2, actual);
            return Comparison.of(left, right, Allowance.of(length));
        }
    }

    private static GuardedArrays ones(List<ArrayShape> shapes) {
        GuardedArrays arrays = GuardedArrays.allocate(shapes);
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 5; j++) {
                arrays.memory(0).set(shapes.getFirst().type(), 32L * i + j, 1);
            }
        }
        return arrays;
    }
}
