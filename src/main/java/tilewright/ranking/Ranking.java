package tilewright.ranking;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tilewright.locality.Volumes;
import tilewright.model.LoopNest;
import tilewright.ranking.bound.LowerBound;
import tilewright.ranking.bound.LowerBounds;
import tilewright.ranking.cost.HostWritten;
import tilewright.ranking.cost.Prediction;
import tilewright.ranking.description.DeviceDescription;
import tilewright.ranking.description.HostDescription;
import tilewright.ranking.work.Problem;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.WrittenLoops;

/**
 * Candidates in predicted order. It keeps the model that ordered them, so that it can say why.
 */
public final class Ranking {
    private static final int FIXED = 32;

    private final Problem problem;
    private final DeviceDescription device;
    private final List<RankedCandidate> candidates;
    private final RankedCandidate baseline;
    private final Reasons reasons;
    private final @Nullable LazyBounds bounds;
    private final @Nullable ProgramTime program;

    Ranking(
            Problem problem,
            DeviceDescription device,
            List<RankedCandidate> candidates,
            RankedCandidate baseline,
            Reasons reasons,
            @Nullable LazyBounds bounds,
            @Nullable ProgramTime program) {
        this.problem = problem;
        this.device = device;
        this.candidates = List.copyOf(candidates);
        this.baseline = baseline;
        this.reasons = reasons;
        this.bounds = bounds;
        this.program = program;
    }

    /** Bounds that are found when somebody asks for the first. */
    private static final class LazyBounds {
        private final Supplier<LowerBounds> find;
        private @Nullable LowerBounds found;

        LazyBounds(Supplier<LowerBounds> find) {
            this.find = find;
        }

        LowerBounds get() {
            LowerBounds known = found == null ? find.get() : found;
            found = known;
            return known;
        }
    }

    /**
     * The same ranking with times below which its candidates cannot run.
     *
     * @param find is asked once, when the first bound is wanted
     */
    public Ranking withBounds(Supplier<LowerBounds> find) {
        return new Ranking(problem, device, candidates, baseline, reasons, new LazyBounds(find), program);
    }

    /** The same ranking of a program that runs in parts, without candidates of which some part does not fit the device. */
    public Ranking withProgram(ProgramTime time) {
        List<RankedCandidate> fitting = new ArrayList<>();
        for (RankedCandidate each : candidates) {
            if (time.fits(each)) {
                fitting.add(
                        new RankedCandidate(fitting.size() + 1, each.family(), each.candidate(), each.prediction()));
            }
        }
        List<RankedCandidate> ordered = time.inOrder(fitting.isEmpty() ? candidates : fitting);
        return new Ranking(problem, device, ordered, baseline, reasons, bounds, time);
    }

    /**
     * The same ranking with the nest as written among the candidates, at the place that its predicted time gives it.
     *
     * @param shared what is known of the nest's loops
     * @param sizes of the nest
     */
    public Ranking withWritten(
            LoopNest nest, Map<String, Long> sizes, WrittenLoops.Shared shared, HostDescription host) {
        List<RankedCandidate> ranked =
                Ranker.withWritten(candidates, HostWritten.predict(nest, sizes, shared, host), this::programSeconds);
        return new Ranking(problem, device, ranked, baseline, reasons, bounds, program);
    }

    /** Whether what is ranked is one of several parts of a program, or runs more than once. */
    public boolean isPartOfProgram() {
        return program != null;
    }

    /**
     * Whether the ranked part has something to run at these sizes. Example: sums over what lies 16 blocks behind, of a matrix of 10 blocks, have not: candidates then differ by
     * what the other parts make of their sizes. The plain form keeps nothing to itself: whatever it runs it writes to memory.
     */
    public boolean runs() {
        Prediction.Traffic traffic = baseline.prediction().traffic();
        return traffic.reads() > 0 || traffic.writes() > 0;
    }

    /** Predicted seconds of the whole program, of which the ranked part may be but one; without {@link #withProgram} the part's. */
    public double programSeconds(RankedCandidate ranked) {
        return program == null ? ranked.prediction().seconds() : program.seconds(ranked);
    }

    /** {@link #programSeconds} of the first candidate. */
    public double leastProgramSeconds() {
        return programSeconds(candidates.getFirst());
    }

    /**
     * Between which times {@link ModelErrors#CERTAIN} of the candidates that the same resource binds, or of all, were measured, scaled to
     * this prediction; empty where the model was not judged on such ones. It speaks of {@link #programSeconds}.
     */
    public Optional<Likely> likely(RankedCandidate ranked) {
        double seconds = programSeconds(ranked);
        return ModelErrors.shipped()
                .interval(device, ranked.prediction().binding())
                .map(i -> new Likely(i.low() * seconds, i.high() * seconds));
    }

    /** Seconds between which a candidate probably runs. */
    public record Likely(double low, double high) {}

    /** How many of the first candidates are predicted too close to the very first to be told apart from it; at least 1. */
    public int alike() {
        double factor = ModelErrors.shipped().closest(device).orElse(1.0);
        double limit = leastProgramSeconds() * factor;
        return Math.max(1, (int)
                candidates.stream().filter(c -> programSeconds(c) < limit).count());
    }

