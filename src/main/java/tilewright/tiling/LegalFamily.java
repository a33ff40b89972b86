package tilewright.tiling;

import java.util.List;

/** A family that a part has plans of, and who makes them. */
record LegalFamily(Family family, FamilyPlanner planner) {
    List<LoopRole> roles() {
        return family.roles();
    }

    /** Loops that the host runs one iteration at a time. */
    int hostLoops() {
        return (int) roles().stream().filter(r -> r == LoopRole.HOST).count();
    }

    /** Whether sizes mean the same in another family; of lanes, whether they lie along rows in both. */
    boolean hasShapeOf(Family other) {
        boolean lanes = other.roles().contains(LoopRole.REDUCTION);
        return roles().equals(other.roles()) && (!lanes || family.name().equals(other.name()));
    }
}
