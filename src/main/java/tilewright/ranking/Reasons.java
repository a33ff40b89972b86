package tilewright.ranking;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tilewright.model.Affine;
import tilewright.model.Counted;
import tilewright.model.LinearForm;
import tilewright.model.PlacedStatement;
import tilewright.model.Statement;
import tilewright.ranking.candidates.CandidateSpace;
import tilewright.ranking.cost.CostModel;
import tilewright.ranking.cost.Prediction;
import tilewright.ranking.description.Amounts;
import tilewright.ranking.description.DeviceDescription;
import tilewright.ranking.description.HostDescription;
import tilewright.ranking.work.Geometry;
import tilewright.ranking.work.Problem;
import tilewright.ranking.work.Workload;
import tilewright.ranking.work.WorkloadBuilder;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

/**
 * Says why a candidate is where it is: what binds it, what its block sizes save against half of them, why they are
 * not twice as large, and what the registers and shared memory allow.
 */
final class Reasons {
    /** Where the ranked part has no iteration. */
    static final String NOTHING_TO_RUN =
            "the main part has nothing to run at these sizes: candidates differ by what the other parts make of their"
                    + " sizes, and reads, writes and what binds speak of no iteration";

    /** Smaller differences are not worth a sentence. */
    private static final double WORTH = 0.1;

    private final Problem problem;
    private final List<Family> families;
    private final List<CandidateSpace> spaces;
    private final CostModel model;
    private final DeviceDescription device;

    /** @param spaces of the families, in the same order */
    Reasons(
            Problem problem,
            List<Family> families,
            List<CandidateSpace> spaces,
            CostModel model,
            DeviceDescription device) {
        this.problem = problem;
        this.families = families;
        this.spaces = spaces;
        this.model = model;
        this.device = device;
    }

    /** What the spaces leave out to stay small. */
    List<String> leftOut() {
        return spaces.stream()
                .flatMap(space -> space.leftOut().stream())
                .distinct()
                .toList();
    }

    /** Why the nest as written stands where it stands: of its loops none can have another size. */
    static List<String> ofWritten(RankedCandidate ranked, DeviceDescription device) {
        return List.of(binding(ranked.prediction(), device));
    }

    /** Whether threads share out some loop: else one thread does everything, and a comparison with many launches of it says nothing. */
    static boolean runsInParallel(Family family) {
        return family.roles().stream().anyMatch(LoopRole::hasThreads);
    }

    List<String> of(RankedCandidate ranked) {
        List<String> sentences = new ArrayList<>();
        if (!runsInParallel(ranked.family())) {
            sentences.add(
                    "nothing runs in parallel: every loop carries a dependence, and one thread runs all blocks; the"
                            + " plain form only launches it anew for every iteration, so no speed-up is given");
        }
        sentences.add(binding(ranked.prediction(), device));
        history(ranked).ifPresent(sentences::add);
        for (int z = 0; z < problem.loops().size(); z++) {
            LoopRole role = ranked.family().roles().get(z);
            if (role.isBlockedOnHost()) {
                sentences.addAll(sequential(ranked, z));
            } else if (role == LoopRole.PARALLEL) {
                parallel(ranked, z).ifPresent(sentences::add);
            } else if (role == LoopRole.REDUCTION) {
                sentences.add(lanes(ranked, z));
            }
        }
        threadTile(ranked).ifPresent(sentences::add);
        occupancy(ranked.prediction()).ifPresent(sentences::add);
        return sentences;
    }

    /** r_z of a reduction: who shares out its iterations. */
    private String lanes(RankedCandidate ranked, int loop) {
        int block = ranked.candidate().block().get(loop);
        int lanes = block / ranked.candidate().thread().get(loop);
        return "r" + (loop + 1) + " = " + block + ": " + lanes + " threads share out loop "
                + problem.loops().get(loop)
                + " of the reduction and join their partial results at the end of the block";
    }

    private static String binding(Prediction prediction, DeviceDescription device) {
        Prediction.Term term = prediction.binding();
        String part = Amounts.percent(prediction.term(term) / prediction.seconds());
        return switch (term) {
            case LATENCY ->
                "latency binds: " + part + " of the time is launches, barriers, loads and idle processors, "
                        + "which no resource explains";
            case ARITHMETIC, FAST_MEMORY, CACHE, MEMORY ->
                term.words(device) + " binds: alone it would take " + part + " of the time";
        };
    }

