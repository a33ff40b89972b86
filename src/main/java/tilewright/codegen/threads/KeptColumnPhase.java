package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.lessEqual;
import static tilewright.kernel.Expressions.subtract;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tilewright.codegen.ir.ColumnPlaces;
import tilewright.codegen.ir.Value;
import tilewright.codegen.lower.TypedExpressions;
import tilewright.codegen.scalar.ArrayValues;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Node;
import tilewright.model.Operator;

/** What a step does for the pivot, or for the block's columns behind it. */
final class KeptColumnPhase {
    private final KeptColumnScope scope;
    private final PivotHandover handover;
    private final boolean pivot;
    private final List<ColumnPlaces.Part> own;
    private final int count;
    private final Map<ColumnPlaces.Element, Memory.Register> values = new LinkedHashMap<>();
    private final KeptColumnSums sums;

    KeptColumnPhase(KeptColumnScope scope, PivotHandover handover, boolean pivot) {
        this.scope = scope;
        this.handover = handover;
        this.pivot = pivot;
        this.sums = new KeptColumnSums(scope, this, pivot);
        this.own = scope.parts.stream().filter(p -> p.pivot() == pivot).toList();
        this.count = pivot ? 1 : scope.columns.size();
        for (ColumnPlaces.Part part : own) {
            for (Access access : part.statement().statement().accesses()) {
                ColumnPlaces.Element element = new ColumnPlaces.Element(access.array(), access.indices());
                if (isValue(access.array())
                        && (pivot || !scope.told.containsKey(element))
                        && !values.containsKey(element)) {
                    values.put(
                            element,
                            new Memory.Register(
                                    scope.names.fresh(access.array() + (pivot ? "_of_pivot" : "_of_columns")),
                                    scope.type(access.array()),
                                    List.of(count),
                                    Function.SharedMemory.ALIGNMENT));
                }
            }
        }
    }

