package tilewright.tiling.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.tiling.rewrite.CollapsedComponents;
import tilewright.tiling.rewrite.GatheredSums;
import tilewright.tiling.rewrite.OwnScalars;
import tilewright.tiling.rewrite.SlidingChunks;

/**
 * The nest that a schedule makes of the one as written, before it is taken apart: the same, or one whose loops are coalesced, whose sums are in shares or whose
 * operands are copied first.
 *
 * @param dependences of it
 * @param coalesced which loops are one; null where each is by itself
 * @param why it computes what the nest as written does; empty where it is that
 * @param noWindows why its arrays have no windows, as in "sums in shares"; empty where they may
 */
public record PlannedNest(Dependences dependences, @Nullable CoalescedLoops coalesced, String why, String noWindows) {
    private static final String LOOPS_AS_ONE = "arrays whose loops are coalesced";

    /**
     * @param written dependences of the nest as written
     * @throws UserError if the schedule does not fit the nest
     */
    public static PlannedNest of(Dependences written, Schedule schedule) {
        return switch (schedule) {
            case Schedule.Original _, Schedule.Fused _, Schedule.Given _ -> made(written, schedule);
            case Schedule.Auto _,
                    Schedule.Rows _,
                    Schedule.Steps _,
                    Schedule.Problems _,
                    Schedule.Sweeps _,
                    Schedule.Chunks _,
                    Schedule.Coalesced _,
                    Schedule.Packed _,
                    Schedule.Split _ -> {
                Start start = Start.of(written);
                yield made(start.dependences(), schedule).because(start.why());
            }
        };
    }

    /** @param start what the schedule begins with */
    private static PlannedNest made(Dependences start, Schedule schedule) {
        return switch (schedule) {
            case Schedule.Auto _,
                    Schedule.Original _,
                    Schedule.Fused _,
                    Schedule.Rows _,
                    Schedule.Steps _,
                    Schedule.Problems _,
                    Schedule.Sweeps _,
                    Schedule.Given _ -> as(start);
            case Schedule.Coalesced _ ->
                CoalescedLoops.ofContraction(start)
                        .map(loops -> coalesced(start, loops))
                        .orElseThrow(() -> CoalescedLoops.noContraction(start.nest()));
            case Schedule.Packed _ ->
                CoalescedLoops.ofContraction(start)
                        .map(loops -> coalesced(start, loops))
                        .orElseGet(() -> as(start))
                        .packed(start.nest());
            case Schedule.Chunks _ -> inChunks(start);
            case Schedule.Split split -> made(start, split.of()).inShares(split);
        };
    }

    /** What schedules begin with that do not keep the order of statements: the nest without scalars of its own that collect sums ({@link OwnScalars}), whose points and components are one loop ({@link CollapsedComponents}) and whose elements gather what is added to them ({@link GatheredSums}); the nest as written where it has none of these. */
    public static Dependences start(Dependences written) {
        return Start.of(written).dependences();
    }

    /**
     * What schedules begin with that do not keep the order of statements.
     *
     * @param why it computes what the nest as written does; empty where it is that
     */
    private record Start(Dependences dependences, String why) {
        static Start of(Dependences written) {
            List<String> rules = new ArrayList<>();
            Optional<OwnScalars> without = OwnScalars.of(written.nest());
            without.ifPresent(o -> rules.add(o.rule()));
            LoopNest placed = without.map(OwnScalars::nest).orElse(written.nest());
            Optional<CollapsedComponents> collapsed = CollapsedComponents.of(placed);
            collapsed.ifPresent(c -> rules.add(c.rule()));
            LoopNest points = collapsed.map(CollapsedComponents::nest).orElse(placed);
            Optional<GatheredSums> gathered = GatheredSums.of(points);
            gathered.ifPresent(g -> rules.add(g.rule()));
            return rules.isEmpty()
                    ? new Start(written, "")
                    : new Start(
                            DependenceAnalysis.analyze(
                                    written.context(),
                                    gathered.map(GatheredSums::nest).orElse(points)),
                            String.join("; ", rules));
        }
    }

    private PlannedNest because(String first) {
        return new PlannedNest(dependences, coalesced, joined(first, why), noWindows);
    }

    private static PlannedNest as(Dependences nest) {
        return new PlannedNest(nest, null, "", "");
    }

    private static PlannedNest coalesced(Dependences written, CoalescedLoops loops) {
        return new PlannedNest(
                DependenceAnalysis.analyze(written.context(), loops.nest()), loops, loops.rule(), LOOPS_AS_ONE);
    }

    private PlannedNest packed(LoopNest written) {
        LoopNest nest = Packing.of(dependences.nest()).orElseThrow(() -> Packing.nothingToPack(written));
        String rule = Packing.rule(dependences.nest(), nest);
        return new PlannedNest(
                DependenceAnalysis.analyze(dependences.context(), nest),
                coalesced,
                joined(why, rule),
                noWindows.isEmpty() ? "operands that are copied first" : noWindows);
    }

    private static PlannedNest inChunks(Dependences start) {
        LoopNest nest = SlidingChunks.of(start.nest())
                .map(SlidingChunks::nest)
                .orElseThrow(() -> SlidingChunks.nothingSlides(start.nest()));
        return new PlannedNest(
                DependenceAnalysis.analyze(start.context(), nest), null, SlidingChunks.rule(), "loops in chunks");
    }

    private PlannedNest inShares(Schedule.Split split) {
        Dependences shared = dependences;
        for (int length : split.lengths()) {
            LoopNest nest = SplitSums.of(DependenceAnalysis.withSilent(shared), length)
                    .orElseThrow(() -> SplitSums.nothingToSplit(dependences.nest()));
            shared = DependenceAnalysis.analyze(dependences.context(), nest);
        }
        return new PlannedNest(
                shared,
                coalesced,
                joined(why, SplitSums.rule(dependences, split)),
                noWindows.isEmpty() ? "sums in shares" : noWindows);
    }

    private static String joined(String first, String second) {
        return first.isEmpty() || second.isEmpty() ? first + second : first + "; " + second;
    }
}
