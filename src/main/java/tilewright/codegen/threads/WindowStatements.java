package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.all;
import static tilewright.kernel.Expressions.call;
import static tilewright.kernel.Expressions.divide;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.remainder;
import static tilewright.kernel.Expressions.select;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Window;
import tilewright.codegen.scalar.AffineExpressions;
import tilewright.codegen.scalar.CNames;
import tilewright.codegen.scalar.ValueExpressions;
import tilewright.kernel.Expression;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.model.Affine;
import tilewright.model.Condition;

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
    private final WindowElements elements;

    private WindowStatements(DeviceScope scope, Window window, WindowElements elements) {
        this.scope = scope;
        this.window = window;
        this.elements = elements;
    }

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
                WindowStatements of =
                        new WindowStatements(scope, window, new WindowElements(scope, window, needed.part()));
                Optional<List<Statement>> besides = load.whole() ? of.besides(needed.written()) : Optional.empty();
                if (besides.isPresent()) {
                    often.addAll(besides.get());
                    continue;
                }
                Batch batch = of.load(needed.written());
                if (of.elements.shape().batches() == 1) {
                    of.once(batch, once, last);
                } else {
                    often.add(of.elements.copy((row, column) -> {
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
        WindowStatements of = new WindowStatements(
                scope, window, new WindowElements(scope, window, written.part(), written.written()));
        return List.of(
                new Statement.Comment("Write what the block has changed of " + window.array() + "."),
                of.elements.copy((row, column) -> of.stored(written.written(), row, column)));
    }

    /** A batch on its way from memory. */
    private interface Batch {
        /** @param row and column of the thread's first element */
        List<Statement> begin(Variable row, Variable column);

        List<Statement> end(Variable row, Variable column);
    }

    private Batch load(Condition written) {
        Memory.Register held = elements.held();
        return new Batch() {
            @Override
            public List<Statement> begin(Variable row, Variable column) {
                List<Statement> statements = new ArrayList<>(List.of(new Statement.DeclareArray(held, null)));
                WindowElements.Addresses addresses = elements.addresses(row, column);
                statements.addAll(addresses.declarations());
                statements.addAll(elements.each(row, column, (slot, number) -> {
                    Place.Register to = new Place.Register(held, number);
                    Place from = addresses.element().apply(new WindowElements.Numbered(slot, number));
                    Statement load = new Statement.If(
                            elements.isNeeded(written, slot),
                            List.of(new Statement.Assign(to, new Expression.Read(from))));
                    return List.of(new Statement.Assign(to, ValueExpressions.zero(window.type())), load);
                }));
                return statements;
            }

            @Override
            public List<Statement> end(Variable row, Variable column) {
                // What was not loaded stands for nothing.
                return elements.each(
                        row,
                        column,
                        (slot, number) -> List.of(new Statement.Assign(
                                elements.element(slot), new Expression.Read(new Place.Register(held, number)))));
            }
        };
    }

    /**
     * Elements beside those that are written first, row by row: few, and where they are follows from the row. A thread has rows of its own. Elements outside of
     * the array stay as they are: nobody reads them but for points outside of the domain.
     *
     * @return nothing where what is written is no interval of a row, or where more elements may lie beside it than all take batches: a thread waits as long for one of
     *     these as for a batch
     */
    private Optional<List<Statement>> besides(Condition written) {
        if (written.equals(Condition.FALSE) || window.extents().size() < 2) {
            return Optional.empty();
        }
        CNames names = scope.names().inner();
        Variable row = Variable.integer(names.fresh("row"));
        Variable column = Variable.integer(names.fresh("column"));
        WindowElements.Slot slot = elements.slot(row, column);
        Optional<RowIntervals> inArray = RowIntervals.of(elements.insideArray(slot), column.name());
        Optional<RowIntervals> first =
                RowIntervals.of(written.substitute(slot.names()).conjuncts(), column.name());
        if (inArray.isEmpty()
                || first.isEmpty()
                || !first.get().hasFewBeside(inArray.get(), elements.shape().batches())) {
            return Optional.empty();
        }
        AffineExpressions affine = scope.pieceNames().affine();
        Variable begin = Variable.integer(names.fresh("begin"));
        Variable end = Variable.integer(names.fresh("end"));
        Variable writtenFrom = Variable.integer(names.fresh("written_from"));
        Variable writtenTo = Variable.integer(names.fresh("written_to"));
        Expression from = affine.of(first.get().first(Affine.constant(0)));
        Expression to = affine.of(
                first.get().last(Affine.constant(elements.columns() - 1L)).plus(1));
        Expression some = all(Stream.concat(first.get().rows().stream().map(affine::of), Stream.of(less(from, to)))
                .toList());
        Statement copied = new Statement.Assign(
                elements.element(slot), new Expression.Read(scope.untorn(window.array(), slot.subscripts())));
        List<Statement> each = new ArrayList<>(slot.declarations());
        List<Statement> loads = List.of(
                new Statement.Declare(begin, affine.of(inArray.get().first(Affine.constant(0))), true),
                new Statement.Declare(
                        end,
                        affine.of(inArray.get()
                                .last(Affine.constant(elements.columns() - 1L))
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
                less(row.read(), integer(elements.rows())),
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
        Memory.Register held = elements.held();
        List<Statement> statements = new ArrayList<>(List.of(new Statement.DeclareArray(held, null)));
        WindowElements.Addresses addresses = elements.addresses(row, column);
        statements.addAll(addresses.declarations());
        statements.addAll(elements.each(
                row,
                column,
                (slot, number) -> List.of(new Statement.Assign(
                        new Place.Register(held, number), new Expression.Read(elements.element(slot))))));
        statements.addAll(elements.each(row, column, (slot, number) -> {
            Statement store = new Statement.Assign(
                    addresses.element().apply(new WindowElements.Numbered(slot, number)),
                    new Expression.Read(new Place.Register(held, number)));
            return List.of(
                    written.equals(Condition.TRUE)
                            ? store
                            : new Statement.If(elements.isWritten(written, slot), List.of(store)));
        }));
        return statements;
    }

    /** The only batch of every thread. */
    private void once(Batch batch, List<Statement> begin, List<Statement> end) {
        Variable row = Variable.integer(scope.names().fresh("row"));
        Variable column = Variable.integer(scope.names().fresh("column"));
        begin.add(new Statement.Declare(
                row, divide(scope.thread().read(), elements.shape().across()), true));
        begin.add(new Statement.Declare(
                column, remainder(scope.thread().read(), elements.shape().across()), true));
        begin.addAll(batch.begin(row, column));
        end.addAll(batch.end(row, column));
    }
}
