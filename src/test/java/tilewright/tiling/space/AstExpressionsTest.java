package tilewright.tiling.space;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.model.Affine;
import tilewright.model.Condition;

class AstExpressionsTest {
    /** {@code t <= limit ? constant : factor * t}, for every t on either side of where both meet. */
    @ParameterizedTest
    @CsvSource({
        "0, 32, 128, max",
        "3, 128, 32, max",
        "4, 128, 32, max",
        "2, 128, 32, choice",
        "5, 128, 32, choice",
        "4, -128, -32, min",
        "4, 128, -32, choice",
    })
    void choicesAreExtremesWhereTheirConditionSaysWhichIsLarger(int limit, int constant, int factor, String kind) {
        Affine t = Affine.variable("t");
        Condition small = new Condition.Compare(t, Condition.Relation.LE, Affine.constant(limit));
        Affine then = Affine.constant(constant);
        Affine otherwise = t.times(factor);

        Affine value = AstExpressions.select(small, then, otherwise);

        assertEquals(kind, value instanceof Affine.Max ? "max" : value instanceof Affine.Min ? "min" : "choice");
        for (int at = -10; at <= 10; at++) {
            int now = at;
            assertEquals(at <= limit ? constant : factor * at, value.evaluate(_ -> (long) now), "t = " + at);
        }
    }

    /** Sums of a variable and a quotient, whose value is the same for every t. */
    @ParameterizedTest
    @CsvSource({
        "1, -1, 31, 31, t/32",
        "1, -1, 31, 0, (t + 31)/32",
        "-1, 1, 31, 31, (-t + 31)/32",
        "1, -1, 3, 0, t - (3*t)/32",
        "2, -1, 63, 63, (t - 32)/32",
    })
    void variablesOutsideOfQuotientsMoveInsideWhereThatIsShorter(
            int factor, int sign, int inside, int constant, String text) {
        Affine t = Affine.variable("t");
        Affine sum =
                t.times(factor).plus(t.times(inside).plus(constant).floorDiv(32).times(sign));

        Affine value = AstExpressions.withShortQuotients(sum);

        for (int at = -100; at <= 100; at++) {
            int now = at;
            assertEquals(sum.evaluate(_ -> (long) now), value.evaluate(_ -> (long) now), "t = " + at);
        }
        assertEquals(text, value.toString());
    }
}
