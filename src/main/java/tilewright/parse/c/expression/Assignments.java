package tilewright.parse.c.expression;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTConditionalExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.jspecify.annotations.Nullable;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.ExpressionTypes;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.model.Statement;
import tilewright.model.Subscript;
import tilewright.parse.AccessNumbers;
import tilewright.parse.Diagnostics;
import tilewright.parse.TypeRules;
import tilewright.parse.TypedOperations;
import tilewright.parse.TypedOperations.Typed;
import tilewright.parse.c.affine.CAffine;
import tilewright.parse.c.affine.CArray;
import tilewright.parse.c.affine.CElements.Target;
import tilewright.parse.c.affine.Known;
import tilewright.parse.c.affine.Scope;
import tilewright.parse.c.affine.Splits;
import tilewright.parse.c.unit.TranslationUnit;

/** Assignments to array elements and scalars. */
public final class Assignments {
    /** What assignments such as {@code +=} do to their target. */
    public static final Map<Integer, Operator> UPDATES = Map.of(
            IASTBinaryExpression.op_plusAssign, Operator.ADD,
            IASTBinaryExpression.op_minusAssign, Operator.SUB,
            IASTBinaryExpression.op_multiplyAssign, Operator.MUL,
            IASTBinaryExpression.op_divideAssign, Operator.DIV,
            IASTBinaryExpression.op_moduloAssign, Operator.REMAINDER,
            IASTBinaryExpression.op_binaryAndAssign, Operator.BIT_AND,
            IASTBinaryExpression.op_binaryOrAssign, Operator.BIT_OR,
            IASTBinaryExpression.op_binaryXorAssign, Operator.BIT_XOR,
            IASTBinaryExpression.op_shiftLeftAssign, Operator.SHIFT_LEFT,
            IASTBinaryExpression.op_shiftRightAssign, Operator.SHIFT_RIGHT);

    private final TranslationUnit unit;
    private final Variables variables;
    private final Diagnostics diagnostics;
    private final Known known;
    private int statements;

    public Assignments(TranslationUnit unit, Variables variables, Diagnostics diagnostics, Known known) {
        this.unit = unit;
        this.variables = variables;
        this.diagnostics = diagnostics;
        this.known = known;
    }

    /** Builds something whose statements are not kept. */
    public void trying(Runnable attempt) {
        int number = statements;
        diagnostics.without(attempt);
        statements = number;
    }

    private List<Node> fault(IASTNode at, String message) {
        diagnostics.error(unit.position(at), message);
        return List.of();
    }

    /** What an expression denotes; null after a reported fault. */
    @Nullable
    public Target target(IASTExpression expression, Scope scope) {
        return expressions(scope, DataType.DOUBLE, Map.of()).target(expression);
    }

    /** Reports the faults of a value that nothing stores. */
    public void check(IASTExpression value, Scope scope) {
        expressions(scope, DataType.DOUBLE, Map.of()).number(value);
    }

    private CExpressions expressions(Scope around, DataType plain, Map<IASTConditionalExpression, Boolean> decided) {
        Scope scope = around.knowing(known.copy());
        return new CExpressions(
                unit, diagnostics, variables.in(scope), scope, CExpressions.Place.STATEMENT, plain, decided);
    }

    /** {@code ++} and {@code --}. */
    public List<Node> step(IASTUnaryExpression step, Scope scope) {
        Target target = target(step.getOperand(), scope);
        if (target == null) {
            return List.of();
        }
        boolean up = step.getOperator() == IASTUnaryExpression.op_prefixIncr
                || step.getOperator() == IASTUnaryExpression.op_postFixIncr;
        TypedOperations typed =
                new TypedOperations(ExpressionTypes.literalType(target.array().type()));
        Typed value = typed.apply(
                up ? Operator.ADD : Operator.SUB,
                List.of(new Typed(read(step, target), target.array().type()), TypedOperations.integer(1)));
        return List.of(statement(
                step, target, typed.stored(value, target.array().truth()).expression()));
    }

    private Expression read(IASTNode at, Target target) {
        return new Expression.Read(new Access(0, target.array().name(), target.subscripts(), unit.position(at)));
    }

    /** An assignment in both branches of the first conditional expression that reads data in them and whose condition is affine. */
    private Optional<List<Node>> splitAtAffineCondition(
            IASTNode at,
            IASTExpression source,
            Scope scope,
            Map<IASTConditionalExpression, Boolean> decided,
            BiFunction<Scope, Map<IASTConditionalExpression, Boolean>, List<Node>> branch) {
        Scope here = scope.knowing(known.copy());
        IASTConditionalExpression split = new Splits(variables.in(here), decided).first(source);
        Condition condition = split == null
                ? null
                : new CAffine(unit, diagnostics, variables.in(here), here)
                        .conditionIfAffine(split.getLogicalConditionExpression());
        if (split == null || condition == null) {
            return Optional.empty();
        }
        return Optional.of(List.of(new Node.Guard(
                condition,
                branch.apply(scope.where(condition), with(decided, split, true)),
                branch.apply(scope.where(condition.negated()), with(decided, split, false)),
                unit.position(at))));
    }

