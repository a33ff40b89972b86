package tilewright.tiling.property;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.model.Affine;

/** Which accesses are across the rows of an array, and which of them go to a box. */
class CrossedRowsTest {
    private static final List<String> POINTS = List.of("i", "j");
    private static final List<Affine> ACROSS = subscripts("j i");
    private static final List<Affine> ALONG = subscripts("i j");

    private static List<Affine> subscripts(String names) {
        return Stream.of(names.split(" ")).map(Affine::variable).toList();
    }

    private static CrossedRows.Use read(List<Affine> subscripts) {
        return new CrossedRows.Use(subscripts, false);
    }

    private static CrossedRows.Use written(List<Affine> subscripts) {
        return new CrossedRows.Use(subscripts, true);
    }

    @ParameterizedTest
    @CsvSource({"j i, true", "i j, false", "j i t, false", "t j i, true", "j j i, false", "j, false", "j t, false"})
    void lanesAcrossAndOthersAlong(String names, boolean expected) {
        assertEquals(expected, CrossedRows.isAcross(subscripts(names), POINTS));
    }

    /** Four points of i for an element would read every fourth of a row. */
    @Test
    void stridesAreNotAcross() {
        assertFalse(CrossedRows.isAcross(
                List.of(Affine.variable("j"), Affine.variable("i").times(4)), POINTS));
        assertTrue(CrossedRows.isAcross(
                List.of(Affine.variable("j").plus(1), Affine.variable("i").plus(-2)), POINTS));
    }

    @Test
    void whatIsReadAlongRowsStaysInMemory() {
        assertEquals(List.of(1), CrossedRows.boxed(List.of(read(ALONG), read(ACROSS)), POINTS));
    }

    /** {@code a(j,i) = a(i,j)}: what is read was there before the block. */
    @Test
    void inPlace() {
        assertEquals(List.of(1), CrossedRows.boxed(List.of(read(ALONG), written(ACROSS)), POINTS));
    }

    /** On the diagonal the later read asks for what has been written, which is in the box. */
    @Test
    void readsAlongRowsBehindWrites() {
        assertEquals(List.of(), CrossedRows.boxed(List.of(written(ACROSS), read(ALONG)), POINTS));
    }
}
