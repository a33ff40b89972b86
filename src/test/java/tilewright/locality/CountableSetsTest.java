package tilewright.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tilewright.isl.Context;
import tilewright.isl.Set;

class CountableSetsTest {
    private final Context context = new Context();

    @AfterEach
    void close() {
        context.close();
    }

    private CountableSets sets(String... texts) {
        return new CountableSets(
                List.of(texts).stream().map(t -> Set.parse(context, t)).toList());
    }

    @Test
    void countsABoxOfEverySize() {
        CountableSets box = sets("[n,r] -> { [i,j] : 0 <= i < n and 1 <= j <= 2r }");
        assertEquals(24, box.count(Map.of("n", 4L, "r", 3L)));
        assertEquals(0, box.count(Map.of("n", -1L, "r", 3L)));
    }

    @Test
    void setsOfDifferentSpacesAreCountedTogether() {
        CountableSets both = sets("[n] -> { A[i] : 0 <= i < n }", "[m] -> { B[i,j] : 0 <= i <= j < m }");
        assertEquals(5 + 6, both.count(Map.of("n", 5L, "m", 3L)));
    }

    @Test
    void namesTheParameterWithoutValue() {
        IllegalArgumentException missing = assertThrows(
                IllegalArgumentException.class,
                () -> sets("[n] -> { [i] : 0 <= i < n }").count(Map.of("m", 1L)));
        assertEquals("no value for parameter n", missing.getMessage());
    }

    @Test
    void tellsWhichParametersMatter() {
        CountableSets set = sets("[n,m] -> { [i] : 0 <= i < n }");
        assertTrue(set.involves("n"));
        assertFalse(set.involves("m"));
    }

    @Test
    void refusesAnUnboundedSet() {
        assertEquals(
                "a set of values per block is not bounded",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> sets("[n] -> { [i] : i >= n }").count(Map.of("n", 1L)))
                        .getMessage());
    }

    /** Unions of random sets with parameters, strides and divisions, at many values, against isl's own count. */
    @Test
    void agreesWithIslOnRandomSets() {
        Random random = new Random(5);
        for (int round = 0; round < 60; round++) {
            String text = "[n,r] -> { [x,y,z] : " + part(random) + " or " + part(random) + " }";
            CountableSets prepared = sets(text);
            for (long n = 1; n <= 7; n += 2) {
                for (long r = 1; r <= 3; r++) {
                    Set fixed = Set.parse(context, text)
                            .intersectParams(Set.parse(context, "[n,r] -> { : n = %d and r = %d }".formatted(n, r)));
                    assertEquals(
                            fixed.countVal().longValue(),
                            prepared.count(Map.of("n", n, "r", r)),
                            text + " at n = " + n + ", r = " + r);
                }
            }
        }
    }

    private static String part(Random random) {
        StringBuilder text = new StringBuilder("(0 <= x < n and -r <= y <= n and 1 <= z <= 2r");
        for (int i = random.nextInt(3); i > 0; i--) {
            text.append(" and %d x + %d y + %d z + %d n + %d r >= 0"
                    .formatted(
                            random.nextInt(5) - 2,
                            random.nextInt(3) - 1,
                            random.nextInt(3) - 1,
                            random.nextInt(3) - 1,
                            random.nextInt(3) - 1));
        }
        if (random.nextInt(3) == 0) {
            text.append(" and %d x = %d y + z".formatted(1 + random.nextInt(3), random.nextInt(5) - 2));
        }
        if (random.nextInt(3) == 0) {
            text.append(" and (x + y + n) mod 3 = " + random.nextInt(3));
        }
        return text + (random.nextInt(3) == 0 ? " and x != n - r)" : ")");
    }
}
