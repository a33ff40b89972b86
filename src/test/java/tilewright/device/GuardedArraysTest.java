package tilewright.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.DataType;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;

class GuardedArraysTest {
    private static final LoopNest NEST = NestParser.parse("sum.nest", """
        param n
        real a(n, n+2)
        integer c(n)
        real s
        do i = 1, n
          s = s + a(i,i)
        enddo
        """);

    @Test
    void dataArePlacedRowByRowAndThePaddingStaysPoisoned() {
        Data data = DataInitializer.fill(NEST, Map.of("n", 5L), 7);
        List<ArrayShape> shapes = List.of(
                new ArrayShape("a", DataType.REAL, 5, 7, 32),
                new ArrayShape("c", DataType.INTEGER, 1, 5, 32),
                new ArrayShape("s", DataType.REAL, 1, 1, 1));
        try (GuardedArrays arrays = GuardedArrays.of(data, shapes)) {
            assertEquals(data.array("a").get(4, 6), arrays.memory(0).getFloat(3 * 32 + 5));
            assertEquals(data.array("c").get(5), arrays.memory(1).getInt(4));
            assertEquals(data.array("s").get(), arrays.memory(2).getFloat(0));
            assertEquals(Optional.empty(), arrays.damage());
        }
    }

    @Test
    void shapesThatDoNotFitTheDataAreRefused() {
        Data data = DataInitializer.fill(NEST, Map.of("n", 5L), 7);
        assertEquals(
                "array s: 1 elements for 2",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> GuardedArrays.of(data, List.of(new ArrayShape("s", DataType.REAL, 1, 2, 32))))
                        .getMessage());
    }

    @Test
    void paddingBesideBytesIsWatchedByteByByte() {
        List<ArrayShape> shapes = List.of(new ArrayShape("e", DataType.SIGNED_BYTE, 1, 3, 32));
        try (GuardedArrays arrays = GuardedArrays.allocate(shapes)) {
            arrays.memory(0).setWhole(DataType.SIGNED_BYTE, 2, -7);
            assertEquals(-7, arrays.memory(0).get(DataType.SIGNED_BYTE, 2));
            assertEquals(Optional.empty(), arrays.damage());
            arrays.memory(0).setWhole(DataType.SIGNED_BYTE, 3, -7);
            assertEquals(
                    Optional.of("array e: a write to the padding of row 0, element 3 of a row of 3"), arrays.damage());
        }
    }

    @Test
    void theFirstValueThatIsNotFiniteIsNamed() {
        List<ArrayShape> shapes = List.of(new ArrayShape("x", DataType.DOUBLE, 2, 3, 32));
        try (GuardedArrays arrays = GuardedArrays.allocate(shapes)) {
            assertEquals(Optional.of("array x, row 0, column 0 (both from 0): NaN"), arrays.firstNonFinite());
            for (int i = 0; i < 6; i++) {
                arrays.memory(0).setDouble(i / 3 * 32 + i % 3, 1);
            }
            assertEquals(Optional.empty(), arrays.firstNonFinite());
            arrays.memory(0).setDouble(33, Double.NEGATIVE_INFINITY);
            assertEquals(Optional.of("array x, row 1, column 1 (both from 0): -Infinity"), arrays.firstNonFinite());
        }
    }
}
