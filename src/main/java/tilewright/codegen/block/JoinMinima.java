package tilewright.codegen.block;

import java.util.List;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.lower.Reductions;

/**
 * Two iterations of a loop over a whole chunk become one minimum or maximum of three operands for every point. It asks that an iteration is
 * such updates, of which none reads what another one writes, whose values order as integers do ({@link Reductions}), and that their number is even.
 */
final class JoinMinima {
    private static final int TOGETHER = 2;

    private JoinMinima() {}

    static List<Operation> change(List<Operation> body, Body facts) {
        if (facts.multipliesMatrices()) {
            return body;
        }
        Reductions reductions = new Reductions(facts.nest());
        return Operations.rewrite(body, o -> o instanceof Operation.Iterations i ? joined(i, reductions) : o);
    }

    private static Operation joined(Operation.Iterations loop, Reductions reductions) {
        if (loop.range() != Operation.Range.CHUNK
                || loop.sequence().chunk() % TOGETHER != 0
                || !reductions.mayJoin(loop.body())) {
            return loop;
        }
        return new Operation.Iterations(loop.sequence(), loop.range(), loop.unroll(), TOGETHER, loop.body());
    }
}
