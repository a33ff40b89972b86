package tilewright.parse.c;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.eclipse.cdt.core.dom.ast.IASTArraySubscriptExpression;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTCastExpression;
import org.eclipse.cdt.core.dom.ast.IASTConditionalExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTLiteralExpression;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.jspecify.annotations.Nullable;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.Operator;
import tilewright.model.Subscript;
import tilewright.parse.Diagnostics;
import tilewright.parse.IndexExpressions;
import tilewright.parse.TypedOperations;
import tilewright.parse.TypedOperations.Typed;

/**
 * Scalar expressions of C code in one scope, in C's types: operands are converted as C converts them, comparisons are integers
 * where a number is wanted. Accesses are numbered when the whole statement is known ({@link AccessNumbers}).
 */
final class CExpressions {
    /** Where an expression stands: {@code init} may call rnd() and reads no array, statements the other way round. */
    enum Place {
        STATEMENT,
        INIT,
        ASSUMPTION
    }

    private final TranslationUnit unit;
    private final Diagnostics diagnostics;
    private final Names names;
    private final CAffine affine;
    private final Place place;
    private final TypedOperations typed;
    /** Which branch is taken of conditional expressions that the statement was split by. */
    private final Map<IASTConditionalExpression, Boolean> decided;

    CExpressions(
            TranslationUnit unit,
            Diagnostics diagnostics,
            Names names,
            Scope scope,
            Place place,
            DataType plainLiteral,
            Map<IASTConditionalExpression, Boolean> decided) {
        this.unit = unit;
        this.diagnostics = diagnostics;
        this.names = names;
        this.affine = new CAffine(unit, diagnostics, names, scope);
        this.place = place;
        this.typed = new TypedOperations(plainLiteral);
        this.decided = decided;
    }

    /** The number that an expression gives; null after a reported fault. */
    @Nullable
    Typed number(IASTExpression expression) {
        Typed value = build(expression);
        return value == null ? null : typed.asNumber(value);
    }

    /** The truth of an expression; null after a reported fault. */
    @Nullable
    Typed truth(IASTExpression expression) {
        Typed value = build(expression);
        return value == null ? null : typed.asTruth(value);
    }

    private @Nullable Typed fault(IASTExpression at, String message) {
        diagnostics.error(unit.position(at), message);
        return null;
    }

    private @Nullable Typed build(IASTExpression expression) {
        return switch (expression) {
            case IASTLiteralExpression l -> literal(l);
            case IASTIdExpression id -> name(id);
            case IASTArraySubscriptExpression a -> element(a);
            case IASTUnaryExpression u -> unary(u);
            case IASTBinaryExpression b -> binary(b);
            case IASTConditionalExpression c -> conditional(c);
            case IASTCastExpression c -> cast(c);
            case IASTFunctionCallExpression f -> call(f);
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
            return integer == integer.intValue()
                    ? new Typed(new Expression.IntegerLiteral(integer), DataType.INTEGER)
                    : fault(literal, "integer " + literal + " exceeds 32 bits; write it as a floating-point number");
        }
        DataType type = CLiterals.floating(literal);
        return type == null
                ? fault(literal, "'" + literal + "' is not supported; write a number such as 2, 0.5 or 0.5f")
                : typed.real(CLiterals.digits(literal), type);
    }

    private @Nullable Typed name(IASTIdExpression id) {
        return switch (names.of(id)) {
            case Meaning.Index i -> index(i.value());
            case Meaning.Data d
            when d.array().dimensions() > 0 ->
                fault(
                        id,
                        "'" + unit.text(id) + "' is an array of " + d.array().dimensions()
                                + " dimensions; write one of its elements");
            case Meaning.Data d -> read(id, d.array(), List.of());
            case Meaning.Faulty _ -> null;
        };
    }

    private static Typed index(Affine value) {
        return new Typed(IndexExpressions.of(value), DataType.INTEGER);
    }

