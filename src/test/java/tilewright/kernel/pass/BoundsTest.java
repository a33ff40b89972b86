package tilewright.kernel.pass;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;

class BoundsTest {
    private final Bounds bounds = new Bounds(64);

    /** Else the text of a program would be another one in every run. */
    @Test
    void sharedTermsStandInTheOrderInWhichTheyAppear() {
        Expression sum = Expressions.remainder(Expressions.THREAD, 8);
        StringBuilder names = new StringBuilder();
        for (String name : new String[] {"q", "b", "z", "a", "m", "k", "c", "y"}) {
            Variable variable = Variable.integer(name);
            bounds.share(variable);
            sum = Expressions.binary(Infix.ADD, sum, variable.read());
            names.append(name);
        }
        Expression always = bounds.always((Expression.Binary) Expressions.binary(Infix.GE, sum, Expressions.integer(3)))
                .orElseThrow();
        StringBuilder found = new StringBuilder();
        Expressions.visit(always, e -> {
            if (e instanceof Expression.Read(Place.Scalar(Variable v))) {
                found.append(v.name());
            }
        });
        assertEquals(names.toString(), found.toString());
    }

    @Test
    void quotientsAndRemaindersOfTheThreadsNumberLieBetweenConstants() {
        assertEquals(range(0, 7), bounds.of(Expressions.remainder(Expressions.THREAD, 8)));
        assertEquals(range(0, 7), bounds.of(Expressions.divide(Expressions.THREAD, 8)));
        assertEquals(
                range(-21, 0),
                bounds.of(Expressions.multiply(Expressions.integer(-3), Expressions.remainder(Expressions.THREAD, 8))));
        assertTrue(bounds.of(Expressions.divide(Expressions.THREAD, 0)).isEmpty());
        assertTrue(bounds.of(new Expression.RealLiteral(ScalarType.F32, "1.0")).isEmpty());
    }

    private static Optional<Bounds.Value> range(long least, long greatest) {
        return Optional.of(Bounds.Value.constant(least)).map(v -> new Bounds.Value(v.shared(), least, greatest));
    }
}
