package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.kernel.pass.Pass;
import tilewright.kernel.pass.Passes;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.FreshName;
import tilewright.model.LoopNest;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Strategy;
import tilewright.tiling.space.Candidate;

/** Turns one piece of a launch into a block program. */
public final class PieceLowering {
    private final LoopNest nest;
    private final Candidate candidate;
    private final List<HostStep.HostLoop> hostLoops;

    private final boolean warps;
    private final Passes passes;

    /**
     * @param hostLoops the loops around the launch, outermost first
     * @param warps whether blocks are run by warps of threads, which compute some things together
     * @param passes of which those are applied that change how points keep and exchange values
     */
    public PieceLowering(
            LoopNest nest, Candidate candidate, List<HostStep.HostLoop> hostLoops, boolean warps, Passes passes) {
        this.warps = warps;
        this.passes = passes;
        this.nest = nest;
        this.candidate = candidate;
        this.hostLoops = List.copyOf(hostLoops);
    }

    /**
     * The block program of a piece.
     *
     * @param beside the other pieces of the launch
     * @param name identifier for it
     */
    public BlockProgram lower(Piece planned, List<Piece> beside, String name) {
        Piece piece = MergedStatements.in(
                nest, FixedCoordinates.withoutSinglePoints(FixedCoordinates.inline(planned, hostLoops)));
        Set<String> taken = namesInUse(piece);
        Names names = new Names(taken);
        boolean matrices = warps && MatrixProducts.applies(nest, piece);
        boolean ahead = !matrices
                && StagedByIterations.applies(nest, piece, candidate.options().stages());
        List<Axis> axes = AxisPlanner.axes(nest, piece, !ahead, matrices);
        Ranges ranges = ranges(piece);
        List<Tile> tiles = tiles(piece, axes, ranges, names);
        boolean pairs = packsPairs(piece);
        PieceContext context = new PieceContext(nest, piece, beside, axes, tiles, ranges, pairs, matrices);

        boolean staged = uses(piece, Strategy.STAGED);
        List<Sequence> general = new ArrayList<>();
        List<Sequence> interior = new ArrayList<>();
        List<Condition> isInterior = new ArrayList<>(List.of(piece.interior()));
        for (Piece.SequentialLoop loop : piece.sequential()) {
            boolean chunked = staged && loop == piece.sequential().getLast();
            general.add(SequencePlanner.of(loop, chunked));
            SequencePlanner.Interior inner = SequencePlanner.interior(loop, chunked, context.sequentialVariables());
            interior.add(inner.sequence());
            isInterior.add(inner.condition());
        }
        requireSequence(piece, staged);
        SharedValues shared = sharedValues(context, general, !ahead);
        List<Value> values =
                piece.statements().stream().map(s -> value(context, s, shared)).toList();
        List<StatementLowering> statements = matrices ? products(context, shared) : statements(context, values, shared);
        Once prologue = once(context, piece.prologue(), shared);
        Once epilogue = once(context, piece.epilogue(), shared);
        Fast fast = fast(
                context,
                interior,
                isInterior,
                Stream.of(prologue.values(), values, epilogue.values())
                        .flatMap(List::stream)
                        .toList());
        Optional<JointExchange> joint = exchange(context, interior, values, shared, fast.guarding(), names);
        Optional<Guarding> outside = joint.flatMap(j -> BoundaryRounds.of(
                context,
                new FullBlocks(context, interior),
                isInterior.subList(1, isInterior.size()),
                fast.guarding(),
                j));
        BodyBuilder body = new BodyBuilder(
                context, shared, prologue.statements(), statements, epilogue.statements(), names, joint);
        List<Tile> registers = new ArrayList<>(tiles);
        joint.ifPresent(j -> registers.addAll(j.tiles()));
        return new BlockProgram(
                name,
                piece.role(),
                piece.grid().stream()
                        .map(g -> new BlockProgram.Coordinate(g.variable(), g.first(), g.last()))
                        .toList(),
                piece.member(),
                axes,
                AxisPlanner.threads(axes, matrices),
                registers,
                shared.buffers(),
                shared.slices(),
                List.of(),
                fast.condition(),
                fast.ofThreads(),
                fast.condition().equals(Condition.FALSE) ? null : body.body(interior, fast.guarding()),
                fast.condition().equals(Condition.TRUE)
                        ? null
                        : outside.map(g -> body.body(interior, g)).orElseGet(() -> body.body(general, Guarding.ALL)));
    }

