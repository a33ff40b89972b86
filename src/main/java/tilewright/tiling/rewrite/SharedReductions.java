package tilewright.tiling.rewrite;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import tilewright.dependence.Dependences;
import tilewright.dependence.Reduction;
import tilewright.dependence.Reductions;
import tilewright.isl.Context;
import tilewright.model.Access;
import tilewright.model.DataType;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.model.Statement;
import tilewright.tiling.space.OrderCheck;
import tilewright.tiling.space.ParallelLoops;

/** Which reductions of a nest {@link tilewright.tiling.schedule.SplitSums SplitSums} may compute in shares. */
public final class SharedReductions {
    private SharedReductions() {}

    public static List<Reduction> of(Dependences dependences) {
        return Reductions.of(dependences).stream()
                .filter(r -> isShared(dependences, r))
                .toList();
    }

    private static boolean isShared(Dependences dependences, Reduction reduction) {
        LoopNest nest = dependences.nest();
        PlacedStatement placed = nest.statement(reduction.statement());
        int first =
                reduction.loops().isEmpty() ? placed.depth() : reduction.loops().getFirst();
        boolean joins = reduction.mayRegroup()
                && nest.array(reduction.array()).type() != DataType.HALF
                && reduction.loops().size() == placed.depth() - first
                && first < placed.depth()
                && placed.guards().isEmpty();
        if (!joins) {
            return false;
        }
        Node.Loop loop = placed.loops().get(first);
        boolean fixed = loop.step() == 1
                && onlyStatement(loop).filter(placed.statement()::equals).isPresent()
                && nest.parameters().containsAll(loop.lower().variables())
                && nest.parameters().containsAll(loop.upper().variables());
        // Sums along diagonals, as of d(j - i), have another element in each iteration of both loops.
        List<String> summed = placed.loopVariables().subList(first, placed.depth());
        boolean oneElement = placed.statement().target().indices().stream()
                .flatMap(i -> i.variables().stream())
                .noneMatch(summed::contains);
        // The first value of a share is its first iteration's: inner loops might have none there.
        boolean starts = !reduction.operator().isExtreme() || first == placed.depth() - 1;
        return fixed && starts && oneElement && staying(dependences, reduction).isPresent();
    }

    /**
     * How many of the loops around a sum stay around its shares: as few as may be, and none that would be parallel. Those that do not stay make an element
     * each, and change nothing that the sum reads, so that shares may be computed before all of their iterations.
     */
    public static OptionalInt staying(Dependences dependences, Reduction reduction) {
        LoopNest nest = dependences.nest();
        PlacedStatement placed = nest.statement(reduction.statement());
        int first = reduction.loops().getFirst();
        Set<String> operands = placed.statement().accesses().stream()
                .filter(a -> a.index() != reduction.read()
                        && a.index() != placed.statement().target().index())
                .map(Access::array)
                .collect(Collectors.toSet());
        ParallelLoops loops = new ParallelLoops(dependences);
        for (int depth = 0; depth <= first; depth++) {
            Node.Loop outermost = placed.loops().get(depth);
            boolean changes = nest.statements().stream()
                    .filter(p -> p.loops().contains(outermost))
                    .anyMatch(p -> operands.contains(p.statement().target().array()));
            if (!changes && hasElementEach(dependences, placed, depth, first)) {
                return OptionalInt.of(depth);
            }
            if (loops.isParallel(outermost, depth)) {
                return OptionalInt.empty();
            }
        }
        return OptionalInt.empty();
    }

    /** The statement that is all there is in a loop and those inside it. */
    public static Optional<Statement> onlyStatement(Node.Loop loop) {
        if (loop.body().size() != 1 || !loop.loads().isEmpty()) {
            return Optional.empty();
        }
        return switch (loop.body().getFirst()) {
            case Statement s -> Optional.of(s);
            case Node.Loop l -> onlyStatement(l);
            case Node.Guard _, Node.Repeat _ -> Optional.empty();
        };
    }

    /** Whether iterations that update one element agree in all loops around the first one that reduces, where they agree in those that stay. */
    private static boolean hasElementEach(Dependences dependences, PlacedStatement placed, int staying, int first) {
        Context context = dependences.context();
        tilewright.isl.Map elements = tilewright.isl.Map.parse(
                context,
                new SetNotation(dependences.nest())
                        .accessRelation(placed, placed.statement().target()));
        tilewright.isl.Map same = OrderCheck.agreeingIn(elements.applyRange(elements.reverse()), staying);
        return same.isSubset(OrderCheck.agreeingIn(same, first));
    }

    /** The loop that is cut into shares. */
    public static Node.Loop cut(LoopNest nest, Reduction reduction) {
        return nest.statement(reduction.statement())
                .loops()
                .get(reduction.loops().getFirst());
    }
}
