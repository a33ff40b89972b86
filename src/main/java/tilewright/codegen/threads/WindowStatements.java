package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.all;
import static tilewright.kernel.Expressions.bitAnd;
import static tilewright.kernel.Expressions.call;
import static tilewright.kernel.Expressions.convert;
import static tilewright.kernel.Expressions.divide;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.not;
import static tilewright.kernel.Expressions.remainder;
import static tilewright.kernel.Expressions.select;
import static tilewright.kernel.Expressions.sum;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Window;
import tilewright.codegen.scalar.AffineExpressions;
import tilewright.codegen.scalar.CNames;
import tilewright.codegen.scalar.ValueExpressions;
import tilewright.kernel.Expression;
import tilewright.kernel.GenerationLimits;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.model.LinearForm;

/**
 * The copies of a window between memory and shared memory. Neighbouring threads take neighbours of a row, several rows at a time, so that no
 * element's place takes a division; a thread has several elements on their way before it waits for the first. A window
 * has elements that no point of the block needs, and other blocks may write these meanwhile: accesses are not torn.
 *
 * <p>A block has few warps and waits for each of its instructions: addresses of a batch are sums of the first one's and steps, and conditions are evaluated whole, so that a
 * batch is one piece of code without branches in between.
 */
final class WindowStatements {
    private final DeviceScope scope;
    private final Window window;
    private final WindowPart part;
    private final int rows;
    private final int columns;
    private final WindowShape shape;

    private WindowStatements(DeviceScope scope, Window window, WindowPart part) {
        this(scope, window, part, Condition.TRUE);
    }

    /** @param written what every element is asked for: with long conditions a thread takes one element at a time */
    private WindowStatements(DeviceScope scope, Window window, WindowPart part, Condition written) {
        this.scope = scope;
        this.window = window;
        this.part = part;
        this.columns = part.extents().getLast();
        this.rows = part.elements() / columns;
        WindowShape together =
                WindowShape.of(rows, columns, window.type(), scope.piece().threads());
        int comparisons = comparisons(written) * together.rowsAtOnce() * together.columnsAtOnce();
        this.shape = comparisons <= GenerationLimits.COMPARISONS ? together : together.oneByOne();
    }

    /**
     * An element that a thread takes.
     *
     * @param place in the window
     * @param names what stands for the window's coordinates
     */
    private record Slot(
            List<Statement> declarations, List<Expression> place, Map<String, Affine> names, List<Affine> subscripts) {}

    /**
     * Where the elements of a batch are in memory.
     *
     * @param declarations of what the elements have in common
     */
    private record Addresses(List<Statement> declarations, Function<Numbered, Place.Global> element) {}

    /** @param number of the element in the batch, down and along a row */
    private record Numbered(Slot slot, List<Expression> number) {}

    /** Loads of windows: what takes a thread one batch is on its way for all windows at once. */
    static List<Statement> load(DeviceScope scope, List<Operation.LoadWindow> loads) {
        List<Statement> first = new ArrayList<>();
        List<Statement> loops = new ArrayList<>();
        List<Statement> last = new ArrayList<>();
        for (Operation.LoadWindow load : loads) {
            Window window = load.window();
            Statement comment = new Statement.Comment("Copy " + window.content() + ".");
            List<Statement> once = new ArrayList<>(List.of(comment));
            List<Statement> often = new ArrayList<>(List.of(comment));
            for (WindowPart.Needed needed : WindowPart.needed(window, load.written())) {
                WindowStatements of = new WindowStatements(scope, window, needed.part());
                Optional<List<Statement>> besides = load.whole() ? of.besides(needed.written()) : Optional.empty();
                if (besides.isPresent()) {
                    often.addAll(besides.get());
                    continue;
                }
                Batch batch = of.load(needed.written());
                if (of.shape.batches() == 1) {
                    of.once(batch, once, last);
                } else {
                    often.add(of.copy((row, column) -> {
                        List<Statement> statements = new ArrayList<>(batch.begin(row, column));
                        statements.addAll(batch.end(row, column));
                        return statements;
                    }));
                }
            }
            first.addAll(once.size() > 1 ? once : List.of());
            loops.addAll(often.size() > 1 ? often : List.of());
        }
        List<Statement> all = new ArrayList<>(first);
        all.addAll(loops);
        all.addAll(last);
        return all;
    }

    /** @param store what is written, over the window's coordinates */
    static List<Statement> store(DeviceScope scope, Operation.StoreWindow store) {
        Window window = store.window();
        WindowPart.Needed written = WindowPart.box(window, store.written());
        WindowStatements of = new WindowStatements(scope, window, written.part(), written.written());
        return List.of(
                new Statement.Comment("Write what the block has changed of " + window.array() + "."),
                of.copy((row, column) -> of.stored(written.written(), row, column)));
    }

