package tilewright.ranking;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependences;
import tilewright.model.Counted;
import tilewright.model.UserError;
import tilewright.ranking.candidates.CandidateSpace;
import tilewright.ranking.candidates.SpaceLimits;
import tilewright.ranking.cost.CostModel;
import tilewright.ranking.cost.HostWritten;
import tilewright.ranking.cost.Prediction;
import tilewright.ranking.description.DeviceDescription;
import tilewright.ranking.description.HostDescription;
import tilewright.ranking.work.Baseline;
import tilewright.ranking.work.Problem;
import tilewright.ranking.work.StepSampler;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.strategy.WrittenPlanner;

/** Orders the candidates of a nest by predicted time. */
public final class Ranker {
    private Ranker() {}

    /**
     * All legal candidates of an analysed nest.
     *
     * @param families from {@link tilewright.tiling.Tiler#families}
     * @param sizes values of the parameters
     * @throws UserError if a parameter has no value or nothing fits the device
     */
    public static Ranking rank(
            Dependences dependences, List<Family> families, Map<String, Long> sizes, DeviceDescription device) {
        return rank(Problem.of(dependences, sizes), families, device);
    }

    /** All legal candidates of a problem. */
    public static Ranking rank(Problem problem, List<Family> families, DeviceDescription device) {
        return rank(problem, families, device, null, null);
    }

    /**
     * Candidates with given sizes, in predicted order: how to complete {@code --block} and {@code --thread}.
     *
     * @param block block sizes, or null for all
     * @param thread thread sizes, or null for all
     * @throws UserError if no candidate has them, with the reason
     */
    public static Ranking rank(
            Problem problem,
            List<Family> families,
            DeviceDescription device,
            @Nullable List<Integer> block,
            @Nullable List<Integer> thread) {
        CostModel model = CostModel.of(problem, families, device);
        List<CandidateSpace> spaces = families.stream()
                .map(family -> new CandidateSpace(problem, family, device))
                .toList();
        List<CandidateSpace> winning = spaces.stream()
                .filter(s -> block != null || !Baseline.isForComparison(s.family(), families))
                .toList();
        List<RankedCandidate> found = ranked(winning, block, thread, model);
        if (found.isEmpty()) {
            // What would win has no sizes that fit: loops written out become too long.
            found = ranked(spaces, block, thread, model);
        }
        if (found.isEmpty()) {
            throw nothingFits(problem, spaces, device, block, thread);
        }
        Family plain = Baseline.family(families, f -> launches(problem, f));
        Candidate baseline = baseline(problem, plain, spaces);
        return new Ranking(
                problem,
                device,
                inOrder(withMoreBuffers(inOrder(found), spaces, model)),
                new RankedCandidate(0, plain, baseline, model.predict(plain, baseline)),
                new Reasons(problem, families, spaces, model, device),
                null,
                null);
    }

    private static List<RankedCandidate> ranked(
            List<CandidateSpace> spaces,
            @Nullable List<Integer> block,
            @Nullable List<Integer> thread,
            CostModel model) {
        List<RankedCandidate> found = new ArrayList<>();
        for (CandidateSpace space : spaces) {
            for (Candidate candidate : space.with(block, thread)) {
                found.add(new RankedCandidate(0, space.family(), candidate, model.predict(space.family(), candidate)));
            }
        }
        return found;
    }

    /** The candidates, and the first of them with more buffers where that is predicted to be faster. */
    private static List<RankedCandidate> withMoreBuffers(
            List<RankedCandidate> ranked, List<CandidateSpace> spaces, CostModel model) {
        List<RankedCandidate> all = new ArrayList<>(ranked);
        for (RankedCandidate each :
                ranked.subList(0, Math.min(SpaceLimits.shipped().moreStages(), ranked.size()))) {
            spaces.stream()
                    .filter(s -> s.family() == each.family())
                    .flatMap(s -> s.withMoreBuffers(each.candidate()).stream())
                    .map(c -> new RankedCandidate(0, each.family(), c, model.predict(each.family(), c)))
                    .filter(more ->
                            more.prediction().seconds() < each.prediction().seconds())
                    .forEach(all::add);
        }
        return all;
    }

    /** The plain candidate; one that fits the device, where there is one. */
    private static Candidate baseline(Problem problem, Family plain, List<CandidateSpace> spaces) {
        List<Candidate> candidates = Baseline.candidates(problem, plain);
        return spaces.stream()
                .filter(s -> s.family() == plain)
                .flatMap(s -> candidates.stream().filter(c -> s.excess(c).isEmpty()))
                .findFirst()
                .orElse(candidates.getFirst());
    }

    private static double launches(Problem problem, Family family) {
        double steps = new StepSampler(problem, family)
                .steps(Baseline.candidate(problem, family).block()).stream()
                        .mapToDouble(StepSampler.Step::weight)
                        .sum();
        return steps * family.levels().size();
    }

    /**
     * Given candidates in predicted order: how a recorded sweep is ranked again. Ranks count from 1 among them.
     *
     * @return without those that no family has or that do not fit the device
     */
    public static List<RankedCandidate> order(
            Problem problem, List<Family> families, DeviceDescription device, Collection<Candidate> candidates) {
        CostModel model = CostModel.of(problem, families, device);
        List<CandidateSpace> spaces = families.stream()
                .map(f -> new CandidateSpace(problem, f, device))
                .toList();
        List<RankedCandidate> found = new ArrayList<>();
        for (Candidate candidate : candidates) {
            for (CandidateSpace space : spaces) {
                if (space.admits(candidate)) {
                    Family family = space.family();
                    found.add(new RankedCandidate(0, family, candidate, model.predict(family, candidate)));
                    break;
                }
            }
        }
        return inOrder(found);
    }

