package tilewright.tiling.property;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.GenerationLimits;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Strategy;

/**
 * A loop of the host whose iterations are launches of the same blocks, each of which reads elements again that nobody writes: {@code x(t,i) = x(t,i) + w(i,j) * x(t-1,j)} over j, in
 * blocks along i, reads the rows of w that belong to its points in every iteration t. Blocks may stay for all iterations and keep them, if all of them wait for each other
 * between iterations, which is the order of launches.
 *
 * @param direct a launch of the loop, whose blocks find in memory what they would copy to shared memory in parts
 * @param blocks of each iteration
 * @param iterations of the loop inside of blocks that read elements again; null where they do not
 */
public record SteadyBlocks(
        HostStep.Launch direct, Affine blocks, @Nullable Affine iterations) {
    private static final GenerationLimits LIMITS = GenerationLimits.shipped();

    /**
     * The launches of a loop; none where some have other blocks in other iterations, or blocks that copy what they cannot keep, or none has blocks with something to keep, of a
     * point a thread and one loop inside.
     *
     * @param parameters of the nest
     */
    public static List<SteadyBlocks> of(HostStep.HostLoop loop, Collection<String> parameters) {
        if (loop.columns() != null || loop.boxes() != null) {
            return List.of();
        }
        Set<String> written = new HashSet<>();
        List<SteadyBlocks> all = new ArrayList<>();
        for (HostStep step : loop.body()) {
            if (!(step instanceof HostStep.Launch launch)
                    || launch.blocks().size() != 1
                    || !(launch.blocks().getFirst() instanceof Piece piece)
                    || launch.lane().ahead()
                    || launch.lane().meets()) {
                return List.of();
            }
            piece.leaves().forEach(s -> written.add(s.statement().target().array()));
        }
        for (HostStep step : loop.body()) {
            Optional<SteadyBlocks> one =
                    of((HostStep.Launch) step, loop.variable(), new HashSet<>(parameters), written);
            if (one.isEmpty()) {
                return List.of();
            }
            all.add(one.get());
        }
        return all.stream().anyMatch(s -> s.iterations() != null) ? all : List.of();
    }

    private static Optional<SteadyBlocks> of(
            HostStep.Launch launch, String host, Set<String> sizes, Set<String> written) {
        Piece piece = (Piece) launch.blocks().getFirst();
        if (piece.grid().size() > 1 || piece.barriers()) {
            return Optional.empty();
        }
        Affine blocks = Affine.constant(1);
        for (Piece.GridDimension grid : piece.grid()) {
            blocks = grid.last().minus(grid.first()).plus(1);
        }
        HostStep.Launch again = new HostStep.Launch(launch.name() + " inputs", launch.description(), List.of(piece));
        if (!sizes.containsAll(blocks.variables())) {
            return Optional.empty();
        }
        if (keepsSome(piece, host, written)) {
            Piece.SequentialLoop inside = piece.sequential().getFirst();
            Affine iterations = inside.last().minus(inside.first()).plus(1);
            return sizes.containsAll(iterations.variables())
                    ? Optional.of(new SteadyBlocks(
                            again.with(List.of(finishedBehind(piece.mapStatements(SteadyBlocks::inMemory)))),
                            blocks,
                            iterations))
                    : Optional.empty();
        }
        boolean copies = piece.leaves().stream()
                .flatMap(s -> s.accesses().stream())
                .anyMatch(a -> a.strategy() == Strategy.STAGED || a.strategy() == Strategy.EXCHANGED);
        return copies ? Optional.empty() : Optional.of(new SteadyBlocks(again, blocks, null));
    }

    private static boolean isPlain(Piece piece) {
        return piece.grid().size() == 1
                && piece.sequential().size() == 1
                && piece.points().size() == 1
                && piece.points().getFirst().thread() == 1
                && !piece.points().getFirst().lanes()
                && piece.threads() >= LIMITS.steadyLeast()
                && piece.threads() <= LIMITS.steadyMost()
                && piece.prologue().isEmpty()
                && piece.epilogue().isEmpty()
                && piece.leaves().stream()
                        .flatMap(s -> s.accesses().stream())
                        .noneMatch(a -> a.strategy() == Strategy.EXCHANGED);
    }

    /** Whether each point reads elements of its own in every iteration, of an array that no launch of the loop writes, whatever the iteration of the host is. */
    private static boolean keepsSome(Piece piece, String host, Set<String> written) {
        if (!isPlain(piece)) {
            return false;
        }
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