    /** A batch on its way from memory. */
    private interface Batch {
        /** @param row and column of the thread's first element */
        List<Statement> begin(Variable row, Variable column);

        List<Statement> end(Variable row, Variable column);
    }

    private Batch load(Condition written) {
        Memory.Register held = held();
        return new Batch() {
            @Override
            public List<Statement> begin(Variable row, Variable column) {
                List<Statement> statements = new ArrayList<>(List.of(new Statement.DeclareArray(held, null)));
                Addresses addresses = addresses(row, column);
                statements.addAll(addresses.declarations());
                statements.addAll(each(row, column, (slot, number) -> {
                    Place.Register to = new Place.Register(held, number);
                    Place from = addresses.element().apply(new Numbered(slot, number));
                    Statement load = new Statement.If(
                            isNeeded(written, slot), List.of(new Statement.Assign(to, new Expression.Read(from))));
                    return List.of(new Statement.Assign(to, ValueExpressions.zero(window.type())), load);
                }));
                return statements;
            }

            @Override
            public List<Statement> end(Variable row, Variable column) {
                // What was not loaded stands for nothing.
                return each(
                        row,
                        column,
                        (slot, number) -> List.of(new Statement.Assign(
                                element(slot), new Expression.Read(new Place.Register(held, number)))));
            }
        };
    }

    /**
     * Elements beside those that are written first, row by row: few, and where they are follows from the row. A thread has rows of its own. Elements outside of
     * the array stay as they are: nobody reads them but for points outside of the domain.
     *
     * @return nothing where what is written is no interval of a row
     */
    private Optional<List<Statement>> besides(Condition written) {
        if (written.equals(Condition.FALSE) || window.extents().size() < 2) {
            return Optional.empty();
        }
        CNames names = scope.names().inner();
        Variable row = Variable.integer(names.fresh("row"));
        Variable column = Variable.integer(names.fresh("column"));
        Slot slot = slot(row, column);
        Optional<RowIntervals> inArray = RowIntervals.of(insideArray(slot), column.name());
        Optional<RowIntervals> first =
                RowIntervals.of(written.substitute(slot.names()).conjuncts(), column.name());
        if (inArray.isEmpty() || first.isEmpty()) {
            return Optional.empty();
        }
        AffineExpressions affine = scope.pieceNames().affine();
        Variable begin = Variable.integer(names.fresh("begin"));
        Variable end = Variable.integer(names.fresh("end"));
        Variable writtenFrom = Variable.integer(names.fresh("written_from"));
        Variable writtenTo = Variable.integer(names.fresh("written_to"));
        Expression from = affine.of(first.get().first(Affine.constant(0)));
        Expression to =
                affine.of(first.get().last(Affine.constant(columns - 1L)).plus(1));
        Expression some = all(Stream.concat(first.get().rows().stream().map(affine::of), Stream.of(less(from, to)))
                .toList());
        Statement copied = new Statement.Assign(
                element(slot), new Expression.Read(scope.untorn(window.array(), slot.subscripts())));
        List<Statement> each = new ArrayList<>(slot.declarations());
        List<Statement> loads = List.of(
                new Statement.Declare(begin, affine.of(inArray.get().first(Affine.constant(0))), true),
                new Statement.Declare(
                        end,
                        affine.of(inArray.get()
                                .last(Affine.constant(columns - 1L))
                                .plus(1)),
                        true),
                new Statement.Declare(writtenFrom, select(some, from, end.read()), true),
                new Statement.Declare(writtenTo, select(some, to, end.read()), true),
                between(column, begin.read(), smaller(end.read(), writtenFrom.read()), copied),
                between(column, larger(begin.read(), writtenTo.read()), end.read(), copied));
        List<Condition> rowsInArray = inArray.get().rows();
        if (rowsInArray.isEmpty()) {
            each.addAll(loads);
        } else {
            each.add(new Statement.If(all(rowsInArray.stream().map(affine::of).toList()), loads));
        }
        return Optional.of(List.of(new Statement.For(
                row,
                scope.thread().read(),
                less(row.read(), integer(rows)),
                integer(scope.piece().threads()),
                1,
                each)));
    }

    private static Statement between(Variable column, Expression begin, Expression end, Statement copied) {
        return new Statement.For(column, begin, less(column.read(), end), integer(1), 1, List.of(copied));
    }

    private static Expression smaller(Expression x, Expression y) {
        return call(Intrinsic.MIN, ScalarType.I32, x, y);
    }

    private static Expression larger(Expression x, Expression y) {
        return call(Intrinsic.MAX, ScalarType.I32, x, y);
    }

