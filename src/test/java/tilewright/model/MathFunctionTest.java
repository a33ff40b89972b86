package tilewright.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MathFunctionTest {
    /** Hardware has exponentials and logarithms in single precision; a sine has to take a large argument apart. */
    @ParameterizedTest
    @CsvSource({
        "SIN, true, true",
        "POW, true, true",
        "FMOD, true, true",
        "EXP, false, true",
        "LOG2, false, true",
        "FLOOR, false, false"
    })
    void longCodeHasBranches(MathFunction function, boolean inSingle, boolean inDouble) {
        assertEquals(inSingle, function.branches(DataType.REAL));
        assertEquals(inDouble, function.branches(DataType.DOUBLE));
    }
}
