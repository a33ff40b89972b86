package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.divide;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.lessEqual;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.remainder;
import static tilewright.kernel.Expressions.subtract;
import static tilewright.kernel.Expressions.zero;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.ColumnPlaces;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.ir.Value;
import tilewright.codegen.lower.TypedExpressions;
import tilewright.codegen.scalar.AffineExpressions;
import tilewright.codegen.scalar.ArrayValues;
import tilewright.codegen.scalar.CNames;
import tilewright.codegen.scalar.ElementOffsets;
import tilewright.codegen.scalar.OperatorExpressions;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Simt;
import tilewright.kernel.Statement;
import tilewright.kernel.Target;
import tilewright.kernel.Variable;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.tiling.OwnedColumns;

/**
 * The kernel of blocks that keep columns. A block has neighbouring columns in its memory for all steps. In a step of another block's pivot it waits until that is
 * done, takes what the pivot tells, and updates its columns; in a step of its own it computes the pivot first and tells it. Each thread has the same elements of all
 * columns in all steps, so that threads wait for each other for partial results alone, and where a statement names elements of other threads.
 *
 * <p>A block waits for blocks of smaller numbers alone, which are started first, so that one of those that have been started can always go on.
 *
 * <p>Example: {@code for k { if k is own { pivot; told[k] = column; barrier; done = k + 1 } else { await done > k; barrier; column = told[k] }; updates }}
 */
final class KeptColumnFunctions {
    private static final String ROW = "row'";
    private static final String COLUMN = "column'";

    private final KernelProgram program;
    private final KernelProgram.HostStep.Kept step;
    private final LoopNest nest;
    private final OwnedColumns columns;
    private final ColumnPlaces places;
    private final List<ColumnPlaces.Part> parts;
    private final Signature signature;
    private final CNames names;
    private final AffineExpressions affine;
    private final ElementOffsets offsets;
    private final String iteration;
    private final int resident;
    private final int rows;
    private final Variable thread;
    private final Variable first;
    private final Variable last;
    private final Map<String, Memory.Shared> kept = new HashMap<>();
    private final Map<String, Memory.Shared> ofPivot = new HashMap<>();
    private final Map<ColumnPlaces.Element, Variable> told = new LinkedHashMap<>();
    private final Memory.Shared partial;

    /** @param resident blocks that a multiprocessor has memory for at a time */
    KeptColumnFunctions(KernelProgram program, KernelProgram.HostStep.Kept step, Target target, int resident) {
        this.program = program;
        this.step = step;
        this.nest = step.nest();
        this.columns = step.columns();
        this.places = step.places();
        this.iteration = step.launches().variable();
        this.parts = ColumnPlaces.parts(nest, columns, iteration);
        this.signature = Signature.of(program, List.of(), KeptColumns.arguments(program, step));
        this.names = signature.names();
        names.declare(iteration);
        names.declare(ROW, "row");
        names.declare(COLUMN, "column");
        parts.forEach(p -> names.declare(p.statement().loopVariables()));
        this.affine = new AffineExpressions(names);
        this.offsets = new ElementOffsets(affine, signature.pitches());
        this.thread = Variable.integer(names.fresh("thread"));
        this.first = Variable.integer(names.fresh("first_column"));
        this.last = Variable.integer(names.fresh("last_column"));
        this.resident = resident;
        this.rows = KeptColumns.rows(step, target, resident);
        for (ColumnPlaces.Column column : places.columns()) {
            ScalarType type = type(column.array());
            if (column.kept()) {
                kept.put(
                        column.array(),
                        new Memory.Shared(
                                names.fresh(column.array() + "_kept"),
                                type,
                                List.of(columns.size(), rows),
                                "columns of " + column.array()));
            }
            if (column.told() || !column.kept()) {
                ofPivot.put(
                        column.array(),
                        new Memory.Shared(
                                names.fresh(column.array() + "_pivot"),
                                type,
                                List.of(rows),
                                "the pivot's column of " + column.array()));
            }
        }
        places.told().forEach(e -> told.put(e, new Variable(names.fresh(e.array() + "_told"), type(e.array()))));
        this.partial = new Memory.Shared(
                names.fresh("partial"),
                ScalarType.F64,
                List.of(Math.max(1, reductions()), columns.threads() / Simt.WARP, columns.size()),
                "partial results of warps");
    }

