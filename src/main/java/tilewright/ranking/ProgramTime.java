package tilewright.ranking;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import tilewright.dependence.Dependences;
import tilewright.kernel.Program;
import tilewright.ranking.candidates.CandidateSpace;
import tilewright.ranking.candidates.SpaceLimits;
import tilewright.ranking.cost.CostModel;
import tilewright.ranking.cost.LoopsInLaunches;
import tilewright.ranking.cost.Prediction;
import tilewright.ranking.cost.RunStart;
import tilewright.ranking.description.DeviceDescription;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.HostDescription;
import tilewright.ranking.work.Problem;
import tilewright.tiling.plan.ProgramPart;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

/**
 * Predicted time of a whole program, by which candidates are ranked: where it runs in several parts, or the host runs a part again and again, the sum (docs/equations.md, "Programs in
 * parts"). A part that another one's blocks run adds the bytes of arrays that no launch touches otherwise. Belongs to the thread that owns the analysis.
 */
public final class ProgramTime {
    private final Function<RankedCandidate, List<ProgramPart>> parts;
    private final boolean alone;
    private final DeviceDescription device;
    /** By part, which is one object for all candidates: to hash what it holds, once for each of them, takes longer than to look up. */
    private final Map<Dependences, CostModel> models = new IdentityHashMap<>();
    /** By part, bytes of the arrays that it accesses. */
    private final Map<Dependences, Map<String, Double>> arrays = new IdentityHashMap<>();
    /** By part and name of a family. */
    private final Map<Dependences, Map<String, CandidateSpace>> spaces = new IdentityHashMap<>();
    /** By part and the sizes that it takes, of which candidates of the main part share most; empty where they are too large for the device. */
    private final Map<Dependences, Map<List<Object>, Optional<Prediction>>> predictions = new IdentityHashMap<>();
    /** Known ones stay known when the analysis is closed. */
    private final Map<Candidate, Double> known = new HashMap<>();

    private final Function<RankedCandidate, Optional<Program>> programs;
    private final Map<String, Long> sizes;
    private final Map<Candidate, LoopsInLaunches> joined = new HashMap<>();
    /** By the points of blocks: of candidates whose blocks have the same, one program is enough. */
    private final Map<List<Object>, LoopsInLaunches> together = new HashMap<>();

    private boolean asked;

    /** @param parts of the program, for a candidate of its main part */
    public ProgramTime(Function<RankedCandidate, List<ProgramPart>> parts, DeviceDescription device) {
        this(parts, false, _ -> Optional.empty(), Map.of(), device);
    }

    /**
     * @param parts of the program, for a candidate of its main part
     * @param alone whether the main part is all of it, and runs once
     * @param programs the kernel program of a candidate, behind all passes; it is asked for where the host runs parts in a loop
     * @param sizes of the program
     */
    public ProgramTime(
            Function<RankedCandidate, List<ProgramPart>> parts,
            boolean alone,
            Function<RankedCandidate, Optional<Program>> programs,
            Map<String, Long> sizes,
            DeviceDescription device) {
        this.parts = parts;
        this.alone = alone;
        this.programs = programs;
        this.sizes = Map.copyOf(sizes);
        this.device = device;
    }

    /** Seconds of the whole program without parts too large for the device, as the model sees it; asked again, the same. */
    public double seconds(RankedCandidate ranked) {
        if (ranked.candidate().isAsWritten()) {
            return ranked.prediction().seconds();
        }
        Double before = known.get(ranked.candidate());
        if (before != null) {
            return before;
        }
        double memory = 0;
        Map<String, Double> touched = new HashMap<>();
        List<ProgramPart> all = parts.apply(ranked);
        LoopsInLaunches loops = loops(ranked, all);
        if (alone && loops == LoopsInLaunches.NONE) {
            return ranked.prediction().seconds();
        }
        double seconds = loops.seconds();
        for (ProgramPart part : all) {
            if (part.joined()) {
                continue;
            }
            if (loops.run(part)) {
                touched.putAll(arrays(part));
                continue;
            }
            Optional<Prediction> prediction = prediction(part, ranked);
            if (prediction.isPresent()) {
                seconds += part.runs()
                        * (prediction.get().seconds() - prediction.get().start());
                memory += part.runs() * prediction.get().term(Prediction.Term.MEMORY);
                touched.putAll(arrays(part));
            }
        }
        Map<String, Double> joined = ofJoined(all, this::arrays);
        touched.putAll(joined);
        double more = sum(joined) / memoryRate();
        seconds += more;
        memory += more;
        if (device instanceof GpuDescription gpu) {
            seconds += RunStart.seconds(seconds, memory, sum(touched), gpu);
        }
        known.put(ranked.candidate(), seconds);
        return seconds;
    }