    /** What a candidate cannot be faster than; nothing without {@link #withBounds}, nor where nothing is proved (its part has nothing to run at these sizes). */
    public Optional<LowerBound> bound(RankedCandidate ranked) {
        return bounds == null
                ? Optional.empty()
                : Optional.of(bounds.get().of(ranked.family(), ranked.candidate()))
                        .filter(bound -> bound.seconds() > 0);
    }

    /** Data movement between the blocks of a candidate: what its kernels move. */
    public Volumes volumes(RankedCandidate ranked) {
        Prediction.Traffic traffic = ranked.prediction().traffic();
        return new Volumes(ranked.candidate().block(), Math.round(traffic.reads()), Math.round(traffic.writes()));
    }

    /** Name of the nest. */
    public String nest() {
        return problem.nest().name();
    }

    /** Names of the loops that the sizes belong to, outermost first. */
    public List<String> loops() {
        return problem.loops();
    }

    public Map<String, Long> sizes() {
        return problem.sizes();
    }

    public DeviceDescription device() {
        return device;
    }

    /** All candidates, the fastest first. */
    public List<RankedCandidate> candidates() {
        return candidates;
    }

    /** What the spaces of candidates leave out to stay small, in words; empty where they hold all sizes. */
    public List<String> leftOut() {
        return reasons.leftOut();
    }

    /** The first {@code count}, or all where there are fewer. */
    public List<RankedCandidate> top(int count) {
        return candidates.subList(0, Math.min(Math.max(0, count), candidates.size()));
    }

    /**
     * The best candidate of each of the first {@code count} combinations of block and thread sizes, in predicted order.
     * Candidates that differ in k-tile or stages alone are predicted alike and err alike: a short sweep sees more of
     * the space with one of each.
     */
    public List<RankedCandidate> topShapes(int count) {
        Map<List<List<Integer>>, RankedCandidate> best = new LinkedHashMap<>();
        for (RankedCandidate each : candidates) {
            if (best.size() >= count) {
                break;
            }
            best.putIfAbsent(List.of(each.candidate().block(), each.candidate().thread()), each);
        }
        return List.copyOf(best.values());
    }

    /**
     * A part of all candidates that stands for them: the first ones, one of each combination of block and thread sizes,
     * make up a quarter; the first of each kind of plan (family, with a panel size or without), together at most an eighth, so that
     * no kind goes unmeasured because it is predicted to be slow; all block sizes 32, which many take without thinking; and
     * one drawn from each of as many equal stretches of the order as are left. In predicted order.
     *
     * @param seed the same seed gives the same candidates
     */
    public List<RankedCandidate> sample(int count, long seed) {
        if (count >= candidates.size()) {
            return candidates;
        }
        SequencedSet<RankedCandidate> chosen = new LinkedHashSet<>(topShapes((count + 3) / 4));
        chosen.addAll(firstOfKinds((count + 7) / 8));
        candidates.stream().filter(Ranking::isFixed).findFirst().ifPresent(chosen::add);
        List<RankedCandidate> others =
                candidates.stream().filter(c -> !chosen.contains(c)).toList();
        int draws = Math.max(0, count - chosen.size());
        RandomGenerator random = new SplittableRandom(seed);
        for (int i = 0; i < draws; i++) {
            int from = (int) ((long) i * others.size() / draws);
            int to = (int) ((long) (i + 1) * others.size() / draws);
            chosen.add(others.get(random.nextInt(from, to)));
        }
        return chosen.stream()
                .sorted(Comparator.comparingInt(RankedCandidate::rank))
                .toList();
    }

    /** @param most all kinds together */
    private List<RankedCandidate> firstOfKinds(int most) {
        Map<List<Object>, List<RankedCandidate>> kinds = new LinkedHashMap<>();
        for (RankedCandidate each : candidates) {
            boolean stepped = each.candidate().options().panel() > 0;
            kinds.computeIfAbsent(List.of(each.family().name(), stepped), k -> new ArrayList<>())
                    .add(each);
        }
        return kinds.values().stream()
                .flatMap(kind -> kind.stream().limit(most / kinds.size()))
                .toList();
    }

    private static boolean isFixed(RankedCandidate ranked) {
        List<Integer> block = ranked.candidate().block();
        return block.contains(FIXED) && block.stream().allMatch(r -> r == FIXED || r == 1);
    }

    /** One launch per step, plain blocks: what blocks over the sequential loops must beat. */
    public RankedCandidate baseline() {
        return baseline;
    }

    /**
     * A candidate that is not in the ranking, at the place that its predicted time gives it: behind all that are faster, and
     * never beyond the last place.
     */
    public RankedCandidate placed(Family family, Candidate candidate, Prediction prediction) {
        long faster = candidates.stream()
                .filter(c -> c.prediction().seconds() < prediction.seconds())
                .count();
        int place = (int) Math.min(faster + 1, Math.max(1, candidates.size()));
        return new RankedCandidate(place, family, candidate, prediction);
    }

    /** The same candidate, where it was ranked. */
    public Optional<RankedCandidate> find(Candidate candidate) {
        return candidates.stream().filter(c -> c.candidate().equals(candidate)).findFirst();
    }

    /** Why a candidate stands where it stands, in sentences. */
    public List<String> reasons(RankedCandidate candidate) {
        if (!runs()) {
            return List.of(Reasons.NOTHING_TO_RUN);
        }
        return candidate.candidate().isAsWritten() ? Reasons.ofWritten(candidate, device) : reasons.of(candidate);
    }
}