    private int reductions() {
        return (int) columns.updates().stream().filter(u -> u.joins() != null).count();
    }

    private ScalarType type(String array) {
        return ScalarType.of(program.array(array).type());
    }

    int sharedBytes() {
        return shared().bytes();
    }

    private Function.SharedMemory shared() {
        List<Memory.Shared> arrays = new ArrayList<>();
        places.columns().forEach(c -> {
            Stream.of(kept.get(c.array()), ofPivot.get(c.array()))
                    .filter(Objects::nonNull)
                    .forEach(arrays::add);
        });
        if (reductions() > 0 && columns.threads() > Simt.WARP) {
            arrays.add(partial);
        }
        return new Function.SharedMemory(
                KeptColumns.function(step, resident) + "_shared", names.inner().fresh("shared"), arrays, false);
    }

    /** The function that says that no pivot is done. */
    Function startFunction() {
        Memory.Global progress = memory(step.progress());
        return new Function(
                KeptColumns.start(step),
                new Function.Kind.Kernel(1, 0),
                "No pivot is done yet.",
                List.of(new Function.Parameter.Base(progress, true)),
                null,
                List.of(new Statement.Assign(new Place.Global(progress, integer(0)), integer(0))));
    }

    Function function() {
        return new Function(
                KeptColumns.function(step, resident),
                new Function.Kind.Kernel(columns.threads(), resident),
                "all steps, by blocks that keep " + columns.size() + " columns",
                signature.parameters(),
                shared(),
                body());
    }

    private Memory.Global memory(String array) {
        return Objects.requireNonNull(signature.arrays().get(array), array);
    }

    private Variable variable(String name) {
        return affine.variable(name);
    }

    private List<Statement> body() {
        List<Statement> body = new ArrayList<>();
        body.add(new Statement.Declare(thread, Expressions.THREAD, true));
        Expression start =
                add(affine.of(step.launches().first()), multiply(Expressions.BLOCK, integer(columns.size())));
        body.add(new Statement.Declare(first, start, true));
        body.add(new Statement.Declare(
                last, minimum(add(first.read(), columns.size() - 1), affine.of(KeptColumns.lastColumn(step))), true));
        body.add(new Statement.Comment("Load the block's columns."));
        kept().forEach(c -> body.add(eachElement(c, true)));
        body.add(new Statement.Barrier());
        Expression end = minimum(last.read(), affine.of(step.launches().last()));
        body.add(new Statement.For(
                variable(iteration),
                affine.of(step.launches().first()),
                lessEqual(variable(iteration).read(), end),
                integer(1),
                1,
                ofStep()));
        body.add(new Statement.Barrier());
        body.add(new Statement.Comment("Store the block's columns."));
        kept().forEach(c -> body.add(eachElement(c, false)));
        return body;
    }

    private static Expression minimum(Expression left, Expression right) {
        return new Expression.Conditional(less(left, right), left, right);
    }

    private List<ColumnPlaces.Column> kept() {
        return places.columns().stream().filter(ColumnPlaces.Column::kept).toList();
    }

    /** Copies all elements of the block's columns that the array has. */
    private Statement eachElement(ColumnPlaces.Column column, boolean load) {
        ArrayLayout layout = program.array(column.array());
        var along = layout.bounds().get(column.along());
        var across = layout.bounds().get(1 - column.along());
        Affine row = Affine.variable(ROW).plus(along.lower());
        List<Affine> indices =
                column.along() == 0 ? List.of(row, Affine.variable(COLUMN)) : List.of(Affine.variable(COLUMN), row);
        Place memory = new Place.Global(memory(column.array()), offsets.of(layout, indices));
        Place own = new Place.Shared(
                Objects.requireNonNull(kept.get(column.array())),
                List.of(
                        subtract(variable(COLUMN).read(), first.read()),
                        variable(ROW).read()));
        Statement move = load
                ? new Statement.Assign(own, new Expression.Read(memory))
                : new Statement.Assign(memory, new Expression.Read(own));
        Expression end = minimum(last.read(), affine.of(across.upper()));
        return new Statement.For(
                variable(ROW),
                thread.read(),
                less(variable(ROW).read(), affine.of(along.extent())),
                integer(columns.threads()),
                1,
                List.of(new Statement.For(
                        variable(COLUMN),
                        first.read(),
                        lessEqual(variable(COLUMN).read(), end),
                        integer(1),
                        Statement.For.ANY,
                        List.of(move))));
    }

