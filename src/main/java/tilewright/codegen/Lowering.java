package tilewright.codegen;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tilewright.codegen.block.BlockPasses;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Coalescing;
import tilewright.codegen.ir.InputPart;
import tilewright.codegen.ir.Kernel;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.lower.ExchangeCheck;
import tilewright.codegen.lower.FrontColumns;
import tilewright.codegen.lower.JoinedLaunches;
import tilewright.codegen.lower.PieceLowering;
import tilewright.codegen.lower.PrecomputedValues;
import tilewright.codegen.lower.StreamLowering;
import tilewright.codegen.lower.TimeTileLowering;
import tilewright.kernel.pass.Pass;
import tilewright.kernel.pass.Passes;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.model.LoopNest;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.TimeShape;
import tilewright.tiling.plan.TimeTile;
import tilewright.tiling.property.SteadyBlocks;
import tilewright.tiling.window.Windows;

/**
 * Plan to kernel IR: decides where values live, in which order they are copied, and what is computed per point, per
 * row or once. Everything that depends on a target language is left to the printers.
 */
public final class Lowering {
    private final Plan plan;
    private final boolean warps;
    private final boolean joins;
    private final Passes passes;
    private final KernelNames kernelNames = new KernelNames();
    private final LoopLaunches ofLoops;
    private final boolean joinsRows;
    private final boolean awaits;
    private final boolean keeps;
    private final boolean rows;
    private final boolean inputs;
    private final Coalescing coalescing;

    private Lowering(Plan plan, boolean warps, Passes passes) {
        this.plan = plan;
        this.warps = warps;
        this.joins = warps && passes.has(Pass.JOIN_LAUNCHES);
        this.joinsRows = warps && passes.has(Pass.JOIN_ROWS);
        this.awaits = warps && passes.has(Pass.AWAIT_NEIGHBOURS);
        this.keeps = warps && passes.has(Pass.KEEP_COLUMNS);
        this.rows = warps && passes.has(Pass.AWAIT_ROWS);
        this.inputs = warps && passes.has(Pass.KEEP_INPUTS);
        this.passes = passes;
        this.coalescing = plan.coalesced() == null ? Coalescing.NONE : Coalescing.of(plan.coalesced(), plan.nest());
        this.ofLoops = new LoopLaunches(plan, kernelNames, coalescing.layouts());
    }

    /**
     * The kernel program of a plan.
     *
     * @throws IllegalArgumentException where the plan asks for something that cannot be generated; the message says
     *     which access or piece
     */
    public static KernelProgram lower(Plan plan) {
        return lower(plan, Passes.OF_DEVICES);
    }

    /**
     * The same after some passes alone.
     *
     * @param passes of which those before kernel programs are applied
     * @throws IllegalArgumentException as {@link #lower(Plan)}
     */
    public static KernelProgram lower(Plan plan, Passes passes) {
        return lower(plan, false, passes);
    }

    /**
     * The same with fewer launches: where one block is all that a launch has, the blocks of the launch that waits for it may
     * repeat what it computes ({@link JoinedLaunches}). For targets on which a launch takes longer than that.
     *
     * @throws IllegalArgumentException as {@link #lower(Plan)}
     */
    static KernelProgram lowerJoined(Plan plan) {
        return lower(plan, true, Passes.OF_DEVICES);
    }

    /**
     * The same with {@link #lowerJoined joined launches} and with values that blocks share computed once, by a launch of its
     * own ({@link PrecomputedValues}).
     *
     * @throws IllegalArgumentException as {@link #lower(Plan)}
     */
    public static KernelProgram lowerForDevice(Plan plan) {
        return lowerForDevice(plan, Passes.OF_DEVICES);
    }

    /**
     * The same after some passes alone.
     *
     * @param passes of which those before kernel programs are applied
     * @throws IllegalArgumentException as {@link #lower(Plan)}
     */
    public static KernelProgram lowerForDevice(Plan plan, Passes passes) {
        boolean shares =
                passes.has(Pass.SHARE_VALUES) && plan.candidate().options().window() == 0;
        Plan computed = shares ? PrecomputedValues.of(plan) : plan;
        KernelProgram program = lower(computed, true, passes);
        Map<String, ArrayLayout> values =
                computed
                        .scratch()
                        .subList(plan.scratch().size(), computed.scratch().size())
                        .stream()
                        .collect(Collectors.toMap(ArrayDeclaration::name, ArrayLayout::narrow));
        return program.withScratch(program.scratch().stream()
                .map(layout -> values.getOrDefault(layout.name(), layout))
                .toList());
    }

