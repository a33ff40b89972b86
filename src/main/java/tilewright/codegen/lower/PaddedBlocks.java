package tilewright.codegen.lower;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.kernel.GenerationLimits;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Strategy;

/**
 * Blocks that reach beyond the domain at the end of the last axis and nowhere else, like those of the last column of an
 * n x (n+1) matrix. Their points outside may compute anything from anything, if what they store reaches no element of the
 * array. So such blocks run the body of interior ones: accesses beyond the padded row go to its end instead, into the
 * padding. That costs one comparison for all neighbours and iterations, because only the last index moves; guards of stores
 * would cost the interior's loop its registers.
 *
 * <p>The comparison costs whole blocks too (matmul 3 % on one H200, Floyd-Warshall up to 4 %), so only arrays gain of which some
 * blocks are partial whatever the sizes ({@link ArrayDeclaration#hasUnevenRows}).
 *
 * <p>Needed: statements whose targets are the point's own and that may be computed where they do not run; a condition {@code
 * j <= bound} of all of them on the last axis alone, the same in every iteration, that puts the rest of a row outside the array; what
 * depends on that axis does so in its last index alone, aligned to wide accesses; and padding with room for one of them.
 */
final class PaddedBlocks {
    private final PieceContext context;
    private final List<Sequence> sequences;
    private final List<Piece.PlannedStatement> statements;

    /** @param sequences as interior blocks run them */
    PaddedBlocks(PieceContext context, List<Sequence> sequences) {
        this.context = context;
        this.sequences = sequences;
        this.statements = context.piece().leaves();
    }

    /**
     * @param condition when a block may run the body
     * @param end what fails in the padding alone
     */
    record Result(Condition condition, List<Condition> end) {}

    /**
     * Empty where interior blocks are all that can do without guards.
     *
     * @param values the statements' right-hand sides
     */
    Optional<Result> find(List<Value> values) {
        if (!areSimple(values) || !targets().allMatch(GenerationLimits::hasUnevenPaddedRows) || !fitsRows()) {
            return Optional.empty();
        }
        FullBlocks blocks = new FullBlocks(context, sequences);
        Set<Condition> needed = new LinkedHashSet<>();
        Set<Condition> end = new LinkedHashSet<>();
        Set<Condition> whole = new LinkedHashSet<>();
        for (Condition condition : conditions()) {
            Optional<Condition> worst = blocks.worstCase(condition);
            if (worst.isEmpty()) {
                return Optional.empty();
            }
            if (isEnd(condition)) {
                end.add(condition);
                whole.add(worst.get());
                needed.add(ofFirst(condition));
            } else {
                needed.add(worst.get());
            }
        }
        if (end.isEmpty()
                || !statements.stream().allMatch(s -> s.domain().conjuncts().containsAll(end))) {
            return Optional.empty();
        }
        needed.add(hasRoom(List.copyOf(whole)));
        return Optional.of(new Result(Affines.and(List.copyOf(needed)), List.copyOf(end)));
    }

    private List<Condition> conditions() {
        return statements.stream()
                .flatMap(s -> s.domain().conjuncts().stream())
                .distinct()
                .toList();
    }

    private Stream<Piece.PlannedAccess> accesses() {
        return statements.stream().flatMap(s -> s.accesses().stream());
    }

    /** The arrays that are written. */
    private Stream<ArrayDeclaration> targets() {
        return statements.stream().map(s -> array(s.access(1))).distinct();
    }

    /** Statements that may run anywhere, on values that are the point's own or staged. */
    private boolean areSimple(List<Value> values) {
        return !context.axes().isEmpty()
                && context.piece().tiles().stream().allMatch(t -> t.partial() == null)
                && statements.stream().allMatch(s -> s.access(1).strategy() == Strategy.OWN)
                && values.stream().noneMatch(Values::dividesIntegers)
                && accesses().allMatch(a -> a.strategy() == Strategy.OWN || a.strategy() == Strategy.STAGED);
    }

    /** Whether whatever depends on the last axis lies in rows, and is moved in wide accesses. */
    private boolean fitsRows() {
        Axis last = context.axes().getLast();
        return last.vector() > 1
                && alongRows()
                        .allMatch(a ->
                                Affines.isAligned(a.indices(), array(a), last.variable(), last.base(), last.vector()));
    }

    private Stream<Piece.PlannedAccess> alongRows() {
        return accesses()
                .filter(a -> context.axesOf(a.indices()).contains(context.axes().size() - 1));
    }

    private ArrayDeclaration array(Piece.PlannedAccess access) {
        return context.nest().array(access.access().array());
    }

    /** {@code j <= bound} for the last axis' j, where the target's row has no element beyond the bound. */
    private boolean isEnd(Condition condition) {
        if (!(condition instanceof Condition.Compare compare)
                || compare.notNegative().size() != 1) {
            return false;
        }
        Affine last = Affine.variable(context.axes().getLast().variable());
        LinearForm slack = LinearForm.of(compare.notNegative().getFirst());
        if (slack.terms().getOrDefault(last, 0L) != -1) {
            return false;
        }
        Affine bound = slack.without(last).toAffine();
        // The element after the last one of the domain is outside the array.
        return alongRows().allMatch(a -> {
            Affine first = a.indices().getLast().minus(last).plus(bound).plus(1);
            Affine upper = array(a).bounds().getLast().upper();
            return Affines.constantValue(first.minus(upper)).orElse(0) >= 1;
        });
    }

    /** That all points are inside, or that rows end with room for what others store. */
    private Condition hasRoom(List<Condition> whole) {
        Affine vector = Affine.constant(context.axes().getLast().vector());
        List<Condition> enough = targets()
                .map(ArrayLayout::of)
                .map(l -> l.pitch().minus(l.bounds().getLast().extent()))
                .distinct()
                .map(room -> (Condition) new Condition.Compare(room, Condition.Relation.GE, vector))
                .toList();
        return new Condition.Or(List.of(Affines.and(whole), Affines.and(enough)));
    }

    /** That some point is inside where that is {@link #isEnd asked}: then so is whatever does not depend on the last axis. */
    private Condition ofFirst(Condition condition) {
        Axis last = context.axes().getLast();
        Affine slack = ((Condition.Compare) condition)
                .notNegative()
                .getFirst()
                .substitute(Map.of(last.variable(), last.base()));
        return context.ranges().isNonNegative(slack)
                ? Condition.TRUE
                : new Condition.Compare(Affines.simplify(slack), Condition.Relation.GE, Affine.constant(0));
    }
}