    private List<Statement> ofStep() {
        List<Statement> statements = new ArrayList<>();
        told.values().forEach(v -> statements.add(new Statement.Declare(v, zero(v.type()), false)));
        Phase pivot = new Phase(true);
        List<Statement> own = new ArrayList<>(pivot.statements());
        own.add(new Statement.Barrier());
        Place.Global done = Expressions.element(memory(step.progress()), integer(0), Place.Access.ORDERED);
        Expression number = add(variable(iteration).read(), 1);
        own.add(new Statement.If(equal(thread.read(), integer(0)), List.of(new Statement.Assign(done, number))));
        own.addAll(stored());
        List<Statement> others = new ArrayList<>();
        others.add(new Statement.If(equal(thread.read(), integer(0)), List.of(new Statement.Await(done, number))));
        others.add(new Statement.Barrier());
        others.addAll(taken());
        statements.add(
                new Statement.If(lessEqual(first.read(), variable(iteration).read()), own, others));
        statements.addAll(new Phase(false).statements());
        return statements;
    }

    /** What columns behind the pivot read of its column: ranges of elements, by array. */
    private List<Told> toldRanges() {
        return parts.stream()
                .filter(p -> !p.pivot())
                .flatMap(p -> p.statement().statement().value().reads().stream()
                        .filter(a -> isOfPivot(p, a))
                        .map(a -> new Told(
                                a.array(),
                                p.along().orElseThrow().lower(),
                                p.along().orElseThrow().upper())))
                .distinct()
                .toList();
    }

    private record Told(String array, Affine lower, Affine upper) {}

    private boolean isOfPivot(ColumnPlaces.Part part, Access access) {
        ColumnPlaces.Column column = places.column(access.array());
        return column != null
                && !part.pivot()
                && access.indices().get(1 - column.along()).equals(Affine.variable(iteration));
    }

    private Place.Global toldPlace(String array, @Nullable Affine row) {
        String scratch = KeptColumns.toldName(step, array);
        Affine place = Affine.variable(iteration);
        List<Affine> indices = row == null ? List.of(place) : List.of(place, row);
        return new Place.Global(memory(scratch), offsets.of(program.array(scratch), indices));
    }

    private Affine lower(String array) {
        ColumnPlaces.Column column = Objects.requireNonNull(places.column(array));
        return program.array(array).bounds().get(column.along()).lower();
    }

    /** The pivot tells what columns behind it read. */
    private List<Statement> tell() {
        List<Statement> statements = new ArrayList<>();
        for (Told t : toldRanges()) {
            Affine row = Affine.variable(ROW).plus(lower(t.array()));
            Memory.Shared pivots = Objects.requireNonNull(ofPivot.get(t.array()));
            List<Statement> moves = new ArrayList<>();
            Place here = new Place.Shared(pivots, List.of(variable(ROW).read()));
            Memory.Shared own = kept.get(t.array());
            if (own != null) {
                Place source = new Place.Shared(
                        own,
                        List.of(
                                subtract(variable(iteration).read(), first.read()),
                                variable(ROW).read()));
                moves.add(new Statement.Assign(here, new Expression.Read(source)));
            }
            moves.add(new Statement.Assign(toldPlace(t.array(), row), new Expression.Read(here)));
            statements.add(overRows(t, moves));
        }
        Statement values = new Statement.If(
                equal(thread.read(), integer(0)),
                told.entrySet().stream()
                        .map(e -> (Statement) new Statement.Assign(
                                toldPlace(e.getKey().array(), null),
                                e.getValue().read()))
                        .toList());
        if (!told.isEmpty()) {
            statements.add(values);
        }
        return statements;
    }