    /**
     * One assignment. A conditional expression that reads data in its branches and whose condition is affine splits it in two,
     * since then it is known which branch is read where.
     */
    public List<Node> assign(
            IASTNode at,
            @Nullable Target target,
            @Nullable Operator update,
            IASTExpression source,
            Scope scope,
            Map<IASTConditionalExpression, Boolean> decided) {
        Optional<List<Node>> split = splitAtAffineCondition(
                at, source, scope, decided, (where, more) -> assign(at, target, update, source, where, more));
        if (split.isPresent()) {
            return split.get();
        }
        DataType type = target == null ? DataType.DOUBLE : target.array().type();
        Typed value =
                expressions(scope, ExpressionTypes.literalType(type), decided).number(source);
        if (target == null || value == null) {
            return List.of();
        }
        if (update != null
                && TypedOperations.isOfIntegers(update)
                && !(type.isInteger() && value.type().isInteger())) {
            return fault(at, "'" + unit.text(at) + "' takes integers");
        }
        Typed before = new Typed(read(at, target), type);
        if (update != null && TypeRules.isShiftBeyond(update, List.of(before, value))) {
            return fault(at, "'" + unit.text(at) + "'" + IntegerExpressions.BEYOND);
        }
        TypedOperations typed = new TypedOperations(ExpressionTypes.literalType(type));
        Typed whole = update == null ? value : typed.apply(update, List.of(before, value));
        return List.of(statement(
                at, target, typed.stored(whole, target.array().truth()).expression()));
    }

    /** The places of the parts of a complex scalar. */
    public static List<Target> parts(CArray scalar) {
        return Stream.of(0L, 1L)
                .map(p -> new Target(scalar, List.of(new Subscript.AffineSubscript(Affine.constant(p)))))
                .toList();
    }

    /** The places of the parts of what an expression denotes; none after a reported fault. */
    public List<Target> numbers(IASTExpression expression, Scope scope) {
        return expressions(scope, DataType.DOUBLE, Map.of()).numbers(expression);
    }

    /** One assignment of a complex number: both parts, the real one through a scalar where the imaginary one needs what it replaces. */
    public List<Node> complex(
            IASTNode at,
            List<Target> target,
            @Nullable Operator update,
            IASTExpression source,
            Scope scope,
            Map<IASTConditionalExpression, Boolean> decided) {
        Optional<List<Node>> split = splitAtAffineCondition(
                at, source, scope, decided, (where, more) -> complex(at, target, update, source, where, more));
        if (split.isPresent()) {
            return split.get();
        }
        if (target.size() != 2) {
            return List.of();
        }
        Target re = target.get(0);
        Target im = target.get(1);
        DataType type = re.array().type();
        ComplexExpressions complex =
                expressions(scope, ExpressionTypes.literalType(type), decided).complex();
        ComplexExpressions.Pair value = complex.of(source);
        if (value == null) {
            return List.of();
        }
        if (update != null) {
            if (TypedOperations.isOfIntegers(update)) {
                return fault(at, "'" + unit.text(at) + "' takes integers");
            }
            ComplexExpressions.Pair before =
                    new ComplexExpressions.Pair(new Typed(read(at, re), type), new Typed(read(at, im), type));
            value = complex.apply(update, before, value);
        }
        TypedOperations typed = new TypedOperations(ExpressionTypes.literalType(type));
        Expression first = typed.stored(value.re(), false).expression();
        Expression second = typed.stored(complex.imaginary(value), false).expression();
        boolean replaced = second.reads().stream()
                .anyMatch(r -> r.array().equals(re.array().name())
                        && !r.subscripts().getLast().equals(im.subscripts().getLast()));
        if (!replaced) {
            return List.of(statement(at, re, first), statement(at, im, second));
        }
        Target kept = new Target(variables.data().addScalar("re", type, unit.position(at)), List.of());
        return List.of(statement(at, kept, first), statement(at, im, second), statement(at, re, read(at, kept)));
    }

    private static Map<IASTConditionalExpression, Boolean> with(
            Map<IASTConditionalExpression, Boolean> decided, IASTConditionalExpression split, boolean branch) {
        Map<IASTConditionalExpression, Boolean> larger = new HashMap<>(decided);
        larger.put(split, branch);
        return larger;
    }

    /** A structure becomes another one number by number. */
    public List<Node> copy(IASTBinaryExpression assignment, Scope scope) {
        CExpressions expressions = expressions(scope, DataType.DOUBLE, Map.of());
        List<Target> to = expressions.numbers(assignment.getOperand1());
        List<Target> from = expressions.numbers(assignment.getOperand2());
        List<Node> nodes = new ArrayList<>();
        for (int n = 0; n < Math.min(to.size(), from.size()); n++) {
            nodes.add(statement(assignment, to.get(n), read(assignment, from.get(n))));
        }
        return nodes;
    }

    /** The statement that stores a value. */
    public Statement statement(IASTNode at, Target target, Expression value) {
        statements++;
        Access write = new Access(1, target.array().name(), target.subscripts(), unit.position(at));
        return new Statement("S" + statements, write, new AccessNumbers(1).number(value), unit.position(at));
    }
}
