package tilewright.codegen.block;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.scalar.PieceNames;
import tilewright.model.Affine;

/**
 * Blocks that run more iterations than others have the lower numbers, so that they start first: a long block that starts last keeps one
 * multiprocessor when all others have nothing left to do. The longest first is within 4/3 of the best order (R. L. Graham, Bounds on
 * Multiprocessing Timing Anomalies, SIAM J. Appl. Math. 17, 1969, section 4).
 *
 * <p>Example: blocks (jb, kb) run i from 64 kb to m. Then kb is the coordinate that changes slowest; were it i from 0 to 64 kb, it would
 * also be counted from its last value.
 */
final class LongestFirst {
    private LongestFirst() {}

    /** How a number of iterations changes with a coordinate. */
    private enum Trend {
        CONSTANT,
        RISES,
        FALLS,
        UNKNOWN;

        /** Of a sum, a minimum or a maximum. */
        Trend and(Trend other) {
            if (this == CONSTANT || this == other) {
                return other;
            }
            return other == CONSTANT ? this : UNKNOWN;
        }

        Trend reversed() {
            return switch (this) {
                case CONSTANT, UNKNOWN -> this;
                case RISES -> FALLS;
                case FALLS -> RISES;
            };
        }

        static Trend of(Affine value, String variable) {
            return switch (value) {
                case Affine.Constant _ -> CONSTANT;
                case Affine.Variable(String name) -> name.equals(variable) ? RISES : CONSTANT;
                case Affine.Sum(Affine left, Affine right) -> of(left, variable).and(of(right, variable));
                case Affine.Scaled(long factor, Affine operand) ->
                    factor < 0 ? of(operand, variable).reversed() : of(operand, variable);
                case Affine.FloorDiv(Affine dividend, long _) -> of(dividend, variable);
                case Affine.Extreme e ->
                    e.operands().stream().map(o -> of(o, variable)).reduce(CONSTANT, Trend::and);
                case Affine.Mod _, Affine.Select _ -> value.variables().contains(variable) ? UNKNOWN : CONSTANT;
            };
        }
    }

    static BlockProgram change(BlockProgram block) {
        List<Sequence> sequences = PieceNames.sequences(block);
        List<BlockProgram.Coordinate> first = new ArrayList<>();
        List<BlockProgram.Coordinate> others = new ArrayList<>();
        for (BlockProgram.Coordinate coordinate : block.grid()) {
            switch (trend(sequences, coordinate.variable())) {
                case CONSTANT -> others.add(coordinate);
                case FALLS -> first.add(coordinate);
                case RISES -> first.add(coordinate.fromLast());
                case UNKNOWN -> {
                    return block;
                }
            }
        }
        return block.withGrid(Stream.concat(first.stream(), others.stream()).toList());
    }

    private static Trend trend(List<Sequence> sequences, String coordinate) {
        return sequences.stream()
                .flatMap(s -> Stream.of(
                        Trend.of(s.count(), coordinate),
                        Trend.of(s.firstOffset(), coordinate).reversed()))
                .reduce(Trend.CONSTANT, Trend::and);
    }
}
