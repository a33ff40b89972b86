package tilewright.tiling.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.tiling.space.LoopRole;

/**
 * A shape of plan that is legal for a nest, whatever the sizes within its constraints.
 *
 * @param name e.g. {@code "2D blocks"}
 * @param roles one per loop of the common loop space
 * @param levels the launches of one step of the host loops, in order
 * @param constraints what block sizes must satisfy for the levels to be these
 * @param rule why it is legal
 * @param time for time tiles, what their sizes depend on; null for other families
 * @param inRows whether one block may run a row of square blocks ({@link tilewright.tiling.property.BlockRows BlockRows}), as planners find out where they find a family; plans do not repeat it
 */
public record Family(
        String name,
        List<LoopRole> roles,
        List<Level> levels,
        List<Divides> constraints,
        String rule,
        @Nullable TimeShape time,
        boolean inRows) {
    /**
     * One launch per step.
     *
     * @param description e.g. {@code "level 1: blocks that meet row or column block K"}
     * @param pieces its kinds of blocks
     */
    public record Level(String description, List<PieceShape> pieces) {
        public Level {
            pieces = List.copyOf(pieces);
        }
    }

    /**
     * One kind of blocks of a level.
     *
     * @param freeLoops loops (indices) over whose blocks the piece ranges; the others are fixed by the step
     * @param exchanged whether threads of a block hand each other values every iteration (a barrier each)
     * @param statements ids of the statements that run in it, in order
     * @param places one for each access of these; none of a plan that was read, whose text does not repeat them
     */
    public record PieceShape(List<Integer> freeLoops, boolean exchanged, List<String> statements, List<Place> places) {
        public PieceShape {
            freeLoops = List.copyOf(freeLoops);
            statements = List.copyOf(statements);
            places = List.copyOf(places);
        }
    }

    /**
     * Where an access of a piece finds its value.
     *
     * @param statement its id
     * @param access its index
     * @param indices the element as the piece names it ({@link tilewright.tiling.strategy.SequentialNames SequentialNames}), by the common loops
     * @param tile the element of a point, in the common loops' names, of the register tile that has it; null where there is none
     * @param loaded whether that tile is loaded before statements run
     */
    public record Place(
            String statement,
            int access,
            Strategy strategy,
            List<Affine> indices,
            @Nullable List<Affine> tile,
            boolean loaded) {}

    /** r of loop {@code divisor} divides r of loop {@code multiple}. */
    public record Divides(int divisor, int multiple) {}

    /** A family whose blocks need no halo. */
    public Family(String name, List<LoopRole> roles, List<Level> levels, List<Divides> constraints, String rule) {
        this(name, roles, levels, constraints, rule, null);
    }

    /** A family whose blocks run in launches. */
    public Family(
            String name,
            List<LoopRole> roles,
            List<Level> levels,
            List<Divides> constraints,
            String rule,
            @Nullable TimeShape time) {
        this(name, roles, levels, constraints, rule, time, false);
    }

    /** Whether one launch runs all levels of a step: threads that share out a loop in several levels do so for rows that their block owns ({@link tilewright.tiling.strategy.RowPlanner RowPlanner}). */
    public boolean joinsLevels() {
        return levels.size() > 1 && roles.contains(LoopRole.REDUCTION);
    }

    /** The same, whose rows of square blocks one block each may run. */
    public Family ofRows() {
        return new Family(name, roles, levels, constraints, rule, time, true);
    }

    public Family {
        roles = List.copyOf(roles);
        levels = List.copyOf(levels);
        constraints = List.copyOf(constraints);
    }
}
