package tilewright.codegen.block;

import java.util.ArrayList;
import java.util.List;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.Value;
import tilewright.kernel.Simt;

/**
 * Values whose rows in shared memory run along a loop over a whole chunk are read for several of its iterations at once, as many as a wide
 * access holds. No update changes staged values, nor reads what another one changes.
 *
 * <p>Example: with rows of floats along k, {@code t += A[k] * B[k]} reads A for k .. k + 3 in one access of 16 bytes.
 */
final class ReadRows {
    private static final int ACCESS_BYTES = Simt.ACCESS_BYTES;

    private ReadRows() {}

    static List<Operation> change(List<Operation> body, Body facts) {
        return facts.multipliesMatrices()
                ? body
                : Operations.rewrite(body, o -> o instanceof Operation.Iterations i ? grouped(i) : o);
    }

    private static Operation grouped(Operation.Iterations loop) {
        if (loop.range() != Operation.Range.CHUNK || loop.group().size() > 1 || !Body.areSeparate(loop.body())) {
            return loop;
        }
        List<Operation.Define> rows = new ArrayList<>();
        int size = 1;
        for (Operation operation : loop.body()) {
            if (operation instanceof Operation.Define d
                    && d.value() instanceof Value.BufferElement e
                    && e.buffer().alongSequence()) {
                rows.add(d);
                size = Math.max(size, ACCESS_BYTES / e.buffer().type().bytes());
            }
        }
        if (size == 1) {
            return loop;
        }
        List<Operation> rest = new ArrayList<>(loop.body());
        rest.removeAll(rows);
        return new Operation.Iterations(
                loop.sequence(), loop.range(), loop.unroll(), new Operation.Group(size, rows, 1), rest);
    }
}
