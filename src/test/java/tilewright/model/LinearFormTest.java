package tilewright.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LinearFormTest {
    private static final Affine I = Affine.variable("i");
    private static final Affine N = Affine.variable("n");

    private static Optional<String> solved(Affine form) {
        return LinearForm.of(form).solve("i", Affine.variable("v")).map(Affine::toString);
    }

    @Test
    void aVariableIsSolvedForWhereItsCoefficientIsOneOrMinusOne() {
        assertEquals(Optional.of("v - n - 3"), solved(I.plus(N).plus(3)));
        assertEquals(Optional.of("-v + n + 3"), solved(N.minus(I).plus(3)));
        assertEquals(Optional.empty(), solved(I.times(2).plus(N)));
        assertEquals(Optional.empty(), solved(N));
        assertEquals(Optional.empty(), solved(I.plus(new Affine.Max(List.of(I, N)))));
    }
}