    /**
     * The block program of a launch's blocks that repeat the one block of the launch before; empty where they cannot be
     * joined.
     *
     * @param first the one block, as lowered by itself; its full blocks are the ones that may be repeated
     * @param second the blocks that wait for it, likewise
     * @param beside the other pieces of the second launch
     */
    public Optional<BlockProgram> join(
            Piece plannedFirst, BlockProgram first, Piece plannedSecond, BlockProgram second, List<Piece> beside) {
        Piece one = MergedStatements.in(nest, FixedCoordinates.inline(plannedFirst, hostLoops));
        Piece other = MergedStatements.in(nest, FixedCoordinates.inline(plannedSecond, hostLoops));
        if (!endsInside(first) || !endsInside(second)) {
            return Optional.empty();
        }
        return JoinedBlocks.of(one, other, ranges(other)).flatMap(b -> joined(b, one, second, beside));
    }

    /** Whether the blocks that check no bounds have no points in the padding of rows either. */
    private static boolean endsInside(BlockProgram piece) {
        return piece.interiorBody() != null
                && Operations.ofKind(piece.interiorBody(), Operation.StoreTile.class).stream()
                        .noneMatch(Operation.StoreTile::padded);
    }

    private Optional<BlockProgram> joined(JoinedBlocks blocks, Piece first, BlockProgram second, List<Piece> beside) {
        Piece piece = blocks.piece();
        Names names = new Names(namesInUse(piece));
        PieceContext alone = new PieceContext(
                nest,
                first,
                List.of(),
                AxisPlanner.axes(nest, first, true, false),
                List.of(),
                ranges(first),
                false,
                false);
        alone = alone.with(tiles(first, alone.axes(), alone.ranges(), new Names(namesInUse(first))));
        List<Axis> axes = new ArrayList<>(AxisPlanner.axes(nest, piece, true, false));
        axes.set(blocks.axis(), axes.get(blocks.axis()).joined(blocks.by()));
        Ranges ranges = ranges(piece);
        List<Tile> tiles = tiles(piece, axes, ranges, names);
        PieceContext context = new PieceContext(nest, piece, beside, axes, tiles, ranges, packsPairs(piece), false);

        Piece.SequentialLoop loop = piece.sequential().getFirst();
        SequencePlanner.Interior inner = SequencePlanner.interior(loop, false, context.sequentialVariables());
        List<Sequence> sequences = List.of(inner.sequence());
        SharedValues shared = sharedValues(context, List.of(SequencePlanner.of(loop, false)), true);
        List<Value> values =
                piece.statements().stream().map(s -> value(context, s, shared)).toList();
        List<StatementLowering> statements = statements(context, values, shared);
        Guarding guarding = fast(alone, sequences, List.of(first.interior(), inner.condition()), values)
                .guarding();
        Optional<JointExchange> joint = exchange(context, sequences, values, shared, guarding, names);
        if (joint.isEmpty()) {
            return Optional.empty();
        }
        BodyBuilder body = new BodyBuilder(context, shared, List.of(), statements, List.of(), names, joint);
        List<Tile> registers = new ArrayList<>(tiles);
        registers.addAll(joint.get().tiles());
        return Optional.of(new BlockProgram(
                second.name(),
                piece.role(),
                second.grid(),
                second.member(),
                axes,
                AxisPlanner.threads(axes, false),
                registers,
                shared.buffers(),
                shared.slices(),
                List.of(),
                second.interior(),
                null,
                body.joined(blocks, sequences, guarding, false),
                second.interior().equals(Condition.TRUE) ? null : body.joined(blocks, sequences, guarding, true)));
    }

