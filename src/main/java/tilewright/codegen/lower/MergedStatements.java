package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.Expression;
import tilewright.model.LoopNest;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Strategy;
import tilewright.tiling.property.PieceConditions;

/**
 * Neighbouring statements of a piece that compute the same in domains of which the union is one: they become one statement, the opposite
 * of index set splitting. Example: LU row by row updates {@code a(i,j) = a(i,j) - a(i,k) * a(k,j)} in one loop for {@code j < i} and in
 * another one for {@code j >= i}; a block that runs both needs one update for all {@code i > k, j > k}, with one exchange and one guard. The
 * symmetric update of Cholesky's diagonal, {@code a(i,i) = a(i,i) - a(i,k) * a(i,k)}, is {@code a(i,j) = a(i,j) - a(i,k) * a(j,k)} at {@code j
 * = i}.
 *
 * <p>Needed, and proved with integer sets: the domains have no point in common; within one iteration the second statement takes nothing
 * from another point that the first one writes; and the conditions that hold in both domains leave no point that is in neither.
 */
final class MergedStatements {
    /** Ends the names of a writer's variables. */
    private static final String OF_WRITER = "_w";

    private final Piece piece;
    private final PieceConditions conditions;

    private MergedStatements(LoopNest nest, Piece piece) {
        this.piece = piece;
        this.conditions = new PieceConditions(nest, piece);
    }

    /** The piece with as few statements as that gives. */
    static Piece in(LoopNest nest, Piece piece) {
        boolean reduces = piece.points().stream().anyMatch(Piece.PointDimension::lanes);
        return reduces || piece.barriers() ? piece : new MergedStatements(nest, piece).merged();
    }

    private Piece merged() {
        List<Piece.PlannedStatement> statements = new ArrayList<>();
        for (Piece.PlannedStatement statement : piece.statements()) {
            Optional<Piece.PlannedStatement> both =
                    statements.isEmpty() ? Optional.empty() : both(statements.getLast(), statement);
            both.ifPresent(_ -> statements.removeLast());
            statements.add(both.orElse(statement));
        }
        return statements.size() == piece.statements().size() ? piece : piece.withStatements(statements);
    }

    /** One statement for two; empty where there is none. */
    private Optional<Piece.PlannedStatement> both(Piece.PlannedStatement first, Piece.PlannedStatement second) {
        if (!isAlike(first, second) || !areApart(first, second)) {
            return Optional.empty();
        }
        Optional<Piece.PlannedStatement> general = isCaseOf(second, first)
                ? Optional.of(first)
                : isCaseOf(first, second) ? Optional.of(second) : Optional.empty();
        return general.flatMap(g -> union(first.domain(), second.domain())
                .map(domain -> new Piece.PlannedStatement(g.statement(), g.coordinates(), domain, g.accesses())));
    }

    /** Whether both compute the same function of accesses of the same kind, for an element of the point's own. */
    private static boolean isAlike(Piece.PlannedStatement first, Piece.PlannedStatement second) {
        Optional<String> form = form(first.statement().value());
        if (form.isEmpty()
                || !form.equals(form(second.statement().value()))
                || first.accesses().size() != second.accesses().size()
                || first.access(1).strategy() != Strategy.OWN) {
            return false;
        }
        return first.accesses().stream().allMatch(a -> {
            Piece.PlannedAccess other = second.access(a.access().index());
            return a.access().array().equals(other.access().array())
                    && a.strategy() == other.strategy()
                    && java.util.Objects.equals(a.tile(), other.tile())
                    && a.strategy() != Strategy.DIRECT;
        });
    }

