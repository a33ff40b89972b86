package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.SharedBuffer;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.kernel.Simt;
import tilewright.model.Condition;
import tilewright.model.Operator;
import tilewright.tiling.ConstantLoops;
import tilewright.tiling.Piece;

/**
 * Puts a block's operations in order: load tiles; for every chunk stage, wait, run its iterations, wait; store
 * tiles. Interior bodies have no guards and constant trip counts where possible.
 */
final class BodyBuilder {
    /** Updates per thread that an unrolled loop body may hold. */
    private static final int UNROLLED_UPDATES = 256;
    /** More where rows are read several iterations at a time: loads then run ahead of their use across groups. */
    private static final int GROUPED_UPDATES = 1024;

    /** Most where values are read one iteration ahead: only at the end of what is written out a wait may show. */
    private static final int AHEAD_UPDATES = 2048;

    private static final int ACCESS_BYTES = Simt.ACCESS_BYTES;
    private static final int MAX_UNROLL = 16;
    /** Fewer with a barrier in every iteration, where written-out iterations do not overlap but cost registers. */
    private static final int EXCHANGED_UPDATES = 128;

    /** At least a group of neighbours, so that the compiler knows which of a thread's registers is published. */
    private static final int EXCHANGED_UNROLL = 4;

    /** Iterations of a lane, checked or not, whose loads are to be in flight together. */
    private static final int LANES_UNROLL = 4;

    /** Iterations of an incomplete chunk, so that loads of some run beside updates of others. */
    private static final int PART_UNROLL = 4;

    private final PieceContext context;
    private final SharedValues shared;
    private final List<StatementLowering> statements;
    private final Names names;
    private final boolean ahead;
    private final Optional<JointExchange> joint;

    /**
     * @param ahead whether staged values may be read one iteration early
     * @param joint how bodies without bounds checks exchange values once for several iterations
     */
    BodyBuilder(
            PieceContext context,
            SharedValues shared,
            List<StatementLowering> statements,
            Names names,
            boolean ahead,
            Optional<JointExchange> joint) {
        this.context = context;
        this.shared = shared;
        this.statements = statements;
        this.names = names;
        this.ahead = ahead;
        this.joint = joint;
    }

    /** The operations of a block that checks what {@code guarding} says. */
    List<Operation> body(List<Sequence> sequences, Guarding guarding) {
        List<Operation> operations = new ArrayList<>();
        List<Piece.RegisterTile> planned = context.piece().tiles();
        for (int t = 0; t < planned.size(); t++) {
            if (planned.get(t).loaded()) {
                operations.add(load(t, guarding));
            }
        }
        operations.addAll(loops(sequences, guarding));
        for (int t = 0; t < planned.size(); t++) {
            Operator partial = planned.get(t).partial();
            if (partial != null) {
                operations.add(new Lanes(context).join(context.tiles().get(t), partial));
            }
        }
        for (int t = 0; t < planned.size(); t++) {
            if (!planned.get(t).stored().equals(Condition.FALSE)) {
                Condition guard = guarding.ofStore(planned.get(t).stored());
                if (planned.get(t).partial() != null) {
                    guard = Affines.and(List.of(guard, Lanes.first(context.piece())));
                }
                boolean together = isSameForNeighbours(guard) || guarding.isPadded();
                int vector = together ? vector(t, guarding) : 1;
                operations.add(
                        new Operation.StoreTile(context.tiles().get(t), guard, vector, false, guarding.isPadded()));
            }
        }
        return operations;
    }