    private static KernelProgram lower(Plan planned, boolean warps, Passes passes) {
        Windows windows = planned.candidate().options().window() > 0 ? Windows.of(planned) : null;
        Plan plan = windows == null ? planned : windows.plan();
        Lowering lowering = new Lowering(plan, warps, passes);
        LoopNest nest = plan.written();
        List<KernelProgram.HostStep> host = lowering.host(plan.host(), List.of());
        List<ArrayLayout> scratch = new ArrayList<>(planned.temporaries().stream()
                .filter(a -> planned.host().stream().anyMatch(s -> s.touches(a.name())))
                .map(ArrayLayout::of)
                .toList());
        scratch.addAll(lowering.ofLoops.progress());
        KernelProgram program = new KernelProgram(
                nest,
                plan.candidate(),
                plan.family().name(),
                plan.rule(),
                planned.inMemory().stream()
                        .filter(a -> !a.local())
                        .map(ArrayLayout::of)
                        .toList(),
                scratch,
                host,
                windows,
                lowering.coalescing);
        return BlockPasses.of(program, plan.nest(), warps, passes);
    }

    private List<KernelProgram.HostStep> host(List<HostStep> steps, List<HostStep.HostLoop> outer) {
        List<KernelProgram.HostStep> lowered = new ArrayList<>();
        for (int s = 0; s < steps.size(); s++) {
            HostStep after = s + 1 < steps.size() ? steps.get(s + 1) : null;
            switch (steps.get(s)) {
                case HostStep.HostLoop l -> {
                    List<HostStep.HostLoop> inner = new ArrayList<>(outer);
                    inner.add(l);
                    KernelProgram.HostStep.Loop loop = new KernelProgram.HostStep.Loop(
                            l.variable(), l.first(), l.last(), host(l.body(), inner), l.windows(), l.apart());
                    boolean ofProblem = isInProblem(inner);
                    Optional<List<KernelProgram.Column>> columns = awaits && !ofProblem
                            ? FrontColumns.of(inner, plan.nest().parameters())
                            : Optional.empty();
                    if (warps && l.boxes() != null) {
                        lowered.add(ofLoops.staying(loop, l.boxes()));
                    } else if (ofProblem) {
                        lowered.add(loop);
                    } else if (columns.isPresent()) {
                        lowered.add(ofLoops.inColumns(loop, columns.get()));
                    } else if (rows && LoopLaunches.areRows(l, loop)) {
                        lowered.add(ofLoops.inRows(loop));
                    } else {
                        KernelProgram.HostStep kept = keeps ? ofLoops.kept(l, loop) : loop;
                        lowered.add(inputs && kept == loop ? keepingInputs(l, loop, outer) : kept);
                    }
                }
                case HostStep.Launch l
                when !coalescing.of(l.arrays()).isAligned().equals(Condition.FALSE) ->
                    lowered.addAll(byAlignment(l, outer));
                case HostStep.Launch l
                when joinsRows && after instanceof HostStep.Launch next && next.follows() -> {
                    List<HostStep.Launch> all = followed(steps, s);
                    lowered.add(new KernelProgram.HostStep.Launch(inTurn(all, outer), l.lane()));
                    s += all.size() - 1;
                }
                case HostStep.Launch l
                when joins && after instanceof HostStep.Launch next && !isInProblem(outer) -> {
                    List<KernelProgram.HostStep.Launch> launches = launches(l, next, outer);
                    lowered.addAll(launches);
                    s += launches.size() > 1 ? 1 : 0;
                }
                case HostStep.Launch l -> lowered.add(new KernelProgram.HostStep.Launch(kernel(l, outer), l.lane()));
                case HostStep.AsWritten w -> lowered.add(new KernelProgram.HostStep.AsWritten(w.parallel(), w.sums()));
            }
        }
        return lowered;
    }

    /** Whether launches are those of one problem of a batch, which one block may run if none of them waits for another block. */
    private static boolean isInProblem(List<HostStep.HostLoop> outer) {
        return outer.stream().anyMatch(HostStep.HostLoop::apart);
    }

    /** The loop, or one launch whose blocks keep what they read again in every iteration. */
    private KernelProgram.HostStep keepingInputs(
            HostStep.HostLoop loop, KernelProgram.HostStep.Loop launches, List<HostStep.HostLoop> outer) {
        boolean whole = outer.isEmpty() && coalescing.equals(Coalescing.NONE) && loop.windows() == null;
        List<SteadyBlocks> steady = whole ? SteadyBlocks.of(loop, plan.nest().parameters()) : List.of();
        return steady.isEmpty()
                ? launches
                : new KernelProgram.HostStep.Inputs(
                        launches,
                        steady.stream()
                                .map(s -> new InputPart(
                                        ofPieces(s.direct(), List.of(loop), plan.nest()), s.blocks(), s.iterations()))
                                .toList());
    }