    /**
     * Why a candidate of a family, perhaps with sizes that are not among those that are tried, does not fit a device.
     *
     * @return which limit and by how much, or nothing where it fits
     */
    public static Optional<String> refusal(
            Problem problem, Family family, DeviceDescription device, Candidate candidate) {
        return new CandidateSpace(problem, family, device).refusal(candidate);
    }

    /**
     * Why no block of a planned candidate could start on a device.
     *
     * @return which limit and by how much, or nothing; time tiles of such sizes have no plan
     */
    public static Optional<String> excess(
            Problem problem, Family family, DeviceDescription device, Candidate candidate) {
        return new CandidateSpace(problem, family, device).excess(candidate);
    }

    /**
     * Candidates in predicted order with the nest as written among them.
     *
     * @param written what is predicted of it
     * @param seconds of the whole program, by which it takes its place
     */
    static List<RankedCandidate> withWritten(
            List<RankedCandidate> ranked, Prediction written, ToDoubleFunction<RankedCandidate> seconds) {
        int place = 0;
        int behind = ranked.size();
        while (place < behind) {
            int middle = (place + behind) / 2;
            if (seconds.applyAsDouble(ranked.get(middle)) <= written.seconds()) {
                place = middle + 1;
            } else {
                behind = middle;
            }
        }
        List<RankedCandidate> all = new ArrayList<>(ranked);
        all.add(place, new RankedCandidate(0, WrittenPlanner.FAMILY, Candidate.AS_WRITTEN, written));
        List<RankedCandidate> numbered = new ArrayList<>();
        for (RankedCandidate each : all) {
            numbered.add(new RankedCandidate(numbered.size() + 1, each.family(), each.candidate(), each.prediction()));
        }
        return numbered;
    }

    /**
     * {@link #order Given candidates} and, on a processor, the nest as written where it is one of them.
     *
     * @param time of the whole program
     */
    public static List<RankedCandidate> order(
            Tiler tiler,
            Map<String, Long> sizes,
            DeviceDescription device,
            Collection<Candidate> candidates,
            ProgramTime time) {
        Problem problem = Problem.of(tiler, sizes);
        List<RankedCandidate> ranked = time.inOrder(order(problem, tiler.families(), device, candidates));
        return device instanceof HostDescription host && candidates.contains(Candidate.AS_WRITTEN)
                ? withWritten(
                        ranked, HostWritten.predict(tiler.written(), sizes, tiler.writtenLoops(), host), time::seconds)
                : ranked;
    }

    /** Ties go to the smaller block, which leaves more freedom at the boundary. */
    private static List<RankedCandidate> inOrder(List<RankedCandidate> found) {
        List<RankedCandidate> sorted = new ArrayList<>(found);
        sorted.sort(
                Comparator.<RankedCandidate>comparingDouble(c -> c.prediction().seconds())
                        .thenComparingLong(c -> product(c.candidate().block()))
                        .thenComparing((a, b) -> compare(sizes(a), sizes(b))));
        List<RankedCandidate> ranked = new ArrayList<>(sorted.size());
        for (RankedCandidate each : sorted) {
            ranked.add(new RankedCandidate(ranked.size() + 1, each.family(), each.candidate(), each.prediction()));
        }
        return ranked;
    }

    private static List<Integer> sizes(RankedCandidate ranked) {
        List<Integer> sizes = new ArrayList<>(ranked.candidate().block());
        sizes.addAll(ranked.candidate().thread());
        sizes.add(ranked.candidate().options().kTile());
        sizes.add(ranked.candidate().options().stages());
        sizes.add(ranked.candidate().options().panel());
        return sizes;
    }

    private static int compare(List<Integer> a, List<Integer> b) {
        for (int position = 0; position < Math.min(a.size(), b.size()); position++) {
            int order = Integer.compare(a.get(position), b.get(position));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.size(), b.size());
    }

    private static long product(List<Integer> sizes) {
        return sizes.stream().mapToLong(Integer::longValue).reduce(1, (a, b) -> a * b);
    }

    private static UserError nothingFits(
            Problem problem,
            List<CandidateSpace> spaces,
            DeviceDescription device,
            @Nullable List<Integer> block,
            @Nullable List<Integer> thread) {
        if (block == null) {
            return UserError.badInput("no candidate of " + problem.nest().name() + " fits " + device.fullName());
        }
        if (block.size() != problem.loops().size()) {
            return UserError.badInput(
                    "this nest has " + Counted.of(problem.loops().size(), "loop") + " ("
                            + String.join(", ", problem.loops()) + "): give "
                            + Counted.of(problem.loops().size(), "block size") + ", got "
                            + block.size());
        }
        String why = "";
        if (thread != null && thread.size() == block.size()) {
            Candidate wanted = new Candidate(block, thread, new Candidate.Options(1, 1));
            why = spaces.getFirst().objection(wanted).map(o -> ": " + o).orElse("");
        }
        return UserError.badInput("no candidate has block sizes " + block
                + (thread == null ? "" : " and thread sizes " + thread) + " on " + device.fullName() + why);
    }
}
