package tilewright.kernel.pass;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.sum;

import java.util.List;
import org.junit.jupiter.api.Test;
import tilewright.kernel.Expression;
import tilewright.kernel.Function;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.kernel.print.CudaDialect;
import tilewright.kernel.print.Printer;

/** Declarations that nothing mentions go; all others stay where they are. */
class DropUnusedTest {
    private static final Variable X = Variable.integer("x");
    private static final Variable Y = Variable.integer("y");
    private static final Variable I = Variable.integer("i");
    private static final Memory.Register ROW = new Memory.Register("row", ScalarType.F32, List.of(2), 16);

    @Test
    void whatOnlyUnusedDeclarationsMentionGoesToo() {
        assertEquals("", dropped(constant(X, integer(1)), constant(Y, sum(X.read(), integer(1)))));
    }

    @Test
    void aDeclarationThatAnInnerOneHidesIsUnused() {
        Statement inner = new Statement.Scope(List.of(constant(X, integer(2)), set(X.read())));
        assertEquals("{\nconst int x = 2;\nrow[0] = x;\n}\n", dropped(constant(X, integer(1)), inner));
    }

    @Test
    void theVariableOfALoopIsNoUseOfAnOuterOne() {
        Statement loop = new Statement.For(
                I, integer(0), less(I.read(), integer(2)), integer(1), Statement.For.ANY, List.of(set(I.read())));
        assertEquals("for (int i = 0; i < 2; ++i) {\nrow[0] = i;\n}\n", dropped(constant(I, integer(5)), loop));
    }

    @Test
    void aLoopThatGoesOnWithAVariableUsesIt() {
        Statement start = new Statement.Declare(I, integer(5), false);
        Statement loop = new Statement.For(
                I, null, less(I.read(), integer(9)), integer(1), Statement.For.ANY, List.of(set(integer(0))));
        assertEquals("int i = 5;\nfor (; i < 9; ++i) {\nrow[0] = 0;\n}\n", dropped(start, loop));
    }

    @Test
    void aScopeThatDeclaresNothingAnyMoreIsNone() {
        Statement inner = new Statement.Scope(List.of(constant(X, integer(2)), set(integer(1))));
        assertEquals("row[0] = 1;\n", dropped(inner));
    }

    @Test
    void whatVariablesAreHiddenFromTheCompilerIsUsed() {
        assertEquals(
                "int x = 1;\nasm volatile(\"\" : \"+r\"(x));\n",
                dropped(new Statement.Declare(X, integer(1), false), new Statement.Hide(List.of(X))));
    }

    @Test
    void whatChangesMemoryStays() {
        Memory.Global counter = new Memory.Global("counter", ScalarType.I32, true);
        Expression added =
                new Expression.Atomic(Expression.Update.ADD, new Place.Global(counter, integer(0)), integer(1), false);
        assertEquals("const int x = atomicAdd(&counter[0], 1);\n", dropped(constant(X, added)));
    }

    private static Statement constant(Variable name, Expression value) {
        return new Statement.Declare(name, value, true);
    }

    private static Statement set(Expression value) {
        return new Statement.Assign(new Place.Register(ROW, List.of(integer(0))), value);
    }

    private static String dropped(Statement... body) {
        Function function = new Function("f", new Function.Kind.Inline(), "", List.of(), null, List.of(body));
        return Printer.body(new CudaDialect(), DropUnused.in(function));
    }
}
