package tilewright.tiling.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.model.ArrayDeclaration;
import tilewright.model.LoopNest;
import tilewright.tiling.rewrite.Expansion;
import tilewright.tiling.schedule.CoalescedLoops;
import tilewright.tiling.schedule.SplitSums;
import tilewright.tiling.space.Candidate;

/**
 * A tiled program that is legal for every value of the parameters.
 *
 * @param written the nest as its user wrote it
 * @param nest what the plan's statements are those of: the same, or one whose temporaries have memory of their own
 *     ({@link Expansion}) or whose sums and scans are in shares ({@link SplitSums})
 * @param rule the legality proof in words: dependences and the law that allow this order
 * @param host what the host does
 * @param coalesced which loops of the nest as written are one in the plan's nest; null where each is by itself
 */
public record Plan(
        LoopNest written,
        LoopNest nest,
        Candidate candidate,
        Family family,
        String rule,
        List<HostStep> host,
        @Nullable CoalescedLoops coalesced) {
    public Plan {
        host = List.copyOf(host);
    }

    /** A plan in which every loop is by itself. */
    public Plan(LoopNest written, LoopNest nest, Candidate candidate, Family family, String rule, List<HostStep> host) {
        this(written, nest, candidate, family, rule, host, null);
    }

    /** A plan of the nest as written. */
    public Plan(LoopNest nest, Candidate candidate, Family family, String rule, List<HostStep> host) {
        this(nest, nest, candidate, family, rule, host);
    }

    /**
     * A plan of a nest that computes the same as one of the nest as written.
     *
     * @param why it may be planned so
     * @param loops which of them are one; null where each is by itself
     */
    public Plan ofWritten(LoopNest nestAsWritten, String why, @Nullable CoalescedLoops loops) {
        return new Plan(nestAsWritten, nest, candidate, family, why + "; " + rule, host, loops);
    }

    /** The same as a plan of the coalesced nest, where loops are coalesced. */
    public Plan ofCoalesced(CoalescedLoops loops) {
        return new Plan(loops.nest(), nest, candidate, family, rule, host);
    }

    /** The same with other steps. */
    public Plan with(List<HostStep> steps) {
        return new Plan(written, nest, candidate, family, rule, steps, coalesced);
    }

    /** The nest that the plan runs, and where loops of it are coalesced, the one that has each by itself. */
    public LoopNest uncoalesced() {
        return coalesced == null ? nest : coalesced.written();
    }

    /** The arrays of the nest as written, as the planned nest declares them: some may have two of their dimensions as one. */
    public List<ArrayDeclaration> inMemory() {
        return uncoalesced().arrays().subList(0, written.arrays().size());
    }

    /** Arrays that the nest as written does not have: scratch memory. */
    public List<ArrayDeclaration> scratch() {
        return nest.arrays().subList(written.arrays().size(), nest.arrays().size());
    }

    /** Arrays of which nobody wants what they hold in the end: {@link #scratch} and the nest's own. */
    public List<ArrayDeclaration> temporaries() {
        return temporaries(written, nest);
    }

    /** The same of a nest that is planned in place of another one. */
    public static List<ArrayDeclaration> temporaries(LoopNest written, LoopNest nest) {
        int ofWritten = written.arrays().size();
        return IntStream.range(0, nest.arrays().size())
                .filter(a -> a >= ofWritten || nest.arrays().get(a).local())
                .mapToObj(nest.arrays()::get)
                .toList();
    }

    /** All launches, in textual order. */
    public List<HostStep.Launch> launches() {
        List<HostStep.Launch> found = new ArrayList<>();
        collect(host, found);
        return found;
    }

    private static void collect(List<HostStep> steps, List<HostStep.Launch> found) {
        for (HostStep step : steps) {
            switch (step) {
                case HostStep.HostLoop l -> collect(l.body(), found);
                case HostStep.Launch l -> found.add(l);
                case HostStep.AsWritten _ -> {}
            }
        }
    }
}
