package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.call;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.Fragment;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.SharedBuffer;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.codegen.scalar.AxisVariables;
import tilewright.kernel.Expression;
import tilewright.kernel.GenerationLimits;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Simt;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.Operator;

/** Fragments and updates: what every thread computes for its own points. */
record PointStatements(DeviceScope scope) {
    /** Bytes of the widest access. */
    static final int ACCESS_BYTES = Simt.ACCESS_BYTES;

    List<Statement> define(Operation.Define define) {
        Fragment fragment = define.fragment();
        Memory.Register registers = scope.registers().of(fragment);
        if (registers == null) {
            return List.of(new Statement.Declare(scope.registers().single(fragment), value(define), true));
        }
        List<Statement> statements = new ArrayList<>(List.of(new Statement.DeclareArray(registers, null)));
        statements.addAll(definePart(define));
        return statements;
    }

    /** The same for one iteration of several; its registers are declared outside the loop over it. */
    List<Statement> definePart(Operation.Define define) {
        Fragment fragment = define.fragment();
        int vector = vector(fragment.axes(), fragment.elementType(), define.value());
        return new RegisterLoops(fragment.axes(), vector)
                .around(scope.position(), List.of(move(vector, scope.registers().place(fragment), value(define))));
    }

    /** What a fragment is defined as. Shared memory holds values twice where fragments do. */
    private Expression value(Operation.Define define) {
        Expression value = scope.of(define.value());
        boolean computed =
                !(define.value() instanceof Value.BufferElement || define.value() instanceof Value.SliceElement);
        return define.fragment().doubled() && computed ? call(Intrinsic.BOTH, ScalarType.I16, value) : value;
    }

    /** The declaration of a fragment that exists for several iterations. */
    static Statement declare(DeviceScope scope, Fragment fragment) {
        Memory.Register registers = scope.registers().of(fragment);
        if (registers == null) {
            throw new IllegalArgumentException("fragment " + fragment.name() + " exists once");
        }
        return new Statement.DeclareArray(registers, null);
    }

    /** One assignment, or one copy of neighbours that stand somewhere. */
    static Statement move(int width, Place target, Expression source) {
        return width > 1 && source instanceof Expression.Read read
                ? new Statement.Copy(width, target, read.place(), Statement.Way.WIDE)
                : new Statement.Assign(target, source);
    }

    /** Shared memory is read in wide accesses where neighbours there are neighbouring registers. */
    private int vector(List<Integer> axes, DataType type, Value value) {
        if (axes.isEmpty()) {
            return 1;
        }
        int last = axes.getLast();
        AxisVariables axis = scope.axis(last);
        boolean neighbours = switch (value) {
            case Value.BufferElement b -> isLast(b.buffer(), last);
            case Value.StagedElement s -> !s.buffer().alongSequence() && areNeighbours(s.offsets(), axis);
            case Value.SliceElement s -> areNeighbours(s.offsets(), axis);
            case Value.Literal _,
                    Value.Index _,
                    Value.TileElement _,
                    Value.NeighbourElement _,
                    Value.FragmentElement _,
                    Value.GlobalElement _,
                    Value.Operation _ -> false;
        };
        return neighbours ? Math.min(axis.axis().vector(), ACCESS_BYTES / type.bytes()) : 1;
    }

    private boolean areNeighbours(List<Affine> offsets, AxisVariables axis) {
        return !offsets.isEmpty()
                && scope.position().offset(offsets.getLast()).equals(axis.in().read())
                && onlyInLast(offsets, axis.axis().variable());
    }

    /** Not so on a diagonal: there the next element lies a row and a column further. */
    private static boolean onlyInLast(List<Affine> offsets, String variable) {
        return offsets.subList(0, offsets.size() - 1).stream()
                .noneMatch(o -> o.variables().contains(variable));
    }

    private static boolean isLast(SharedBuffer buffer, int axis) {
        return !buffer.alongSequence()
                && !buffer.axes().isEmpty()
                && buffer.axes().getLast() == axis;
    }

