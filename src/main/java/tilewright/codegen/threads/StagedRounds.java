package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.call;
import static tilewright.kernel.Expressions.divide;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.subtract;

import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Values;
import tilewright.kernel.Expression;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.ScalarType;

/**
 * Rounds of all threads in which a chunk is copied, of those that a whole one takes.
 *
 * @param first that copies something of the loop's iterations
 * @param end behind the last one
 */
record StagedRounds(Expression first, Expression end) {
    /**
     * Whether a loop around, inside the block, says which iterations of the chunk there are, and these are neighbours in the order of the rounds: guards ask for them. Where blocks alone say it, as few
     * chunks are not whole, other rounds make no difference.
     */
    static boolean arePartly(DeviceScope scope, Operation.Stage stage) {
        return stage.order().alongSequence()
                && scope.pieceNames().varies(stage.sequence().firstOffset())
                && Values.globals(stage.value()).stream()
                        .anyMatch(g ->
                                g.guard().variables().contains(stage.sequence().variable()));
    }

    /** @param all rounds that a whole chunk takes */
    static StagedRounds of(DeviceScope scope, Operation.Stage stage, int all) {
        int threads = scope.piece().threads();
        // Groups of all places, for as many iterations as groups side by side along the sequence have.
        int groups = stage.buffer().extents().stream().reduce(stage.order().lanes(), Math::multiplyExact);
        int span = stage.order().lanes() * stage.order().vector();
        Expression chunk = scope.sequence(stage.sequence()).chunk().read();
        Expression before =
                subtract(scope.pieceNames().affine().of(stage.sequence().firstOffset()), chunk);
        Expression passed = call(Intrinsic.MAX, ScalarType.I32, integer(0), before);
        Expression left = subtract(scope.pieceNames().count(stage.sequence()), chunk);
        return new StagedRounds(
                rounds(divide(passed, span), groups, threads, 0),
                call(
                        Intrinsic.MIN,
                        ScalarType.I32,
                        integer(all),
                        rounds(divide(add(left, span - 1L), span), groups, threads, threads - 1L)));
    }

    /** Rounds for so many iterations of each lane, and some groups more. */
    private static Expression rounds(Expression iterations, int groups, int threads, long more) {
        return groups % threads == 0
                ? multiply(iterations, integer(groups / threads))
                : divide(add(multiply(iterations, integer(groups)), more), threads);
    }
}