    /**
     * The loops of the host that launches of the candidate's program run. Where the first candidate that is asked has none, others of its space have none either: they differ in the sizes of
     * blocks, on which it does not depend whether a program has such launches, but only whether these run.
     */
    private LoopsInLaunches loops(RankedCandidate ranked, List<ProgramPart> parts) {
        if (!(device instanceof GpuDescription gpu)
                || asked && joined.isEmpty()
                || joined.size() >= SpaceLimits.shipped().programs() && !joined.containsKey(ranked.candidate())
                || parts.stream().noneMatch(p -> !p.joined() && isInLoop(p))) {
            return LoopsInLaunches.NONE;
        }
        LoopsInLaunches before = joined.get(ranked.candidate());
        if (before != null) {
            return before;
        }
        LoopsInLaunches alike = together.get(points(ranked));
        if (alike != null) {
            return alike;
        }
        asked = true;
        Optional<Program> program = programs.apply(ranked);
        if (program.isEmpty() || !LoopsInLaunches.mayRun(program.get())) {
            return LoopsInLaunches.NONE;
        }
        LoopsInLaunches found = LoopsInLaunches.of(program.get(), sizes, gpu);
        joined.put(ranked.candidate(), found);
        if (found.together() || found == LoopsInLaunches.NONE) {
            together.put(points(ranked), found);
        }
        return found;
    }

    /** What of a candidate's sizes is left where blocks do not copy parts of what they read: those of parallel loops. */
    private static List<Object> points(RankedCandidate ranked) {
        List<Object> points = new ArrayList<>(List.of(ranked.family().name()));
        List<LoopRole> roles = ranked.family().roles();
        for (int z = 0; z < roles.size(); z++) {
            if (roles.get(z) != LoopRole.KERNEL) {
                points.add(ranked.candidate().block().get(z));
                points.add(ranked.candidate().thread().get(z));
            }
        }
        return points;
    }

    private boolean isInLoop(ProgramPart part) {
        return part.sizes().keySet().stream().anyMatch(v -> !sizes.containsKey(v)) && part.runs() > 1
                || !LoopsInLaunches.ofHost(part).isEmpty();
    }

    /** Whether a launch of the candidate's program runs a loop of the host. */
    public boolean joinsLoops(RankedCandidate ranked) {
        return !ranked.candidate().isAsWritten() && loops(ranked, parts.apply(ranked)) != LoopsInLaunches.NONE;
    }

    /** The same candidates in the order of the whole program's time, of which parts of the same shape take the candidate's sizes. */
    List<RankedCandidate> inOrder(List<RankedCandidate> ranked) {
        if (ranked.isEmpty() || ranked.getFirst().candidate().isAsWritten()) {
            return ranked;
        }
        toPredict(ranked).forEach(this::seconds);
        List<RankedCandidate> sorted = new ArrayList<>(ranked);
        sorted.sort(Comparator.comparingDouble(this::seconds));
        List<RankedCandidate> numbered = new ArrayList<>();
        for (RankedCandidate each : sorted) {
            numbered.add(new RankedCandidate(numbered.size() + 1, each.family(), each.candidate(), each.prediction()));
        }
        return numbered;
    }

