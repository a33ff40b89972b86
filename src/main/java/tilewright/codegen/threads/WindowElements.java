package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.all;
import static tilewright.kernel.Expressions.bitAnd;
import static tilewright.kernel.Expressions.convert;
import static tilewright.kernel.Expressions.divide;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.not;
import static tilewright.kernel.Expressions.remainder;
import static tilewright.kernel.Expressions.sum;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import tilewright.codegen.ir.Window;
import tilewright.kernel.Expression;
import tilewright.kernel.GenerationLimits;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.kernel.WindowShape;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.model.LinearForm;

/** The elements of a part of a window as threads take them: where each is in the window and in memory, in which batches, and which are needed. */
final class WindowElements {
    /** Comparisons of an element that one interval of its row is asked for. */
    private static final int OF_INTERVAL = 2;

    private final DeviceScope scope;
    private final Window window;
    private final WindowPart part;
    private final int rows;
    private final int columns;
    private final WindowShape shape;
    private final Optional<RowUnion> union;

    WindowElements(DeviceScope scope, Window window, WindowPart part) {
        this(scope, window, part, Condition.TRUE);
    }

    /** @param written what every element is asked for: with long conditions a thread takes one element at a time */
    WindowElements(DeviceScope scope, Window window, WindowPart part, Condition written) {
        this.scope = scope;
        this.window = window;
        this.part = part;
        this.columns = part.extents().getLast();
        this.rows = part.elements() / columns;
        WindowShape together = WindowShape.of(
                rows, columns, window.type().bytes(), scope.piece().threads());
        this.union = RowUnion.of(written, window.coordinate(window.extents().size() - 1));
        int comparisons = (union.isPresent() ? OF_INTERVAL : comparisons(written))
                * together.rowsAtOnce()
                * together.columnsAtOnce();
        this.shape = comparisons <= GenerationLimits.shipped().comparisons() ? together : together.oneByOne();
    }

    /**
     * An element that a thread takes.
     *
     * @param place in the window
     * @param names what stands for the window's coordinates
     */
    record Slot(
            List<Statement> declarations, List<Expression> place, Map<String, Affine> names, List<Affine> subscripts) {}

    /**
     * Where the elements of a batch are in memory.
     *
     * @param declarations of what the elements have in common
     */
    record Addresses(List<Statement> declarations, Function<Numbered, Place.Global> element) {}

    /** @param number of the element in the batch, down and along a row */
    record Numbered(Slot slot, List<Expression> number) {}

    interface Element {
        /** @param number of the element in the batch, down and along a row */
        List<Statement> of(Slot slot, List<Expression> number);
    }

    interface Loop {
        /** @param row and column of the thread's first element */
        List<Statement> of(Variable row, Variable column);
    }

    WindowShape shape() {
        return shape;
    }

    /** Of the part, over all dimensions but the last. */
    int rows() {
        return rows;
    }

    int columns() {
        return columns;
    }

    /** Rows are numbered over all dimensions of the part but the last. */
    Slot slot(Variable row, Variable column) {
        List<Statement> declarations = new ArrayList<>();
        List<Affine> names = new ArrayList<>();
        int after = rows;
        int outer = window.extents().size() - 1;
        for (int d = 0; d < outer; d++) {
            after /= part.extents().get(d);
            Variable digit = outer == 1 ? row : Variable.integer(scope.names().fresh("w" + (d + 1)));
            if (outer > 1) {
                Expression quotient = divide(row.read(), after);
                declarations.add(new Statement.Declare(
                        digit,
                        d == 0 ? quotient : remainder(quotient, part.extents().get(d)),
                        true));
            }
            names.add(Affine.variable(digit.name()).plus(part.from().get(d)));
        }
        names.add(Affine.variable(column.name()).plus(part.from().getLast()));
        Map<String, Affine> coordinates = new HashMap<>();
        List<Expression> place = new ArrayList<>();
        for (int d = 0; d < names.size(); d++) {
            coordinates.put(window.coordinate(d), names.get(d));
            Expression digit = d < outer && outer == 1
                    ? row.read()
                    : d < outer
                            ? ((Statement.Declare) declarations.get(d))
                                    .variable()
                                    .read()
                            : column.read();
            place.add(sum(digit, integer(part.from().get(d))));
        }
        return new Slot(declarations, place, coordinates, window.element(names));
    }

    /** Rows of windows of one or two dimensions lie equally far from each other in memory; those of others are divided for, those of views looked up. */
    Addresses addresses(Variable row, Variable column) {
        if (window.extents().size() > 2
                || scope.isLookedUp(window.array())
                || shape.rowsAtOnce() * shape.columnsAtOnce() == 1) {
            return new Addresses(
                    List.of(), n -> scope.untorn(window.array(), n.slot().subscripts()));
        }
        Place.Global first = scope.untorn(window.array(), slot(row, column).subscripts());
        Variable from = new Variable(scope.names().fresh("from"), first.offset().type());
        Variable down = new Variable(scope.names().fresh("down"), from.type());
        List<Statement> declarations = new ArrayList<>(List.of(new Statement.Declare(from, first.offset(), true)));
        if (shape.rowsAtOnce() > 1) {
            Expression distance = scope.untorn(window.array(), rowsBelow(row)).offset();
            declarations.add(new Statement.Declare(down, distance, true));
        }
        return new Addresses(declarations, n -> {
            Expression offset = from.read();
            if (shape.rowsAtOnce() > 1) {
                offset = add(offset, multiply(convert(from.type(), n.number().getFirst()), down.read()));
            }
            if (shape.columnsAtOnce() > 1) {
                offset =
                        add(offset, multiply(integer(shape.across()), n.number().getLast()));
            }
            return new Place.Global(first.array(), first.as(), offset, first.access());
        });
    }

