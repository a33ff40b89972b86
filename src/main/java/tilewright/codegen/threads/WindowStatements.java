package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.all;
import static tilewright.kernel.Expressions.divide;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.remainder;
import static tilewright.kernel.Expressions.sum;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tilewright.codegen.ir.Window;
import tilewright.kernel.Expression;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;

/**
 * The copies of a window between memory and shared memory. Neighbouring threads take neighbours of a row, several rows at a time, so that no
 * element's place takes a division; a thread has several elements on their way before it waits for the first. A window
 * has elements that no point of the block needs, and other blocks may write these meanwhile: accesses are not torn.
 */
final class WindowStatements {
    /** Registers of what is on its way. */
    private static final int IN_FLIGHT = 24;
    /** Bytes that one access to memory fetches at least. */
    private static final int SECTOR = 32;

    private final DeviceScope scope;
    private final Window window;
    private final int rows;
    private final int columns;
    private final Shape shape;

    WindowStatements(DeviceScope scope, Window window) {
        this.scope = scope;
        this.window = window;
        this.columns = window.extents().getLast();
        this.rows = window.extents().stream().reduce(1, Math::multiplyExact) / columns;
        this.shape = shape(scope.piece().threads());
    }

    /**
     * Which elements the threads take.
     *
     * @param across threads side by side in a row; the others take further rows
     * @param down rows of threads
     * @param columnsAtOnce elements that a thread takes at a time, along a row
     * @param rowsAtOnce the same down
     * @param batches how often a thread waits for memory
     * @param elements that the busiest thread takes, some of them outside
     */
    private record Shape(int across, int down, int columnsAtOnce, int rowsAtOnce, int batches, int elements) {
        /** The same one element after another: stores wait for nothing. */
        Shape single() {
            return new Shape(across, down, 1, 1, elements, elements);
        }
    }

    /** Waiting costs most; of equal shapes the one with the longest accesses. */
    private Shape shape(int threads) {
        int inFlight = IN_FLIGHT
                * Integer.BYTES
                / Math.max(Integer.BYTES, window.type().bytes());
        List<Shape> shapes = new ArrayList<>();
        for (int across = 1; across <= threads; across *= 2) {
            boolean whole = across * window.type().bytes()
                    >= Math.min(SECTOR, columns * window.type().bytes());
            if (threads % across == 0 && (whole || across * 2 > threads)) {
                int down = threads / across;
                int ownColumns = Math.ceilDiv(columns, across);
                int ownRows = Math.ceilDiv(rows, down);
                int columnsAtOnce = Math.min(inFlight, ownColumns);
                int rowsAtOnce = Math.min(inFlight / columnsAtOnce, ownRows);
                int rowBatches = Math.ceilDiv(ownRows, rowsAtOnce);
                int batches = Math.ceilDiv(ownColumns, columnsAtOnce) * rowBatches;
                shapes.add(new Shape(
                        across, down, columnsAtOnce, Math.ceilDiv(ownRows, rowBatches), batches, ownColumns * ownRows));
            }
        }
        return shapes.stream()
                .min(Comparator.comparingInt(Shape::batches)
                        .thenComparingInt(Shape::elements)
                        .thenComparingInt(s -> -s.across()))
                .orElse(new Shape(1, threads, 1, 1, rows, rows));
    }

    /**
     * An element that a thread takes.
     *
     * @param place in the window
     * @param names what stands for the window's coordinates
     */
    private record Slot(
            List<Statement> declarations, List<Expression> place, Map<String, Affine> names, List<Affine> subscripts) {}

    List<Statement> load() {
        Memory.Register held = new Memory.Register(
                scope.names().fresh("held"),
                ScalarType.of(window.type()),
                List.of(shape.rowsAtOnce(), shape.columnsAtOnce()),
                window.type().bytes());
        return copy("Copy " + window.content() + ".", shape, (row, column) -> {
            List<Statement> batch = new ArrayList<>(List.of(new Statement.DeclareArray(held, null)));
            batch.addAll(each(
                    shape,
                    row,
                    column,
                    (slot, number) -> List.of(new Statement.If(
                            inArray(slot),
                            List.of(new Statement.Assign(
                                    new Place.Register(held, number),
                                    new Expression.Read(scope.untorn(window.array(), slot.subscripts()))))))));
            batch.addAll(each(
                    shape,
                    row,
                    column,
                    (slot, number) -> List.of(new Statement.If(
                            inArray(slot),
                            List.of(new Statement.Assign(
                                    element(slot), new Expression.Read(new Place.Register(held, number))))))));
            return batch;
        });
    }

    /** @param written over the window's coordinates */
    List<Statement> store(Condition written) {
        Shape single = shape.single();
        return copy(
                "Write what the block has changed of " + window.array() + ".",
                single,
                (row, column) -> each(
                        single,
                        row,
                        column,
                        (slot, _) -> List.of(new Statement.If(
                                scope.pieceNames().affine().of(written.substitute(slot.names())),
                                List.of(new Statement.Assign(
                                        scope.untorn(window.array(), slot.subscripts()),
                                        new Expression.Read(element(slot))))))));
    }