    /** r_z of a sequential loop: what it saves, and why it is not larger. */
    private List<String> sequential(RankedCandidate ranked, int loop) {
        List<String> sentences = new ArrayList<>();
        int r = ranked.candidate().block().get(loop);
        String name = size(loop);
        if (r % 2 == 0) {
            neighbour(ranked, loop, r / 2).ifPresent(half -> sentences.add(against(ranked, half, name, r)));
        }
        sentences.add(larger(ranked, loop, 2 * r));
        return sentences;
    }

    private String against(RankedCandidate ranked, Prediction half, String name, int r) {
        double writes = ranked.prediction().traffic().writes();
        return name + " = " + r + " "
                + saves(writes / half.traffic().writes(), "the writes of " + writtenArrays(ranked))
                + " against " + name + " = " + r / 2 + " (" + Amounts.count(writes)
                + " values); with the smaller size it would take "
                + compared(half.seconds(), ranked.prediction().seconds());
    }

    private String larger(RankedCandidate ranked, int loop, int r) {
        Candidate other = resized(ranked, loop, r);
        Optional<String> objection = space(ranked).objection(other);
        if (objection.isPresent()) {
            return size(loop) + " = " + r + " is not possible here: " + objection.get();
        }
        Prediction prediction = model.predict(ranked.family(), other);
        double before = ranked.prediction().seconds();
        String text = size(loop) + " = " + r + " would take " + compared(prediction.seconds(), before);
        double now = beforeLast(ranked.prediction());
        double then = beforeLast(prediction);
        boolean slowed = prediction.seconds() > before && then > now + 0.01;
        return slowed
                ? text + ": the levels before the last would take " + Amounts.percent(then) + " of the time instead of "
                        + Amounts.percent(now)
                : text;
    }

    /** Part of the time that is spent in levels before the last one: diagonal and panels of an elimination. */
    private static double beforeLast(Prediction prediction) {
        double last = prediction.levels().getLast().seconds();
        return 1 - last / prediction.seconds();
    }

    private Optional<String> parallel(RankedCandidate ranked, int loop) {
        int r = ranked.candidate().block().get(loop);
        if (r % 2 != 0) {
            return Optional.empty();
        }
        double reads = ranked.prediction().traffic().reads();
        return neighbour(ranked, loop, r / 2)
                .filter(half -> reads < (1 - WORTH) * half.traffic().reads())
                .map(half -> size(loop) + " = " + r + " "
                        + saves(reads / half.traffic().reads(), "the reads") + " against " + size(loop) + " = " + r / 2
                        + " (" + Amounts.count(reads) + " values)");
    }

    private Optional<String> threadTile(RankedCandidate ranked) {
        Geometry geometry = Geometry.of(ranked.family(), ranked.candidate());
        long tile = geometry.tile();
        int level = ranked.family().levels().size() - 1;
        Workload workload = WorkloadBuilder.of(problem, ranked.family(), device.instructions());
        long operands = workload.levels().get(level).pieces().getFirst().operands().stream()
                .mapToLong(o -> geometry.perThread(o.loops()))
                .sum();
        if (tile <= 1 || operands == 0 || device instanceof HostDescription) {
            return Optional.empty();
        }
        String sizes = java.util.stream.IntStream.range(0, problem.loops().size())
                .filter(geometry::isParallel)
                .mapToObj(z -> Integer.toString(geometry.thread(z)))
                .collect(Collectors.joining(" x "));
        return Optional.of(sizes + " points per thread: in each iteration " + operands
                + " values from shared memory serve " + tile + " updates");
    }

    private static Optional<String> occupancy(Prediction prediction) {
        return Optional.ofNullable(prediction.resources()).map(r -> {
            return "a multiprocessor holds " + Counted.of(r.residentBlocks(), "block") + " of "
                    + Counted.of(r.threads(), "thread") + ", limited by "
                    + r.limit().words() + " (about " + r.registers() + " registers per thread, " + r.sharedBytes()
                    + " bytes of shared memory per block)";
        });
    }