    /** The subscripts of an element that lies as far from the array's first one as rows of neighbouring numbers of a batch from each other. */
    private List<Affine> rowsBelow(Variable row) {
        List<Affine> subscripts = slot(row, row).subscripts();
        List<ArrayDeclaration.Bounds> bounds = scope.bounds(window.array());
        List<Affine> below = new ArrayList<>();
        for (int d = 0; d < bounds.size(); d++) {
            boolean last = d == bounds.size() - 1;
            long moves = LinearForm.of(subscripts.get(d)).coefficient(row.name()) - (last ? 1 : 0);
            below.add(bounds.get(d).lower().plus(moves * shape.down()));
        }
        return below;
    }

    /** What a thread's batch is held in on its way. */
    Memory.Register held() {
        return new Memory.Register(
                scope.names().fresh("held"),
                ScalarType.of(window.type()),
                List.of(shape.rowsAtOnce(), shape.columnsAtOnce()),
                window.type().bytes());
    }

    Place element(Slot slot) {
        return new Place.Shared(DeviceScope.shared(window), slot.place());
    }

    /** Whether the block has written an element, as it was given to these. */
    Expression isWritten(Condition written, Slot slot) {
        String place = window.coordinate(window.extents().size() - 1);
        return union.map(u -> u.holds(
                        Objects.requireNonNull(slot.names().get(place)),
                        slot.names(),
                        window.extents().getLast(),
                        scope.pieceNames().affine()))
                .orElseGet(() -> holds(written, slot));
    }

    private Expression holds(Condition condition, Slot slot) {
        return whole(scope.pieceNames().affine().of(condition.substitute(slot.names())));
    }

    /** @param written first, so that they need not be loaded */
    Expression isNeeded(Condition written, Slot slot) {
        Expression inArray = inArray(slot);
        return written.equals(Condition.FALSE) ? inArray : bitAnd(not(holds(written, slot)), inArray);
    }

    private Expression inArray(Slot slot) {
        return whole(scope.pieceNames().affine().of(Condition.and(insideArray(slot))));
    }

    /** What holds of an element that the array has. */
    List<Condition> insideArray(Slot slot) {
        List<Condition> inside = new ArrayList<>();
        List<ArrayDeclaration.Bounds> bounds = scope.bounds(window.array());
        for (int d = 0; d < bounds.size(); d++) {
            Affine subscript = slot.subscripts().get(d);
            inside.add(new Condition.Compare(
                    subscript, Condition.Relation.GE, bounds.get(d).lower()));
            inside.add(new Condition.Compare(
                    subscript, Condition.Relation.LE, bounds.get(d).upper()));
        }
        return inside;
    }

    /** Comparisons that must all hold, all evaluated: they are cheaper than branches. */
    static Expression whole(Expression condition) {
        return condition instanceof Expression.Binary b && b.operator() == Infix.AND_THEN
                ? bitAnd(whole(b.left()), whole(b.right()))
                : condition;
    }

    private static int comparisons(Condition condition) {
        return switch (condition) {
            case Condition.Compare _ -> 1;
            case Condition.And a ->
                a.operands().stream().mapToInt(WindowElements::comparisons).sum();
            case Condition.Or o ->
                o.operands().stream().mapToInt(WindowElements::comparisons).sum();
            case Condition.Not n -> comparisons(n.operand());
        };
    }

    /** All batches of all threads. */
    Statement copy(Loop batch) {
        Variable row = Variable.integer(scope.names().fresh("row"));
        Variable column = Variable.integer(scope.names().fresh("column"));
        Expression thread = scope.thread().read();
        Statement along = new Statement.For(
                column,
                remainder(thread, shape.across()),
                less(column.read(), integer(columns)),
                integer(shape.across() * shape.columnsAtOnce()),
                1,
                batch.of(row, column));
        return new Statement.For(
                row,
                divide(thread, shape.across()),
                less(row.read(), integer(rows)),
                integer(shape.down() * shape.rowsAtOnce()),
                1,
                List.of(along));
    }

    /** All elements of a batch that lie in the part. */
    List<Statement> each(Variable row, Variable column, Element element) {
        Variable below = Variable.integer(scope.names().fresh("below"));
        Variable beside = Variable.integer(scope.names().fresh("beside"));
        Expression down = shape.rowsAtOnce() == 1 ? integer(0) : below.read();
        Expression along = shape.columnsAtOnce() == 1 ? integer(0) : beside.read();
        Variable ownRow = Variable.integer(scope.names().fresh("r"));
        Variable ownColumn = Variable.integer(scope.names().fresh("c"));
        Slot slot = slot(ownRow, ownColumn);
        List<Statement> inner = new ArrayList<>(List.of(
                new Statement.Declare(ownRow, sum(row.read(), multiply(integer(shape.down()), down)), true),
                new Statement.Declare(ownColumn, sum(column.read(), multiply(integer(shape.across()), along)), true)));
        List<Statement> inPart = new ArrayList<>(slot.declarations());
        inPart.addAll(element.of(slot, List.of(down, along)));
        List<Expression> inside = new ArrayList<>();
        if (rows % (shape.down() * shape.rowsAtOnce()) != 0) {
            inside.add(less(ownRow.read(), integer(rows)));
        }
        if (columns % (shape.across() * shape.columnsAtOnce()) != 0) {
            inside.add(less(ownColumn.read(), integer(columns)));
        }
        if (inside.isEmpty()) {
            inner.addAll(inPart);
        } else {
            inner.add(new Statement.If(all(inside), inPart));
        }
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
}
