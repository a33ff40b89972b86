package tilewright.tiling.property;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import tilewright.kernel.GenerationLimits;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.sets.ConditionProver;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Strategy;

/** What follows between conditions in blocks of a piece, proved with integer sets for all sizes. */
public record PieceConditions(LoopNest nest, Piece piece) {
    private static final GenerationLimits LIMITS = GenerationLimits.shipped();

    /** Whether a condition holds only where another one does. */
    public boolean implies(Condition condition, Condition conclusion) {
        return condition.conjuncts().contains(conclusion) || isImpossible(List.of(condition, conclusion.negated()));
    }

    /** The same in the iterations of the piece's loops. */
    private boolean impliesInside(Condition condition, Condition conclusion) {
        List<Condition> all = new ArrayList<>(List.of(condition));
        piece.sequential().forEach(l -> {
            Affine variable = Affine.variable(l.variable());
            all.add(new Condition.Compare(l.first(), Condition.Relation.LE, variable));
            all.add(new Condition.Compare(variable, Condition.Relation.LE, l.last()));
        });
        return implies(Condition.and(all), conclusion);
    }

    /** Whether conditions hold together at no point of any block. */
    public boolean isImpossible(List<Condition> conditions) {
        List<Condition> all = new ArrayList<>(conditions);
        all.add(piece.member());
        Set<String> variables = new LinkedHashSet<>();
        all.forEach(c -> variables.addAll(c.variables()));
        variables.removeAll(nest.parameters());
        return ConditionProver.isImpossible(all, List.copyOf(variables), nest.parameters()::contains);
    }

    /**
     * What must be asked before a point updates by a statement. A condition that is the same in every iteration may be left to the final store of the point's
     * own element, so that the block computes without asking; not where others would see the speculated value, or another statement
     * reads or writes it at points where the condition fails. Statements share registers so in loops that are written out, as a filter's sum and its zero.
     */
    public Condition asked(Piece.PlannedStatement statement) {
        List<Condition> conjuncts = statement.domain().conjuncts();
        if (!isItsOwn(statement) && !isOfFilters(statement)) {
            return statement.domain();
        }
        Set<String> moving = new HashSet<>();
        piece.sequential().forEach(l -> moving.add(l.variable()));
        piece.points().stream().filter(Piece.PointDimension::lanes).forEach(p -> moving.add(p.variable()));
        return Condition.and(conjuncts.stream()
                .filter(c -> c.variables().stream().anyMatch(moving::contains) || !readersAsk(statement, c))
                .toList());
    }

    /**
     * Whether points outside of the domain read the nearest element of an array where their own lies outside of it: where each iteration reads elements of its own, or loops are written out, and no
     * point writes them, the nearest one does as well as none, and no load waits for a comparison.
     */
    public boolean readsNearest(Piece.PlannedStatement statement, String array) {
        // Lanes without iterations read nothing.
        boolean lanes = piece.points().stream().anyMatch(Piece.PointDimension::lanes);
        boolean once = piece.sequential().isEmpty() && isItsOwn(statement) || isOfFilters(statement);
        return (lanes && isItsOwn(statement) || once && hasElements(array))
                && piece.leaves().stream()
                        .noneMatch(s -> s.access(1).access().array().equals(array));
    }

    /**
     * Whether an array that a statement reads has an element wherever there are blocks: an empty one has no nearest. Blocks of one statement have points
     * that read one; those of several may be there for another statement's sake.
     */
    private boolean hasElements(String array) {
        return piece.leaves().size() == 1 || isNeverEmpty(array, List.of());
    }

    private boolean isNeverEmpty(String array, List<Condition> known) {
        return nest.array(array).bounds().stream()
                .map(b -> new Condition.Compare(b.upper(), Condition.Relation.LT, b.lower()))
                .allMatch(empty -> isImpossible(
                        Stream.concat(Stream.of(empty), known.stream()).toList()));
    }

    /**
     * Whether an array has an element wherever blocks copy a part of it in iterations of their loops: then what lies outside of it may be the nearest one. What one statement reads it has where there
     * are iterations; of several, one may have iterations where another one's array is empty.
     *
     * @param known of variables, those of the host's loops too
     */
    public boolean hasElementsInside(String array, List<Condition> known) {
        List<Condition> some = new ArrayList<>(known);
        piece.sequential().forEach(l -> some.add(new Condition.Compare(l.first(), Condition.Relation.LE, l.last())));
        return piece.statements().size() == 1 || isNeverEmpty(array, some);
    }

    /**
     * Whether a statement alone writes its points' registers in the loops, or alone before or after them, and no point sees another one's: what points
     * outside compute there, nobody finds where nothing else runs.
     */
    private boolean isItsOwn(Piece.PlannedStatement writer) {
        Piece.PlannedAccess target = writer.access(1);
        List<Piece.PlannedStatement> beside = piece.beside(writer);
        return target.strategy() == Strategy.OWN
                && piece.leaves().stream()
                        .allMatch(s -> s.accesses().stream()
                                .filter(a -> sameTile(target, a))
                                .noneMatch(a -> a.strategy() == Strategy.EXCHANGED
                                        || s != writer
                                                && beside.contains(s)
                                                && a.access().index() == 1));
    }

    /** Whether a piece's loops are written out, and a statement's point alone sees what it writes, in registers. */
    private boolean isOfFilters(Piece.PlannedStatement writer) {
        Piece.PlannedAccess target = writer.access(1);
        return target.strategy() == Strategy.OWN
                && isWrittenOut()
                && piece.leaves().stream()
                        .flatMap(s -> s.accesses().stream())
                        .allMatch(a -> a.strategy() == Strategy.DIRECT || a.strategy() == Strategy.OWN);
    }

    private boolean isWrittenOut() {
        long iterations = piece.sequential().stream()
                .map(l -> LinearForm.of(l.last().minus(l.first()).plus(1)))
                .mapToLong(l -> l.isConstant() ? l.constant() : 0)
                .reduce(1, (all, one) -> all > LIMITS.writtenOutIterations() ? all : all * one);
        return !piece.sequential().isEmpty() && iterations > 0 && iterations <= LIMITS.writtenOutIterations();
    }

    /** Whether all other statements that read or write what a statement writes run only where a condition holds. */
    private boolean readersAsk(Piece.PlannedStatement statement, Condition condition) {
        return piece.leaves().stream()
                .filter(s -> s != statement && s.accesses().stream().anyMatch(a -> sameTile(statement.access(1), a)))
                .allMatch(s -> impliesInside(s.domain(), condition));
    }

    private static boolean sameTile(Piece.PlannedAccess left, Piece.PlannedAccess right) {
        return left.tile() != null && left.tile().equals(right.tile());
    }
}