    List<Statement> assign(Operation.Assign assign) {
        return switch (assign.target()) {
            case Operation.Target.TileTarget t -> update(t.tile(), assign);
            case Operation.Target.GlobalTarget g
            when scope.isWhole(g.array()) && !assign.guard().equals(Condition.TRUE) -> select(g, assign);
            case Operation.Target.GlobalTarget g -> guarded(allAxes(), 1, assign, write(g, scope.of(assign.value())));
        };
    }

    private List<Statement> update(Tile tile, Operation.Assign assign) {
        Place target = scope.registers().tile(tile);
        if (assign.value() instanceof Value.SliceElement && assign.guard().equals(Condition.TRUE)) {
            return take(tile, assign.value());
        }
        if (assign.pairs()) {
            Expression pair = new PairExpressions(scope).of(assign.value());
            return guarded(tile.axes(), 2, assign, List.of(new Statement.Assign(new Place.Pair(target), pair)));
        }
        Expression value = scope.of(assign.value());
        if (maySelect(assign)) {
            Expression condition = together(ofPoints(assign.guard()));
            Condition ofAll = Condition.and(assign.guard().conjuncts().stream()
                    .filter(c -> !isOfPoint(c))
                    .toList());
            return new RegisterLoops(tile.axes(), 1, ofAll)
                    .around(scope.position(), selected(target, condition, value, readsNeighbours(assign.value())));
        }
        return guarded(tile.axes(), 1, assign, List.of(new Statement.Assign(target, value)));
    }

    /** @param first whether the value is computed in a statement of its own: compilers branch around one of many operations that stands in a selection */
    private List<Statement> selected(Place target, Expression condition, Expression value, boolean first) {
        Expression old = new Expression.Read(target);
        if (!first) {
            return List.of(new Statement.Assign(target, new Expression.Conditional(condition, value, old)));
        }
        Variable computed = new Variable(scope.names().inner().fresh("computed"), target.type());
        return List.of(
                new Statement.Declare(computed, value, true),
                new Statement.Assign(target, new Expression.Conditional(condition, computed.read(), old)));
    }

    private static boolean readsNeighbours(Value value) {
        boolean[] reads = {false};
        Values.visit(value, v -> reads[0] |= v instanceof Value.NeighbourElement);
        return reads[0];
    }

    private List<Statement> guarded(List<Integer> axes, int vector, Operation.Assign assign, List<Statement> body) {
        List<Integer> order = Axis.equalitiesFirst(d -> scope.axes().get(d).axis(), axes, assign.guard());
        return new RegisterLoops(order, vector, assign.guard()).around(scope.position(), body);
    }

    private List<Integer> allAxes() {
        return IntStream.range(0, scope.axes().size()).boxed().toList();
    }

    /** All points compute and write, those whose guard fails what stood there: no thread goes its own way. */
    private List<Statement> select(Operation.Target.GlobalTarget target, Operation.Assign assign) {
        Place kept = Objects.requireNonNull(scope.kept(target.array(), target.indices()));
        Variable computed = new Variable(scope.names().inner().fresh("computed"), kept.type());
        Variable before = new Variable(scope.names().inner().fresh("before"), kept.type());
        Expression condition = together(assign.guard().conjuncts().stream()
                .filter(c -> !c.equals(Condition.TRUE))
                .toList());
        return new RegisterLoops(allAxes(), 1)
                .around(
                        scope.position(),
                        List.of(
                                new Statement.Declare(computed, scope.of(assign.value()), true),
                                new Statement.Declare(before, new Expression.Read(kept), true),
                                new Statement.Assign(
                                        kept, new Expression.Conditional(condition, computed.read(), before.read()))));
    }

    /** An element is written where the block reads it, and in memory, unless it goes there when the block ends. */
    private List<Statement> write(Operation.Target.GlobalTarget target, Expression value) {
        String array = target.array();
        Place kept = scope.kept(array, target.indices());
        if (kept == null) {
            return List.of(new Statement.Assign(scope.global(array, target.indices()), value));
        }
        List<Statement> statements = new ArrayList<>(List.of(new Statement.Assign(kept, value)));
        if (!scope.isWrittenBack(array, target.indices())) {
            statements.add(new Statement.Assign(scope.untorn(array, target.indices()), new Expression.Read(kept)));
        }
        return statements;
    }