    /**
     * The candidates whose programs are looked at first: half of them in the order of the part, and as many that come first of those with as many threads a block, since a block that stays runs other
     * parts with the threads of this one.
     */
    private static List<RankedCandidate> toPredict(List<RankedCandidate> ranked) {
        int half = Math.min(ranked.size(), SpaceLimits.shipped().programs() / 2);
        List<RankedCandidate> first = new ArrayList<>(ranked.subList(0, half));
        Collection<List<RankedCandidate>> byThreads = ranked.subList(half, ranked.size()).stream()
                .collect(Collectors.groupingBy(
                        r -> r.candidate().threads(r.family().roles()), TreeMap::new, Collectors.toList()))
                .values();
        for (int place = 0;
                first.size() < Math.min(ranked.size(), SpaceLimits.shipped().programs());
                place++) {
            for (List<RankedCandidate> alike : byThreads) {
                if (place < alike.size()) {
                    first.add(alike.get(place));
                }
            }
        }
        return first;
    }

    /** Bytes of the arrays that only parts without launches of their own touch. */
    static double bytesOfJoined(List<ProgramPart> parts) {
        return sum(ofJoined(parts, part -> RunStart.arrays(problem(part))));
    }

    private static Map<String, Double> ofJoined(
            List<ProgramPart> parts, Function<ProgramPart, Map<String, Double>> arrays) {
        Map<String, Double> joined = new HashMap<>();
        parts.stream().filter(ProgramPart::joined).forEach(part -> joined.putAll(arrays.apply(part)));
        parts.stream()
                .filter(part -> !part.joined())
                .forEach(part -> joined.keySet().removeAll(arrays.apply(part).keySet()));
        return joined;
    }

    private static double sum(Map<String, Double> bytes) {
        return bytes.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    private Map<String, Double> arrays(ProgramPart part) {
        return arrays.computeIfAbsent(part.dependences(), d -> RunStart.arrays(problem(part)));
    }

    private double memoryRate() {
        return switch (device) {
            case GpuDescription gpu -> gpu.memory().globalBytesPerSecond();
            case HostDescription host -> host.memory().bytesPerSecond();
        };
    }

    /** Whether the device can run all parts as they would be cut. */
    boolean fits(RankedCandidate ranked) {
        return parts.apply(ranked).stream()
                .allMatch(part -> part.isMain() || part.joined() || fits(part, ranked.candidate()));
    }

    private boolean fits(ProgramPart part, Candidate main) {
        Candidate candidate = generated(part.candidate(), main);
        boolean more = candidate.options().stages() > part.candidate().options().stages();
        return space(part).objection(part.candidate()).isEmpty()
                && (!more || space(part).excess(candidate).isEmpty());
    }

    private CandidateSpace space(ProgramPart part) {
        return spaces.computeIfAbsent(part.dependences(), _ -> new HashMap<>())
                .computeIfAbsent(part.family().name(), _ -> new CandidateSpace(problem(part), part.family(), device));
    }

    private static Problem problem(ProgramPart part) {
        return Problem.of(part.dependences(), part.sizes(), part.own());
    }

    /** Empty for a part too large for the device. */
    private Optional<Prediction> prediction(ProgramPart part, RankedCandidate ranked) {
        if (part.isMain()) {
            return Optional.of(ranked.prediction());
        }
        Candidate candidate = generated(part.candidate(), ranked.candidate());
        return predictions
                .computeIfAbsent(part.dependences(), _ -> new HashMap<>())
                .computeIfAbsent(List.of(part.family().name(), candidate), _ -> prediction(part, candidate));
    }

    private Optional<Prediction> prediction(ProgramPart part, Candidate candidate) {
        return space(part).excess(candidate).isPresent()
                ? Optional.empty()
                : Optional.of(models.computeIfAbsent(
                                part.dependences(), d -> CostModel.of(problem(part), part.families(), device))
                        .predict(part.family(), candidate));
    }

    /** A part's sizes with the buffers that its kernels have: as many for each staged value as the main part's. */
    static Candidate generated(Candidate part, Candidate main) {
        Candidate.Options options = part.options();
        int stages = main.options().stages();
        return new Candidate(
                part.block(),
                part.thread(),
                new Candidate.Options(options.kTile(), stages, options.panel(), options.window(), options.resident()));
    }
}
