package tilewright.codegen.block;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.Slice;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;

/**
 * Two copies of memory that values are handed out in, for odd and even iterations: who writes in an iteration then does not meet who still reads of the one before. Example: before, {@code a_ik[8]}; after,
 * {@code a_ik[2][8]}, of which iteration k uses {@code a_ik[k % 2]}.
 */
final class TwoCopies {
    private static final int COPIES = 2;

    private final Set<Slice> single;

    private TwoCopies(Set<Slice> single) {
        this.single = single;
    }

    /** @param slices that get two copies where they have one */
    static BlockProgram of(BlockProgram block, Set<Slice> slices) {
        TwoCopies copies = new TwoCopies(slices);
        return block.withSlices(
                block.slices().stream().map(copies::of).toList(),
                copies.of(block.interiorBody()),
                copies.of(block.guardedBody()));
    }

    private Slice of(Slice slice) {
        return single.contains(slice)
                ? new Slice(
                        slice.name(),
                        slice.content(),
                        slice.type(),
                        slice.axes(),
                        slice.extents(),
                        COPIES,
                        slice.doubled())
                : slice;
    }

    private @Nullable List<Operation> of(@Nullable List<Operation> body) {
        return body == null ? null : Operations.rewrite(body, this::of);
    }

    private Operation of(Operation operation) {
        return switch (operation) {
            case Operation.Publish p -> new Operation.Publish(of(p.slice()), p.tile(), p.owners());
            case Operation.Define d -> new Operation.Define(d.fragment(), of(d.value()));
            case Operation.Assign a -> new Operation.Assign(a.target(), of(a.value()), a.guard(), a.pairs());
            case Operation.Compound _,
                    Operation.Barrier _,
                    Operation.LoadTile _,
                    Operation.Join _,
                    Operation.StoreTile _,
                    Operation.TakeTurn _,
                    Operation.LoadWindow _,
                    Operation.StoreWindow _,
                    Operation.Tell _,
                    Operation.GiveFace _,
                    Operation.MoveTile _,
                    Operation.TakeFace _,
                    Operation.Land _,
                    Operation.AwaitLanding _,
                    Operation.TakeLanding _,
                    Operation.Stage _,
                    Operation.Shuffle _,
                    Operation.Keep _ -> operation;
        };
    }

    private Value of(Value value) {
        return Values.mapLeaves(
                value,
                leaf -> leaf instanceof Value.SliceElement s
                        ? new Value.SliceElement(of(s.slice()), s.offsets())
                        : leaf);
    }
}