    /** A launch and the next one, with one instead of both where that is possible; else the first one alone. */
    private List<KernelProgram.HostStep.Launch> launches(
            HostStep.Launch first, HostStep.Launch second, List<HostStep.HostLoop> outer) {
        Kernel one = kernel(first, outer);
        if (first.pieces().size() != 1
                || second.timeTile().isPresent()
                || second.lane().meets()
                || first.lane().ahead() != second.lane().ahead()) {
            return List.of(new KernelProgram.HostStep.Launch(one, first.lane()));
        }
        Set<String> names = kernelNames.taken();
        Kernel other = kernel(second, outer);
        PieceLowering lowering = new PieceLowering(plan.nest(), plan.candidate(), outer, warps, passes);
        Optional<JoinedLaunches> joined = JoinedLaunches.of(lowering, first, one, second, other);
        if (joined.isEmpty()) {
            kernelNames.restore(names);
            return List.of(new KernelProgram.HostStep.Launch(one, first.lane()));
        }
        kernelNames.take(joined.get().joined().name());
        return List.of(
                new KernelProgram.HostStep.Launch(joined.get().joined(), first.lane()),
                new KernelProgram.HostStep.Launch(joined.get().first(), first.lane()),
                new KernelProgram.HostStep.Launch(joined.get().second(), second.lane()));
    }

    /** The launch for sizes at which neighbours in views of arrays are neighbours in memory, by wide accesses; and the same for all other sizes. */
    private List<KernelProgram.HostStep.Launch> byAlignment(HostStep.Launch launch, List<HostStep.HostLoop> outer) {
        Coalescing own = coalescing.of(launch.arrays());
        Condition aligned = own.isAligned();
        Kernel wide = ofPieces(launch, outer, own.withNeighbours(plan.nest()));
        if (aligned.equals(Condition.TRUE)) {
            return List.of(new KernelProgram.HostStep.Launch(wide, launch.lane()));
        }
        return List.of(
                new KernelProgram.HostStep.Launch(wide.where(aligned), launch.lane()),
                new KernelProgram.HostStep.Launch(
                        ofPieces(launch, outer, plan.nest()).where(aligned.negated()), launch.lane()));
    }

    private Kernel kernel(HostStep.Launch launch, List<HostStep.HostLoop> outer) {
        return launch.timeTile()
                .map(tile -> kernel(launch, tile, outer))
                .orElseGet(() -> ofPieces(launch, outer, plan.nest()));
    }

    /** A launch and those that follow it. */
    private static List<HostStep.Launch> followed(List<HostStep> steps, int first) {
        List<HostStep.Launch> all = new ArrayList<>(List.of((HostStep.Launch) steps.get(first)));
        for (int s = first + 1; s < steps.size() && steps.get(s) instanceof HostStep.Launch l && l.follows(); s++) {
            all.add(l);
        }
        return all;
    }

    /** One launch instead of several, whose blocks do what theirs of the same coordinates do. */
    private Kernel inTurn(List<HostStep.Launch> launches, List<HostStep.HostLoop> outer) {
        HostStep.Launch one = new HostStep.Launch(
                plan.nest().name() + " rows",
                "what blocks of equal coordinates do one after another",
                launches.stream().flatMap(l -> l.pieces().stream()).toList(),
                launches.getFirst().lane());
        Kernel kernel = ofPieces(one, outer, plan.nest());
        return new Kernel(
                kernel.name(), kernel.description(), kernel.hostVariables(), kernel.arguments(), kernel.pieces(), true);
    }

    private Kernel ofPieces(HostStep.Launch launch, List<HostStep.HostLoop> outer, LoopNest nest) {
        PieceLowering lowering = new PieceLowering(nest, plan.candidate(), outer, warps, passes);
        KernelNames pieceNames = new KernelNames();
        List<BlockProgram> pieces = new ArrayList<>();
        for (Piece piece : launch.pieces()) {
            String name = pieceNames.of(piece.role(), "piece");
            pieces.add(lowering.lower(piece, launch.beside(piece), name));
        }
        List<String> hostVariables =
                outer.stream().map(HostStep.HostLoop::variable).toList();
        return new Kernel(
                kernelNames.of(launch.name(), "kernel"),
                launch.description(),
                hostVariables,
                LaunchArguments.of(plan.nest(), coalescing, launch, hostVariables),
                pieces);
    }

    private Kernel kernel(HostStep.Launch launch, TimeTile tile, List<HostStep.HostLoop> outer) {
        List<String> hostVariables =
                outer.stream().map(HostStep.HostLoop::variable).toList();
        TimeTileLowering lowering = new TimeTileLowering(plan.nest(), tile, hostVariables);
        List<BlockProgram> programs = plan.candidate().streams()
                ? StreamLowering.lower(
                        plan.nest(), tile, TimeShape.of(tile, plan.nest()).iterations(plan.candidate()), hostVariables)
                : List.of(ExchangeCheck.require(lowering.lower()));
        return new Kernel(
                kernelNames.of(launch.name(), "kernel"),
                launch.description(),
                hostVariables,
                lowering.arguments(tile.time().turn()),
                programs);
    }
}