    /**
     * The blocks that run the fast body, and what is left to check there.
     *
     * @param ofThreads threads that may run it in any block; null where that is not known
     */
    private record Fast(Condition condition, BlockProgram.@Nullable OfThreads ofThreads, Guarding guarding) {
        Fast(Condition condition, Guarding guarding) {
            this(condition, null, guarding);
        }
    }

    /** Interior blocks, those that end in the padding of rows included; where there is none, full blocks still need no bounds checks. */
    private static Fast fast(
            PieceContext context, List<Sequence> sequences, List<Condition> isInterior, List<Value> values) {
        Condition condition = Affines.and(isInterior);
        FullBlocks threads = FullBlocks.ofThreads(context, sequences);
        Function<Condition, BlockProgram.OfThreads> with = inside -> {
            List<Condition> all = new ArrayList<>(isInterior.subList(1, isInterior.size()));
            all.add(inside);
            return new BlockProgram.OfThreads(Affines.and(all), threads.some());
        };
        if (!condition.equals(Condition.FALSE)) {
            return new PaddedBlocks(context, sequences)
                    .find(values)
                    .map(padded -> {
                        List<Condition> all = new ArrayList<>(List.of(padded.condition()));
                        all.addAll(isInterior.subList(1, isInterior.size()));
                        return new Fast(Affines.and(all), Guarding.padded(padded.end()));
                    })
                    .orElseGet(
                            () -> new Fast(condition, threads.inside().map(with).orElse(null), Guarding.NONE));
        }
        FullBlocks blocks = new FullBlocks(context, sequences);
        return blocks.find()
                .map(full -> {
                    List<Condition> all = new ArrayList<>(isInterior.subList(1, isInterior.size()));
                    List<Condition> known = new ArrayList<>(full.known());
                    known.addAll(blocks.implied(all));
                    BlockProgram.OfThreads ofThreads = threads.find()
                            .map(FullBlocks.Result::condition)
                            .map(with)
                            .orElse(null);
                    all.add(full.condition());
                    return new Fast(Affines.and(all), ofThreads, Guarding.full(known));
                })
                .orElse(new Fast(Condition.FALSE, Guarding.NONE));
    }

    private boolean packsPairs(Piece piece) {
        return passes.has(Pass.PACK_PAIRS) && Pairs.applies(nest, piece);
    }

    private Optional<Recomputation> recomputation(PieceContext context) {
        return passes.has(Pass.RECOMPUTE) ? Recomputation.of(context) : Optional.empty();
    }

    private Optional<JointExchange> exchange(
            PieceContext context,
            List<Sequence> sequences,
            List<Value> values,
            SharedValues shared,
            Guarding guarding,
            Names names) {
        return passes.has(Pass.EXCHANGE_TOGETHER)
                ? JointExchange.of(context, sequences, values, shared, guarding, names)
                : Optional.empty();
    }

    /** Statements that run before or after the loops, and their right-hand sides. */
    private record Once(List<Value> values, List<StatementLowering> statements) {}

    private static Once once(PieceContext context, List<Piece.PlannedStatement> statements, SharedValues shared) {
        List<Value> values =
                statements.stream().map(s -> value(context, s, shared)).toList();
        return new Once(
                values,
                IntStream.range(0, values.size())
                        .mapToObj(s -> new StatementLowering(context, statements.get(s), values.get(s), List.of()))
                        .toList());
    }

    private static Value value(PieceContext context, Piece.PlannedStatement statement, SharedValues shared) {
        return new ExpressionLowering(context, statement, shared).lower();
    }

    /** Statement by statement, each product by itself. */
    private List<StatementLowering> products(PieceContext context, SharedValues shared) {
        List<StatementLowering> lowered = new ArrayList<>();
        for (Piece.PlannedStatement statement : context.piece().statements()) {
            ExpressionLowering lowering = new ExpressionLowering(context, statement, shared);
            MatrixProducts.updates(nest, context.piece(), statement)
                    .forEach(u -> lowered.add(new StatementLowering(
                            context, statement, lowering.update(u), shared.published(statement))));
        }
        return lowered;
    }

