package tilewright.tiling;

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
}
