package tilewright.tiling.strategy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

/** A family that a part has plans of, and who makes them. */
public record LegalFamily(Family family, FamilyPlanner planner) {
    public List<LoopRole> roles() {
        return family.roles();
    }

    /** Loops that the host runs one iteration at a time. */
    public int hostLoops() {
        return (int) roles().stream().filter(r -> r == LoopRole.HOST).count();
    }

    /**
     * Sizes of another family in terms of this one: the same where the loops have the same roles (and lanes lie along rows in
     * both), in another order where several parallel loops and loops inside the kernel, as many of each, stand in another order.
     * Empty where they mean nothing here: with one parallel loop it matters whether neighbours along it are neighbours in memory.
     */
    public Optional<Candidate> sizes(Candidate candidate, Family other) {
        if (roles().equals(other.roles())) {
            boolean lanes = other.roles().contains(LoopRole.REDUCTION);
            return !lanes || family.name().equals(other.name()) ? Optional.of(candidate) : Optional.empty();
        }
        if (positions(roles(), LoopRole.PARALLEL).size() < 2) {
            return Optional.empty();
        }
        List<Integer> block = new ArrayList<>(Collections.nCopies(roles().size(), 1));
        List<Integer> thread = new ArrayList<>(block);
        for (LoopRole role : LoopRole.values()) {
            List<Integer> from = positions(other.roles(), role);
            List<Integer> to = positions(roles(), role);
            boolean moves = role == LoopRole.PARALLEL || role == LoopRole.KERNEL;
            if (from.size() != to.size() || !moves && !to.isEmpty()) {
                return Optional.empty();
            }
            for (int p = 0; p < to.size(); p++) {
                block.set(to.get(p), candidate.block().get(from.get(p)));
                thread.set(to.get(p), candidate.thread().get(from.get(p)));
            }
        }
        return Optional.of(new Candidate(block, thread, candidate.options()));
    }

    private static List<Integer> positions(List<LoopRole> roles, LoopRole role) {
        return IntStream.range(0, roles.size())
                .filter(z -> roles.get(z) == role)
                .boxed()
                .toList();
    }
}
