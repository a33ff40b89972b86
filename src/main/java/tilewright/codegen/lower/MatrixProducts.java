package tilewright.codegen.lower;

import java.util.List;
import tilewright.kernel.MatrixShape;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.LoopNest;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Strategy;
import tilewright.tiling.property.ProductUpdates;
import tilewright.tiling.property.SeparateStatements;
import tilewright.tiling.property.SumTerms;

/**
 * Whether updates of a block are {@link ProductUpdates products of matrices} and its points lie as warps compute them together. Threads
 * then own the elements of {@code c} that they have in a warp's product ({@link MatrixShape}): eight threads of a warp lie along the next to
 * last axis and four along the last one, each with two neighbours. Statements run for whole chunks one after the other, hence they are
 * {@link SeparateStatements separate}. That such a loop becomes products is the pass
 * {@link tilewright.kernel.pass.Pass#MATRIX_PRODUCTS}' doing; the program is right without it.
 */
final class MatrixProducts {
    private MatrixProducts() {}

    static boolean applies(LoopNest nest, Piece piece) {
        int axes = piece.points().size();
        if (axes < 2 || piece.sequential().isEmpty()) {
            return false;
        }
        Piece.PointDimension last = piece.points().getLast();
        Piece.PointDimension next = piece.points().get(axes - 2);
        long iterations = piece.sequential().getLast().chunk();
        return MatrixShape.fits(next.thread(), last.thread(), next.threads(), last.threads(), iterations)
                && piece.points().stream().noneMatch(Piece.PointDimension::lanes)
                && SeparateStatements.are(piece)
                && piece.statements().stream().anyMatch(s -> isProduct(nest, piece, s));
    }

    /** What comes to a statement's value, one update after the other: each product by itself, else the value. */
    static List<Expression> updates(LoopNest nest, Piece piece, Piece.PlannedStatement statement) {
        return isProduct(nest, piece, statement)
                ? SumTerms.updates(statement.statement(), nest.associative())
                : List.of(statement.statement().value());
    }

    private static boolean isProduct(LoopNest nest, Piece piece, Piece.PlannedStatement statement) {
        String last = piece.points().getLast().variable();
        String next = piece.points().get(piece.points().size() - 2).variable();
        return ProductUpdates.areIn(
                statement.statement(), nest.associative(), new InPiece(nest, statement, last, next));
    }

    private record InPiece(LoopNest nest, Piece.PlannedStatement statement, String last, String next)
            implements ProductUpdates.Place {
        @Override
        public Strategy strategy(Access access) {
            return statement.access(access.index()).strategy();
        }

        @Override
        public boolean isDouble(Access access) {
            return nest.array(access.array()).type() == DataType.DOUBLE;
        }

        @Override
        public boolean variesAlongLast(Expression leaf) {
            return varies(leaf, last);
        }

        @Override
        public boolean variesAlongNext(Expression leaf) {
            return varies(leaf, next);
        }

        private boolean varies(Expression leaf, String axis) {
            List<Affine> values = switch (leaf) {
                case Expression.Read r -> statement.access(r.access().index()).indices();
                case Expression.IndexValue v -> List.of(v.index().substitute(statement.coordinates()));
                case Expression.Apply _,
                        Expression.RealLiteral _,
                        Expression.IntegerLiteral _,
                        Expression.LogicalLiteral _ -> List.of();
            };
            return values.stream().anyMatch(i -> i.variables().contains(axis));
        }
    }
}
