package tilewright.kernel.emulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.emulate.SmallProgram.THREAD;
import static tilewright.kernel.emulate.SmallProgram.at;
import static tilewright.kernel.emulate.SmallProgram.number;
import static tilewright.kernel.emulate.SmallProgram.read;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tilewright.kernel.Expression;
import tilewright.kernel.MatrixShape;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;

/** A warp's product of matrices is what a loop of fused multiply-adds computes, whatever lane has an element. */
class ProductsTest {
    /** Every lane reads its elements from a, b and c by tables of their places, which the test fills by the shape's definition. */
    private static SmallProgram product(MatrixShape shape, boolean all) {
        SmallProgram p = new SmallProgram(1, 32);
        Memory.Global a = p.array("a", ScalarType.F64, 32 * shape.left());
        Memory.Global b = p.array("b", ScalarType.F64, 32 * shape.right());
        Memory.Global c = p.array("c", ScalarType.F64, 32 * shape.sums());
        List<Place> sums = new ArrayList<>();
        for (int e = 0; e < shape.sums(); e++) {
            sums.add(at(c, add(THREAD, 32L * e)));
        }
        Statement.Multiply multiply =
                new Statement.Multiply(shape, sums, factors(a, shape.left()), factors(b, shape.right()));
        return p.kernel("main", body -> {
            if (all) {
                body.add(multiply);
            } else {
                body.add(new Statement.If(less(THREAD, number(31)), List.of(multiply)));
            }
        });
    }

    private static List<Expression> factors(Memory.Global array, int count) {
        List<Expression> factors = new ArrayList<>();
        for (int e = 0; e < count; e++) {
            factors.add(read(array, add(THREAD, 32L * e)));
        }
        return factors;
    }

    @ParameterizedTest
    @EnumSource(MatrixShape.class)
    void addsProductsInOrder(MatrixShape shape) {
        double[][] left = new double[shape.rows()][shape.depth()];
        double[][] right = new double[shape.depth()][MatrixShape.COLUMNS];
        for (int lane = 0; lane < 32; lane++) {
            for (int e = 0; e < shape.left(); e++) {
                left[shape.leftRow(lane, e)][shape.leftDepth(lane, e)] = lane + 32 * e;
            }
            for (int e = 0; e < shape.right(); e++) {
                right[shape.rightDepth(lane, e)][shape.rightColumn(lane, e)] = lane + 32 * e;
            }
        }
        Emulation run = product(shape, true).run();
        assertEquals(List.of(), run.faults());
        for (int lane = 0; lane < 32; lane++) {
            for (int e = 0; e < shape.sums(); e++) {
                double sum = lane + 32 * e;
                for (int k = 0; k < shape.depth(); k++) {
                    sum = Math.fma(left[shape.sumRow(lane, e)][k], right[k][shape.sumColumn(lane, e)], sum);
                }
                assertEquals(sum, run.arrays().get("c").at(lane + 32 * e));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(MatrixShape.class)
    void needsAllLanes(MatrixShape shape) {
        List<Fault> faults = product(shape, false).run().faults();
        assertTrue(faults.stream().anyMatch(f -> f.kind() == Fault.Kind.MISSING_LANES), faults.toString());
    }
}
