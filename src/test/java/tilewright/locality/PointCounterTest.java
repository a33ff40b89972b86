package tilewright.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tilewright.isl.Context;
import tilewright.isl.Set;

class PointCounterTest {
    private final Context context = new Context();

    @AfterEach
    void close() {
        context.close();
    }

    @Test
    void countsABox() {
        assertEquals(6, count("{ [i,j] : 0 <= i < 2 and 1 <= j <= 3 }"));
    }

    @Test
    void countsNothingInAnEmptySet() {
        assertEquals(0, count("{ [i,j] : 0 <= i < 2 and i + 5 <= j <= 3 }"));
    }

    @Test
    void countsATriangle() {
        assertEquals(4950, count("{ [i,j] : 0 <= i < j < 100 }"));
    }

    @Test
    void countsStrides() {
        assertEquals(34, count("{ [i] : 0 <= i < 100 and i mod 3 = 0 }"));
    }

    @Test
    void countsAnEqualityWithoutUnitCoefficient() {
        assertEquals(4, count("{ [i,j] : 2i = 3j and 0 <= i < 10 }"));
    }

    /** Pairs of blocks of 64 and the values in them: 2^42 points, too many to be counted one by one. */
    @Test
    void countsFarMoreThanCouldBeEnumerated() {
        String block = "64b%1$d <= x%1$d < 64b%1$d + 64 and 0 <= x%1$d < 16384";
        assertEquals(
                1L << 42,
                count("{ [b0,b1,b2,x0,x1,x2] : " + block.formatted(0) + " and " + block.formatted(1) + " and "
                        + block.formatted(2) + " }"));
    }

    @Test
    void refusesAnUnboundedSet() {
        IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> count("{ [i] : i >= 0 }"));
        assertEquals("a set of values per block is not bounded", refusal.getMessage());
    }

    @Test
    void agreesWithIslOnRandomSets() {
        Random random = new Random(7);
        for (int round = 0; round < 300; round++) {
            String text = randomSet(random);
            Set set = Set.parse(context, text);
            assertEquals(set.countVal().longValue(), count(text), text);
        }
    }

    /** Three variables in a box, cut by random constraints, a block coordinate and a stride. */
    private static String randomSet(Random random) {
        StringBuilder text = new StringBuilder("{ [b,x,y,z] : 0 <= x < 9 and -4 <= y <= 4 and 1 <= z <= 7");
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append(" and %d x + %d y + %d z + %d >= 0"
                    .formatted(
                            random.nextInt(7) - 3, random.nextInt(7) - 3, random.nextInt(5) - 2, random.nextInt(20)));
        }
        if (random.nextBoolean()) {
            text.append(" and %d x = %d y + z".formatted(1 + random.nextInt(3), random.nextInt(5) - 2));
        }
        if (random.nextBoolean()) {
            text.append(" and (x + y) mod 3 = " + random.nextInt(3));
        }
        int r = 1 + random.nextInt(4);
        return text + " and %d b <= x + z < %d b + %d".formatted(r, r, r) + (random.nextBoolean() ? " and b != 1" : "")
                + " }";
    }

    private long count(String text) {
        return Set.parse(context, text).computeDivs().makeDisjoint().getBasicSetList().stream()
                .mapToLong(b -> PointCounter.count(ConstraintSystem.of(b)))
                .sum();
    }
}
