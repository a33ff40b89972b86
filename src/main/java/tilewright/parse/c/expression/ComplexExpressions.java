package tilewright.parse.c.expression;

import java.util.List;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.IASTArraySubscriptExpression;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTCastExpression;
import org.eclipse.cdt.core.dom.ast.IASTConditionalExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTFieldReference;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.jspecify.annotations.Nullable;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.MathFunction;
import tilewright.model.Operator;
import tilewright.model.ScalarOperation;
import tilewright.parse.TypedOperations;
import tilewright.parse.TypedOperations.Typed;
import tilewright.parse.c.affine.CElements.Target;
import tilewright.parse.c.affine.Choices;
import tilewright.parse.c.unit.CTypes;
import tilewright.parse.c.unit.StandardHeaders;

/**
 * Expressions of complex numbers, as one expression for the real part and one for the imaginary part. Products and quotients are those of
 * {@code #pragma STDC CX_LIMITED_RANGE ON}: {@code (a + bi)(c + di) = (ac - bd) + (ad + bc)i}, and a quotient multiplies by the divisor's conjugate.
 */
public final class ComplexExpressions {
    /**
     * A number.
     *
     * @param im null where the number is real
     */
    record Pair(Typed re, @Nullable Typed im) {}

    /** The name behind {@code I}, see {@link StandardHeaders}. */
    private static final String UNIT = "_Complex_I";

    private static final Set<String> COMPLEX = Set.of("conj", "conjf", "cexp", "cexpf");

    private final CExpressions expressions;
    private final TypedOperations typed;

    ComplexExpressions(CExpressions expressions, TypedOperations typed) {
        this.expressions = expressions;
        this.typed = typed;
    }

    /** Whether an expression is a complex number. */
    public static boolean isComplex(IASTExpression expression) {
        return switch (expression) {
            case IASTIdExpression _, IASTArraySubscriptExpression _, IASTFieldReference _ -> isPlace(expression);
            case IASTUnaryExpression u when u.getOperator() == IASTUnaryExpression.op_star -> isPlace(u);
            case IASTUnaryExpression u ->
                switch (u.getOperator()) {
                    case IASTUnaryExpression.op_bracketedPrimary,
                            IASTUnaryExpression.op_plus,
                            IASTUnaryExpression.op_minus,
                            IASTUnaryExpression.op_tilde -> isComplex(u.getOperand());
                    default -> false;
                };
            case IASTBinaryExpression b ->
                operator(b) != null && (isComplex(b.getOperand1()) || isComplex(b.getOperand2()));
            case IASTConditionalExpression c ->
                isComplex(Choices.then(c)) || isComplex(c.getNegativeResultExpression());
            case IASTCastExpression c -> CTypes.complex(c.getExpressionType()) != null;
            case IASTFunctionCallExpression f -> COMPLEX.contains(name(f));
            default -> false;
        };
    }

    private static boolean isPlace(IASTExpression expression) {
        return CTypes.levels(expression.getExpressionType()).isEmpty()
                && CTypes.complex(expression.getExpressionType()) != null;
    }

    private static String name(IASTFunctionCallExpression call) {
        return call.getFunctionNameExpression() instanceof IASTIdExpression id
                ? id.getName().toString()
                : "";
    }

    /** The real number that a function of a complex one gives; null after a reported fault. */
    @Nullable
    Typed real(IASTFunctionCallExpression call) {
        Pair argument = argument(call);
        if (argument == null) {
            return null;
        }
        Typed im = imaginary(argument);
        return switch (name(call).replaceFirst("f$", "")) {
            case "creal" -> argument.re;
            case "cimag" -> im;
            case "cabs" -> function(MathFunction.HYPOT, List.of(argument.re, im));
            default -> function(MathFunction.ATAN2, List.of(im, argument.re));
        };
    }

    private @Nullable Pair argument(IASTFunctionCallExpression call) {
        if (call.getArguments().length == 1 && call.getArguments()[0] instanceof IASTExpression argument) {
            return of(argument);
        }
        expressions.fault(call, "'" + name(call) + "' takes 1 arguments, got " + call.getArguments().length);
        return null;
    }

    /** Whether it is the name of a function from complex numbers to real ones. */
    static boolean isReal(String function) {
        return Set.of("creal", "cimag", "cabs", "carg").contains(function.replaceFirst("f$", ""));
    }

    /** The parts of an expression; null after a reported fault. */
    @Nullable
    Pair of(IASTExpression expression) {
        if (!isComplex(expression)) {
            Typed number = expressions.number(expression);
            return number == null ? null : new Pair(number, null);
        }
        return switch (expression) {
            case IASTIdExpression id
            when id.getName().toString().equals(UNIT) ->
                new Pair(typed.real("0.0", DataType.REAL), typed.real("1.0", DataType.REAL));
            case IASTUnaryExpression u when u.getOperator() != IASTUnaryExpression.op_star -> unary(u);
            case IASTBinaryExpression b -> {
                Pair left = of(b.getOperand1());
                Pair right = of(b.getOperand2());
                Operator operator = operator(b);
                yield left == null || right == null || operator == null ? null : apply(operator, left, right);
            }
            case IASTConditionalExpression c -> conditional(c);
            case IASTCastExpression c -> cast(c);
            case IASTFunctionCallExpression f -> function(f);
            default -> place(expression);
        };
    }

