package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import tilewright.codegen.ir.Sequence;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.tiling.plan.Piece;

/**
 * The loops that a block runs in order, as sequences counted from an origin. Interior blocks may ask that a loop
 * starts at its origin and is as long as its block, so that their loops have constant bounds.
 */
final class SequencePlanner {
    private static final Affine ZERO = Affine.constant(0);

    private SequencePlanner() {}

    /**
     * The sequence of interior blocks.
     *
     * @param sequence its bounds
     * @param condition what a block must satisfy for them
     */
    record Interior(Sequence sequence, Condition condition) {}

    /** The sequence for any block: chunks are counted from the block's first iteration, staged or not. */
    static Sequence of(Piece.SequentialLoop loop, boolean staged) {
        return of(loop, staged, staged ? loop.blockFirst() : loop.first());
    }

    private static Sequence of(Piece.SequentialLoop loop, boolean staged, Affine origin) {
        return new Sequence(
                loop.variable(),
                origin,
                Affines.difference(loop.first(), origin),
                Affines.difference(loop.last(), origin).plus(1),
                staged ? loop.chunk() : 1);
    }

    /** @param inside variables of the sequential loops: what depends on them is no property of a block */
    static Interior interior(Piece.SequentialLoop loop, boolean staged, Set<String> inside) {
        Sequence general = of(loop, staged, staged || mayBeginWithBlock(loop) ? loop.blockFirst() : loop.first());
        boolean varies = Stream.of(loop.first(), loop.last(), general.origin())
                .anyMatch(bound -> bound.variables().stream().anyMatch(inside::contains));
        if (varies) {
            // a first chunk that is entered in its middle needs the general body
            return new Interior(general, general.startsAtOrigin() ? Condition.TRUE : Condition.FALSE);
        }
        List<Condition> needed = new ArrayList<>();
        if (!general.startsAtOrigin()) {
            needed.addAll(beginsAt(loop.first(), general.origin()));
        }
        Affine count = general.count();
        if (loop.last() instanceof Affine.Min least) {
            for (Affine candidate : least.operands()) {
                OptionalLong length =
                        Affines.constantValue(candidate.minus(general.origin()).plus(1));
                if (length.isPresent() && length.getAsLong() > 0 && length.getAsLong() % general.chunk() == 0) {
                    count = Affine.constant(length.getAsLong());
                    least.operands().stream()
                            .filter(o -> o != candidate)
                            .forEach(o -> needed.add(new Condition.Compare(o, Condition.Relation.GE, candidate)));
                    break;
                }
            }
        }
        Sequence sequence = new Sequence(general.variable(), general.origin(), ZERO, count, general.chunk());
        return new Interior(sequence, Affines.and(needed));
    }

    /** That a bound has a value: of a maximum, of which the value is an operand, that none of the others is greater. */
    private static List<Condition> beginsAt(Affine first, Affine value) {
        if (first instanceof Affine.Max greatest && mayBe(greatest, value)) {
            return greatest.operands().stream()
                    .filter(o -> !areEqual(o, value))
                    .<Condition>map(o -> new Condition.Compare(o, Condition.Relation.LE, value))
                    .toList();
        }
        return List.of(new Condition.Compare(first, Condition.Relation.EQ, value));
    }

    /** Whether the loop begins with its block or behind it. Example: at max(p, 32 kb) in blocks of 32 iterations, of which the first alone may begin in its middle. */
    private static boolean mayBeginWithBlock(Piece.SequentialLoop loop) {
        return loop.first() instanceof Affine.Max greatest && mayBe(greatest, loop.blockFirst());
    }

    private static boolean mayBe(Affine.Max greatest, Affine value) {
        return greatest.operands().stream().anyMatch(o -> areEqual(o, value));
    }

    private static boolean areEqual(Affine left, Affine right) {
        return Affines.constantValue(left.minus(right)).equals(OptionalLong.of(0));
    }
}
