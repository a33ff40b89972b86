package tilewright.tiling.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.dependence.Reduction;
import tilewright.dependence.Reductions;
import tilewright.isl.Dim;
import tilewright.kernel.GenerationLimits;
import tilewright.kernel.Simt;
import tilewright.model.Affine;
import tilewright.model.LinearForm;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.model.PlacedStatement;

/**
 * A loop of the host whose instances belong to columns: those of a column depend on each other, and otherwise on columns before it that have been a step's own, the
 * pivot. So a block can keep neighbouring columns for all steps, as long as it waits for pivots of smaller numbers.
 *
 * <p>Example: modified Gram-Schmidt. Step k normalises column k; afterwards every column j > k subtracts its projection, which reads columns k and j alone.
 *
 * @param size columns of a block
 * @param threads of a block, which share out the elements of columns
 * @param updates what a step does, in the order in which it does it for a column
 */
public record OwnedColumns(int size, int threads, List<Update> updates) {
    private static final int MOST_COLUMNS = GenerationLimits.shipped().ownedColumns();

    /**
     * A statement of a step, done for one column.
     *
     * @param statement id
     * @param column variable of the loop that numbers columns: the step's own where the pivot does it
     * @param along variable of the loop that threads share out, or null
     * @param joins what joins their partial results, or null where they have none
     */
    public record Update(
            String statement,
            String column,
            @Nullable String along,
            @Nullable Operator joins) {}

    public OwnedColumns {
        updates = List.copyOf(updates);
    }

    /** Whether a block of so many columns and threads can be generated. */
    private static boolean fits(int size, int threads) {
        return size >= 1 && size <= MOST_COLUMNS && threads % Simt.WARP == 0 && threads <= Simt.BLOCK_THREADS;
    }

    /**
     * What a loop does for columns; nothing where it does anything else.
     *
     * @param dependences of the nest that the loop is the outermost one of
     * @param loop the step's
     * @param statements ids of what the loop runs
     */
    public static List<Update> updates(Dependences dependences, Node.Loop loop, Set<String> statements) {
        List<PlacedStatement> placed = dependences.nest().statements().stream()
                .filter(p -> statements.contains(p.statement().id()))
                .toList();
        boolean plain = placed.stream()
                .allMatch(p -> p.guards().isEmpty()
                        && p.depth() <= 3
                        && p.loops().getFirst().variable().equals(loop.variable())
                        && p.loops().stream().allMatch(l -> l.step() == 1));
        return plain ? new Search(dependences, placed).found().orElse(List.of()) : List.of();
    }

    /**
     * Blocks of a candidate that keep columns, where they can be generated.
     *
     * @param sizes of blocks, by the loop that they cut
     * @param step variable of the step's loop
     * @param threads of a block
     */
    public static Optional<OwnedColumns> of(
            List<Update> updates, String step, Map<String, Integer> sizes, int threads) {
        List<Integer> size = updates.stream()
                .map(Update::column)
                .filter(c -> !c.equals(step) && sizes.containsKey(c))
                .map(sizes::get)
                .distinct()
                .toList();
        return size.size() == 1 && fits(size.getFirst(), threads)
                ? Optional.of(new OwnedColumns(size.getFirst(), threads, updates))
                : Optional.empty();
    }

    /** Tries loops as those that number the columns, statement by statement. */
    private static final class Search {
        private final Dependences dependences;
        private final List<PlacedStatement> placed;
        private final List<Dependence> among;
        private final List<Reduction> reductions;

        Search(Dependences dependences, List<PlacedStatement> placed) {
            this.dependences = dependences;
            this.placed = placed;
            Set<String> ids = placed.stream().map(p -> p.statement().id()).collect(Collectors.toSet());
            this.among = dependences.dependences().stream()
                    .filter(d -> ids.contains(d.source()) && ids.contains(d.sink()))
                    .toList();
            this.reductions = Reductions.of(dependences).stream()
                    .filter(Reduction::mayRegroup)
                    .toList();
        }

        Optional<List<Update>> found() {
            return found(new ArrayList<>());
        }

        private Optional<List<Update>> found(List<Integer> chosen) {
            int next = chosen.size();
            if (next == placed.size()) {
                return updates(chosen);
            }
            for (int z = 0; z < placed.get(next).depth(); z++) {
                chosen.add(z);
                if (isPossible(placed.get(next), z) && keepToColumns(chosen)) {
                    Optional<List<Update>> whole = found(chosen);
                    if (whole.isPresent()) {
                        return whole;
                    }
                }
                chosen.removeLast();
            }
            return Optional.empty();
        }

