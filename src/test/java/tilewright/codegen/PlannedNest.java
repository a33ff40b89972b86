package tilewright.codegen;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiFunction;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.IslLimitException;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.rewrite.SlidingChunks;
import tilewright.tiling.rewrite.StepTimes;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.schedule.SplitSums;
import tilewright.tiling.space.BatchLoops;
import tilewright.tiling.space.Candidate;

/**
 * A nest with some of its plans, each proved, and the sizes at which programs are to run.
 *
 * @param seed of everything that was chosen
 */
public record PlannedNest(long seed, LoopNest nest, List<Plan> plans, List<Map<String, Long>> sizes) {
    /** Steps of isl; nests that need more are given up, as the tool does with a higher limit. */
    private static final long MOST_OPERATIONS = 400_000;

    /** Iterations of a share of a sum. */
    private static final int LONGEST_SHARE = 4;

    /** Sizes on all sides of small blocks. */
    private static final List<Long> VALUES = List.of(0L, 1L, 2L, 3L, 4L, 5L, 7L, 9L);

    /**
     * Parses and analyses a nest and plans it for each seed: a random candidate of every family, in a random schedule.
     *
     * @return without those for which the tool refuses the nest, or its sets are too complex
     * @throws RuntimeException where it should not: an internal error, a plan that is wrong
     */
    static List<PlannedNest> of(String text, long... seeds) {
        return of(text, MOST_OPERATIONS, PlannedNest::schedule, seeds);
    }

    /**
     * The same in other schedules.
     *
     * @param most steps of isl
     */
    static List<PlannedNest> of(
            String text, long most, BiFunction<Dependences, Random, Schedule> schedules, long... seeds) {
        LoopNest nest = NestParser.parse("random.nest", text);
        List<PlannedNest> planned = new ArrayList<>();
        try (Context context = new Context()) {
            context.setMaxOperations(most);
            Dependences dependences = DependenceAnalysis.analyze(context, nest);
            Map<Schedule, Tiler> tilers = new HashMap<>();
            for (long seed : seeds) {
                of(nest, dependences, tilers, schedules, seed).ifPresent(planned::add);
                context.resetOperations();
            }
        } catch (UserError | IslLimitException refused) {
            return planned;
        }
        return planned;
    }

    private static Optional<PlannedNest> of(
            LoopNest nest,
            Dependences dependences,
            Map<Schedule, Tiler> tilers,
            BiFunction<Dependences, Random, Schedule> schedules,
            long seed) {
        Random random = new Random(seed);
        try {
            Schedule schedule = schedules.apply(dependences, random);
            Tiler tiler = tilers.computeIfAbsent(schedule, s -> new Tiler(dependences, s));
            List<Plan> plans = new ArrayList<>();
            for (Family family : tiler.families()) {
                plan(tiler, new RandomCandidates(random).of(family)).ifPresent(plans::add);
            }
            PlanCheck check = new PlanCheck(dependences);
            plans.forEach(check::require);
            return Optional.of(new PlannedNest(seed, nest, plans, sizes(nest, random)));
        } catch (UserError | IslLimitException refused) {
            return Optional.empty();
        }
    }

    /** Reductions that may be computed in shares are in most cases. */
    private static Schedule schedule(Dependences dependences, Random random) {
        return switch (random.nextInt(11)) {
            case 0 -> new Schedule.Original();
            case 1 -> new Schedule.Fused();
            case 2, 3, 4, 5, 6 -> {
                Map<String, Long> sizes = new HashMap<>();
                dependences.nest().parameters().forEach(p -> sizes.put(p, 1L));
                boolean splits = !SplitSums.sums(dependences, sizes).isEmpty()
                        || SplitSums.longestScan(dependences, sizes).isPresent();
                yield splits
                        ? new Schedule.Split(new Schedule.Auto(), 1 + random.nextInt(LONGEST_SHARE))
                        : new Schedule.Auto();
            }
            case 7 ->
                StepTimes.of(DependenceAnalysis.withSilent(dependences))
                        .<Schedule>map(_ -> new Schedule.Steps())
                        .orElse(new Schedule.Auto());
            case 9 -> Tiler.mayBeSweeps(dependences) ? new Schedule.Sweeps() : new Schedule.Auto();
            case 8 -> isBatch(dependences) ? new Schedule.Problems() : new Schedule.Auto();
            default ->
                SlidingChunks.of(tilewright.tiling.schedule.PlannedNest.start(dependences)
                                .nest())
                        .<Schedule>map(_ -> new Schedule.Chunks())
                        .orElse(new Schedule.Auto());
        };
    }

    private static boolean isBatch(Dependences dependences) {
        Dependences all = DependenceAnalysis.withSilent(dependences);
        int problems = BatchLoops.count(all);
        return problems > 0 && BatchLoops.inSteps(all, problems);
    }

    private static Optional<Plan> plan(Tiler tiler, Candidate candidate) {
        try {
            return tiler.plan(candidate) instanceof Verdict.Legal legal ? Optional.of(legal.plan()) : Optional.empty();
        } catch (UserError unfit) {
            return Optional.empty();
        }
    }

    private static List<Map<String, Long>> sizes(LoopNest nest, Random random) {
        List<Map<String, Long>> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Map<String, Long> sizes = new java.util.LinkedHashMap<>();
            long common = VALUES.get(random.nextInt(VALUES.size()));
            for (String parameter : nest.parameters()) {
                sizes.put(parameter, random.nextBoolean() ? common : VALUES.get(random.nextInt(VALUES.size())));
            }
            all.add(sizes);
        }
        return all;
    }

    /** What fails in a report. */
    public String title(Plan plan) {
        return plan.family().name() + " " + plan.candidate() + " of the nest of seed " + seed;
    }
}
