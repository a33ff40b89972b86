package tilewright.ranking;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tilewright.tiling.Candidate;
import tilewright.tiling.Family;

/**
 * Candidates in predicted order. It keeps the model that ordered them, so that it can say why.
 */
public final class Ranking {
    private final Problem problem;
    private final DeviceDescription device;
    private final List<RankedCandidate> candidates;
    private final RankedCandidate baseline;
    private final Reasons reasons;

    Ranking(
            Problem problem,
            DeviceDescription device,
            List<RankedCandidate> candidates,
            RankedCandidate baseline,
            Reasons reasons) {
        this.problem = problem;
        this.device = device;
        this.candidates = List.copyOf(candidates);
        this.baseline = baseline;
        this.reasons = reasons;
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

    /** The first {@code count}, or all where there are fewer. */
    public List<RankedCandidate> top(int count) {
        return candidates.subList(0, Math.min(Math.max(0, count), candidates.size()));
    }

    /** One launch per step, plain blocks: what blocks over the sequential loops must beat. */
    public RankedCandidate baseline() {
        return baseline;
    }

    /** The same candidate, where it was ranked. */
    public Optional<RankedCandidate> find(Candidate candidate) {
        return candidates.stream().filter(c -> c.candidate().equals(candidate)).findFirst();
    }

    /** Why a candidate stands where it stands, in sentences. */
    public List<String> reasons(RankedCandidate candidate) {
        return reasons.of(candidate);
    }

    /** The family of a candidate of this ranking that was read from a file. */
    public Optional<Family> family(Candidate candidate) {
        return find(candidate).map(RankedCandidate::family);
    }
}