    private List<Statement> taken() {
        List<Statement> statements = new ArrayList<>();
        for (Told t : toldRanges()) {
            Affine row = Affine.variable(ROW).plus(lower(t.array()));
            Place here = new Place.Shared(
                    Objects.requireNonNull(ofPivot.get(t.array())),
                    List.of(variable(ROW).read()));
            statements.add(overRows(
                    t, List.of(new Statement.Assign(here, new Expression.Read(toldPlace(t.array(), row))))));
        }
        told.forEach((e, v) ->
                statements.add(new Statement.Assign(v.place(), new Expression.Read(toldPlace(e.array(), null)))));
        return statements;
    }

    /** Columns that pivots alone write go to memory when others need not wait for that. */
    private List<Statement> stored() {
        List<Statement> statements = new ArrayList<>();
        for (ColumnPlaces.Column column : places.columns()) {
            if (!column.kept()) {
                Node.Loop loop = parts.stream()
                        .filter(p -> p.statement().statement().target().array().equals(column.array()))
                        .findFirst()
                        .flatMap(ColumnPlaces.Part::along)
                        .orElseThrow();
                Affine row = Affine.variable(ROW).plus(lower(column.array()));
                Affine number = Affine.variable(iteration);
                List<Affine> indices = column.along() == 0 ? List.of(row, number) : List.of(number, row);
                Place memory =
                        new Place.Global(memory(column.array()), offsets.of(program.array(column.array()), indices));
                Place here = new Place.Shared(
                        Objects.requireNonNull(ofPivot.get(column.array())),
                        List.of(variable(ROW).read()));
                statements.add(overRows(
                        new Told(column.array(), loop.lower(), loop.upper()),
                        List.of(new Statement.Assign(memory, new Expression.Read(here)))));
            }
        }
        return statements;
    }

    private Statement overRows(Told t, List<Statement> moves) {
        return overRows(t.lower().minus(lower(t.array())), t.upper().minus(lower(t.array())), moves);
    }

    /** A thread's rows between two: the same ones in all steps. */
    private Statement overRows(Affine from, Affine to, List<Statement> body) {
        long threads = columns.threads();
        boolean start = from.equals(Affine.constant(0));
        Expression base = start
                ? thread.read()
                : add(multiply(integer(threads), affine.of(from.floorDiv(threads))), thread.read());
        List<Statement> inside = start
                ? body
                : List.of(new Statement.If(
                        lessEqual(affine.of(from), variable(ROW).read()), body));
        return new Statement.For(
                variable(ROW), base, lessEqual(variable(ROW).read(), affine.of(to)), integer(threads), 4, inside);
    }

    /** What a step does for the pivot, or for the block's columns behind it. */
    private final class Phase {
        private final boolean pivot;
        private final List<ColumnPlaces.Part> own;
        private final int count;
        private final Map<ColumnPlaces.Element, Memory.Register> values = new LinkedHashMap<>();
        private int reduction;

        Phase(boolean pivot) {
            this.pivot = pivot;
            this.own = parts.stream().filter(p -> p.pivot() == pivot).toList();
            this.count = pivot ? 1 : columns.size();
            for (ColumnPlaces.Part part : own) {
                for (Access access : part.statement().statement().accesses()) {
                    ColumnPlaces.Element element = new ColumnPlaces.Element(access.array(), access.indices());
                    if (isValue(access.array())
                            && (pivot || !told.containsKey(element))
                            && !values.containsKey(element)) {
                        values.put(
                                element,
                                new Memory.Register(
                                        names.fresh(access.array() + (pivot ? "_of_pivot" : "_of_columns")),
                                        type(access.array()),
                                        List.of(count),
                                        Function.SharedMemory.ALIGNMENT));
                    }
                }
            }
        }

        private boolean isValue(String array) {
            return places.column(array) == null && ColumnPlaces.written(parts).contains(array);
        }