    private @Nullable Typed read(IASTExpression at, CArray array, List<Subscript> subscripts) {
        if (place == Place.INIT) {
            return fault(at, "init cannot read '" + unit.text(at) + "'; use the indices, parameters, rnd() and ?:");
        }
        Access access = new Access(0, array.name(), subscripts, unit.position(at));
        return new Typed(new Expression.Read(access), array.type());
    }

    private @Nullable Typed element(IASTArraySubscriptExpression element) {
        Target target = target(element);
        return target == null ? null : read(element, target.array, target.subscripts);
    }

    /** An array element or scalar as it is assigned to. */
    record Target(CArray array, List<Subscript> subscripts) {}

    /** The element or scalar that an expression denotes; null after a reported fault. */
    @Nullable
    Target target(IASTExpression expression) {
        Deque<IASTExpression> indices = new ArrayDeque<>();
        IASTExpression base = expression;
        while (true) {
            if (base instanceof IASTArraySubscriptExpression a && a.getArgument() instanceof IASTExpression index) {
                indices.push(index);
                base = a.getArrayExpression();
            } else if (base instanceof IASTUnaryExpression u
                    && u.getOperator() == IASTUnaryExpression.op_bracketedPrimary) {
                base = u.getOperand();
            } else {
                break;
            }
        }
        if (!(base instanceof IASTIdExpression id)) {
            fault(
                    base,
                    "'" + unit.text(expression)
                            + "' is no element of a named array; write a[i][j], without pointers and members");
            return null;
        }
        return switch (names.of(id)) {
            case Meaning.Data d -> target(expression, d.array(), List.copyOf(indices));
            case Meaning.Index _ -> {
                fault(expression, "'" + unit.text(id) + "' is a loop variable or parameter, not an array or scalar");
                yield null;
            }
            case Meaning.Faulty _ -> null;
        };
    }

    private @Nullable Target target(IASTExpression at, CArray array, List<IASTExpression> indices) {
        List<Subscript> subscripts = new ArrayList<>();
        boolean faulty = false;
        for (IASTExpression index : indices) {
            subscripts.add(new Subscript.AffineSubscript(affine.build(index, CAffine.Place.SUBSCRIPT)));
            faulty |= affine.failed();
        }
        if (indices.size() != array.dimensions()) {
            fault(
                    at,
                    "'" + array.name() + "' has " + array.dimensions() + " dimensions and '" + unit.text(at)
                            + "' gives " + indices.size() + " subscripts; give one for each");
            return null;
        }
        return faulty ? null : new Target(array, subscripts);
    }

    private @Nullable Typed unary(IASTUnaryExpression unary) {
        return switch (unary.getOperator()) {
            case IASTUnaryExpression.op_bracketedPrimary -> build(unary.getOperand());
            case IASTUnaryExpression.op_plus -> number(unary.getOperand());
            case IASTUnaryExpression.op_minus -> applied(Operator.NEG, number(unary.getOperand()));
            case IASTUnaryExpression.op_not -> applied(Operator.NOT, truth(unary.getOperand()));
            case IASTUnaryExpression.op_star, IASTUnaryExpression.op_amper ->
                fault(unary, "'" + unit.text(unary) + "' uses a pointer; write an array element such as a[i]");
            default ->
                ScopNames.isStep(unary.getOperator())
                        ? fault(
                                unary,
                                "'" + unit.text(unary)
                                        + "' changes a variable inside an expression; make it a statement of its own")
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
            case IASTBinaryExpression.op_modulo -> remainder(binary);
            default -> {
                Condition.Relation relation = CAffine.relation(binary);
                yield relation == null
                        ? integerOperation(binary)
                        : arithmetic(binary, TypedOperations.operator(relation));
            }
        };
    }

    private @Nullable Typed arithmetic(IASTBinaryExpression binary, Operator operator) {
        Typed left = number(binary.getOperand1());
        Typed right = number(binary.getOperand2());
        return left == null || right == null ? null : typed.apply(operator, List.of(left, right));
    }

