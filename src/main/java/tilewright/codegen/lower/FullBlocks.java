package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.Tile;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Strategy;
import tilewright.tiling.property.PieceConditions;

/**
 * Blocks that lie wholly inside arrays although some of their points leave the domain in the course of the
 * iterations, as on the diagonal of an elimination. The condition of a block is that of its worst point: {@code i <= n}
 * holds for all points where {@code base + extent - 1 <= n}.
 */
final class FullBlocks {
    private final PieceContext context;
    private final List<Sequence> sequences;
    private final boolean threads;

    /** @param sequences as full blocks run them */
    FullBlocks(PieceContext context, List<Sequence> sequences) {
        this(context, sequences, false);
    }

    private FullBlocks(PieceContext context, List<Sequence> sequences, boolean threads) {
        this.context = context;
        this.sequences = sequences;
        this.threads = threads;
    }

    /** The same of a thread's points in place of a block's: in conditions the axes' variables are its first point. */
    static FullBlocks ofThreads(PieceContext context, List<Sequence> sequences) {
        return new FullBlocks(context, sequences, true);
    }

    /**
     * @param known conditions that hold for every point and iteration of such a block
     * @param condition when a block is full
     */
    record Result(List<Condition> known, Condition condition) {}

    /** Empty where a condition of some point has no worst case that is an affine comparison. */
    Optional<Result> find() {
        Set<Condition> known = new LinkedHashSet<>();
        List<Condition> worst = new ArrayList<>();
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
                    boolean early = context.axesOf(access.indices()).size()
                            < context.axes().size();
                    for (Condition bound : bounds(access.access().array(), access.indices())) {
                        Optional<Condition> guarded = access.strategy() == Strategy.DIRECT
                                ? where(statement, bound, early)
                                : Optional.empty();
                        guarded.ifPresentOrElse(worst::add, () -> known.add(bound));
                    }
                }
            }
        }
        for (Tile tile : context.tiles()) {
            // Memory has no elements that are made anew in each iteration.
            if (tile.indices().stream().flatMap(i -> i.variables().stream()).noneMatch(sequential::contains)) {
                known.addAll(bounds(tile.array(), tile.indices()));
            }
        }
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
     * When a bound of an array holds wherever a statement runs, where sizes alone would decide that it does not hold in all iterations, or nobody knows when it does: a guard asks for the rest. Example: of
     * {@code 16 c + q <= m}, which the statement asks itself, whatever m is; {@code i + 16 c + q <= n + m} where {@code i <= n}.
     *
     * @param early whether what lies there is read before the statement asks, so that a guard of its own is needed
     */
    private Optional<Condition> where(Piece.PlannedStatement statement, Condition bound, boolean early) {
        Optional<LinearForm> value = atMostZero(bound);
        Optional<Condition> everywhere = worstCase(bound);
        boolean bySizes = everywhere
                .map(c -> !c.equals(Condition.TRUE)
                        && (early
                                ? Set.copyOf(context.nest().parameters()).containsAll(c.variables())
                                : c.variables().stream().anyMatch(context.nest().parameters()::contains)))
                .orElse(true);
        if (!bySizes || value.isEmpty()) {
            return Optional.empty();
        }
        Set<String> sequential = context.sequentialVariables();
        boolean lanes = context.piece().points().stream().anyMatch(Piece.PointDimension::lanes);
        if (lanes || bound.variables().stream().noneMatch(sequential::contains)) {
            return Optional.empty();
        }
        return new PieceConditions(context.nest(), context.piece())
                .asked(statement).conjuncts().stream()
                        .flatMap(c -> atMostZero(c).stream())
                        .map(asked -> LinearForm.of(value.get().toAffine().minus(asked.toAffine())))
                        .filter(rest -> rest.terms().keySet().stream()
                                .flatMap(t -> t.variables().stream())
                                .noneMatch(sequential::contains))
                        .flatMap(rest -> extreme(rest, true).stream())
                        .map(FullBlocks::isNotPositive)
                        .filter(c -> !c.equals(Condition.FALSE))
                        .findFirst();
    }

    /** When all points are in the domains of all statements in every iteration; empty where some condition has no worst case. */
    Optional<Condition> inside() {
        List<Condition> worst = new ArrayList<>();
        for (Piece.PlannedStatement statement : context.piece().leaves()) {
            for (Condition condition : statement.domain().conjuncts()) {
                Optional<Condition> ofAll = worstCase(condition);
                if (ofAll.isEmpty()) {
                    return Optional.empty();
                }
                worst.add(ofAll.get());
            }
        }
        return Optional.of(Affines.and(worst));
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
        return atMostZero(compare).flatMap(left -> extreme(left, true)).map(FullBlocks::isNotPositive);
    }

    /** What holds where all statements may run at some point: of what each of them asks, what the best point answers. What is not known is taken to hold. */
    Condition some() {
        List<Condition> asked =
                new ArrayList<>(context.piece().leaves().getFirst().domain().conjuncts());
        context.piece().leaves().forEach(s -> asked.retainAll(s.domain().conjuncts()));
        return Affines.and(asked.stream()
                .flatMap(c -> atMostZero(c).stream())
                .flatMap(c -> extreme(c, false).stream())
                .map(FullBlocks::isNotPositive)
                .filter(c -> !c.equals(Condition.TRUE))
                .toList());
    }

    private static Condition isNotPositive(LinearForm value) {
        if (value.isConstant()) {
            return value.constant() <= 0 ? Condition.TRUE : Condition.FALSE;
        }
        return new Condition.Compare(value.toAffine(), Condition.Relation.LE, Affine.constant(0));
    }

    /** The greatest or the smallest value for all points and iterations: variables are replaced by their extremes, innermost first. */
    private Optional<LinearForm> extreme(LinearForm value, boolean greatest) {
        return extreme(value, greatest, innermostFirst());
    }

    private static Optional<LinearForm> extreme(LinearForm value, boolean greatest, List<Run> runs) {
        if (runs.isEmpty()) {
            return Optional.of(value);
        }
        Run run = runs.getFirst();
        List<Run> rest = runs.subList(1, runs.size());
        Affine variable = Affine.variable(run.variable);
        boolean hidden = value.terms().keySet().stream()
                .anyMatch(t -> !t.equals(variable) && t.variables().contains(run.variable));
        if (hidden) {
            return Optional.empty();
        }
        boolean last = value.coefficient(run.variable) > 0 == greatest;
        if (greatest && last && value.coefficient(run.variable) != 0) {
            // The smaller one of several ends is at most each of them: one may say that the comparison holds.
            Optional<LinearForm> holds = ends(run.last).stream()
                    .flatMap(end -> extreme(replaced(value, run, end), true, rest).stream())
                    .filter(v -> v.isConstant() && v.constant() <= 0)
                    .findFirst();
            if (holds.isPresent()) {
                return holds;
            }
        }
        return extreme(replaced(value, run, last ? run.last : run.first), greatest, rest);
    }

    private static LinearForm replaced(LinearForm value, Run run, Affine by) {
        return LinearForm.of(value.toAffine().substitute(Map.of(run.variable, by)));
    }

    /** The ends of which the smallest one is meant, of {@code min(a, b) + 1} those at {@code a + 1} and {@code b + 1}. */
    private static List<Affine> ends(Affine last) {
        LinearForm form = LinearForm.of(last);
        for (Map.Entry<Affine, Long> term : form.terms().entrySet()) {
            if (term.getKey() instanceof Affine.Min least && term.getValue() == 1) {
                Affine others = form.without(least).toAffine();
                return least.operands().stream().map(others::plus).toList();
            }
        }
        return List.of();
    }

    /** The values of a variable, in terms of parameters, block coordinates and the variables of loops around. */
    private record Run(String variable, Affine first, Affine last) {}

    private List<Run> innermostFirst() {
        List<Run> runs = new ArrayList<>();
        for (Axis axis : context.axes()) {
            Affine first = threads ? Affine.variable(axis.variable()) : axis.base();
            int last = threads ? axis.offset(axis.perThread() - 1, 0) : axis.extent() - 1;
            runs.add(new Run(axis.variable(), first, first.plus(last)));
        }
        for (Sequence sequence : sequences.reversed()) {
            Affine last = sequence.origin().plus(sequence.count()).plus(-1);
            runs.add(new Run(sequence.variable(), sequence.origin(), last));
        }
        return runs;
    }
}
