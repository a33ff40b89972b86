package tilewright.parse.c.expression;

import java.util.List;
import java.util.Map;
import org.eclipse.cdt.core.dom.ast.IASTArraySubscriptExpression;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTCastExpression;
import org.eclipse.cdt.core.dom.ast.IASTConditionalExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTFieldReference;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTLiteralExpression;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.jspecify.annotations.Nullable;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.Operator;
import tilewright.model.Subscript;
import tilewright.parse.Diagnostics;
import tilewright.parse.GuardedStatements;
import tilewright.parse.IndexExpressions;
import tilewright.parse.TypedOperations;
import tilewright.parse.TypedOperations.Typed;
import tilewright.parse.c.affine.CAffine;
import tilewright.parse.c.affine.CArray;
import tilewright.parse.c.affine.CElements;
import tilewright.parse.c.affine.CElements.Target;
import tilewright.parse.c.affine.Choices;
import tilewright.parse.c.affine.Location;
import tilewright.parse.c.affine.Meaning;
import tilewright.parse.c.affine.Names;
import tilewright.parse.c.affine.Relations;
import tilewright.parse.c.affine.Scope;
import tilewright.parse.c.flow.Definitions;
import tilewright.parse.c.unit.CLiterals;
import tilewright.parse.c.unit.CTypes;
import tilewright.parse.c.unit.ScopNames;
import tilewright.parse.c.unit.TranslationUnit;
import tilewright.parse.c.unit.UsedNames;

/**
 * Scalar expressions of C code in one scope, in C's types: operands are converted as C converts them, comparisons are integers
 * where a number is wanted. Accesses are numbered when the whole statement is known ({@link AccessNumbers}).
 */
public final class CExpressions {
    /** Where an expression stands: {@code init} may call rnd() and reads no array, statements the other way round. */
    public enum Place {
        STATEMENT,
        INIT,
        ASSUMPTION
    }

    private final TranslationUnit unit;
    private final Diagnostics diagnostics;
    private final Names names;
    private final CAffine affine;
    private final IntegerExpressions integers;
    private final Place place;
    private final TypedOperations typed;
    /** What variables of a called function hold. */
    private final InlinedCall.Values values;
    /** Calls around this expression. */
    private final int depth;

    private final InliningBudget budget;

    private final Scope scope;
    /** Which branch is taken of conditional expressions that the statement was split by. */
    private final Map<IASTConditionalExpression, Boolean> decided;

    public CExpressions(
            TranslationUnit unit,
            Diagnostics diagnostics,
            Names names,
            Scope scope,
            Place place,
            DataType plainLiteral,
            Map<IASTConditionalExpression, Boolean> decided) {
        this(
                unit,
                diagnostics,
                names,
                scope,
                place,
                new TypedOperations(plainLiteral),
                decided,
                InlinedCall.Values.NONE,
                0,
                new InliningBudget());
    }

    private CExpressions(
            TranslationUnit unit,
            Diagnostics diagnostics,
            Names names,
            Scope scope,
            Place place,
            TypedOperations typed,
            Map<IASTConditionalExpression, Boolean> decided,
            InlinedCall.Values values,
            int depth,
            InliningBudget budget) {
        this.unit = unit;
        this.diagnostics = diagnostics;
        this.names = names;
        this.scope = scope;
        this.affine = new CAffine(unit, diagnostics, names, scope);
        this.integers = new IntegerExpressions(this, unit, diagnostics, typed);
        this.place = place;
        this.typed = typed;
        this.decided = decided;
        this.values = values;
        this.depth = depth;
        this.budget = budget;
    }

