package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.model.Condition;
import tilewright.model.Operator;
import tilewright.tiling.plan.Piece;

/**
 * Puts a block's operations in order: load tiles; run what comes before the loops; for every chunk stage, wait, run its iterations, wait; join partial results; run what comes after the
 * loops; store tiles. Interior bodies have no guards and constant trip counts where possible. Loops stay as they are: writing them out, reading ahead
 * and the like are passes ({@link tilewright.codegen.block.BlockPasses}).
 */
final class BodyBuilder {
    private final PieceContext context;
    private final SharedValues shared;
    private final List<StatementLowering> prologue;
    private final List<StatementLowering> statements;
    private final List<StatementLowering> epilogue;
    private final Names names;
    private final Optional<JointExchange> joint;

    /**
     * @param joint how bodies without bounds checks exchange values once for several iterations
     */
    BodyBuilder(
            PieceContext context,
            SharedValues shared,
            List<StatementLowering> prologue,
            List<StatementLowering> statements,
            List<StatementLowering> epilogue,
            Names names,
            Optional<JointExchange> joint) {
        this.context = context;
        this.shared = shared;
        this.prologue = prologue;
        this.statements = statements;
        this.epilogue = epilogue;
        this.names = names;
        this.joint = joint;
    }

    /** The operations of a block that checks what {@code guarding} says. */
    List<Operation> body(List<Sequence> sequences, Guarding guarding) {
        List<Operation> operations = new ArrayList<>();
        List<Piece.RegisterTile> planned = context.piece().tiles();
        for (int t = 0; t < planned.size(); t++) {
            if (planned.get(t).loaded()) {
                operations.add(load(t, guarding));
            } else if (isSetInPart(t, guarding)) {
                operations.add(neutral(t));
            }
        }
        prologue.forEach(s -> operations.addAll(s.operations(guarding, names)));
        operations.addAll(loops(sequences, guarding));
        for (int t = 0; t < planned.size(); t++) {
            Operator partial = planned.get(t).partial();
            if (partial != null) {
                operations.add(new Lanes(context).join(context.tiles().get(t), partial));
            }
        }
        epilogue.forEach(s -> operations.addAll(s.operations(guarding, names)));
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
        List<Piece.RegisterTile> planned = context.piece().tiles();
        for (int t = 0; t < planned.size(); t++) {
            if (planned.get(t).loaded()) {
                operations.add(load(t, checked ? Guarding.ALL : guarding));
            }
        }
        operations.add(new Operation.Barrier());
        operations.add(new Operation.TakeTurn());
        operations.addAll(loops(sequences, guarding));
        List<Operation> last = new ArrayList<>();
        for (int t = 0; t < planned.size(); t++) {
            if (planned.get(t).stored().equals(Condition.FALSE)) {
                continue;
            }
            Tile tile = context.tiles().get(t);
            Condition stored = guarding.remaining(planned.get(t).stored());
            Condition inside = checked ? context.inBounds(tile.array(), tile.indices()) : Condition.TRUE;
            int vector = isSameForNeighbours(stored) ? vector(t, guarding) : 1;
            int vectorOfSecond = isSameForNeighbours(inside) ? vector : 1;
            Condition ofSecond = Affines.and(List.of(blocks.isIn(false), stored, inside));
            Condition ofFirst = Affines.and(List.of(blocks.isIn(true), stored));
            // Neighbours lie in one of the blocks.
            operations.add(new Operation.StoreTile(tile, ofSecond, vectorOfSecond));
            last.add(new Operation.StoreTile(tile, ofFirst, vector));
        }
        operations.add(new Operation.LastTurn(last));
        return operations;
    }

    /** Whether a condition does not tell points apart that are neighbours in memory. */
    private boolean isSameForNeighbours(Condition guard) {
        return context.axes().isEmpty()
                || !guard.variables().contains(context.axes().getLast().variable());
    }

    /** Whether a tile that is not loaded is set once, and not for all points that compute with it. */
    private boolean isSetInPart(int position, Guarding guarding) {
        boolean isSet = context.piece().prologue().stream()
                .anyMatch(s -> Objects.equals(s.access(1).tile(), position));
        boolean isRead = context.piece().epilogue().stream()
                .flatMap(s -> s.accesses().stream())
                .anyMatch(a -> a.access().index() > 1 && Objects.equals(a.tile(), position));
        return (isSet || isRead)
                && (guarding.domains() || context.piece().tiles().get(position).partial() != null);
    }

    /** What points start from that have no element: zero, or what changes no partial result. A tile that is not stored may have no memory to speak of. */
    private Operation neutral(int position) {
        Tile tile = context.tiles().get(position);
        Piece.RegisterTile planned = context.piece().tiles().get(position);
        Operator partial = planned.partial();
        Value start = partial == null ? null : Lanes.neutral(partial, tile.type());
        if (start == null && planned.stored().equals(Condition.FALSE)) {
            start = Lanes.zero(tile.type());
        }
        return new Operation.LoadTile(tile, Condition.FALSE, 1, start, false);
    }

