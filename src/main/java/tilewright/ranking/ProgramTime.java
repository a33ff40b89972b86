package tilewright.ranking;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tilewright.dependence.Dependences;
import tilewright.tiling.Candidate;
import tilewright.tiling.ProgramPart;

/**
 * Predicted time of a whole program. Candidates are ranked by the part that their sizes belong to; where a program runs in
 * several parts, or the host runs a part again and again, what is measured is the sum (docs/equations.md, "Programs in
 * parts"). Belongs to the thread that owns the analysis.
 */
public final class ProgramTime {
    private final Function<RankedCandidate, List<ProgramPart>> parts;
    private final DeviceDescription device;
    private final Map<Dependences, CostModel> models = new HashMap<>();
    /** By part and family. */
    private final Map<List<Object>, CandidateSpace> spaces = new HashMap<>();
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
        for (ProgramPart part : parts.apply(ranked)) {
            seconds += part.runs() * seconds(part, ranked);
        }
        known.put(ranked.candidate(), seconds);
        return seconds;
    }

    /** Whether the device can run all parts as they would be cut. */
    boolean fits(RankedCandidate ranked) {
        return parts.apply(ranked).stream().allMatch(part -> part.isMain() || fits(part));
    }

    private boolean fits(ProgramPart part) {
        return space(part).objection(part.candidate()).isEmpty();
    }

    private CandidateSpace space(ProgramPart part) {
        return spaces.computeIfAbsent(
                List.of(part.dependences(), part.family().name()),
                key -> new CandidateSpace(Problem.of(part.dependences(), part.sizes()), part.family(), device));
    }

    private double seconds(ProgramPart part, RankedCandidate ranked) {
        if (part.isMain()) {
            return ranked.prediction().seconds();
        }
        if (!fits(part)) {
            return 0;
        }
        return models.computeIfAbsent(
                        part.dependences(), d -> CostModel.of(Problem.of(d, part.sizes()), part.families(), device))
                .predict(part.family(), part.candidate())
                .seconds();
    }
}