    /** Takes what lies in shared memory to registers that may change. */
    private List<Statement> take(Tile tile, Value source) {
        int vector = vector(tile.axes(), tile.type(), source);
        return new RegisterLoops(tile.axes(), vector)
                .around(scope.position(), List.of(move(vector, scope.registers().tile(tile), scope.of(source))));
    }

    /** All of them, asked without a branch. */
    private Expression together(List<Condition> conditions) {
        return conditions.stream()
                .map(scope::guard)
                .reduce((a, b) -> binary(Infix.AND, a, b))
                .orElseThrow();
    }

    /** What a guard asks of single points; the rest all of them answer alike. */
    private List<Condition> ofPoints(Condition guard) {
        return guard.conjuncts().stream().filter(this::isOfPoint).toList();
    }

    private boolean isOfPoint(Condition condition) {
        return scope.axes().stream()
                .anyMatch(a -> condition.variables().contains(a.axis().variable()));
    }

    /**
     * Whether what a guard asks of single points is better a selection than a branch: it holds for many points, and the value is made of registers
     * and coefficients by a few cheap operations. Threads at the boundary of a domain then go the same way as those inside.
     */
    private boolean maySelect(Operation.Assign assign) {
        List<Condition> conditions = ofPoints(assign.guard());
        boolean inequalities = !conditions.isEmpty() && conditions.stream().allMatch(PointStatements::isInequality);
        boolean[] cheap = {true};
        int[] operations = {0};
        Values.visit(assign.value(), v -> {
            cheap[0] &= isCheap(v);
            operations[0] += v instanceof Value.Compute ? 1 : 0;
        });
        return inequalities
                && cheap[0]
                && (!readsNeighbours(assign.value())
                        || operations[0] > GenerationLimits.shipped().predicated());
    }

    private static boolean isInequality(Condition condition) {
        return condition instanceof Condition.Or or
                ? or.operands().stream().allMatch(PointStatements::isInequality)
                : condition instanceof Condition.Compare compare && compare.relation() != Condition.Relation.EQ;
    }

    private boolean isCheap(Value value) {
        return switch (value) {
            case Value.Compute c ->
                switch (c.operator()) {
                    case Operator.ADD,
                            Operator.SUB,
                            Operator.MUL,
                            Operator.MIN,
                            Operator.MAX,
                            Operator.AND,
                            Operator.OR -> true;
                    default -> false;
                };
            case Value.TileElement _,
                    Value.NeighbourElement _,
                    Value.FragmentElement _,
                    Value.RealLiteral _,
                    Value.IntegerLiteral _ -> true;
            case Value.Convert c -> c.operand() instanceof Value.Literal;
            case Value.GlobalElement g -> scope.isCoefficient(g);
            case Value.LogicalLiteral _,
                    Value.Index _,
                    Value.BufferElement _,
                    Value.StagedElement _,
                    Value.SliceElement _ -> false;
        };
    }

    /**
     * Reduces the values of two iterations at a time.
     *
     * @param iterations scopes of the two; this scope is one of the round
     */
    List<Statement> assignTogether(Operation.Assign assign, List<DeviceScope> iterations) {
        Tile tile = ((Operation.Target.TileTarget) assign.target()).tile();
        Value.Compute reduction = (Value.Compute) assign.value();
        List<Value> operands = reduction.operands();
        Value other = operands.get(operands.getFirst().equals(new Value.TileElement(tile)) ? 1 : 0);
        Place target = scope.registers().tile(tile);
        List<Expression> three = new ArrayList<>(List.of(new Expression.Read(target)));
        iterations.forEach(i -> three.add(i.of(other)));
        Intrinsic function = reduction.operator() == Operator.MIN ? Intrinsic.MIN3 : Intrinsic.MAX3;
        Expression reduced = new Expression.Call(function, ScalarType.of(tile.type()), three);
        return new RegisterLoops(allAxes(), 1).around(scope.position(), List.of(new Statement.Assign(target, reduced)));
    }
}