    private boolean isValue(String array) {
        return scope.places.column(array) == null
                && ColumnPlaces.written(scope.parts).contains(array);
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
            statements.add(new Statement.Comment(
                    part.statement().statement().id() + ": " + part.statement().statement()));
            boolean crosses = part.statement().statement().accesses().stream()
                    .anyMatch(a -> scope.places.column(a.array()) != null && !part.isAlong(a));
            if (crosses) {
                statements.add(new Statement.Barrier());
            }
            statements.addAll(of(part));
            if (crosses) {
                statements.add(new Statement.Barrier());
            }
        }
        if (pivot) {
            scope.told.forEach((e, v) -> statements.add(new Statement.Assign(
                    v.place(), Expressions.load(Objects.requireNonNull(values.get(e)), integer(0)))));
            statements.addAll(handover.tell());
        }
        values.forEach((e, r) -> {
            if (own.stream().anyMatch(p -> isTarget(p, e))) {
                statements.add(new Statement.If(
                        equal(scope.thread.read(), integer(0)),
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
        return naming(element).statement().statement().value().reads().stream().anyMatch(a -> isElement(a, element));
    }

    private Place.Global global(String array, List<Affine> indices) {
        return new Place.Global(scope.memory(array), scope.offsets.of(scope.program.array(array), indices));
    }

    /** For each of the block's columns that the statement is done for; once for the pivot. */
    Statement forColumns(ColumnPlaces.Part part, java.util.function.Function<Expression, List<Statement>> each) {
        if (pivot) {
            return new Statement.Scope(each.apply(integer(0)));
        }
        Variable c = Variable.integer(scope.names.inner().fresh("c"));
        Node.Loop loop = part.column();
        Variable column = scope.variable(loop.variable());
        Expression lower = scope.affine.of(loop.lower());
        Expression upper = scope.affine.of(loop.upper());
        return new Statement.For(
                c,
                integer(0),
                less(c.read(), integer(count)),
                integer(1),
                Statement.For.ALL,
                List.of(
                        new Statement.Declare(column, add(scope.first.read(), c.read()), true),
                        new Statement.If(
                                Expressions.all(
                                        List.of(lessEqual(lower, column.read()), lessEqual(column.read(), upper))),
                                each.apply(c.read()))));
    }

    /** Columns that registers have room for. */
    int count() {
        return count;
    }

    /** What a value beside the columns is computed in, for each column. */
    Memory.Register register(Access target) {
        return Objects.requireNonNull(values.get(element(target)));
    }

    /** @param known what stands in registers already */
    Expression value(ColumnPlaces.Part part, Value value, Expression c, Map<Value, Expression> known) {
        return new Values(part, c, known).of(value);
    }

    private List<Statement> of(ColumnPlaces.Part part) {
        Access target = part.statement().statement().target();
        Value value = TypedExpressions.ofStatement(scope.nest, part.statement().statement());
        Operator joins = part.update().joins();
        if (part.along().isEmpty()) {
            Statement all = forColumns(part, c -> assign(part, target, value(part, value, c, Map.of()), c));
            return List.of(
                    scope.places.column(target.array()) == null
                            ? all
                            : new Statement.If(equal(scope.thread.read(), integer(0)), List.of(all)));
        }
        return joins == null ? shared(part, value) : sums.of(part, value, joins);
    }

    /** All values first, then all stores: nothing waits in between. */
    private List<Statement> shared(ColumnPlaces.Part part, Value value) {
        Access target = part.statement().statement().target();
        List<Statement> body = new ArrayList<>();
        Map<Value, Expression> pivots = pivots(part, body);
        Memory.Register computed = new Memory.Register(
                scope.names.inner().fresh("computed"),
                scope.type(target.array()),
                List.of(count),
                Function.SharedMemory.ALIGNMENT);
        body.add(new Statement.DeclareArray(computed, null));
        body.add(forColumns(
                part,
                c -> List.of(new Statement.Assign(Expressions.element(computed, c), value(part, value, c, pivots)))));
        body.add(forColumns(part, c -> assign(part, target, Expressions.load(computed, c), c)));
        return List.of(along(part, body));
    }

    /** A statement for each element of a column that the thread has. */
    Statement along(ColumnPlaces.Part part, List<Statement> body) {
        Node.Loop loop = part.along().orElseThrow();
        Affine lower = part.statement().statement().accesses().stream()
                .filter(a -> scope.places.column(a.array()) != null && part.isAlong(a))
                .map(a -> scope.lower(a.array()))
                .findFirst()
                .orElse(Affine.constant(0));
        List<Statement> inside = new ArrayList<>();
        inside.add(new Statement.Declare(
                scope.variable(loop.variable()),
                scope.affine.of(Affine.variable(KeptColumnScope.ROW).plus(lower)),
                true));
        inside.addAll(body);
        return scope.overRows(loop.lower().minus(lower), loop.upper().minus(lower), inside);
    }

    /** What all columns read of the pivot's column is read once. */
    Map<Value, Expression> pivots(ColumnPlaces.Part part, List<Statement> before) {
        Map<Value, Expression> found = new LinkedHashMap<>();
        if (!pivot) {
            for (Access access : part.statement().statement().value().reads()) {
                Value element = TypedExpressions.element(scope.nest, access);
                if (scope.isOfPivot(part, access) && !found.containsKey(element)) {
                    Variable name =
                            new Variable(scope.names.inner().fresh(access.array() + "_k"), scope.type(access.array()));
                    before.add(
                            new Statement.Declare(name, new Expression.Read(place(element(access), integer(0))), true));
                    found.put(element, name.read());
                }
            }
        }
        return found;
    }

    private static ColumnPlaces.Element element(Access access) {
        return new ColumnPlaces.Element(access.array(), access.indices());
    }

    private List<Statement> assign(ColumnPlaces.Part part, Access target, Expression value, Expression c) {
        return List.of(new Statement.Assign(place(element(target), c), value));
    }

    private Place place(ColumnPlaces.Element element, Expression c) {
        ColumnPlaces.Column column = scope.places.column(element.array());
        if (column == null) {
            Memory.Register register = values.get(element);
            Variable name = scope.told.get(element);
            return register != null
                    ? Expressions.element(register, c)
                    : name != null ? name.place() : global(element.array(), element.indices());
        }
        Expression row = scope.affine.of(element.indices().get(column.along()).minus(scope.lower(element.array())));
        Affine number = element.indices().get(1 - column.along());
        Memory.Shared own = scope.kept.get(element.array());
        boolean ofColumn = pivot || !number.equals(Affine.variable(scope.iteration));
        return own != null && ofColumn
                ? new Place.Shared(
                        own,
                        List.of(pivot ? subtract(scope.variable(scope.iteration).read(), scope.first.read()) : c, row))
                : new Place.Shared(Objects.requireNonNull(scope.ofPivot.get(element.array())), List.of(row));
    }

    /** Values of a statement, for one column. */
    private final class Values extends ArrayValues {
        private final ColumnPlaces.Part part;
        private final Expression c;
        private final Map<Value, Expression> known;

        Values(ColumnPlaces.Part part, Expression c, Map<Value, Expression> known) {
            super(scope.affine);
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
                            KeptColumnPhase.this.place(new ColumnPlaces.Element(g.array(), g.indices()), c));
        }
    }
}
