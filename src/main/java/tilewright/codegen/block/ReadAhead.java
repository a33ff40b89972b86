package tilewright.codegen.block;

import java.util.List;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.Value;

/**
 * A loop over chunks in two buffers reads the staged values of an iteration one iteration early, into registers of their own (software
 * pipelining, as in products of matrices by hand): arithmetic then never waits for shared memory. It asks for an even number of iterations in
 * a chunk, updates that do without each other, iterations that are not reduced together, and values that lie in buffers of which the next chunk has its
 * own: no update changes those.
 */
final class ReadAhead {
    private ReadAhead() {}

    static List<Operation> change(List<Operation> body, Body facts) {
        return facts.multipliesMatrices() || !facts.block().slices().isEmpty()
                ? body
                : Operations.rewrite(body, o -> o instanceof Operation.Pipeline p ? early(p) : o);
    }

    private static Operation early(Operation.Pipeline loop) {
        if (loop.sequence().chunk() % 2 != 0
                || loop.body().size() != 1
                || !(loop.body().getFirst() instanceof Operation.Iterations iterations)
                || iterations.together() > 1
                || !Body.areSeparate(loop.body())) {
            return loop;
        }
        List<Operation.Define> early = fragments(iterations.body());
        return early.isEmpty()
                ? loop
                : new Operation.Pipeline(loop.sequence(), loop.stages(), early, loop.fills(), loop.body());
    }

    /** The fragments of an iteration that only read buffers of which the next chunk has its own. */
    private static List<Operation.Define> fragments(List<Operation> iteration) {
        return iteration.stream()
                .filter(o -> o instanceof Operation.Define d
                        && d.value() instanceof Value.BufferElement e
                        && e.buffer().copies() > 1
                        && !e.buffer().alongSequence())
                .map(Operation.Define.class::cast)
                .toList();
    }
}