        List<Statement> statements() {
            List<Statement> statements = new ArrayList<>();
            values.values().forEach(r -> statements.add(new Statement.DeclareArray(r, null)));
            List<Statement> loads = new ArrayList<>();
            values.forEach((e, r) -> {
                if (isReadFirst(e)) {
                    loads.add(forColumns(
                            naming(e),
                            c -> List.of(new Statement.Assign(
                                    Expressions.element(r, c), new Expression.Read(global(e.array(), e.indices()))))));
                }
            });
            if (pivot && !loads.isEmpty()) {
                statements.add(new Statement.Barrier());
            }
            statements.addAll(loads);
            for (ColumnPlaces.Part part : own) {
                statements.add(
                        new Statement.Comment(part.statement().statement().id() + ": "
                                + part.statement().statement()));
                boolean crosses = part.statement().statement().accesses().stream()
                        .anyMatch(a -> places.column(a.array()) != null && !part.isAlong(a));
                if (crosses) {
                    statements.add(new Statement.Barrier());
                }
                statements.addAll(of(part));
                if (crosses) {
                    statements.add(new Statement.Barrier());
                }
            }
            if (pivot) {
                told.forEach((e, v) -> statements.add(new Statement.Assign(
                        v.place(), Expressions.load(Objects.requireNonNull(values.get(e)), integer(0)))));
                statements.addAll(tell());
            }
            values.forEach((e, r) -> {
                if (own.stream().anyMatch(p -> isTarget(p, e))) {
                    statements.add(new Statement.If(
                            equal(thread.read(), integer(0)),
                            List.of(forColumns(
                                    naming(e),
                                    c -> List.of(new Statement.Assign(
                                            global(e.array(), e.indices()), Expressions.load(r, c)))))));
                }
            });
            return statements;
        }

        private ColumnPlaces.Part naming(ColumnPlaces.Element element) {
            return own.stream()
                    .filter(p -> p.statement().statement().accesses().stream().anyMatch(a -> isElement(a, element)))
                    .findFirst()
                    .orElseThrow();
        }

        private static boolean isElement(Access access, ColumnPlaces.Element element) {
            return access.array().equals(element.array()) && access.indices().equals(element.indices());
        }

        private static boolean isTarget(ColumnPlaces.Part part, ColumnPlaces.Element element) {
            return isElement(part.statement().statement().target(), element);
        }

        /** Whether the first statement that names the element reads it. */
        private boolean isReadFirst(ColumnPlaces.Element element) {
            return naming(element).statement().statement().value().reads().stream()
                    .anyMatch(a -> isElement(a, element));
        }

        private Place.Global global(String array, List<Affine> indices) {
            return new Place.Global(memory(array), offsets.of(program.array(array), indices));
        }

        /** For each of the block's columns that the statement is done for; once for the pivot. */
        private Statement forColumns(
                ColumnPlaces.Part part, java.util.function.Function<Expression, List<Statement>> each) {
            if (pivot) {
                return new Statement.Scope(each.apply(integer(0)));
            }
            Variable c = Variable.integer(names.inner().fresh("c"));
            Node.Loop loop = part.column();
            Variable column = variable(loop.variable());
            Expression lower = affine.of(loop.lower());
            Expression upper = affine.of(loop.upper());
            return new Statement.For(
                    c,
                    integer(0),
                    less(c.read(), integer(count)),
                    integer(1),
                    Statement.For.ALL,
                    List.of(
                            new Statement.Declare(column, add(first.read(), c.read()), true),
                            new Statement.If(
                                    Expressions.all(
                                            List.of(lessEqual(lower, column.read()), lessEqual(column.read(), upper))),
                                    each.apply(c.read()))));
        }

        private List<Statement> of(ColumnPlaces.Part part) {
            Access target = part.statement().statement().target();
            Value value = TypedExpressions.ofStatement(nest, part.statement().statement());
            Operator joins = part.update().joins();
            if (part.along().isEmpty()) {
                Statement all = forColumns(part, c -> assign(part, target, new Values(part, c, Map.of()).of(value), c));
                return List.of(
                        places.column(target.array()) == null
                                ? all
                                : new Statement.If(equal(thread.read(), integer(0)), List.of(all)));
            }
            return joins == null ? shared(part, value) : reduced(part, value, joins);
        }