    /** Expressions inside a function that is called here, whose variables hold these values. */
    CExpressions inside(InlinedCall.Values held) {
        Names inner = id -> {
            IBinding binding = id.getName().resolveBinding();
            Affine index = held.indices().get(binding);
            if (index != null) {
                return new Meaning.Index(index);
            }
            Location place = held.pointers().get(binding);
            if (place != null) {
                return new Meaning.Pointer(place);
            }
            if (held.numbers().containsKey(binding)) {
                fault(
                        id,
                        "'" + unit.text(id)
                                + "' is data here; only loop variables and parameters can stand in a subscript");
                return new Meaning.Faulty();
            }
            return names.of(id);
        };
        return new CExpressions(unit, diagnostics, inner, scope, place, typed, decided, held, depth + 1, budget);
    }

    /** The expression where it is affine in loop variables and parameters; null, without a report, where it is not. */
    @Nullable
    Affine affine(IASTExpression expression) {
        return UsedNames.mentions(
                        expression,
                        b -> values.numbers().containsKey(b)
                                && !values.indices().containsKey(b))
                ? null
                : affine.buildIfAffine(expression);
    }

    /** The number that an expression gives; null after a reported fault. */
    @Nullable
    public Typed number(IASTExpression expression) {
        Typed value = build(expression);
        return value == null ? null : typed.asNumber(value);
    }

    /** The truth of an expression; null after a reported fault. */
    @Nullable
    public Typed truth(IASTExpression expression) {
        if (ComplexExpressions.isComplex(expression)) {
            return fault(
                    expression, "'" + unit.text(expression) + "' is complex; compare its parts by creal and cimag");
        }
        Typed value = build(expression);
        return value == null ? null : typed.asTruth(value);
    }

    /** Expressions of complex numbers here. */
    ComplexExpressions complex() {
        return new ComplexExpressions(this, typed);
    }

    /** The branch of a conditional expression that is taken; null where that depends on data. */
    @Nullable
    Boolean decided(IASTConditionalExpression conditional) {
        return decided.get(conditional);
    }

    @Nullable
    Typed fault(IASTExpression at, String message) {
        diagnostics.error(unit.position(at), message);
        return null;
    }

    private @Nullable Typed build(IASTExpression expression) {
        if (ComplexExpressions.isComplex(expression)) {
            // A complex number becomes a real one by losing its imaginary part.
            ComplexExpressions.Pair parts = complex().of(expression);
            return parts == null ? null : parts.re();
        }
        return switch (expression) {
            case IASTLiteralExpression l -> literal(l);
            case IASTIdExpression id -> name(id);
            case IASTArraySubscriptExpression a -> element(a);
            case IASTFieldReference f -> element(f);
            case IASTUnaryExpression u -> unary(u);
            case IASTBinaryExpression b -> binary(b);
            case IASTConditionalExpression c -> conditional(c);
            case IASTCastExpression c -> cast(c);
            case IASTFunctionCallExpression f
            when names.valueOf(f) instanceof CArray value -> read(f, value, List.of());
            case IASTFunctionCallExpression f
            when Definitions.of(f) == null
                    && f.getFunctionNameExpression() instanceof IASTIdExpression id
                    && ComplexExpressions.isReal(id.getName().toString()) ->
                complex().real(f);
            case IASTFunctionCallExpression f -> new CCalls(unit, diagnostics, this, typed, place, depth, budget).of(f);
            default ->
                fault(
                        expression,
                        "'" + unit.text(expression) + "' is not supported; write arithmetic on array"
                                + " elements, scalars and numbers");
        };
    }

    private @Nullable Typed literal(IASTLiteralExpression literal) {
        Long integer = CLiterals.integer(literal);
        if (integer != null) {
            return typed.converted(TypedOperations.integer(integer), CLiterals.integerType(literal, integer));
        }
        DataType type = CLiterals.floating(literal);
        return type == null
                ? fault(literal, "'" + literal + "' is not supported; write a number such as 2, 0.5 or 0.5f")
                : typed.real(CLiterals.digits(literal), type);
    }