    /**
     * The operations of two blocks that are joined, the first of which every block repeats: only the last block to have read
     * its elements stores them.
     *
     * @param guarding of full blocks
     * @param checked whether points of the second block may lie outside the array
     */
    List<Operation> joined(JoinedBlocks blocks, List<Sequence> sequences, Guarding guarding, boolean checked) {
        List<Operation> operations = new ArrayList<>();
        operations.add(load(0, checked ? Guarding.ALL : guarding));
        operations.add(new Operation.Barrier());
        operations.add(new Operation.TakeTurn());
        operations.addAll(loops(sequences, guarding));
        Tile tile = context.tiles().getFirst();
        Condition stored = guarding.remaining(context.piece().tiles().getFirst().stored());
        Condition inside = checked ? context.inBounds(tile.array(), tile.indices()) : Condition.TRUE;
        int vector = isSameForNeighbours(stored) ? vector(0, guarding) : 1;
        int vectorOfSecond = isSameForNeighbours(inside) ? vector : 1;
        Condition ofSecond = Affines.and(List.of(blocks.isIn(false), stored, inside));
        Condition ofFirst = Affines.and(List.of(blocks.isIn(true), stored));
        // Neighbours lie in one of the blocks.
        operations.add(new Operation.StoreTile(tile, ofSecond, vectorOfSecond));
        operations.add(new Operation.LastTurn(List.of(new Operation.StoreTile(tile, ofFirst, vector))));
        return operations;
    }

    /** Whether a condition does not tell points apart that are neighbours in memory. */
    private boolean isSameForNeighbours(Condition guard) {
        return context.axes().isEmpty()
                || !guard.variables().contains(context.axes().getLast().variable());
    }

    private Operation load(int position, Guarding guarding) {
        Tile tile = context.tiles().get(position);
        Operator partial = context.piece().tiles().get(position).partial();
        Condition guard = guarding.bounds()
                ? context.inBounds(tile.array(), tile.indices())
                : guarding.isPadded() ? Guards.atEnd(tile.array(), tile.indices(), context) : Condition.TRUE;
        guard = Affines.and(List.of(guard, new UnorderedReads(context).ofTile(position, guarding)));
        if (partial != null) {
            Condition first = Lanes.startsInFirst(partial) ? Lanes.first(context.piece()) : Condition.TRUE;
            return new Operation.LoadTile(
                    tile, Affines.and(List.of(guard, first)), 1, Lanes.neutral(partial, tile.type()), false);
        }
        int vector = isSameForNeighbours(guard) || guarding.isPadded() ? vector(position, guarding) : 1;
        return new Operation.LoadTile(tile, guard, vector, null, guarding.isPadded());
    }

    /** Elements per access along the last axis. */
    private int vector(int position, Guarding guarding) {
        Tile tile = context.tiles().get(position);
        int last = context.axes().size() - 1;
        boolean partial = context.piece().tiles().get(position).partial() != null;
        if (guarding.bounds() || last < 0 || !tile.axes().contains(last) || partial) {
            return 1;
        }
        Axis axis = context.axes().get(last);
        boolean aligned = Affines.isAligned(
                tile.indices(), context.nest().array(tile.array()), axis.variable(), axis.base(), axis.vector());
        boolean jumpsByGroups =
                axis.jump() == null || Affines.isMultiple(axis.jump().by(), axis.vector());
        return aligned && jumpsByGroups ? axis.vector() : 1;
    }

    /** The sequential loops, the last of them in chunks where values are staged. */
    private List<Operation> loops(List<Sequence> sequences, Guarding guarding) {
        if (sequences.isEmpty()) {
            return iteration(guarding);
        }
        List<Operation> operations =
                shared.buffers().isEmpty() ? whole(sequences, guarding) : chunks(sequences.getLast(), guarding);
        long updates = sequences.isEmpty() ? 0 : updates() * iterations(sequences.getLast());
        for (int s = sequences.size() - 2; s >= 0; s--) {
            List<Operation> inner = new ArrayList<>(operations);
            updates *= iterations(sequences.get(s));
            if (!shared.slices().isEmpty() || s == 0 && context.piece().barriers()) {
                inner.add(new Operation.Barrier());
            }
            int unroll = !guarding.bounds() && isWrittenOut(updates) ? (int) iterations(sequences.get(s)) : 1;
            operations = List.of(new Operation.Iterations(sequences.get(s), Operation.Range.SEQUENCE, unroll, inner));
        }
        return operations;
    }

    /** The number of iterations where it is known, else 0. */
    private static long iterations(Sequence sequence) {
        return sequence.startsAtOrigin()
                ? Affines.constantValue(sequence.count()).orElse(0)
                : 0;
    }

    /**
     * Whether loops are written out that come to so many updates of a thread, in which no thread waits for another one: what
     * several of them read, the compiler then reads once.
     */
    private boolean isWrittenOut(long updates) {
        boolean waits = !shared.buffers().isEmpty()
                || !shared.slices().isEmpty()
                || context.piece().barriers();
        return !waits && updates > 0 && updates <= ConstantLoops.MOST_UPDATES;
    }

