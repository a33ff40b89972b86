package tilewright.codegen.lower;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tilewright.model.Access;
import tilewright.tiling.plan.TimeTile;
import tilewright.tiling.property.Surfaces;

/**
 * Follows blocks that stay through two iterations, statement by statement: every neighbour that a statement reads of an array that changes has been told in a round after it changed
 * last, what shared memory held of it has not been overwritten since by another array's, every block that has it is waited for, and whoever reads from a block is waited for by it. Two
 * iterations are enough: what holds at the end of the first holds at the end of every later one.
 */
public final class SurfaceCheck {
    private final TimeTile boxes;
    private final Surfaces surfaces;
    /** Arrays told since they changed last. */
    private final Set<String> told = new HashSet<>();
    /** What shared memories hold, by number. */
    private final Map<Integer, String> held = new HashMap<>();

    private SurfaceCheck(TimeTile boxes, Surfaces surfaces) {
        this.boxes = boxes;
        this.surfaces = surfaces;
    }

    /**
     * What is right.
     *
     * @throws IllegalStateException with array and statement, if something is read that was not told
     */
    public static Surfaces require(TimeTile boxes, Surfaces surfaces) {
        wrong(boxes, surfaces).ifPresent(words -> {
            throw new IllegalStateException("blocks that stay: " + words);
        });
        return surfaces;
    }

    /** What is wrong, in words. */
    public static Optional<String> wrong(TimeTile boxes, Surfaces surfaces) {
        SurfaceCheck check = new SurfaceCheck(boxes, surfaces);
        for (String array : surfaces.constant()) {
            check.held.put(surfaces.memory().getOrDefault(array, -1), array);
        }
        for (int iteration = 0; iteration < 2; iteration++) {
            for (int s = 0; s < boxes.statements().size(); s++) {
                Optional<String> wrong = check.statement(s);
                if (wrong.isPresent()) {
                    return wrong;
                }
            }
        }
        return check.directions();
    }

    private Optional<String> statement(int number) {
        for (Surfaces.Round round : surfaces.rounds()) {
            if (round.before() == number) {
                for (String array : round.arrays()) {
                    told.add(array);
                    held.put(surfaces.memory().getOrDefault(array, -1), array);
                }
            }
        }
        TimeTile.TimedStatement statement = boxes.statements().get(number);
        for (Access access : statement.statement().accesses()) {
            List<Integer> offset = statement.offsets().getOrDefault(access.index(), List.of());
            if (access.index() == 1 || offset.stream().allMatch(o -> o == 0)) {
                continue;
            }
            String array = access.array();
            String where = "access " + access + " of " + statement.statement().id() + " reads neighbours of " + array;
            boolean constant = surfaces.constant().contains(array);
            if (!constant && !told.contains(array)) {
                return Optional.of(where + ", which has changed since blocks told each other");
            }
            Integer memory = surfaces.memory().get(array);
            if (memory == null || !array.equals(held.get(memory))) {
                return Optional.of(where + ", in whose shared memory stands " + held.get(memory == null ? -1 : memory));
            }
        }
        told.remove(statement.statement().target().array());
        return Optional.empty();
    }

    private Optional<String> directions() {
        for (String array : surfaces.told()) {
            for (List<Integer> direction : Surfaces.directions(surfaces.shape(), array)) {
                List<Integer> opposite = direction.stream().map(d -> -d).toList();
                if (!surfaces.directions().contains(direction)
                        || !surfaces.directions().contains(opposite)) {
                    return Optional.of("nobody waits for the block at " + direction + ", which has " + array
                            + ", or that block does not wait for who reads it");
                }
            }
        }
        return Optional.empty();
    }
}
