package tilewright.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tilewright.isl.BasicMap;
import tilewright.isl.Context;

class GrowthTest {
    private final Context context = new Context();

    @AfterEach
    void close() {
        context.close();
    }

    @Test
    void countsDirectionsThatGrowWithTheParameters() {
        Growth growth = growth("[n] -> { [i] -> [j,l] : 0 <= i < n and 0 <= j < n and l = i + j }");
        assertEquals(1, growth.exponent(1));
        assertEquals(2, growth.exponent(2, 3));
        assertEquals(2, growth.exponent(1, 2, 3));
    }

    @Test
    void leavesOutDirectionsOfConstantExtent() {
        Growth growth = growth("[n] -> { [i] -> [j] : n - 2 <= i <= n and 0 <= j < n and i - 3 <= j + 1 }");
        assertEquals(0, growth.exponent(1));
        assertEquals(2, growth.directions(1, 2));
    }

    @Test
    void fixesAGenericValue() {
        Growth growth = growth("[n] -> { [i] -> [j,l] : 0 <= i <= j < n and l = i }");
        assertEquals(1, growth.exponentFor(new int[] {2}, 1, 3));
        assertEquals(0, growth.exponentFor(new int[] {1}, 3));
    }

    @Test
    void seesThroughStrides() {
        Growth growth = growth("[n] -> { [i] -> [j] : i mod 2 = 0 and 0 <= i < n and j = floor(i/4) }");
        assertEquals(1, growth.exponent(1));
        assertEquals(1, growth.exponent(2));
        assertEquals(1, growth.exponent(1, 2));
    }

    @Test
    void takesTheGenericRatioOfSeveralParameters() {
        Growth growth = growth("[n,m] -> { [i] -> [j] : n <= i < m and 0 <= j < n }");
        assertEquals(2, growth.exponent(2, 3));
    }

    @Test
    void findsDirectionsThatOnlySeveralInequalitiesTogetherExclude() {
        Growth growth = growth("[n] -> { [i,j] -> [l] : i + j >= 0 and i - j >= 0 and 2i <= 7 and 0 <= l < n }");
        assertEquals(0, growth.exponent(1, 2));
        assertEquals(1, growth.exponent(3));
    }

    @Test
    void countsDirectionsWithoutParameters() {
        Growth growth = growth("{ [i] -> [j] : 0 <= i < 1000 and j = 5 }");
        assertEquals(1, growth.exponent(0));
        assertEquals(0, growth.exponent(1));
    }

    private Growth growth(String map) {
        return Growth.of(ConstraintSystem.of(BasicMap.parse(context, map)));
    }
}