    private static boolean uses(Piece piece, Strategy strategy) {
        return piece.statements().stream().flatMap(s -> s.accesses().stream()).anyMatch(a -> a.strategy() == strategy);
    }

    private static void requireSequence(Piece piece, boolean staged) {
        if (staged && piece.sequential().isEmpty()) {
            throw new IllegalArgumentException(
                    "plan stages values in piece " + piece.role() + ", which has no sequential loop");
        }
    }

    private SharedValues sharedValues(PieceContext context, List<Sequence> sequences, boolean rows) {
        Sequence innermost = sequences.isEmpty()
                ? new Sequence("", Affine.constant(0), Affine.constant(0), Affine.constant(1), 1)
                : sequences.getLast();
        StagingPlanner staging =
                new StagingPlanner(context, innermost, candidate.options().stages(), rows);
        long barriers = context.piece().statements().stream()
                .filter(s -> s.accesses().stream().anyMatch(a -> a.strategy() == Strategy.EXCHANGED))
                .count();
        boolean atStart = recomputation(context).isPresent();
        return new SharedValues(context, staging, barriers == 1 || atStart ? 2 : 1, atStart);
    }

    private List<StatementLowering> statements(PieceContext context, List<Value> values, SharedValues shared) {
        List<Piece.PlannedStatement> statements = context.piece().statements();
        Optional<Recomputation> recomputation = recomputation(context);
        if (recomputation.isPresent()) {
            List<StatementLowering> updates = new ArrayList<>();
            for (Recomputation.Update update : recomputation.get().updates(values, shared)) {
                List<Operation.Publish> published = updates.isEmpty() ? shared.published() : List.of();
                updates.add(new StatementLowering(context, update.statement(), update.value(), published));
            }
            return updates;
        }
        List<StatementLowering> lowered = new ArrayList<>();
        for (int s = 0; s < statements.size(); s++) {
            lowered.add(new StatementLowering(
                    context, statements.get(s), values.get(s), shared.published(statements.get(s))));
        }
        return lowered;
    }

    private List<Tile> tiles(Piece piece, List<Axis> axes, Ranges ranges, Names names) {
        PieceContext context = new PieceContext(nest, piece, List.of(), axes, List.of(), ranges, false, false);
        List<Tile> tiles = new ArrayList<>();
        for (Piece.RegisterTile tile : piece.tiles()) {
            String name = names.fresh(Names.ofElement(tile.array(), tile.indices()));
            List<Integer> tileAxes = tile.partial() != null ? context.allAxes() : context.axesOf(tile.indices());
            boolean stored = !tile.stored().equals(Condition.FALSE);
            if (stored && tileAxes.size() != axes.size()) {
                throw new IllegalArgumentException("plan stores tile " + tile.array() + tile.indices()
                        + ", but several points of piece " + piece.role() + " share its elements");
            }
            tiles.add(new Tile(name, tile.array(), nest.array(tile.array()).type(), tileAxes, tile.indices()));
        }
        return tiles;
    }

    private Ranges ranges(Piece piece) {
        Ranges ranges = new Ranges();
        hostLoops.forEach(l -> {
            ranges.atLeast(l.variable(), l.first());
            ranges.atMost(l.variable(), l.last());
        });
        piece.grid().forEach(g -> {
            ranges.atLeast(g.variable(), g.first());
            ranges.atMost(g.variable(), g.last());
        });
        // A chunk may reach beyond the last iteration, so only the lower end is certain.
        piece.sequential().forEach(s -> ranges.atLeast(s.variable(), s.blockFirst()));
        piece.points().forEach(p -> {
            ranges.atLeast(p.variable(), p.base());
            ranges.atMost(p.variable(), p.base().plus(p.extent() - 1L));
        });
        return ranges;
    }

    private Set<String> namesInUse(Piece piece) {
        Set<String> names = FreshName.taken(nest);
        hostLoops.forEach(l -> names.add(l.variable()));
        piece.grid().forEach(g -> names.add(g.variable()));
        piece.sequential().forEach(s -> names.add(s.variable()));
        piece.points().forEach(p -> names.add(p.variable()));
        return names;
    }
}