    private Operation load(int position, Guarding guarding) {
        Tile tile = context.tiles().get(position);
        Operator partial = context.piece().tiles().get(position).partial();
        Condition guard = guarding.bounds()
                ? context.inBounds(tile.array(), tile.indices())
                : guarding.isPadded() ? Guards.atEnd(tile.array(), tile.indices(), context) : outside(tile, guarding);
        guard = Affines.and(List.of(guard, new ReadGuards(context).ofTile(position, guarding)));
        if (partial != null) {
            Condition first = Lanes.startsInFirst(partial) ? Lanes.first(context.piece()) : Condition.TRUE;
            return new Operation.LoadTile(
                    tile, Affines.and(List.of(guard, first)), 1, Lanes.neutral(partial, tile.type()), false);
        }
        if (!guarding.open().isEmpty() && !guard.equals(Condition.TRUE)) {
            // Quotients of zero take the long way of a division, for which all others of the block wait.
            return new Operation.LoadTile(tile, guard, 1, Lanes.neutral(Operator.MUL, tile.type()), false);
        }
        // A wide load checks nothing.
        int vector = guard.equals(Condition.TRUE) || guarding.isPadded() ? vector(position, guarding) : 1;
        return new Operation.LoadTile(tile, guard, vector, null, guarding.isPadded());
    }

    /** What an element's bounds ask that points may fail. */
    private Condition outside(Tile tile, Guarding guarding) {
        return Affines.and(context.inBounds(tile.array(), tile.indices()).conjuncts().stream()
                .filter(guarding.open()::contains)
                .toList());
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
        for (int s = sequences.size() - 2; s >= 0; s--) {
            List<Operation> inner = new ArrayList<>(operations);
            // The first chunk of the next iteration goes where values of this one's last are still being read.
            boolean copied = shared.isDouble() && s == sequences.size() - 2;
            if (copied
                    || !shared.slices().isEmpty()
                    || s == 0 && context.piece().barriers()) {
                inner.add(new Operation.Barrier());
            }
            operations = List.of(new Operation.Iterations(sequences.get(s), Operation.Range.SEQUENCE, 1, inner));
        }
        return operations;
    }

    private List<Operation> whole(List<Sequence> sequences, Guarding guarding) {
        if (joint.isPresent() && !guarding.bounds()) {
            return List.of(rounds(joint.get(), sequences.getLast(), Operation.Range.SEQUENCE));
        }
        List<Operation> body = iteration(guarding);
        if (sequences.size() == 1 && context.piece().barriers()) {
            body.add(new Operation.Barrier());
        }
        return List.of(new Operation.Iterations(sequences.getLast(), Operation.Range.SEQUENCE, 1, body));
    }

    private List<Operation> chunks(Sequence sequence, Guarding guarding) {
        boolean checked = guarding.bounds() && (!runsWholeChunks(sequence) || !shared.haveElements());
        if (checked || sequence.hasNoWholeChunk()) {
            return List.of(new Operation.ChunkLoop(sequence, false, chunk(sequence, guarding, true)));
        }
        List<Operation> operations = new ArrayList<>();
        operations.add(
                shared.isDouble()
                        ? new Operation.Pipeline(
                                sequence,
                                stages(sequence, guarding, false),
                                List.of(),
                                List.of(),
                                iterations(sequence, guarding, false))
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

    private boolean variesWith(Sequence sequence, Guarding guarding) {
        return iteration(guarding).stream().anyMatch(o -> isCheckedAnew(o, sequence));
    }

    /** Whether a point takes part in some iterations of a loop and not in others. */
    private static boolean isCheckedAnew(Operation operation, Sequence sequence) {
        return operation instanceof Operation.Assign assign
                && assign.guard().variables().contains(sequence.variable());
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
            return List.of(new Operation.Iterations(sequence, Operation.Range.PART_OF_CHUNK, 1, iteration(guarding)));
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
    private static Operation whole(Sequence sequence, List<Operation> iteration) {
        return new Operation.Iterations(sequence, Operation.Range.CHUNK, 1, iteration);
    }

    private Operation rounds(JointExchange exchange, Sequence sequence, Operation.Range range) {
        return new Operation.Rounds(sequence, range, exchange.size(), 1, exchange.round(names.copy()));
    }

    /** All statements of one iteration, in order. */
    private List<Operation> iteration(Guarding guarding) {
        List<Operation> operations = new ArrayList<>();
        Names fragmentNames = names.copy();
        statements.forEach(s -> operations.addAll(s.operations(guarding, fragmentNames)));
        return operations;
    }
}