    private String size(int loop) {
        return "r" + (loop + 1);
    }

    /** {@code halves the reads}, {@code cuts the reads by 37 %} or {@code leaves the reads as they are}. */
    private static String saves(double ratio, String what) {
        if (Math.abs(ratio - 0.5) < 0.03) {
            return "halves " + what;
        }
        return ratio > 0.995 ? "leaves " + what + " as they are" : "cuts " + what + " by " + Amounts.percent(1 - ratio);
    }

    /** Why blocks do not run several iterations of a loop on the host at once, where arrays keep what each of them computes. */
    private Optional<String> history(RankedCandidate ranked) {
        List<LoopRole> roles = ranked.family().roles();
        for (int z = 0; z < roles.size(); z++) {
            String loop = problem.loops().get(z);
            Optional<String> kept = roles.get(z) != LoopRole.HOST
                    ? Optional.empty()
                    : problem.nest().statements().stream()
                            .filter(p -> keeps(p, loop))
                            .map(p -> p.statement().target().array())
                            .findFirst();
            if (kept.isPresent()) {
                return kept.map(array ->
                        "the host runs loop " + loop + ": " + array + " keeps the values of every iteration of it, and"
                                + " all of them have to be written, so blocks over"
                                + " it would save reads and launches alone and are not made;"
                                + " where only the last ones are wanted, keep two"
                                + " of them");
            }
        }
        return Optional.empty();
    }

    /** Whether a statement makes each element once, from elements a constant number of iterations of that loop before. */
    private static boolean keeps(PlacedStatement placed, String loop) {
        Statement statement = placed.statement();
        if (!statement.target().loads().isEmpty()) {
            return false;
        }
        List<Affine> made = statement.target().indices();
        boolean once = placed.loopVariables().stream()
                .allMatch(v -> made.stream().anyMatch(i -> i.variables().contains(v)));
        int dimension = made.indexOf(new Affine.Variable(loop));
        return once
                && dimension >= 0
                && statement.accesses().stream()
                        .skip(1)
                        .filter(a -> a.array().equals(statement.target().array())
                                && a.loads().isEmpty())
                        .map(a -> LinearForm.of(a.indices().get(dimension).minus(made.get(dimension))))
                        .anyMatch(distance -> distance.isConstant() && distance.constant() != 0);
    }

    private static String compared(double seconds, double reference) {
        double change = seconds / reference - 1;
        if (Math.abs(change) < 0.005) {
            return "the same time";
        }
        return Amounts.percent(Math.abs(change)) + (change > 0 ? " longer" : " less time");
    }

    private String writtenArrays(RankedCandidate ranked) {
        TreeSet<String> arrays = new TreeSet<>();
        ranked.family()
                .levels()
                .forEach(l -> l.pieces()
                        .forEach(p -> p.statements()
                                .forEach(s -> arrays.add(problem.nest()
                                        .statement(s)
                                        .statement()
                                        .target()
                                        .array()))));
        return String.join(", ", arrays);
    }

    private CandidateSpace space(RankedCandidate ranked) {
        return spaces.get(families.indexOf(ranked.family()));
    }

    private Optional<Prediction> neighbour(RankedCandidate ranked, int loop, int r) {
        Candidate other = resized(ranked, loop, r);
        return r >= 1 && space(ranked).objection(other).isEmpty()
                ? Optional.of(model.predict(ranked.family(), other))
                : Optional.empty();
    }

    /** The same candidate with another size of one loop; the k-tile follows where it would be too long. */
    private Candidate resized(RankedCandidate ranked, int loop, int r) {
        List<Integer> block = new ArrayList<>(ranked.candidate().block());
        block.set(loop, r);
        Candidate.Options options = ranked.candidate().options();
        boolean sequential = ranked.family().roles().get(loop).isBlockedOnHost();
        int chunk = sequential ? Math.min(options.kTile(), r) : options.kTile();
        return new Candidate(
                block, ranked.candidate().thread(), new Candidate.Options(chunk, options.stages(), options.panel()));
    }
}
