package tilewright.codegen.lower;

import java.util.List;
import java.util.stream.IntStream;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Strategy;

/**
 * What joint exchanges ask of a body: whole rounds, statements that write the own point's element, and values that are the own
 * point's, staged, or of points whose coordinates are the reader's, along that axis or another one, or the iteration's.
 *
 * @param values the statements' right-hand sides
 */
record RoundConditions(PieceContext context, Sequence sequence, List<Value> values, SharedValues shared, Round round) {
    /** Whether statements may run in rounds of that many iterations. */
    boolean allow(int size) {
        return (shared.buffers().isEmpty() || sequence.chunk() % size == 0)
                && sequence.startsAtOrigin()
                && sequence.hasConstantCount()
                && Affines.isMultiple(sequence.count(), size)
                && context.tiles().stream()
                        .allMatch(t -> t.axes().size() == context.axes().size())
                && context.piece().statements().stream().allMatch(this::isPossible)
                && values.stream().allMatch(this::isPossible)
                && IntStream.range(0, values.size()).allMatch(this::readsNoOtherTile);
    }

    /** What a statement reads of its own point lies in the tile that it writes: a copy of that is all it takes elsewhere. */
    private boolean readsNoOtherTile(int statement) {
        boolean[] none = {true};
        Tile target = round.target(statement);
        Values.visit(
                values.get(statement),
                v -> none[0] &= !(v instanceof Value.TileElement t) || t.tile().equals(target));
        return none[0];
    }

    private boolean isPossible(Piece.PlannedStatement statement) {
        return statement.access(1).strategy() == Strategy.OWN
                && statement.accesses().stream().noneMatch(a -> a.strategy() == Strategy.DIRECT);
    }

    private boolean isPossible(Value value) {
        boolean[] possible = {!Values.dividesIntegers(value)};
        Values.visit(
                value,
                v -> possible[0] &= switch (v) {
                    case Value.SliceElement s -> {
                        Round.Place owner = round.owner(s);
                        yield owner != null
                                && round.axes()
                                        .filter(d -> owner.at().get(d) >= 0)
                                        .allMatch(round::holdsAll);
                    }
                    case Value.GlobalElement _, Value.NeighbourElement _ -> false;
                    case Value.Literal _,
                            Value.Index _,
                            Value.TileElement _,
                            Value.BufferElement _,
                            Value.StagedElement _,
                            Value.FragmentElement _,
                            Value.Operation _ -> true;
                });
        return possible[0];
    }
}