    private @Nullable Typed name(IASTIdExpression id) {
        Typed local = values.numbers().get(id.getName().resolveBinding());
        if (local != null) {
            return local;
        }
        return switch (names.of(id)) {
            case Meaning.Index i -> index(id, i.value());
            case Meaning.Data d
            when d.array().dimensions() > 0 ->
                fault(
                        id,
                        "'" + unit.text(id) + "' is an array of " + d.array().dimensions()
                                + " dimensions; write one of its elements");
            case Meaning.Data d -> read(id, d.array(), List.of());
            case Meaning.Pointer _ ->
                fault(
                        id,
                        "'" + unit.text(id) + "' is a pointer; write what it points to, such as " + unit.text(id)
                                + "[0]");
            case Meaning.Abbreviated(IASTExpression value) -> {
                Typed meant = number(value);
                DataType type = CTypes.of(id.getExpressionType());
                yield meant == null || type == null ? meant : typed.converted(meant, type);
            }
            case Meaning.Infinity _ -> new Typed(Expression.RealLiteral.infinity(), DataType.DOUBLE);
            case Meaning.Faulty _ -> null;
        };
    }

    /** A loop variable, a parameter or what is affine in them, as a number of its C type. */
    Typed index(IASTExpression at, Affine value) {
        Typed index = new Typed(IndexExpressions.of(value), DataType.INTEGER);
        DataType type = CTypes.of(at.getExpressionType());
        return type == null || !type.isInteger() ? index : typed.converted(index, type.promoted());
    }

    /** The value of an element; null after a reported fault. */
    @Nullable
    Typed read(IASTExpression at, CArray array, List<Subscript> subscripts) {
        if (place == Place.INIT) {
            return fault(at, "init cannot read '" + unit.text(at) + "'; use the indices, parameters, rnd() and ?:");
        }
        Access access = new Access(0, array.name(), subscripts, unit.position(at));
        return new Typed(new Expression.Read(access), array.type());
    }

    private @Nullable Typed element(IASTExpression element) {
        Target target = target(element);
        return target == null ? null : read(element, target.array(), target.subscripts());
    }

    /** The place that a pointer points to; null after a reported fault. */
    @Nullable
    Location pointee(IASTExpression pointer) {
        return new CElements(unit, diagnostics, names, affine).pointee(pointer);
    }

    /** The element or scalar that an expression denotes; null after a reported fault. */
    @Nullable
    public Target target(IASTExpression expression) {
        return new CElements(unit, diagnostics, names, affine).target(expression);
    }

    /** The numbers of a structure; none after a reported fault. */
    List<Target> numbers(IASTExpression structure) {
        return new CElements(unit, diagnostics, names, affine).numbers(structure);
    }

    private @Nullable Typed unary(IASTUnaryExpression unary) {
        return switch (unary.getOperator()) {
            case IASTUnaryExpression.op_bracketedPrimary -> build(unary.getOperand());
            case IASTUnaryExpression.op_plus -> number(unary.getOperand());
            case IASTUnaryExpression.op_minus -> applied(Operator.NEG, number(unary.getOperand()));
            case IASTUnaryExpression.op_not -> applied(Operator.NOT, truth(unary.getOperand()));
            case IASTUnaryExpression.op_tilde -> integers.complement(unary);
            case IASTUnaryExpression.op_star -> element(unary);
            case IASTUnaryExpression.op_amper ->
                fault(unary, "'" + unit.text(unary) + "' uses a pointer; write an array element such as a[i]");
            default ->
                names.isDoneApart(unary)
                        ? build(unary.getOperand())
                        : ScopNames.isStep(unary.getOperator())
                                ? fault(
                                        unary,
                                        "'" + unit.text(unary)
                                                + "' changes a variable inside an expression; make it a statement of"
                                                + " its own")
                                : fault(unary, "the operator of '" + unit.text(unary) + "' is not supported");
        };
    }

    private @Nullable Typed applied(Operator operator, @Nullable Typed operand) {
        return operand == null ? null : typed.apply(operator, List.of(operand));
    }