    private List<Operation> whole(List<Sequence> sequences, Guarding guarding) {
        if (joint.isPresent() && !guarding.bounds()) {
            return List.of(rounds(joint.get(), sequences.getLast(), Operation.Range.SEQUENCE));
        }
        boolean lanes = !Lanes.variables(context.piece()).isEmpty();
        int unroll = guarding.bounds() ? lanes ? unroll(LANES_UNROLL) : 1 : unroll(MAX_UNROLL);
        long all = iterations(sequences.getLast());
        unroll = !guarding.bounds() && isWrittenOut(all * updates()) ? (int) all : unroll;
        List<Operation> body = iteration(guarding);
        if (sequences.size() == 1 && context.piece().barriers()) {
            body.add(new Operation.Barrier());
        }
        return List.of(new Operation.Iterations(sequences.getLast(), Operation.Range.SEQUENCE, unroll, body));
    }

    private List<Operation> chunks(Sequence sequence, Guarding guarding) {
        if (guarding.bounds() && !runsWholeChunks(sequence)) {
            return List.of(new Operation.ChunkLoop(sequence, false, chunk(sequence, guarding, true)));
        }
        List<Operation> operations = new ArrayList<>();
        operations.add(
                shared.isDouble()
                        ? pipeline(sequence, guarding)
                        : new Operation.ChunkLoop(sequence, true, chunk(sequence, guarding, false)));
        if (!Affines.isMultiple(sequence.count(), sequence.chunk())) {
            List<Operation> rest = new ArrayList<>();
            if (shared.isDouble()) {
                rest.add(new Operation.Barrier());
            }
            rest.addAll(chunk(sequence, guarding, true));
            operations.add(new Operation.Remainder(sequence, rest));
        }
        return operations;
    }

    /**
     * Whether blocks at the boundary run whole chunks as the interior does: what points outside compute from other elements is not
     * stored. Not where points are updated in pairs, of which one may be outside.
     */
    private boolean runsWholeChunks(Sequence sequence) {
        return sequence.startsAtOrigin()
                && !context.pairs()
                && joint.isEmpty()
                && context.piece().tiles().stream().allMatch(t -> t.partial() == null)
                && shared.slices().isEmpty();
    }

    /** Whether every iteration does the same for all points of a block, also of one at the boundary. */
    private boolean isSteady(Sequence sequence, Guarding guarding) {
        return runsWholeChunks(sequence) && !variesWith(sequence, guarding);
    }

    private boolean variesWith(Sequence sequence, Guarding guarding) {
        return iteration(guarding).stream().anyMatch(o -> isCheckedAnew(o, sequence));
    }

    /** Whether a point takes part in some iterations of a loop and not in others. */
    private static boolean isCheckedAnew(Operation operation, Sequence sequence) {
        return operation instanceof Operation.Assign assign
                && assign.guard().variables().contains(sequence.variable());
    }

    private Operation.Pipeline pipeline(Sequence sequence, Guarding guarding) {
        List<Operation.Stage> stages = stages(sequence, guarding, false);
        List<Operation> body = iteration(guarding);
        List<Operation.Define> early = ahead ? ReadAhead.fragments(body) : List.of();
        if (early.isEmpty()) {
            return new Operation.Pipeline(sequence, stages, early, iterations(sequence, guarding, false));
        }
        int unroll = unroll(2, sequence.chunk(), AHEAD_UPDATES);
        Operation iterations = new Operation.Iterations(sequence, Operation.Range.CHUNK, unroll, body);
        return new Operation.Pipeline(sequence, stages, early, List.of(iterations));
    }

    /**
     * One chunk: copy, wait, compute, wait.
     *
     * @param part whether the chunk may be incomplete
     */
    private List<Operation> chunk(Sequence sequence, Guarding guarding, boolean part) {
        List<Operation> operations = new ArrayList<>(stages(sequence, guarding, part));
        operations.add(new Operation.Barrier());
        operations.addAll(iterations(sequence, guarding, part));
        operations.add(new Operation.Barrier());
        return operations;
    }

