package tilewright.codegen.lower;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tilewright.kernel.MatrixShape;
import tilewright.model.Affine;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.LoopNest;
import tilewright.model.Operator;
import tilewright.tiling.Piece;
import tilewright.tiling.Strategy;
import tilewright.tiling.SumTerms;

/**
 * Whether the updates of a block are products of matrices that its warps can compute together: one statement {@code c = c + a * b}, or with
 * a difference, or with several products where their order does not matter, in double precision, whose {@code c} the thread keeps, whose {@code a} is the same for all points along the last axis and {@code b} for all
 * along the next to last one, both staged. Threads then own the elements of {@code c} that they have in a warp's product ({@link MatrixShape}):
 * eight threads of a warp lie along the next to last axis and four along the last one, each with two neighbours. That such a loop
 * becomes products is the pass {@link tilewright.kernel.pass.Pass#MATRIX_PRODUCTS}' doing; the program is right without it.
 */
final class MatrixProducts {
    private MatrixProducts() {}

    static boolean applies(LoopNest nest, Piece piece) {
        int axes = piece.points().size();
        if (axes < 2 || piece.statements().size() != 1 || piece.sequential().isEmpty()) {
            return false;
        }
        Piece.PointDimension last = piece.points().getLast();
        Piece.PointDimension next = piece.points().get(axes - 2);
        Piece.PlannedStatement statement = piece.statements().getFirst();
        long iterations = piece.sequential().getLast().chunk();
        return MatrixShape.fits(next.thread(), last.thread(), next.threads(), last.threads(), iterations)
                && piece.points().stream().noneMatch(Piece.PointDimension::lanes)
                && statement.access(1).strategy() == Strategy.OWN
                && statement.accesses().stream().allMatch(a -> isWide(nest, a))
                && SumTerms.updates(statement.statement(), nest.associative()).stream()
                        .allMatch(u -> isProduct(statement, u, last.variable(), next.variable()));
    }

    private static boolean isWide(LoopNest nest, Piece.PlannedAccess access) {
        return nest.array(access.access().array()).type() == DataType.DOUBLE;
    }

    private static boolean isProduct(Piece.PlannedStatement statement, Expression update, String last, String next) {
        if (!(update instanceof Expression.Apply sum)
                || sum.operator() != Operator.ADD && sum.operator() != Operator.SUB) {
            return false;
        }
        boolean swapped = sum.operator() == Operator.ADD
                && !isOwn(statement, sum.operands().getFirst());
        Expression own = sum.operands().get(swapped ? 1 : 0);
        Expression term = sum.operands().get(swapped ? 0 : 1);
        if (!isOwn(statement, own)
                || !(term instanceof Expression.Apply product)
                || product.operator() != Operator.MUL) {
            return false;
        }
        Set<String> first = variables(statement, product.operands().get(0));
        Set<String> second = variables(statement, product.operands().get(1));
        return areStaged(statement, term)
                && (first.contains(next) && !first.contains(last) && second.contains(last) && !second.contains(next)
                        || first.contains(last)
                                && !first.contains(next)
                                && second.contains(next)
                                && !second.contains(last));
    }

    private static boolean isOwn(Piece.PlannedStatement statement, Expression operand) {
        return operand instanceof Expression.Read r
                && statement.access(r.access().index()).strategy() == Strategy.OWN
                && statement
                        .access(r.access().index())
                        .indices()
                        .equals(statement.access(1).indices());
    }

    /** Whether factors come from the block's memory, or are the same for all points and iterations. */
    private static boolean areStaged(Piece.PlannedStatement statement, Expression term) {
        return term.reads().stream().map(r -> statement.access(r.index())).allMatch(a -> switch (a.strategy()) {
            case STAGED -> true;
            case DIRECT -> a.indices().isEmpty();
            case OWN, EXCHANGED -> false;
        });
    }

    private static Set<String> variables(Piece.PlannedStatement statement, Expression factor) {
        Set<String> names = new TreeSet<>();
        factor.visit(e -> {
            List<Affine> indices = switch (e) {
                case Expression.Read r -> statement.access(r.access().index()).indices();
                case Expression.IndexValue v -> List.of(v.index().substitute(statement.coordinates()));
                case Expression.Apply _,
                        Expression.RealLiteral _,
                        Expression.IntegerLiteral _,
                        Expression.LogicalLiteral _ -> List.of();
            };
            indices.forEach(i -> names.addAll(i.variables()));
        });
        return names;
    }
}