        /** At most one loop is left for the threads, and columns behind the pivot's have bounds that no other loop changes. */
        private boolean isPossible(PlacedStatement statement, int z) {
            if (statement.depth() - (z == 0 ? 1 : 2) > 1) {
                return false;
            }
            String step = statement.loops().getFirst().variable();
            Node.Loop column = statement.loops().get(z);
            boolean bounded = z == 0
                    || isOver(column.lower(), Set.of(step))
                            && isOver(column.upper(), Set.of())
                            && isBehindPivot(column, step);
            return bounded
                    && along(statement, z)
                            .map(l -> isOver(l.lower(), Set.of(step)) && isOver(l.upper(), Set.of(step)))
                            .orElse(true);
        }

        private boolean isOver(Affine bound, Set<String> variables) {
            return bound.variables().stream()
                    .allMatch(v -> variables.contains(v)
                            || dependences.nest().parameters().contains(v));
        }

        private static boolean isBehindPivot(Node.Loop column, String step) {
            LinearForm distance = LinearForm.of(column.lower().minus(Affine.variable(step)));
            return distance.terms().isEmpty() && distance.constant() >= 1;
        }

        private static Optional<Node.Loop> along(PlacedStatement statement, int z) {
            return statement.loops().subList(1, statement.depth()).stream()
                    .filter(l -> l != statement.loops().get(z))
                    .findFirst();
        }

        private int position(String statement) {
            for (int s = 0; s < placed.size(); s++) {
                if (placed.get(s).statement().id().equals(statement)) {
                    return s;
                }
            }
            throw new IllegalArgumentException(statement);
        }

        /**
         * Whether dependences of the last chosen statement, with those before it, stay in their column, or lead to columns behind it in a step in which it has been the
         * pivot.
         */
        private boolean keepToColumns(List<Integer> chosen) {
            int last = chosen.size() - 1;
            return among.stream()
                    .filter(d -> Math.max(position(d.source()), position(d.sink())) == last)
                    .allMatch(d -> {
                        int source = position(d.source());
                        int sink = position(d.sink());
                        int from = chosen.get(source);
                        int to = chosen.get(sink);
                        tilewright.isl.Map relation = d.relation();
                        tilewright.isl.Map within = relation.equate(Dim.IN, from, Dim.OUT, to);
                        tilewright.isl.Map others = relation.subtract(within);
                        tilewright.isl.Map told =
                                others.orderLt(Dim.IN, from, Dim.OUT, to).orderGe(Dim.OUT, 0, Dim.IN, from);
                        return others.subtract(told).isEmpty()
                                && isOrdered(source, sink, from, within.equate(Dim.IN, 0, Dim.OUT, 0));
                    });
        }

        /** Whether what a step does for a column may be done statement by statement, in textual order, by threads that share out a loop. */
        private boolean isOrdered(int source, int sink, int column, tilewright.isl.Map within) {
            if (source != sink) {
                return source < sink || within.isEmpty();
            }
            PlacedStatement statement = placed.get(source);
            Optional<Node.Loop> along = along(statement, column);
            if (along.isEmpty() || joins(statement, column) != null) {
                return true;
            }
            int z = statement.loops().indexOf(along.get());
            return within.subtract(within.equate(Dim.IN, z, Dim.OUT, z)).isEmpty();
        }

        /**
         * What joins the partial results of threads that share out the loop; null where it is no reduction, or reads its array elsewhere, or where double precision, in which
         * warps hand them to each other, does not hold them.
         */
        private @Nullable Operator joins(PlacedStatement statement, int column) {
            Optional<Node.Loop> along = along(statement, column);
            String array = statement.statement().target().array();
            boolean alone = statement.statement().value().reads().stream()
                            .filter(r -> r.array().equals(array))
                            .count()
                    == 1;
            boolean held = dependences.nest().array(array).type().isFloating();
            return along.isEmpty() || !alone || !held
                    ? null
                    : reductions.stream()
                            .filter(r -> r.statement()
                                            .equals(statement.statement().id())
                                    && r.loops().contains(statement.loops().indexOf(along.get())))
                            .map(Reduction::operator)
                            .findFirst()
                            .orElse(null);
        }

        private Optional<List<Update>> updates(List<Integer> chosen) {
            List<Update> updates = new ArrayList<>();
            for (int s = 0; s < chosen.size(); s++) {
                PlacedStatement statement = placed.get(s);
                int z = chosen.get(s);
                updates.add(new Update(
                        statement.statement().id(),
                        statement.loopVariables().get(z),
                        along(statement, z).map(Node.Loop::variable).orElse(null),
                        joins(statement, z)));
            }
            boolean both = chosen.contains(0) && chosen.stream().anyMatch(z -> z > 0);
            return both ? Optional.of(updates) : Optional.empty();
        }
    }
}