    private List<Operation.Stage> stages(Sequence sequence, Guarding guarding, boolean part) {
        return shared.stages(sequence, guarding, part, variesWith(sequence, guarding));
    }

    private List<Operation> iterations(Sequence sequence, Guarding guarding, boolean part) {
        if (part) {
            int unroll = isSteady(sequence, guarding) ? unroll(PART_UNROLL) : 1;
            return List.of(
                    new Operation.Iterations(sequence, Operation.Range.PART_OF_CHUNK, unroll, iteration(guarding)));
        }
        if (joint.isPresent()) {
            return List.of(rounds(joint.get(), sequence, Operation.Range.CHUNK));
        }
        if (context.matrices()) {
            // Products are added one after the other, each for the whole chunk.
            return statements.stream()
                    .map(s -> whole(sequence, s.operations(guarding, names.copy())))
                    .toList();
        }
        return List.of(whole(sequence, iteration(guarding)));
    }

    /** The iterations of a whole chunk. */
    private Operation whole(Sequence sequence, List<Operation> iteration) {
        List<Operation> body = new ArrayList<>(iteration);
        Operation.Group group = group(sequence, body);
        body.removeAll(group.shared());
        int unroll = Math.max(group.size(), unroll(sequence.chunk()));
        return new Operation.Iterations(sequence, Operation.Range.CHUNK, unroll, group, body);
    }

    private Operation rounds(JointExchange exchange, Sequence sequence, Operation.Range range) {
        int written = Math.max(exchange.size(), EXCHANGED_UNROLL);
        boolean divides = range == Operation.Range.CHUNK
                ? sequence.chunk() % written == 0
                : Affines.isMultiple(sequence.count(), written);
        int unroll = divides ? written / exchange.size() : 1;
        return new Operation.Rounds(sequence, range, exchange.size(), unroll, exchange.round(names.copy()));
    }

    /** What several iterations of a whole chunk can share: rows of buffers, and a minimum of three. */
    private Operation.Group group(Sequence sequence, List<Operation> body) {
        if (context.matrices()
                || body.stream().filter(o -> o instanceof Operation.Assign).count() > 1) {
            return Operation.Group.NONE;
        }
        List<Operation.Define> rows = new ArrayList<>();
        int size = 1;
        for (Operation operation : body) {
            if (operation instanceof Operation.Define d
                    && d.value() instanceof Value.BufferElement e
                    && e.buffer().alongSequence()) {
                rows.add(d);
                size = Math.max(size, ACCESS_BYTES / e.buffer().type().bytes());
            }
        }
        int together = sequence.chunk() % 2 == 0 && new Reductions(context.nest()).mayJoin(body) ? 2 : 1;
        size = Math.max(size, together);
        return size == 1 ? Operation.Group.NONE : new Operation.Group(size, rows, together);
    }

    /** All statements of one iteration, in order. */
    private List<Operation> iteration(Guarding guarding) {
        List<Operation> operations = new ArrayList<>();
        Names fragmentNames = names.copy();
        statements.forEach(s -> operations.addAll(s.operations(guarding, fragmentNames)));
        return operations;
    }

    /** The largest power of two up to {@code limit} that keeps the unrolled body small. */
    private int unroll(int limit) {
        boolean exchanged = !shared.slices().isEmpty();
        boolean rows = shared.buffers().stream().anyMatch(SharedBuffer::alongSequence);
        int most = exchanged ? EXCHANGED_UPDATES : rows ? GROUPED_UPDATES : UNROLLED_UPDATES;
        return unroll(exchanged ? Math.min(limit, EXCHANGED_UNROLL) : 1, limit, most);
    }

    /** The largest power of two, from {@code least} to {@code limit}, for which a thread's updates do not exceed {@code most}. */
    private int unroll(int least, int limit, int most) {
        int updates = updates();
        int unroll = least;
        while (unroll * 2 <= limit && unroll * 2 * updates <= most) {
            unroll *= 2;
        }
        return unroll;
    }

    /** Updates of a thread in one iteration. */
    private int updates() {
        int updates = statements.size();
        for (Axis axis : context.axes()) {
            updates *= axis.perThread();
        }
        return updates;
    }
}
