package tilewright.locality;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.IslLimitException;
import tilewright.isl.Scope;
import tilewright.model.UserError;

/**
 * Finds {@link ExactVolumes}: exact counts of a block with symbolic place and sizes ({@link BlockSets}) at enough values, then
 * interpolation, checked at values that were not used ({@link Interpolation}).
 *
 * <p>Kinds of blocks take longest. They are found in a thread and an isl context of their own, while whoever began this
 * computes something else.
 */
public final class VolumeFormulas implements AutoCloseable {
    /** Steps of isl for the kinds of blocks, a second or so. */
    private static final long MOST_OPERATIONS = 3_000_000;

    /** Values that are followed along a loop, a few milliseconds each with their footprints; the kernels of PolyBench have less than half as many. */
    private static final int MOST_USES = 600;

    private final Dependences dependences;
    private final SampleSizes samples;
    private final BlockSymbols symbols;
    private final FutureTask<BlockKinds.Result> kinds;

    private VolumeFormulas(Dependences dependences) {
        this.dependences = dependences;
        this.samples = SampleSizes.of(dependences);
        this.symbols = BlockSymbols.of(
                dependences.nest().parameters(), dependences.loops().size());
        PortableDependences portable = new PortableDependences(dependences);
        this.kinds = new FutureTask<>(() -> kinds(portable));
        if (samples.areSmall()) {
            Thread.ofPlatform().daemon().name("kinds of blocks").start(kinds);
        }
    }

    /** Why volumes and footprints of a long body would take more than a few seconds; empty where they would not. */
    public static String tooLong(Dependences dependences) {
        int uses = dependences.ofKind(Dependence.Kind.FLOW).size()
                + dependences.inputs().size();
        int loops = dependences.loops().size();
        return uses * loops <= MOST_USES
                ? ""
                : "values that blocks move and elements that they touch, as functions of the sizes: " + uses
                        + " values along " + loops
                        + " loops would take long; --no-quick computes them, --set and --block count one block";
    }

    /** Begins the computation; {@link #result} gives what it found. Dependences must not be freed before it is closed. */
    public static VolumeFormulas begin(Dependences dependences) {
        return new VolumeFormulas(dependences);
    }

    /** The volumes as functions of the sizes; what cannot be found says why. */
    public static ExactVolumes of(Dependences dependences) {
        try (VolumeFormulas formulas = begin(dependences)) {
            return formulas.result();
        }
    }

    /** The volumes as functions of the sizes; what cannot be found says why. */
    public ExactVolumes result() {
        if (!samples.areSmall()) {
            return refused("steps and divisors have the common multiple " + samples.modulus() + ", too many cases");
        }
        try (Scope _ = dependences.context().scope()) {
            LoopRanges ranges = new LoopRanges(dependences, samples);
            ValueFlows flows = ValueFlows.symbolic(dependences);
            List<ExactVolumes.Cut> cuts = new CutVolumes(dependences, flows, samples, ranges, symbols).all();
            BlockKinds.Result found = found(kinds);
            return new ExactVolumes(cuts, found.kinds(), found.inner(), found.reads(), found.writes());
        }
    }

    private BlockKinds.Result kinds(PortableDependences portable) {
        try (Context context = new Context()) {
            context.setMaxOperations(MOST_OPERATIONS);
            Dependences own = portable.in(context);
            LoopRanges ranges = new LoopRanges(own, samples);
            return new BlockKinds(own, ValueFlows.symbolic(own), samples, ranges, symbols).result();
        } catch (IslLimitException | UserError | ArithmeticException tooHard) {
            return BlockKinds.Result.refused("the integer sets need too many operations");
        }
    }

    private static BlockKinds.Result found(FutureTask<BlockKinds.Result> kinds) {
        try {
            return kinds.get();
        } catch (ExecutionException fault) {
            throw new IllegalStateException("the kinds of blocks were not found", fault.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the kinds of blocks were not waited for", stopped);
        }
    }

    /** Makes an end of what is still computed: it is not interrupted within isl, but nobody waits for it. */
    @Override
    public void close() {
        kinds.cancel(false);
    }

    private static ExactVolumes refused(String reason) {
        ExactCount refused = new ExactCount.Refused(reason);
        return new ExactVolumes(List.of(), List.of(), null, refused, refused);
    }
}