    private Place element(Slot slot) {
        return new Place.Shared(DeviceScope.shared(window), slot.place());
    }

    private Expression inArray(Slot slot) {
        List<Condition> inside = new ArrayList<>();
        List<ArrayDeclaration.Bounds> bounds = scope.array(window.array()).bounds();
        for (int d = 0; d < bounds.size(); d++) {
            Affine subscript = slot.subscripts().get(d);
            inside.add(new Condition.Compare(
                    subscript, Condition.Relation.GE, bounds.get(d).lower()));
            inside.add(new Condition.Compare(
                    subscript, Condition.Relation.LE, bounds.get(d).upper()));
        }
        return scope.pieceNames().affine().of(Condition.and(inside));
    }

    private interface Batch {
        /** @param row and column of the thread's first element */
        List<Statement> of(Expression row, Expression column);
    }

    private interface Element {
        /** @param number of the element in the batch, shape.down() and along a row */
        List<Statement> of(Slot slot, List<Expression> number);
    }

    /** All batches of all threads. */
    private List<Statement> copy(String comment, Shape shape, Batch batch) {
        Variable row = Variable.integer(scope.names().fresh("row"));
        Variable column = Variable.integer(scope.names().fresh("column"));
        Expression thread = scope.thread().read();
        Statement along = new Statement.For(
                column,
                remainder(thread, shape.across()),
                less(column.read(), integer(columns)),
                integer(shape.across() * shape.columnsAtOnce()),
                1,
                batch.of(row.read(), column.read()));
        return List.of(
                new Statement.Comment(comment),
                new Statement.For(
                        row,
                        divide(thread, shape.across()),
                        less(row.read(), integer(rows)),
                        integer(shape.down() * shape.rowsAtOnce()),
                        1,
                        List.of(along)));
    }

    /** All elements of a batch that lie in the window. */
    private List<Statement> each(Shape shape, Expression row, Expression column, Element element) {
        Variable below = Variable.integer(scope.names().fresh("below"));
        Variable beside = Variable.integer(scope.names().fresh("beside"));
        Expression down = shape.rowsAtOnce() == 1 ? integer(0) : below.read();
        Expression along = shape.columnsAtOnce() == 1 ? integer(0) : beside.read();
        Variable ownRow = Variable.integer(scope.names().fresh("r"));
        Variable ownColumn = Variable.integer(scope.names().fresh("c"));
        Slot slot = slot(ownRow, ownColumn);
        List<Statement> inner = new ArrayList<>(List.of(
                new Statement.Declare(ownRow, sum(row, multiply(integer(shape.down()), down)), true),
                new Statement.Declare(ownColumn, sum(column, multiply(integer(shape.across()), along)), true)));
        List<Statement> inWindow = new ArrayList<>(slot.declarations());
        inWindow.addAll(element.of(slot, List.of(down, along)));
        inner.add(new Statement.If(
                all(List.of(less(ownRow.read(), integer(rows)), less(ownColumn.read(), integer(columns)))), inWindow));
        return writtenOut(below, shape.rowsAtOnce(), writtenOut(beside, shape.columnsAtOnce(), inner));
    }

    /** A loop of one iteration is its body. */
    private static List<Statement> writtenOut(Variable variable, int count, List<Statement> body) {
        return count == 1
                ? body
                : List.of(new Statement.For(
                        variable,
                        integer(0),
                        less(variable.read(), integer(count)),
                        integer(1),
                        Statement.For.ALL,
                        body));
    }

    /** Rows are numbered over all dimensions but the last. */
    private Slot slot(Variable row, Variable column) {
        List<Statement> declarations = new ArrayList<>();
        List<Expression> place = new ArrayList<>();
        List<Affine> names = new ArrayList<>();
        int after = rows;
        int outer = window.extents().size() - 1;
        for (int d = 0; d < outer; d++) {
            after /= window.extents().get(d);
            Variable digit = outer == 1 ? row : Variable.integer(scope.names().fresh("w" + (d + 1)));
            if (outer > 1) {
                Expression quotient = divide(row.read(), after);
                declarations.add(new Statement.Declare(
                        digit,
                        d == 0 ? quotient : remainder(quotient, window.extents().get(d)),
                        true));
            }
            place.add(digit.read());
            names.add(Affine.variable(digit.name()));
        }
        place.add(column.read());
        names.add(Affine.variable(column.name()));
        Map<String, Affine> coordinates = new HashMap<>();
        for (int d = 0; d < names.size(); d++) {
            coordinates.put(window.coordinate(d), names.get(d));
        }
        return new Slot(declarations, place, coordinates, window.element(names));
    }
}
