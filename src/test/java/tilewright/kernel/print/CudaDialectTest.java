package tilewright.kernel.print;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;

class CudaDialectTest {
    /** Compilers know {@code min} of two numbers of one type: of different ones they would not know which is meant. */
    @Test
    void bothOperandsOfTheLeastHaveItsType() {
        Expression n = Variable.integer("n").read();
        assertEquals(
                "min((long long)n, (long long)(396))",
                text(Expressions.call(
                        Intrinsic.MIN,
                        ScalarType.I64,
                        Expressions.convert(ScalarType.I64, n),
                        Expressions.integer(396))));
        assertEquals("max(0, n)", text(Expressions.call(Intrinsic.MAX, ScalarType.I32, Expressions.integer(0), n)));
    }

    private static String text(Expression expression) {
        return Printer.expression(new CudaDialect(), expression);
    }
}