    private @Nullable Pair place(IASTExpression place) {
        List<Target> parts = expressions.numbers(place);
        return parts.size() == 2 ? read(place, parts) : null;
    }

    /** What stands in two places; null after a reported fault. */
    @Nullable
    Pair read(IASTExpression at, List<Target> parts) {
        Typed re = expressions.read(at, parts.get(0).array(), parts.get(0).subscripts());
        Typed im = expressions.read(at, parts.get(1).array(), parts.get(1).subscripts());
        return re == null || im == null ? null : new Pair(re, im);
    }

    private @Nullable Pair unary(IASTUnaryExpression unary) {
        Pair operand = of(unary.getOperand());
        return operand == null
                ? null
                : switch (unary.getOperator()) {
                    case IASTUnaryExpression.op_minus -> new Pair(negated(operand.re), negated(imaginary(operand)));
                    case IASTUnaryExpression.op_tilde -> new Pair(operand.re, negated(imaginary(operand)));
                    default -> operand;
                };
    }

    private Typed negated(Typed number) {
        return typed.apply(Operator.NEG, List.of(number));
    }

    private static @Nullable Operator operator(IASTBinaryExpression binary) {
        return switch (binary.getOperator()) {
            case IASTBinaryExpression.op_plus -> Operator.ADD;
            case IASTBinaryExpression.op_minus -> Operator.SUB;
            case IASTBinaryExpression.op_multiply -> Operator.MUL;
            case IASTBinaryExpression.op_divide -> Operator.DIV;
            default -> null;
        };
    }

    /** Arithmetic; what a real operand lacks is not computed with. */
    Pair apply(Operator operator, Pair left, Pair right) {
        Typed a = left.re;
        Typed b = left.im;
        Typed c = right.re;
        Typed d = right.im;
        return switch (operator) {
            case ADD, SUB ->
                new Pair(
                        both(operator, a, c),
                        d == null ? b : b == null ? operator == Operator.SUB ? negated(d) : d : both(operator, b, d));
            case MUL -> {
                if (b == null || d == null) {
                    Typed im = b == null ? d == null ? null : both(Operator.MUL, a, d) : both(Operator.MUL, b, c);
                    yield new Pair(both(Operator.MUL, a, c), im);
                }
                yield new Pair(
                        both(Operator.SUB, both(Operator.MUL, a, c), both(Operator.MUL, b, d)),
                        both(Operator.ADD, both(Operator.MUL, a, d), both(Operator.MUL, b, c)));
            }
            case DIV -> {
                if (d == null) {
                    yield new Pair(both(Operator.DIV, a, c), b == null ? null : both(Operator.DIV, b, c));
                }
                Typed size = both(Operator.ADD, both(Operator.MUL, c, c), both(Operator.MUL, d, d));
                Pair above = apply(Operator.MUL, left, new Pair(c, negated(d)));
                yield new Pair(both(Operator.DIV, above.re, size), both(Operator.DIV, imaginary(above), size));
            }
            default -> throw new IllegalArgumentException(operator + " of complex numbers");
        };
    }

    private Typed both(Operator operator, Typed left, Typed right) {
        return typed.apply(operator, List.of(left, right));
    }

    /** The imaginary part; 0 of a real number. */
    Typed imaginary(Pair number) {
        return number.im != null
                ? number.im
                : typed.real("0.0", number.re.type() == DataType.REAL ? DataType.REAL : DataType.DOUBLE);
    }

    private @Nullable Pair conditional(IASTConditionalExpression conditional) {
        Boolean branch = expressions.decided(conditional);
        if (branch != null) {
            return of(branch ? Choices.then(conditional) : conditional.getNegativeResultExpression());
        }
        Typed condition = expressions.truth(conditional.getLogicalConditionExpression());
        Pair then = of(Choices.then(conditional));
        Pair otherwise = of(conditional.getNegativeResultExpression());
        return condition == null || then == null || otherwise == null
                ? null
                : new Pair(
                        typed.choice(condition, then.re, otherwise.re),
                        typed.choice(condition, imaginary(then), imaginary(otherwise)));
    }

    private @Nullable Pair cast(IASTCastExpression cast) {
        Pair operand = of(cast.getOperand());
        DataType type = CTypes.complex(cast.getExpressionType());
        return operand == null || type == null
                ? null
                : new Pair(
                        typed.converted(operand.re, type),
                        operand.im == null ? null : typed.converted(operand.im, type));
    }

    private @Nullable Pair function(IASTFunctionCallExpression call) {
        Pair argument = argument(call);
        if (argument == null) {
            return null;
        }
        Typed im = imaginary(argument);
        if (name(call).startsWith("conj")) {
            return new Pair(argument.re, negated(im));
        }
        Typed size = function(MathFunction.EXP, List.of(argument.re));
        return new Pair(
                both(Operator.MUL, size, function(MathFunction.COS, List.of(im))),
                both(Operator.MUL, size, function(MathFunction.SIN, List.of(im))));
    }

    /** A function in single precision where all arguments are. */
    private Typed function(ScalarOperation function, List<Typed> arguments) {
        boolean single = arguments.stream().allMatch(a -> a.type() == DataType.REAL);
        DataType type = single ? DataType.REAL : DataType.DOUBLE;
        return new Typed(
                new Expression.Apply(
                        function,
                        arguments.stream()
                                .map(a -> typed.converted(a, type).expression())
                                .toList()),
                type);
    }
}