    private List<Statement> stored(Condition written, Variable row, Variable column) {
        Memory.Register held = held();
        List<Statement> statements = new ArrayList<>(List.of(new Statement.DeclareArray(held, null)));
        Addresses addresses = addresses(row, column);
        statements.addAll(addresses.declarations());
        statements.addAll(each(
                row,
                column,
                (slot, number) -> List.of(
                        new Statement.Assign(new Place.Register(held, number), new Expression.Read(element(slot))))));
        statements.addAll(each(row, column, (slot, number) -> {
            Statement store = new Statement.Assign(
                    addresses.element().apply(new Numbered(slot, number)),
                    new Expression.Read(new Place.Register(held, number)));
            return List.of(
                    written.equals(Condition.TRUE) ? store : new Statement.If(holds(written, slot), List.of(store)));
        }));
        return statements;
    }

    /** Rows of windows of one or two dimensions lie equally far from each other in memory; those of others are divided for. */
    private Addresses addresses(Variable row, Variable column) {
        if (window.extents().size() > 2 || shape.rowsAtOnce() * shape.columnsAtOnce() == 1) {
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
        List<ArrayDeclaration.Bounds> bounds = scope.array(window.array()).bounds();
        List<Affine> below = new ArrayList<>();
        for (int d = 0; d < bounds.size(); d++) {
            boolean last = d == bounds.size() - 1;
            long moves = LinearForm.of(subscripts.get(d)).coefficient(row.name()) - (last ? 1 : 0);
            below.add(bounds.get(d).lower().plus(moves * shape.down()));
        }
        return below;
    }

    private Memory.Register held() {
        return new Memory.Register(
                scope.names().fresh("held"),
                ScalarType.of(window.type()),
                List.of(shape.rowsAtOnce(), shape.columnsAtOnce()),
                window.type().bytes());
    }

    private Place element(Slot slot) {
        return new Place.Shared(DeviceScope.shared(window), slot.place());
    }

    private Expression holds(Condition condition, Slot slot) {
        return whole(scope.pieceNames().affine().of(condition.substitute(slot.names())));
    }

    private static int comparisons(Condition condition) {
        return switch (condition) {
            case Condition.Compare _ -> 1;
            case Condition.And a ->
                a.operands().stream().mapToInt(WindowStatements::comparisons).sum();
            case Condition.Or o ->
                o.operands().stream().mapToInt(WindowStatements::comparisons).sum();
            case Condition.Not n -> comparisons(n.operand());
        };
    }

    private Expression isNeeded(Condition written, Slot slot) {
        Expression inArray = inArray(slot);
        return written.equals(Condition.FALSE) ? inArray : bitAnd(not(holds(written, slot)), inArray);
    }

    /** Comparisons that must all hold, all evaluated: they are cheaper than branches. */
    private static Expression whole(Expression condition) {
        return condition instanceof Expression.Binary b && b.operator() == Infix.AND_THEN
                ? bitAnd(whole(b.left()), whole(b.right()))
                : condition;
    }

    private Expression inArray(Slot slot) {
        return whole(scope.pieceNames().affine().of(Condition.and(insideArray(slot))));
    }

    private List<Condition> insideArray(Slot slot) {
        List<Condition> inside = new ArrayList<>();
        List<ArrayDeclaration.Bounds> bounds = scope.array(window.array()).bounds();
        for (int d = 0; d < bounds.size(); d++) {
            Affine subscript = slot.subscripts().get(d);
            inside.add(new Condition.Compare(
                    subscript, Condition.Relation.GE, bounds.get(d).lower()));
            inside.add(new Condition.Compare(
                    subscript, Condition.Relation.LE, bounds.get(d).upper()));
        }
        return inside;
    }

    private interface Loop {
        /** @param row and column of the thread's first element */
        List<Statement> of(Variable row, Variable column);
    }

    private interface Element {
        /** @param number of the element in the batch, down and along a row */
        List<Statement> of(Slot slot, List<Expression> number);
    }

    /** The only batch of every thread. */
    private void once(Batch batch, List<Statement> begin, List<Statement> end) {
        Variable row = Variable.integer(scope.names().fresh("row"));
        Variable column = Variable.integer(scope.names().fresh("column"));
        begin.add(new Statement.Declare(row, divide(scope.thread().read(), shape.across()), true));
        begin.add(new Statement.Declare(column, remainder(scope.thread().read(), shape.across()), true));
        begin.addAll(batch.begin(row, column));
        end.addAll(batch.end(row, column));
    }

    /** All batches of all threads. */
    private Statement copy(Loop batch) {
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
    private List<Statement> each(Variable row, Variable column, Element element) {
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

    /** Rows are numbered over all dimensions of the part but the last. */
    private Slot slot(Variable row, Variable column) {
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
}
