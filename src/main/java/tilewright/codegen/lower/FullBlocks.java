package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.Tile;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Strategy;

/**
 * Blocks that lie wholly inside arrays although some of their points leave the domain in the course of the
 * iterations, as on the diagonal of an elimination. The condition of a block is that of its worst point: {@code i <= n}
 * holds for all points where {@code base + extent - 1 <= n}.
 */
final class FullBlocks {
    private final PieceContext context;
    private final List<Sequence> sequences;

    /** @param sequences as full blocks run them */
    FullBlocks(PieceContext context, List<Sequence> sequences) {
        this.context = context;
        this.sequences = sequences;
    }

    /**
     * @param known conditions that hold for every point and iteration of such a block
     * @param condition when a block is full
     */
    record Result(List<Condition> known, Condition condition) {}

    /** Empty where a condition of some point has no worst case that is an affine comparison. */
    Optional<Result> find() {
        Set<Condition> known = new LinkedHashSet<>();
        Set<String> sequential = context.sequentialVariables();
        for (Piece.PlannedStatement statement : context.piece().leaves()) {
            // What one point of all answers for itself, such as the last one that says what a scalar ends with, is
            // asked there.
            statement.domain().conjuncts().stream()
                    .filter(c -> c.variables().stream().noneMatch(sequential::contains))
                    .filter(c -> axes(c) < 2 && !(axes(c) == 1 && isEquality(c) && !sequences.isEmpty()))
                    .forEach(known::add);
            for (Piece.PlannedAccess access : statement.accesses()) {
                if (access.strategy() == Strategy.STAGED || access.strategy() == Strategy.DIRECT) {
                    known.addAll(bounds(access.access().array(), access.indices()));
                }
            }
        }
        for (Tile tile : context.tiles()) {
            known.addAll(bounds(tile.array(), tile.indices()));
        }
        List<Condition> worst = new ArrayList<>();
        for (Condition condition : known) {
            Optional<Condition> ofBlock = worstCase(condition);
            if (ofBlock.isEmpty()) {
                return Optional.empty();
            }
            worst.add(ofBlock.get());
        }
        return Optional.of(new Result(List.copyOf(known), Affines.and(worst)));
    }

    /**
     * What tiles ask of points before they store them, as far as it holds for all points of a block because something given does. Example: {@code j >= p + 1} where columns begin at
     * {@code 32 ks + 1} and {@code p <= 32 ks} is given.
     */
    List<Condition> implied(List<Condition> given) {
        List<LinearForm> atMostZero = given.stream()
                .flatMap(c -> c.conjuncts().stream())
                .flatMap(c -> atMostZero(c).stream())
                .toList();
        return context.piece().tiles().stream()
                .map(Piece.RegisterTile::stored)
                .flatMap(c -> c.conjuncts().stream())
                .filter(c -> c.variables().stream().noneMatch(context.sequentialVariables()::contains) && axes(c) == 1)
                .distinct()
                .filter(c -> worstCase(c)
                        .flatMap(FullBlocks::atMostZero)
                        .filter(worst -> atMostZero.stream()
                                .anyMatch(g -> g.terms().equals(worst.terms()) && worst.constant() <= g.constant()))
                        .isPresent())
                .toList();
    }

    /** What a comparison says is at most 0; empty where it says something else. */
    private static Optional<LinearForm> atMostZero(Condition condition) {
        if (!(condition instanceof Condition.Compare(Affine left, Condition.Relation relation, Affine right))) {
            return Optional.empty();
        }
        return switch (relation) {
            case LE -> Optional.of(LinearForm.of(left.minus(right)));
            case LT -> Optional.of(LinearForm.of(left.minus(right).plus(1)));
            case GE -> Optional.of(LinearForm.of(right.minus(left)));
            case GT -> Optional.of(LinearForm.of(right.minus(left).plus(1)));
            case EQ, NE -> Optional.empty();
        };
    }

    private static boolean isEquality(Condition condition) {
        return condition instanceof Condition.Compare compare && compare.relation() == Condition.Relation.EQ;
    }

    /** How many coordinates of a point a condition compares: with each other, they tell points of every block on a diagonal apart. */
    private long axes(Condition condition) {
        return context.axes().stream()
                .filter(a -> condition.variables().contains(a.variable()))
                .count();
    }

    private List<Condition> bounds(String array, List<Affine> indices) {
        return context.inBounds(array, indices).conjuncts().stream()
                .filter(c -> !c.equals(Condition.TRUE))
                .toList();
    }

    /** The condition that holds for a block where {@code condition} holds for all its points and iterations; empty where none is found. */
    Optional<Condition> worstCase(Condition condition) {
        if (!(condition instanceof Condition.Compare compare)) {
            return condition.equals(Condition.TRUE) ? Optional.of(condition) : Optional.empty();
        }
        return switch (compare.relation()) {
            case LE, LT -> largest(compare.left(), compare.right(), compare.relation());
            case GE -> largest(compare.right(), compare.left(), Condition.Relation.LE);
            case GT -> largest(compare.right(), compare.left(), Condition.Relation.LT);
            case EQ, NE -> Optional.empty();
        };
    }

    /** {@code small R large} for all points and iterations: variables are replaced by their extremes, innermost first. */
    private Optional<Condition> largest(Affine small, Affine large, Condition.Relation relation) {
        Affine left = Affines.difference(small, large);
        for (Run run : innermostFirst()) {
            Set<Affine> terms = LinearForm.of(left).terms().keySet();
            Affine variable = Affine.variable(run.variable);
            if (terms.stream()
                    .anyMatch(t -> !t.equals(variable) && t.variables().contains(run.variable))) {
                return Optional.empty();
            }
            boolean grows = LinearForm.of(left).coefficient(run.variable) > 0;
            left = Affines.simplify(left.substitute(Map.of(run.variable, grows ? run.last : run.first)));
        }
        Condition worst = new Condition.Compare(left, relation, Affine.constant(0));
        OptionalLong value = Affines.constantValue(left);
        boolean never = value.isPresent()
                && (relation == Condition.Relation.LE ? value.getAsLong() > 0 : value.getAsLong() >= 0);
        return Optional.of(never ? Condition.FALSE : worst);
    }

    /** The values of a variable, in terms of parameters, block coordinates and the variables of loops around. */
    private record Run(String variable, Affine first, Affine last) {}

    private List<Run> innermostFirst() {
        List<Run> runs = new ArrayList<>();
        for (Axis axis : context.axes()) {
            runs.add(new Run(axis.variable(), axis.base(), axis.base().plus(axis.extent() - 1L)));
        }
        for (Sequence sequence : sequences.reversed()) {
            Affine last = sequence.origin().plus(sequence.count()).plus(-1);
            runs.add(new Run(sequence.variable(), sequence.origin(), last));
        }
        return runs;
    }
}