    private @Nullable Typed logical(IASTBinaryExpression binary, Operator operator) {
        Typed left = truth(binary.getOperand1());
        Typed right = truth(binary.getOperand2());
        return left == null || right == null ? null : typed.apply(operator, List.of(left, right));
    }

    /** {@code x % c} is {@code x - x / c * c}: x must read no data, which would then be read twice. */
    private @Nullable Typed remainder(IASTBinaryExpression binary) {
        Typed left = number(binary.getOperand1());
        Typed right = number(binary.getOperand2());
        if (left == null || right == null) {
            return null;
        }
        if (left.type().promoted() != DataType.INTEGER || right.type().promoted() != DataType.INTEGER) {
            return fault(binary, "'" + unit.text(binary) + "' takes the remainder of a number that is no integer");
        }
        if (!left.expression().reads().isEmpty() || !right.expression().reads().isEmpty()) {
            return fault(
                    binary,
                    "'" + unit.text(binary)
                            + "' takes a remainder of data; only of loop variables, parameters and numbers is it"
                            + " supported");
        }
        return typed.remainder(left, right);
    }

    private @Nullable Typed integerOperation(IASTBinaryExpression binary) {
        Affine value = affine.buildIfAffine(binary);
        return value != null
                ? index(value)
                : fault(
                        binary,
                        "the operator of '" + unit.text(binary) + "' is not supported; write + - * / or a"
                                + " comparison");
    }

    private @Nullable Typed conditional(IASTConditionalExpression conditional) {
        Boolean branch = decided.get(conditional);
        if (branch != null) {
            return number(
                    branch ? conditional.getPositiveResultExpression() : conditional.getNegativeResultExpression());
        }
        Typed condition = truth(conditional.getLogicalConditionExpression());
        Typed then = number(conditional.getPositiveResultExpression());
        Typed otherwise = number(conditional.getNegativeResultExpression());
        if (condition == null || then == null || otherwise == null) {
            return null;
        }
        Typed extremum = typed.extremum(condition.expression(), then, otherwise);
        return extremum != null ? extremum : typed.apply(Operator.MERGE, List.of(then, otherwise, condition));
    }

    private @Nullable Typed cast(IASTCastExpression cast) {
        Typed operand = number(cast.getOperand());
        DataType type = CTypes.of(cast.getExpressionType());
        if (type == null || CTypes.levels(cast.getExpressionType()).size() > 0) {
            return fault(
                    cast,
                    "'" + unit.text(cast) + "' converts to a type that is not supported; use float, double or"
                            + " int");
        }
        if (operand != null && type == DataType.SHORT && operand.type() != type) {
            return fault(
                    cast,
                    "'" + unit.text(cast) + "' cuts a number; leave the conversion to the assignment to an element of"
                            + " type short");
        }
        return operand == null ? null : typed.converted(operand, type);
    }

    private @Nullable Typed call(IASTFunctionCallExpression call) {
        String name = call.getFunctionNameExpression() instanceof IASTIdExpression id
                ? id.getName().toString()
                : unit.text(call.getFunctionNameExpression());
        CFunction function = CFunction.of(name);
        if (function == null) {
            return fault(
                    call,
                    "'" + unit.text(call) + "' calls '" + name + "'; known functions are " + CFunction.known()
                            + (place == Place.INIT ? " and rnd" : "") + Missing.advice(unit));
        }
        if (function == CFunction.RND && place != Place.INIT) {
            return fault(call, "rnd() is allowed in init only; initialise an array with it and read that");
        }
        if (call.getArguments().length != function.operator().arity()) {
            return fault(
                    call,
                    "'" + name + "' takes " + function.operator().arity() + " arguments, got "
                            + call.getArguments().length);
        }
        List<Typed> arguments = new ArrayList<>();
        for (var argument : call.getArguments()) {
            Typed value = argument instanceof IASTExpression e ? number(e) : null;
            if (value == null) {
                return null;
            }
            arguments.add(typed.converted(value, function.type()));
        }
        return new Typed(
                new Expression.Apply(
                        function.operator(),
                        arguments.stream().map(Typed::expression).toList()),
                function.type());
    }
}