    private @Nullable Typed binary(IASTBinaryExpression binary) {
        if (ScopNames.isAssignment(binary.getOperator())) {
            return fault(
                    binary, "'" + unit.text(binary) + "' assigns inside an expression; make it a statement of its own");
        }
        return switch (binary.getOperator()) {
            case IASTBinaryExpression.op_plus -> arithmetic(binary, Operator.ADD);
            case IASTBinaryExpression.op_minus -> arithmetic(binary, Operator.SUB);
            case IASTBinaryExpression.op_multiply -> arithmetic(binary, Operator.MUL);
            case IASTBinaryExpression.op_divide -> arithmetic(binary, Operator.DIV);
            case IASTBinaryExpression.op_logicalAnd -> logical(binary, Operator.AND);
            case IASTBinaryExpression.op_logicalOr -> logical(binary, Operator.OR);
            case IASTBinaryExpression.op_modulo -> integers.operation(binary, Operator.REMAINDER);
            case IASTBinaryExpression.op_binaryAnd -> integers.operation(binary, Operator.BIT_AND);
            case IASTBinaryExpression.op_binaryOr -> integers.operation(binary, Operator.BIT_OR);
            case IASTBinaryExpression.op_binaryXor -> integers.operation(binary, Operator.BIT_XOR);
            case IASTBinaryExpression.op_shiftLeft -> integers.operation(binary, Operator.SHIFT_LEFT);
            case IASTBinaryExpression.op_shiftRight -> integers.operation(binary, Operator.SHIFT_RIGHT);
            default -> {
                Condition.Relation relation = Relations.of(binary);
                yield relation == null
                        ? fault(binary, "the operator of '" + unit.text(binary) + "' is not supported")
                        : ComplexExpressions.isComplex(binary.getOperand1())
                                        || ComplexExpressions.isComplex(binary.getOperand2())
                                ? fault(
                                        binary,
                                        "'" + unit.text(binary)
                                                + "' compares complex numbers; compare their parts by creal and cimag")
                                : arithmetic(binary, TypedOperations.operator(relation));
            }
        };
    }

    private @Nullable Typed arithmetic(IASTBinaryExpression binary, Operator operator) {
        Typed left = number(binary.getOperand1());
        Typed right = number(binary.getOperand2());
        return left == null || right == null ? null : typed.apply(operator, List.of(left, right));
    }

    /** The right operand is evaluated always, unless that might stop the program. */
    private @Nullable Typed logical(IASTBinaryExpression binary, Operator operator) {
        Typed left = truth(binary.getOperand1());
        Typed right = truth(binary.getOperand2());
        if (left == null || right == null) {
            return null;
        }
        if (!GuardedStatements.mayStop(right.expression())) {
            return typed.apply(operator, List.of(left, right));
        }
        Typed decided = new Typed(new Expression.LogicalLiteral(operator == Operator.OR), DataType.LOGICAL);
        return typed.apply(
                Operator.MERGE,
                operator == Operator.OR ? List.of(decided, right, left) : List.of(right, decided, left));
    }

    private @Nullable Typed conditional(IASTConditionalExpression conditional) {
        Boolean branch = decided.get(conditional);
        if (branch != null) {
            return number(branch ? Choices.then(conditional) : conditional.getNegativeResultExpression());
        }
        Typed condition = truth(conditional.getLogicalConditionExpression());
        Typed then = number(Choices.then(conditional));
        Typed otherwise = number(conditional.getNegativeResultExpression());
        if (condition == null || then == null || otherwise == null) {
            return null;
        }
        return typed.choice(condition, then, otherwise);
    }

    private @Nullable Typed cast(IASTCastExpression cast) {
        Typed operand = number(cast.getOperand());
        DataType type = CTypes.of(cast.getExpressionType());
        if (type == null || CTypes.levels(cast.getExpressionType()).size() > 0) {
            return fault(
                    cast,
                    "'" + unit.text(cast)
                            + "' converts to a type that is not supported; use float, double or an integer"
                            + " of up to 64 bits");
        }
        if (operand == null) {
            return null;
        }
        return CTypes.isTruth(cast.getExpressionType())
                ? typed.asNumber(typed.asTruth(operand))
                : typed.converted(operand, type);
    }
}