    /** A value with the numbers of its accesses; empty where it depends on loop variables by itself. */
    private static Optional<String> form(Expression value) {
        return switch (value) {
            case Expression.Read r -> Optional.of("#" + r.access().index());
            case Expression.IndexValue _ -> Optional.empty();
            case Expression.RealLiteral _, Expression.IntegerLiteral _, Expression.LogicalLiteral _ ->
                Optional.of(value.toString());
            case Expression.Apply a -> {
                List<String> operands =
                        a.operands().stream().flatMap(o -> form(o).stream()).toList();
                yield operands.size() == a.operands().size()
                        ? Optional.of(a.operator() + operands.toString())
                        : Optional.empty();
            }
        };
    }

    /** Whether a statement's elements are those of the general one wherever it runs. */
    private boolean isCaseOf(Piece.PlannedStatement statement, Piece.PlannedStatement general) {
        return statement.accesses().stream().allMatch(a -> {
            List<Affine> indices = general.access(a.access().index()).indices();
            for (int d = 0; d < indices.size(); d++) {
                Affine own = a.indices().get(d);
                if (!own.equals(indices.get(d))
                        && !conditions.isImpossible(List.of(
                                statement.domain(),
                                new Condition.Compare(own, Condition.Relation.NE, indices.get(d))))) {
                    return false;
                }
            }
            return true;
        });
    }

    /** Whether no point runs both statements, and the second one reads nothing of another point that the first one has written. */
    private boolean areApart(Piece.PlannedStatement first, Piece.PlannedStatement second) {
        return conditions.isImpossible(List.of(first.domain(), second.domain()))
                && second.accesses().stream()
                        .filter(a -> a.strategy() == Strategy.EXCHANGED)
                        .noneMatch(a -> mayMeet(first, second, a));
    }

    private boolean mayMeet(Piece.PlannedStatement writer, Piece.PlannedStatement reader, Piece.PlannedAccess read) {
        Map<String, Affine> renamed = new HashMap<>();
        piece.points().forEach(p -> renamed.put(p.variable(), Affine.variable(p.variable() + OF_WRITER)));
        List<Condition> all =
                new ArrayList<>(List.of(reader.domain(), writer.domain().substitute(renamed)));
        List<Affine> written = writer.access(1).indices();
        for (int d = 0; d < written.size(); d++) {
            all.add(new Condition.Compare(
                    read.indices().get(d), Condition.Relation.EQ, written.get(d).substitute(renamed)));
        }
        return !conditions.isImpossible(all);
    }

    /** The conditions that hold in both domains, if nothing else fulfils them. */
    private Optional<Condition> union(Condition first, Condition second) {
        Set<Condition> candidates = new LinkedHashSet<>();
        Stream.concat(first.conjuncts().stream(), second.conjuncts().stream())
                .forEach(c -> candidates.addAll(withWeaker(c)));
        List<Condition> hull = new ArrayList<>(candidates.stream()
                .filter(c -> conditions.implies(first, c) && conditions.implies(second, c))
                .toList());
        for (Condition redundant : List.copyOf(hull).reversed()) {
            List<Condition> others = hull.stream().filter(c -> c != redundant).toList();
            if (conditions.implies(Affines.and(others), redundant)) {
                hull.remove(redundant);
            }
        }
        Condition union = Affines.and(hull);
        boolean exact = first.conjuncts().stream()
                .filter(c -> !hull.contains(c))
                .allMatch(c -> second.conjuncts().stream()
                        .filter(d -> !hull.contains(d))
                        .allMatch(d -> conditions.isImpossible(List.of(union, c.negated(), d.negated()))));
        return exact ? Optional.of(union) : Optional.empty();
    }

    /** A condition, and the one that leaves one more value: {@code i >= j} for {@code i >= j + 1}. */
    private static List<Condition> withWeaker(Condition condition) {
        List<Condition> found = new ArrayList<>(List.of(condition));
        if (condition instanceof Condition.Compare(Affine left, Condition.Relation relation, Affine right)
                && relation == Condition.Relation.GE) {
            found.add(new Condition.Compare(left, relation, Affines.simplify(right.plus(-1))));
        }
        return found;
    }
}
