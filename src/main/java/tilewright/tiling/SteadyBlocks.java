package tilewright.tiling;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;

/**
 * A loop of the host whose iterations are launches of the same blocks, each of which reads elements again that nobody writes: {@code x(t,i) = x(t,i) + w(i,j) * x(t-1,j)} over j, in
 * blocks along i, reads the rows of w that belong to its points in every iteration t. Blocks may stay for all iterations and keep them, if all of them wait for each other
 * between iterations, which is the order of launches.
 *
 * @param direct the launch, whose blocks find in memory what they would copy to shared memory in parts
 * @param blocks of each iteration
 * @param iterations of the loop inside of blocks
 */
public record SteadyBlocks(HostStep.Launch direct, Affine blocks, Affine iterations) {
    /** Threads along the points: few, as blocks keep a row of elements for each. */
    private static final int MOST_POINTS = 128;

    private static final int LEAST_POINTS = 32;

    /**
     * The blocks of a loop's iterations; empty where they are not the same in all of them, have more than a point a thread or more than one loop, or have nothing to keep.
     *
     * @param parameters of the nest
     */
    public static Optional<SteadyBlocks> of(HostStep.HostLoop loop, Collection<String> parameters) {
        if (loop.columns() != null
                || loop.boxes() != null
                || loop.body().size() != 1
                || !(loop.body().getFirst() instanceof HostStep.Launch launch)
                || launch.blocks().size() != 1
                || !(launch.blocks().getFirst() instanceof Piece piece)
                || launch.lane().ahead()
                || launch.lane().meets()
                || !isPlain(piece)) {
            return Optional.empty();
        }
        Piece.GridDimension grid = piece.grid().getFirst();
        Piece.SequentialLoop inside = piece.sequential().getFirst();
        Set<String> sizes = new HashSet<>(parameters);
        Affine blocks = grid.last().minus(grid.first()).plus(1);
        Affine iterations = inside.last().minus(inside.first()).plus(1);
        boolean same = Stream.of(grid.first(), grid.last(), inside.first(), inside.last())
                .allMatch(a -> sizes.containsAll(a.variables()));
        if (!same || !keepsSome(piece, loop.variable())) {
            return Optional.empty();
        }
        Piece direct = finishedBehind(piece.mapStatements(SteadyBlocks::inMemory));
        return Optional.of(new SteadyBlocks(
                new HostStep.Launch(launch.name() + " inputs", launch.description(), List.of(direct)),
                blocks,
                iterations));
    }

    private static boolean isPlain(Piece piece) {
        return !piece.barriers()
                && piece.grid().size() == 1
                && piece.sequential().size() == 1
                && piece.points().size() == 1
                && piece.points().getFirst().thread() == 1
                && !piece.points().getFirst().lanes()
                && piece.threads() >= LEAST_POINTS
                && piece.threads() <= MOST_POINTS
                && piece.prologue().isEmpty()
                && piece.epilogue().isEmpty()
                && piece.leaves().stream()
                        .flatMap(s -> s.accesses().stream())
                        .noneMatch(a -> a.strategy() == Strategy.EXCHANGED);
    }

    /** Whether each point reads elements of its own in every iteration, of an array that the blocks do not write, whatever the iteration of the host is. */
    private static boolean keepsSome(Piece piece, String host) {
        Set<String> written = new HashSet<>();
        piece.leaves().forEach(s -> written.add(s.statement().target().array()));
        String point = piece.points().getFirst().variable();
        String inside = piece.sequential().getFirst().variable();
        return piece.leaves().stream().flatMap(s -> s.accesses().stream()).anyMatch(a -> {
            Set<String> names = new HashSet<>();
            a.indices().forEach(i -> names.addAll(i.variables()));
            return a.strategy() == Strategy.STAGED
                    && !written.contains(a.access().array())
                    && names.contains(point)
                    && names.contains(inside)
                    && !names.contains(host);
        });
    }

    /** What the last iteration alone runs comes behind the loop, where it keeps no iteration from being computed beside others. */
    private static Piece finishedBehind(Piece piece) {
        Piece.SequentialLoop inside = piece.sequential().getFirst();
        List<Piece.PlannedStatement> inLoop = new ArrayList<>();
        List<Piece.PlannedStatement> behind = new ArrayList<>();
        for (Piece.PlannedStatement statement : piece.statements()) {
            List<Condition> others = statement.domain().conjuncts().stream()
                    .filter(c -> !isLast(c, inside))
                    .toList();
            boolean last = others.size() < statement.domain().conjuncts().size();
            if (last) {
                behind.add(at(statement, Condition.and(others), Map.of(inside.variable(), inside.last())));
            } else if (behind.isEmpty()) {
                inLoop.add(statement);
            } else {
                return piece;
            }
        }
        return behind.isEmpty() || inLoop.isEmpty() ? piece : piece.withLoopAndEpilogue(inLoop, behind);
    }

    /** Whether a condition says that the loop is in its last iteration. */
    private static boolean isLast(Condition condition, Piece.SequentialLoop inside) {
        if (!(condition instanceof Condition.Compare(Affine left, Condition.Relation relation, Affine right))
                || relation != Condition.Relation.EQ) {
            return false;
        }
        LinearForm difference = LinearForm.of(left.minus(right));
        LinearForm atLast = LinearForm.of(left.minus(right).substitute(Map.of(inside.variable(), inside.last())));
        return difference.coefficient(inside.variable()) != 0 && atLast.isConstant() && atLast.constant() == 0;
    }

    private static Piece.PlannedStatement at(
            Piece.PlannedStatement statement, Condition domain, Map<String, Affine> values) {
        Map<String, Affine> coordinates = new HashMap<>();
        statement.coordinates().forEach((name, value) -> coordinates.put(name, value.substitute(values)));
        return new Piece.PlannedStatement(
                statement.statement(),
                coordinates,
                domain.substitute(values),
                statement.accesses().stream()
                        .map(a -> new Piece.PlannedAccess(
                                a.access(),
                                a.strategy(),
                                a.indices().stream()
                                        .map(i -> i.substitute(values))
                                        .toList(),
                                a.tile()))
                        .toList());
    }

    private static Piece.PlannedStatement inMemory(Piece.PlannedStatement statement) {
        return new Piece.PlannedStatement(
                statement.statement(),
                statement.coordinates(),
                statement.domain(),
                statement.accesses().stream()
                        .map(a -> a.strategy() == Strategy.STAGED
                                ? new Piece.PlannedAccess(a.access(), Strategy.DIRECT, a.indices(), a.tile())
                                : a)
                        .toList());
    }
}
