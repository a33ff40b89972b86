package tilewright.ranking;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependences;
import tilewright.tiling.Candidate;
import tilewright.tiling.ProgramPart;

/**
 * Predicted time of a whole program. Candidates are ranked by the part that their sizes belong to; where a program runs in
 * several parts, or the host runs a part again and again, what is measured is the sum (docs/equations.md, "Programs in
 * parts"). A part that another one's blocks run adds the bytes of arrays that no launch touches otherwise. Belongs to the thread that owns the analysis.
 */
public final class ProgramTime {
    private final Function<RankedCandidate, List<ProgramPart>> parts;
    private final DeviceDescription device;
    /** By part, which is one object for all candidates: to hash what it holds, once for each of them, takes longer than to look up. */
    private final Map<Dependences, CostModel> models = new IdentityHashMap<>();
    /** By part, bytes of the arrays that it accesses. */
    private final Map<Dependences, Map<String, Double>> arrays = new IdentityHashMap<>();
    /** By part and name of a family. */
    private final Map<Dependences, Map<String, CandidateSpace>> spaces = new IdentityHashMap<>();
    /** Known ones stay known when the analysis is closed. */
    private final Map<Candidate, Double> known = new HashMap<>();

    /** @param parts of the program, for a candidate of its main part */
    public ProgramTime(Function<RankedCandidate, List<ProgramPart>> parts, DeviceDescription device) {
        this.parts = parts;
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
        double seconds = 0;
        double memory = 0;
        Map<String, Double> touched = new HashMap<>();
        List<ProgramPart> all = parts.apply(ranked);
        for (ProgramPart part : all) {
            if (part.joined()) {
                continue;
            }
            Prediction prediction = prediction(part, ranked);
            if (prediction != null) {
                seconds += part.runs() * (prediction.seconds() - prediction.start());
                memory += part.runs() * prediction.term(Prediction.Term.MEMORY);
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
        return parts.apply(ranked).stream().allMatch(part -> part.isMain() || part.joined() || fits(part));
    }

    private boolean fits(ProgramPart part) {
        return space(part).objection(part.candidate()).isEmpty();
    }

    private CandidateSpace space(ProgramPart part) {
        return spaces.computeIfAbsent(part.dependences(), _ -> new HashMap<>())
                .computeIfAbsent(part.family().name(), _ -> new CandidateSpace(problem(part), part.family(), device));
    }

    private static Problem problem(ProgramPart part) {
        return Problem.of(part.dependences(), part.sizes());
    }

    /** Null for a part too large for the device. */
    private @Nullable Prediction prediction(ProgramPart part, RankedCandidate ranked) {
        if (part.isMain()) {
            return ranked.prediction();
        }
        if (space(part).excess(part.candidate()).isPresent()) {
            return null;
        }
        return models.computeIfAbsent(part.dependences(), d -> CostModel.of(problem(part), part.families(), device))
                .predict(part.family(), generated(part.candidate(), ranked.candidate()));
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