        /** All values first, then all stores: nothing waits in between. */
        private List<Statement> shared(ColumnPlaces.Part part, Value value) {
            Access target = part.statement().statement().target();
            List<Statement> body = new ArrayList<>();
            Map<Value, Expression> pivots = pivots(part, value, body);
            Memory.Register computed = new Memory.Register(
                    names.inner().fresh("computed"),
                    type(target.array()),
                    List.of(count),
                    Function.SharedMemory.ALIGNMENT);
            body.add(new Statement.DeclareArray(computed, null));
            body.add(forColumns(
                    part,
                    c -> List.of(new Statement.Assign(
                            Expressions.element(computed, c), new Values(part, c, pivots).of(value)))));
            body.add(forColumns(part, c -> assign(part, target, Expressions.load(computed, c), c)));
            return List.of(along(part, body));
        }

        private Statement along(ColumnPlaces.Part part, List<Statement> body) {
            Node.Loop loop = part.along().orElseThrow();
            Affine lower = part.statement().statement().accesses().stream()
                    .filter(a -> places.column(a.array()) != null && part.isAlong(a))
                    .map(a -> lower(a.array()))
                    .findFirst()
                    .orElse(Affine.constant(0));
            List<Statement> inside = new ArrayList<>();
            inside.add(new Statement.Declare(
                    variable(loop.variable()), affine.of(Affine.variable(ROW).plus(lower)), true));
            inside.addAll(body);
            return overRows(loop.lower().minus(lower), loop.upper().minus(lower), inside);
        }

        /** What all columns read of the pivot's column is read once. */
        private Map<Value, Expression> pivots(ColumnPlaces.Part part, Value value, List<Statement> before) {
            Map<Value, Expression> found = new LinkedHashMap<>();
            if (!pivot) {
                for (Access access : part.statement().statement().value().reads()) {
                    Value element = TypedExpressions.element(nest, access);
                    if (isOfPivot(part, access) && !found.containsKey(element)) {
                        Variable name = new Variable(names.inner().fresh(access.array() + "_k"), type(access.array()));
                        before.add(new Statement.Declare(
                                name, new Expression.Read(place(part, element(access), integer(0))), true));
                        found.put(element, name.read());
                    }
                }
            }
            return found;
        }

        private static ColumnPlaces.Element element(Access access) {
            return new ColumnPlaces.Element(access.array(), access.indices());
        }

