package tilewright.kernel.pass;

import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.isInteger;
import static tilewright.kernel.Expressions.less;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/**
 * {@code for mi in 0 .. 4 { for mj in 0 .. 4 { c[mi][mj] = c[mi][mj] + x * y } }} over all registers of a thread's tile, in double precision.
 *
 * @param levels loops, and scopes where there is one register and its place is asked for, outermost first; the last is that of columns
 * @param tile the sum
 * @param left the factor that is the same for all columns
 * @param right the factor that is the same for all rows
 * @param negative whether products are subtracted
 */
record ProductUpdate(List<Level> levels, Place.Register tile, Expression left, Expression right, boolean negative) {
    /** @param count iterations; 1 for a scope whose variable is 0 */
    record Level(Variable variable, int count) {}

    ProductUpdate {
        levels = List.copyOf(levels);
    }

    /** Empty where a statement is nothing of the kind. */
    static Optional<ProductUpdate> of(Statement statement) {
        List<Level> levels = new ArrayList<>();
        Statement inner = statement;
        while (!(inner instanceof Statement.Assign)) {
            Level level = level(inner);
            if (level == null) {
                return Optional.empty();
            }
            levels.add(level);
            inner = body(inner).getLast();
        }
        return of(levels, (Statement.Assign) inner);
    }

    private static @Nullable Level level(Statement statement) {
        if (statement instanceof Statement.For f) {
            boolean plain = f.start() != null
                    && isInteger(f.start(), 0)
                    && isInteger(f.step(), 1)
                    && f.body().size() == 1
                    && f.condition() instanceof Expression.Binary end
                    && end.operator() == Infix.LT
                    && end.left().equals(f.variable().read())
                    && end.right() instanceof Expression.IntegerLiteral;
            return plain ? new Level(f.variable(), count(f)) : null;
        }
        if (statement instanceof Statement.Scope s
                && s.body().size() == 2
                && s.body().getFirst() instanceof Statement.Declare d
                && d.value() != null
                && isInteger(d.value(), 0)) {
            return new Level(d.variable(), 1);
        }
        return null;
    }

    private static int count(Statement.For loop) {
        Expression.Binary end = (Expression.Binary) loop.condition();
        return (int) ((Expression.IntegerLiteral) end.right()).value();
    }

    private static List<Statement> body(Statement level) {
        return level instanceof Statement.For f ? f.body() : ((Statement.Scope) level).body();
    }

    private static Optional<ProductUpdate> of(List<Level> levels, Statement.Assign update) {
        if (levels.size() < 2
                || !(update.target() instanceof Place.Register tile)
                || tile.type() != ScalarType.F64
                || !isOver(levels, tile.indices())
                || !(update.value() instanceof Expression.Binary sum)
                || sum.operator() != Infix.ADD && sum.operator() != Infix.SUB) {
            return Optional.empty();
        }
        Expression own = new Expression.Read(tile);
        boolean swapped = sum.operator() == Infix.ADD && !sum.left().equals(own);
        Expression term = swapped ? sum.left() : sum.right();
        if (!(swapped ? sum.right() : sum.left()).equals(own)
                || !(term instanceof Expression.Binary product)
                || product.operator() != Infix.MUL
                || product.type() != ScalarType.F64) {
            return Optional.empty();
        }
        String row = levels.get(levels.size() - 2).variable().name();
        String column = levels.getLast().variable().name();
        boolean negative = sum.operator() == Infix.SUB;
        if (!mentions(product.left(), column) && !mentions(product.right(), row)) {
            return Optional.of(new ProductUpdate(levels, tile, product.left(), product.right(), negative));
        }
        if (!mentions(product.right(), column) && !mentions(product.left(), row)) {
            return Optional.of(new ProductUpdate(levels, tile, product.right(), product.left(), negative));
        }
        return Optional.empty();
    }

    /**
     * Whether indices go over the levels in order, the last two over the last two. A level of one register whose variable nothing reads is gone; its
     * index is a number: {@code c[0][mi][mj]}.
     */
    private static boolean isOver(List<Level> levels, List<Expression> indices) {
        int d = levels.size() - 1;
        for (int i = indices.size() - 1; i >= 0; i--) {
            Expression index = indices.get(i);
            if (d >= 0 && isOf(levels.get(d), index)) {
                d--;
            } else if (d >= levels.size() - 2 || !(index instanceof Expression.IntegerLiteral)) {
                return false;
            }
        }
        return d < 0;
    }

    private static boolean isOf(Level level, Expression index) {
        return index.equals(level.variable().read()) || level.count() == 1 && isInteger(index, 0);
    }

    private static boolean mentions(Expression expression, String variable) {
        boolean[] found = {false};
        Expressions.visit(
                expression,
                e -> found[0] |= e instanceof Expression.Read r
                        && r.place() instanceof Place.Scalar v
                        && v.variable().name().equals(variable));
        return found[0];
    }

    Level rowLevel() {
        return levels.get(levels.size() - 2);
    }

    Level columnLevel() {
        return levels.getLast();
    }

    /** Rows of the tile that a thread has. */
    int rows() {
        return rowLevel().count();
    }

    /** Columns of the tile that a thread has. */
    int columns() {
        return columnLevel().count();
    }

    /** The sum {@code half} rows below that of the loops, in a column of the pair that the loops stand at. */
    Place sum(int half, int odd) {
        List<Expression> indices = new ArrayList<>(tile.indices());
        int row = indices.size() - 2;
        indices.set(row, Expressions.add(indices.get(row), half));
        Expression pair = Expressions.multiply(
                integer(ProductFactors.PAIR), columnLevel().variable().read());
        indices.set(row + 1, Expressions.add(pair, odd));
        return new Place.Register(tile.array(), indices);
    }

    /** The loops around what is done for {@code step} rows and a pair of columns at a time. */
    Statement around(int step, Statement product) {
        Statement inner = over(columnLevel().variable(), columnLevel().count() / ProductFactors.PAIR, 1, product);
        for (int d = levels.size() - 2; d >= 0; d--) {
            Level level = levels.get(d);
            inner = level.count() == 1
                    ? inner
                    : over(level.variable(), level.count(), d == levels.size() - 2 ? step : 1, inner);
        }
        return inner;
    }

    private static Statement over(Variable variable, int count, int step, Statement body) {
        return new Statement.For(
                variable,
                integer(0),
                less(variable.read(), integer(count)),
                integer(step),
                Statement.For.ALL,
                List.of(body));
    }
}
