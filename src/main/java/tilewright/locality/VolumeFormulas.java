package tilewright.locality;

import java.util.List;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.IslLimitException;
import tilewright.isl.Scope;
import tilewright.model.UserError;

/**
 * Finds {@link ExactVolumes}: exact counts of a block with symbolic place and sizes ({@link BlockSets}) at enough values, then
 * interpolation, checked at values that were not used ({@link Interpolation}).
 */
public final class VolumeFormulas {
    /** Steps of isl for the kinds of blocks, a second or so. */
    private static final long MOST_OPERATIONS = 3_000_000;

    private VolumeFormulas() {}

    /** The volumes as functions of the sizes; what cannot be found says why. */
    public static ExactVolumes of(Dependences dependences) {
        Context context = dependences.domains().getFirst().iterations().context();
        SampleSizes samples = SampleSizes.of(dependences);
        BlockSymbols symbols = BlockSymbols.of(
                dependences.nest().parameters(), dependences.loops().size());
        try (Scope _ = context.scope()) {
            if (!samples.areSmall()) {
                return refused("steps and divisors have the common multiple " + samples.modulus() + ", too many cases");
            }
            LoopRanges ranges = new LoopRanges(dependences, samples);
            ValueFlows flows = ValueFlows.symbolic(dependences);
            List<ExactVolumes.Cut> cuts = new CutVolumes(dependences, flows, samples, ranges, symbols).all();
            BlockKinds.Result kinds = kinds(dependences, flows, samples, ranges, symbols);
            return new ExactVolumes(cuts, kinds.kinds(), kinds.inner(), kinds.reads(), kinds.writes());
        }
    }

    private static BlockKinds.Result kinds(
            Dependences dependences, ValueFlows flows, SampleSizes samples, LoopRanges ranges, BlockSymbols symbols) {
        try {
            return dependences
                    .domains()
                    .getFirst()
                    .iterations()
                    .context()
                    .withMaxOperations(
                            MOST_OPERATIONS,
                            () -> new BlockKinds(dependences, flows, samples, ranges, symbols).result());
        } catch (IslLimitException | UserError | ArithmeticException tooHard) {
            return BlockKinds.Result.refused("the integer sets need too many operations");
        }
    }

    private static ExactVolumes refused(String reason) {
        ExactCount refused = new ExactCount.Refused(reason);
        return new ExactVolumes(List.of(), List.of(), null, refused, refused);
    }
}