        private List<Statement> reduced(ColumnPlaces.Part part, Value value, Operator joins) {
            Access target = part.statement().statement().target();
            Memory.Register result = Objects.requireNonNull(values.get(element(target)));
            ScalarType type = result.type();
            List<Statement> statements = new ArrayList<>();
            Expression neutral = neutral(type, joins);
            Memory.Register before = new Memory.Register(
                    names.inner().fresh("before"), type, List.of(count), Function.SharedMemory.ALIGNMENT);
            if (neutral != null) {
                Expression nothing = neutral;
                // What is there before is added last: it may still be on its way from memory.
                statements.add(new Statement.DeclareArray(before, null));
                statements.add(forColumns(
                        part,
                        c -> List.of(
                                new Statement.Assign(Expressions.element(before, c), Expressions.load(result, c)),
                                new Statement.Assign(Expressions.element(result, c), nothing))));
            }
            List<Statement> body = new ArrayList<>();
            Map<Value, Expression> pivots = pivots(part, value, body);
            body.add(forColumns(
                    part,
                    c -> List.of(new Statement.Assign(
                            Expressions.element(result, c), new Values(part, c, pivots).of(value)))));
            statements.add(along(part, body));
            statements.add(new Statement.Comment("Join the partial results, always in the same order."));
            for (int distance = Simt.WARP / 2; distance >= 1; distance /= 2) {
                Expression by = integer(distance);
                statements.add(forColumns(part, c -> {
                    Expression mine = Expressions.load(result, c);
                    return List.of(new Statement.Assign(
                            Expressions.element(result, c),
                            joined(
                                    joins,
                                    type,
                                    mine,
                                    new Expression.Shuffle(Expression.Lane.XOR, mine, by, Simt.WARP))));
                }));
            }
            int warps = columns.threads() / Simt.WARP;
            if (warps > 1) {
                Expression number = integer(reduction++ + (pivot ? 0 : pivotReductions()));
                statements.add(new Statement.If(
                        equal(remainder(thread.read(), Simt.WARP), integer(0)),
                        List.of(forColumns(
                                part,
                                c -> List.of(new Statement.Assign(
                                        Expressions.element(partial, number, divide(thread.read(), Simt.WARP), c),
                                        Expressions.load(result, c)))))));
                statements.add(new Statement.Barrier());
                Variable warp = Variable.integer(names.inner().fresh("warp"));
                statements.add(forColumns(
                        part,
                        c -> List.of(
                                new Statement.Assign(
                                        Expressions.element(result, c),
                                        Expressions.load(partial, number, integer(0), c)),
                                new Statement.For(
                                        warp,
                                        integer(1),
                                        less(warp.read(), integer(warps)),
                                        integer(1),
                                        Statement.For.ALL,
                                        List.of(new Statement.Assign(
                                                Expressions.element(result, c),
                                                joined(
                                                        joins,
                                                        type,
                                                        Expressions.load(result, c),
                                                        Expressions.load(partial, number, warp.read(), c))))))));
            }
            if (neutral != null) {
                statements.add(forColumns(
                        part,
                        c -> List.of(new Statement.Assign(
                                Expressions.element(result, c),
                                joined(joins, type, Expressions.load(before, c), Expressions.load(result, c))))));
            }
            return List.of(new Statement.Scope(statements));
        }

        private int pivotReductions() {
            return (int) parts.stream()
                    .filter(p -> p.pivot() && p.update().joins() != null)
                    .count();
        }

        private static Expression joined(Operator operator, ScalarType type, Expression left, Expression right) {
            return OperatorExpressions.of(operator, type.promoted(), List.of(left, right));
        }

        /** What partial results start with; null where the element's value does. */
        private static @Nullable Expression neutral(ScalarType type, Operator operator) {
            return operator.isExtreme()
                    ? null
                    : operator == Operator.MUL
                            ? type.isFloating() ? new Expression.RealLiteral(type, "1.0") : integer(1)
                            : zero(type);
        }

        private List<Statement> assign(ColumnPlaces.Part part, Access target, Expression value, Expression c) {
            return List.of(new Statement.Assign(place(part, element(target), c), value));
        }

        private Place place(ColumnPlaces.Part part, ColumnPlaces.Element element, Expression c) {
            ColumnPlaces.Column column = places.column(element.array());
            if (column == null) {
                Memory.Register register = values.get(element);
                Variable name = told.get(element);
                return register != null
                        ? Expressions.element(register, c)
                        : name != null ? name.place() : global(element.array(), element.indices());
            }
            Expression row = affine.of(element.indices().get(column.along()).minus(lower(element.array())));
            Affine number = element.indices().get(1 - column.along());
            Memory.Shared own = kept.get(element.array());
            boolean ofColumn = pivot || !number.equals(Affine.variable(iteration));
            return own != null && ofColumn
                    ? new Place.Shared(
                            own, List.of(pivot ? subtract(variable(iteration).read(), first.read()) : c, row))
                    : new Place.Shared(Objects.requireNonNull(ofPivot.get(element.array())), List.of(row));
        }

        /** Values of a statement, for one column. */
        private final class Values extends ArrayValues {
            private final ColumnPlaces.Part part;
            private final Expression c;
            private final Map<Value, Expression> known;

            Values(ColumnPlaces.Part part, Expression c, Map<Value, Expression> known) {
                super(affine);
                this.part = part;
                this.c = c;
                this.known = known;
            }

            @Override
            protected Expression element(Value.GlobalElement g) {
                Expression value = known.get(g);
                return value != null
                        ? value
                        : new Expression.Read(
                                Phase.this.place(part, new ColumnPlaces.Element(g.array(), g.indices()), c));
            }
        }
    }
}
