package tilewright.kernel.pass;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.divide;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.isInteger;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.remainder;
import static tilewright.kernel.Expressions.subtract;
import static tilewright.kernel.Expressions.sum;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.MatrixShape;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Rewriter;
import tilewright.kernel.Simt;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/**
 * One of the factors of a loop's products: what reads and computes it, and how a lane reads the element that it has in a product of
 * matrices instead of those of its own sums. The first factor is of the lane's own row, the second of a column that other lanes may own; both
 * of the iteration that is the lane's.
 *
 * @param k the loop's variable
 * @param levels loops over a thread's sums
 * @param value the factor, of registers
 * @param items what makes the registers, in order
 * @param columns whether it is the second factor
 * @param moved variables that depend on the thread, and what they are for the owner of the lane's column
 */
record ProductFactors(
        Variable k,
        List<ProductUpdate.Level> levels,
        Expression value,
        List<Statement> items,
        boolean columns,
        Map<String, Moved> moved) {
    /** Neighbours along a row that a lane has sums of. */
    static final int PAIR = MatrixShape.COLUMNS / MatrixShape.GROUP;

    /** @param variable that stands for the other one */
    record Moved(Variable variable, Expression value) {}

    ProductFactors {
        levels = List.copyOf(levels);
        items = List.copyOf(items);
        moved = Map.copyOf(moved);
    }

    /** A thread of the warp whose sums are in the column of which this lane has factors: it has two columns. */
    static Expression owner() {
        Expression lane = remainder(Expressions.THREAD, Simt.WARP);
        return add(subtract(Expressions.THREAD, lane), divide(lane, (long) MatrixShape.GROUP * PAIR));
    }

    /** Declarations of what is the same in all iterations. */
    List<Statement> declarations() {
        return moved.values().stream()
                .map(m -> (Statement) new Statement.Declare(m.variable(), m.value(), true))
                .toList();
    }

    /** The registers, for so many groups of iterations. */
    List<Statement> arrays(int groups) {
        return items.stream()
                .filter(Statement.DeclareArray.class::isInstance)
                .map(i -> (Statement)
                        new Statement.DeclareArray(grouped(((Statement.DeclareArray) i).array(), groups), null))
                .toList();
    }

    /** A register array with one row for each group; half as long where its neighbours are of two columns. */
    private Memory.Register grouped(Memory.Register array, int groups) {
        List<Integer> shape = new ArrayList<>(array.shape());
        shape.addFirst(groups);
        if (columns && isAlongColumns(array)) {
            shape.set(shape.size() - 1, shape.getLast() / PAIR);
        }
        return new Memory.Register(array.name(), array.type(), shape, array.alignment());
    }

    private boolean isAlongColumns(Memory.Register array) {
        return !array.shape().isEmpty()
                && array.shape().getLast() == levels.getLast().count();
    }

    /** Reads and computes what the lane has of a group of iterations. */
    List<Statement> statements(Variable group, Variable own, Variable parity) {
        InLane lane = new InLane(group.read(), own.read(), parity.read());
        List<Statement> statements = items.stream()
                .filter(i -> !(i instanceof Statement.DeclareArray))
                .flatMap(i -> lane.changed(i).stream())
                .toList();
        boolean declares = statements.stream().anyMatch(s -> !s.declared().isEmpty());
        return declares ? List.of(new Statement.Scope(statements)) : statements;
    }

    /** The factor of a group, {@code half} rows below that of the loops. */
    Expression factor(Expression group, int half) {
        String row = levels.get(levels.size() - 2).variable().name();
        return new Rewriter() {
            @Override
            protected Place place(Place place) {
                if (!(place instanceof Place.Register r)) {
                    return place;
                }
                List<Expression> indices = new ArrayList<>(List.of(group));
                for (Expression index : r.indices()) {
                    indices.add(isRead(index, row) ? add(index, half) : index);
                }
                return new Place.Register(r.array(), indices);
            }
        }.whole(value);
    }

    static boolean isRead(Expression expression, String variable) {
        return expression instanceof Expression.Read r
                && r.place() instanceof Place.Scalar v
                && v.variable().name().equals(variable);
    }

    /** Items as a lane runs them for its own iteration, and its own column. */
    private final class InLane {
        private final Expression group;
        private final Expression own;
        private final Expression parity;

        InLane(Expression group, Expression own, Expression parity) {
            this.group = group;
            this.own = own;
            this.parity = parity;
        }

        List<Statement> changed(Statement item) {
            return changed(item, 1);
        }

        /** @param step of the loop over columns around it */
        private List<Statement> changed(Statement item, int step) {
            boolean ofColumns = columns
                    && item instanceof Statement.For f
                    && f.variable().equals(levels.getLast().variable());
            if (ofColumns) {
                Statement.For f = (Statement.For) item;
                int count = levels.getLast().count() / PAIR;
                int inner = (int) ((Expression.IntegerLiteral) f.step()).value();
                return List.of(new Statement.For(
                        f.variable(),
                        f.start(),
                        less(f.variable().read(), integer(count)),
                        integer(1),
                        f.unroll(),
                        changed(f.body(), inner)));
            }
            if (item instanceof Statement.Copy c) {
                Places places = new Places(step);
                Expression value = new Expression.Read(shifted(places.whole(c.from()), parity));
                return List.of(new Statement.Assign(places.whole(c.to()), value));
            }
            return item.bodies().isEmpty()
                    ? new Places(step).whole(item)
                    : List.of(item.withBodies(b -> changed(b, step)));
        }

        private List<Statement> changed(List<Statement> items, int step) {
            return items.stream().flatMap(i -> changed(i, step).stream()).toList();
        }

        /** The element behind a place that is so much further. */
        private Place shifted(Place place, Expression by) {
            if (!(place instanceof Place.Shared s)) {
                throw new IllegalArgumentException("neighbours that are not the block's");
            }
            List<Expression> indices = new ArrayList<>(s.indices());
            indices.set(indices.size() - 1, sum(indices.getLast(), by));
            return new Place.Shared(s.array(), indices, s.access());
        }

        private final class Places extends Rewriter {
            private final Variable column = levels.getLast().variable();
            /** What the variable of columns is made of: a pair, and which of the two. */
            private final Expression spread;

            Places(int step) {
                Expression first = multiply(integer(PAIR), column.read());
                spread = step == PAIR ? first : add(first, parity);
            }

            @Override
            protected Expression expression(Expression e) {
                if (isRead(e, k.name())) {
                    return own;
                }
                if (!columns) {
                    return e;
                }
                if (e instanceof Expression.Read r && r.place() instanceof Place.Scalar v) {
                    Moved other = moved.get(v.variable().name());
                    return other != null ? other.variable().read() : isRead(e, column.name()) ? spread : e;
                }
                if (e instanceof Expression.Binary b && b.left().equals(spread) && isInteger(b.right(), PAIR)) {
                    return switch (b.operator()) {
                        case DIV -> column.read();
                        case REM -> parity;
                        case OR_ELSE, AND_THEN, OR, XOR, AND, EQ, NE, LT, LE, GT, GE, SHL, SHR, ADD, SUB, MUL -> e;
                    };
                }
                return e;
            }

            @Override
            protected Place place(Place place) {
                if (!(place instanceof Place.Register r)) {
                    return place;
                }
                List<Expression> indices = new ArrayList<>(List.of(group));
                for (Expression index : r.indices()) {
                    indices.add(columns && index.equals(spread) ? column.read() : index);
                }
                return new Place.Register(r.array(), indices);
            }
        }
    }

    /** What may become one, in a loop. */
    static Optional<ProductFactors> of(
            Variable k,
            ProductUpdate update,
            boolean columns,
            List<Statement> items,
            Set<String> threadVariables,
            ThreadValues values,
            FreeNames names) {
        Map<String, Moved> moved = new HashMap<>();
        for (String variable : threadVariables) {
            boolean right = columns
                    ? values.isSame(variable, t -> t - t % Simt.WARP + t % MatrixShape.GROUP)
                    : values.isSame(variable, t -> t - t % MatrixShape.GROUP);
            if (!right) {
                return Optional.empty();
            }
            if (columns) {
                Variable other = Variable.integer(names.of(variable + "_column"));
                moved.put(variable, new Moved(other, values.of(variable, owner())));
            }
        }
        Expression value = columns ? update.right() : update.left();
        return Optional.of(new ProductFactors(k, update.levels(), value, items, columns, moved));
    }
}
