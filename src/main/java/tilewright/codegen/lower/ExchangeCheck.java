package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Face;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;

/**
 * Whether threads of time tiles find their neighbours' values: asked of the finished block program alone. Every read of
 * a neighbour must come after the faces that hold it were taken, those after they were given with a barrier in
 * between, and those after the tile changed last; nobody may give a face anew while another thread may still take it.
 *
 * <p>A loop's body is followed several times, as what one iteration leaves is what the next one finds.
 */
public final class ExchangeCheck {
    private static final int ITERATIONS = 3;

    private final BlockProgram program;
    private final Map<Tile, Integer> versions = new HashMap<>();
    private final Map<Face, Integer> given = new HashMap<>();
    private final Map<Face, Integer> taken = new HashMap<>();
    private final Set<Face> hidden = new HashSet<>();
    private final Set<Face> beingTaken = new HashSet<>();

    private ExchangeCheck(BlockProgram program) {
        this.program = program;
    }

    /** What is wrong with a program, in words. */
    public static Optional<String> wrong(BlockProgram program) {
        List<List<Operation>> bodies = new ArrayList<>();
        if (program.interiorBody() != null) {
            bodies.add(program.interiorBody());
        }
        if (program.guardedBody() != null) {
            bodies.add(program.guardedBody());
        }
        return bodies.stream()
                .flatMap(b -> new ExchangeCheck(program).follow(b).stream())
                .findFirst();
    }

    /**
     * Refuses a program that is wrong.
     *
     * @throws IllegalStateException saying what is wrong
     */
    public static BlockProgram require(BlockProgram program) {
        wrong(program).ifPresent(words -> {
            throw new IllegalStateException("the threads of " + program.role() + ": " + words);
        });
        return program;
    }

    private Optional<String> follow(List<Operation> operations) {
        return operations.stream().flatMap(o -> follow(o).stream()).findFirst();
    }

    private Optional<String> follow(Operation operation) {
        return switch (operation) {
            case Operation.LoadTile l -> change(l.tile());
            case Operation.TakeLanding t -> change(t.tile());
            case Operation.GiveFace g -> give(g.face());
            case Operation.TakeFace t -> take(t.face());
            case Operation.Barrier _ -> barrier();
            case Operation.Assign a -> assign(a);
            case Operation.Iterations i -> {
                Optional<String> wrong = Optional.empty();
                for (int n = 0; n < ITERATIONS && wrong.isEmpty(); n++) {
                    wrong = follow(i.body());
                }
                yield wrong;
            }
            case Operation.Join _,
                    Operation.StoreTile _,
                    Operation.TakeTurn _,
                    Operation.LastTurn _,
                    Operation.LoadWindow _,
                    Operation.StoreWindow _,
                    Operation.Tell _,
                    Operation.MoveTile _,
                    Operation.Land _,
                    Operation.AwaitLanding _,
                    Operation.Stage _,
                    Operation.Publish _,
                    Operation.Shuffle _,
                    Operation.Keep _,
                    Operation.InTurn _,
                    Operation.Define _,
                    Operation.ChunkLoop _,
                    Operation.Pipeline _,
                    Operation.Remainder _,
                    Operation.Rounds _ -> Optional.empty();
        };
    }

    private Optional<String> change(Tile tile) {
        versions.merge(tile, 1, Integer::sum);
        return Optional.empty();
    }

    private Optional<String> give(Face face) {
        if (beingTaken.contains(face)) {
            return Optional.of("face " + face.name() + " is given anew while a thread may still take it");
        }
        given.put(face, version(face.tile()));
        hidden.add(face);
        return Optional.empty();
    }

    private Optional<String> barrier() {
        hidden.clear();
        beingTaken.clear();
        return Optional.empty();
    }

    private Optional<String> take(Face face) {
        int now = version(face.tile());
        if (!face.isWithinWarp()) {
            if (hidden.contains(face)) {
                return Optional.of("face " + face.name() + " is taken without a barrier after it was given");
            }
            if (given.getOrDefault(face, -1) != now) {
                return Optional.of("face " + face.name() + " is taken, but was not given since its tile changed");
            }
            beingTaken.add(face);
        }
        taken.put(face, now);
        return Optional.empty();
    }

    private Optional<String> assign(Operation.Assign assign) {
        List<String> wrong = new ArrayList<>();
        Values.visit(assign.value(), v -> {
            if (v instanceof Value.NeighbourElement n) {
                stale(n).ifPresent(wrong::add);
            }
        });
        if (assign.target() instanceof Operation.Target.TileTarget t) {
            change(t.tile());
        }
        return wrong.stream().findFirst();
    }

    private int version(Tile tile) {
        return versions.getOrDefault(tile, 0);
    }

    /** A neighbour that is in another thread's points, and not in this one's ring as it is now. */
    private Optional<String> stale(Value.NeighbourElement neighbour) {
        for (List<Integer> direction : directions(neighbour.offset())) {
            boolean held = program.faces().stream()
                    .filter(f ->
                            f.tile().equals(neighbour.tile()) && f.direction().equals(direction))
                    .anyMatch(f ->
                            covers(f, neighbour.offset()) && taken.getOrDefault(f, -1) == version(neighbour.tile()));
            if (!held) {
                return Optional.of("the neighbour at " + neighbour.offset() + " of "
                        + neighbour.tile().array() + " is read, but not taken from the thread at " + direction
                        + " since it changed");
            }
        }
        return Optional.empty();
    }

    /** Where the threads lie whose points are at the offset from some of this thread's. */
    private List<List<Integer>> directions(List<Integer> offset) {
        List<List<Integer>> directions = List.of(List.of());
        for (int d = 0; d < offset.size(); d++) {
            Axis axis = program.axes().get(d);
            int sign = Integer.signum(offset.get(d));
            List<Integer> steps = new ArrayList<>();
            if (Math.abs(offset.get(d)) < axis.perThread() || axis.threads() == 1) {
                steps.add(0);
            }
            if (sign != 0 && axis.threads() > 1) {
                steps.add(sign);
            }
            List<List<Integer>> longer = new ArrayList<>();
            for (List<Integer> start : directions) {
                for (int step : steps) {
                    List<Integer> one = new ArrayList<>(start);
                    one.add(step);
                    longer.add(one);
                }
            }
            directions = longer;
        }
        return directions.stream()
                .filter(direction -> direction.stream().anyMatch(s -> s != 0))
                .toList();
    }

    /** Whether a face has the giver's points that are at the offset from points of the taker. */
    private boolean covers(Face face, List<Integer> offset) {
        for (int d = 0; d < offset.size(); d++) {
            int points = program.axes().get(d).perThread();
            int shift = offset.get(d) - face.direction().get(d) * points;
            int first = face.first().get(d);
            int end = first + face.extents().get(d);
            if (first > Math.max(0, shift) || end < Math.min(points, points + shift)) {
                return false;
            }
        }
        return true;
    }
}
