package tilewright.kernel.pass;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.isInteger;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.lessEqual;
import static tilewright.kernel.Expressions.remainder;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.MatrixShape;
import tilewright.kernel.Place;
import tilewright.kernel.Prefix;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/**
 * A loop that adds one product to every sum of a thread in each iteration, as warps compute it together.
 *
 * @param loop the loop as it is
 * @param update what its iterations end with
 * @param left what the first factors are read and computed by
 * @param right what the second factors are read and computed by
 * @param names free names of the function
 */
record ProductLoop(
        Statement.For loop, ProductUpdate update, ProductFactors left, ProductFactors right, FreeNames names) {
    /** Iterations that are written out where a loop has no known end. */
    private static final int NOT_WRITTEN_OUT = 1;

    /** The loop as products; empty where it has none. */
    static Optional<ProductLoop> of(Statement.For loop, Function function, ThreadValues values, Uniformity uniformity) {
        if (loop.start() == null
                || !isInteger(loop.start(), 0)
                || !isInteger(loop.step(), 1)
                || !(loop.condition() instanceof Expression.Binary end)
                || end.operator() != Infix.LT
                || !end.left().equals(loop.variable().read())
                || loop.body().isEmpty()) {
            return Optional.empty();
        }
        return ProductUpdate.of(loop.body().getLast())
                .flatMap(u -> new FactorFinder(loop, u, function, values, uniformity)
                        .both()
                        .map(b -> new ProductLoop(loop, u, b.left(), b.right(), b.names())));
    }

    /** What stands for the loop. */
    List<Statement> statements() {
        Expression end = ((Expression.Binary) loop.condition()).right();
        if (end instanceof Expression.IntegerLiteral count && count.value() % MatrixShape.GROUP == 0) {
            MatrixShape shape = MatrixShape.of(update.rows(), update.columns(), count.value());
            return List.of(new Statement.For(
                    loop.variable(),
                    loop.start(),
                    loop.condition(),
                    integer(shape.depth()),
                    Statement.For.ALL,
                    products(shape)));
        }
        MatrixShape shape = MatrixShape.of(update.rows(), update.columns(), MatrixShape.GROUP);
        Variable k = loop.variable();
        Statement whole = new Statement.For(
                k,
                null,
                lessEqual(add(k.read(), shape.depth()), end),
                integer(shape.depth()),
                NOT_WRITTEN_OUT,
                products(shape));
        Statement rest = new Statement.For(k, null, loop.condition(), loop.step(), loop.unroll(), loop.body());
        return List.of(new Statement.Scope(List.of(new Statement.Declare(k, loop.start(), false), whole, rest)));
    }

    private List<Statement> products(MatrixShape shape) {
        int groups = shape.depth() / MatrixShape.GROUP;
        Variable group = Variable.integer(names.of("e"));
        Variable own = Variable.integer(names.of(loop.variable().name() + "_lane"));
        Variable parity = Variable.integer(names.of("odd"));
        List<Statement> body = new ArrayList<>();
        Expression lane = Expressions.THREAD;
        body.add(new Statement.Declare(
                parity, remainder(Expressions.divide(lane, MatrixShape.GROUP), ProductFactors.PAIR), true));
        body.addAll(right.declarations());
        body.addAll(left.arrays(groups));
        body.addAll(right.arrays(groups));
        List<Statement> reads = new ArrayList<>();
        Expression place = Expressions.sum(
                Expressions.sum(loop.variable().read(), Expressions.multiply(integer(MatrixShape.GROUP), group.read())),
                remainder(lane, MatrixShape.GROUP));
        reads.add(new Statement.Declare(own, place, true));
        reads.addAll(left.statements(group, own, parity));
        reads.addAll(right.statements(group, own, parity));
        body.add(new Statement.For(
                group, integer(0), less(group.read(), integer(groups)), integer(1), Statement.For.ALL, reads));
        body.add(update.around(shape.rows() / MatrixShape.COLUMNS, multiply(shape)));
        return body;
    }

    private Statement multiply(MatrixShape shape) {
        int halves = shape.rows() / MatrixShape.COLUMNS;
        List<Place> sums = new ArrayList<>();
        for (int e = 0; e < shape.sums(); e++) {
            sums.add(update.sum(e / ProductFactors.PAIR, e % ProductFactors.PAIR));
        }
        List<Expression> first = new ArrayList<>();
        for (int e = 0; e < shape.left(); e++) {
            Expression factor = left.factor(integer(e / halves), e % halves);
            first.add(update.negative() ? new Expression.Unary(Prefix.NEG, factor) : factor);
        }
        List<Expression> second = new ArrayList<>();
        for (int e = 0; e < shape.right(); e++) {
            second.add(right.factor(integer(e), 0));
        }
        return new Statement.Multiply(shape, sums, first, second);
    }
}
