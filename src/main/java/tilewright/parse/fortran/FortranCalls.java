package tilewright.parse.fortran;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.DataType;
import tilewright.model.MathFunction;
import tilewright.model.Operator;
import tilewright.model.ScalarOperation;
import tilewright.parse.TypedOperations;
import tilewright.parse.TypedOperations.Typed;
import tilewright.parse.fortran.FortranStatementParser.ArgumentContext;
import tilewright.parse.fortran.FortranStatementParser.ExprContext;
import tilewright.parse.fortran.FortranStatementParser.ReferenceContext;

/**
 * Calls of Fortran's own functions inside expressions.
 *
 * @param affine integers of the scope
 * @param expressions what the arguments are built by
 */
record FortranCalls(
        Syntax syntax,
        Names names,
        FortranAffine affine,
        TypedOperations typed,
        FortranExpressions.Place place,
        FortranExpressions expressions) {
    private @Nullable Typed fault(ParserRuleContext at, String message) {
        syntax.error(at, message);
        return null;
    }

    /** The value of a call; null after a reported fault. */
    @Nullable
    Typed call(ReferenceContext call) {
        String name = call.name.getText();
        String general = Functions.general(name);
        if (general.equals("rnd") && call.arguments.isEmpty()) {
            return place == FortranExpressions.Place.INIT
                    ? typed.apply(Operator.RANDOM, List.of())
                    : fault(call, "rnd() is allowed in init only; initialise an array with it and read that");
        }
        if (!Functions.isKnown(general)) {
            return fault(call, Functions.unknown(name, general) + names.advice().replace("; declare it", ""));
        }
        for (ArgumentContext argument : call.arguments) {
            boolean kind =
                    argument.keyword != null && argument.keyword.getText().equalsIgnoreCase("kind");
            if (argument.value == null || (argument.keyword != null && !kind)) {
                return fault(argument, "arguments of '" + name + "' are written without ':' and keywords");
            }
        }
        List<ExprContext> arguments = call.arguments.stream().map(a -> a.value).toList();
        return switch (general) {
            case "real", "dble", "int" -> conversion(call, general, arguments);
            case "nint" -> rounded(call, MathFunction.ROUND, arguments);
            case "floor" -> rounded(call, MathFunction.FLOOR, arguments);
            case "ceiling" -> rounded(call, MathFunction.CEIL, arguments);
            case "mod", "modulo" -> remainder(call, general, arguments);
            case "merge" ->
                arguments.size() == 3
                        ? expressions.apply(
                                call,
                                Operator.MERGE,
                                arguments.stream()
                                        .<@Nullable Typed>map(expressions::build)
                                        .toList())
                        : wrongNumber(call, 3);
            case "sign" -> arguments.size() == 2 ? signOf(call, arguments) : wrongNumber(call, 2);
            default -> operation(call, general, arguments);
        };
    }

    private @Nullable Typed wrongNumber(ReferenceContext call, int wanted) {
        return fault(
                call,
                "'" + call.name.getText() + "' takes " + wanted + (wanted == 1 ? " argument" : " arguments") + ", got "
                        + call.arguments.size());
    }

    /** {@code real(x)}, {@code real(x, kind)}, {@code dble(x)}, {@code int(x)}. */
    private @Nullable Typed conversion(ReferenceContext call, String general, List<ExprContext> arguments) {
        if (arguments.isEmpty() || arguments.size() > 2) {
            return wrongNumber(call, 1);
        }
        Long kind = arguments.size() == 2
                ? affine.constant(arguments.get(1), FortranAffine.Place.KIND)
                : Long.valueOf(general.equals("dble") ? FortranType.DOUBLE_KIND : FortranType.DEFAULT_KIND);
        if (kind == null) {
            return null;
        }
        FortranType.Category category =
                general.equals("int") ? FortranType.Category.INTEGER : FortranType.Category.REAL;
        FortranType type = FortranType.of(category, kind);
        DataType data = type.data();
        if (data == null) {
            return fault(call, "'" + syntax.text(call) + "' converts to " + type.text() + ", which is not supported");
        }
        Typed operand = expressions.build(arguments.getFirst());
        if (operand != null && operand.isLogical()) {
            return fault(call, "'" + syntax.text(call) + "' converts a logical value; write merge(1, 0, condition)");
        }
        return operand == null ? null : typed.converted(expressions.exact(operand, data), data);
    }

    /** {@code nint(x)}, {@code floor(x)}, {@code ceiling(x)}: integers. */
    private @Nullable Typed rounded(ReferenceContext call, MathFunction function, List<ExprContext> arguments) {
        if (arguments.size() != 1) {
            return wrongNumber(call, 1);
        }
        Typed whole =
                expressions.apply(call, function, Collections.singletonList(expressions.build(arguments.getFirst())));
        return whole == null ? null : typed.converted(whole, DataType.INTEGER);
    }

    /** {@code mod} has the sign of the first argument, as the model's remainder; {@code modulo} that of the second. */
    private @Nullable Typed remainder(ReferenceContext call, String general, List<ExprContext> arguments) {
        if (arguments.size() != 2) {
            return wrongNumber(call, 2);
        }
        Affine value = affine.buildIfAffine(call);
        if (value != null) {
            return FortranExpressions.index(value);
        }
        if (general.equals("modulo")) {
            return fault(
                    call,
                    "'" + syntax.text(call)
                            + "' takes modulo of data or by a variable; write mod, whose result has the sign"
                            + " of its first argument");
        }
        List<@Nullable Typed> operands =
                Arrays.asList(expressions.build(arguments.get(0)), expressions.build(arguments.get(1)));
        boolean floating = operands.stream().anyMatch(o -> o != null && o.type().isFloating());
        return expressions.apply(call, floating ? MathFunction.FMOD : Operator.REMAINDER, operands);
    }

    /** {@code sign(a, b)}: the absolute value of a with the sign of b. */
    private @Nullable Typed signOf(ReferenceContext call, List<ExprContext> arguments) {
        Typed size = expressions.build(arguments.get(0));
        Typed sign = expressions.build(arguments.get(1));
        if (size == null || sign == null) {
            return null;
        }
        if (size.type().isFloating() && sign.type().isFloating()) {
            return expressions.apply(call, MathFunction.COPYSIGN, List.of(size, sign));
        }
        Typed magnitude = expressions.apply(call, Operator.ABS, List.of(size));
        Typed negative = expressions.apply(call, Operator.NEG, Collections.singletonList(magnitude));
        Typed condition = expressions.apply(call, Operator.GE, List.of(sign, TypedOperations.integer(0)));
        return expressions.apply(call, Operator.MERGE, Arrays.asList(magnitude, negative, condition));
    }

    private @Nullable Typed operation(ReferenceContext call, String general, List<ExprContext> arguments) {
        ScalarOperation operator = Functions.operator(general);
        if (operator == null) {
            throw new IllegalStateException("no operator " + general);
        }
        boolean extremum = operator.isExtreme();
        if (extremum ? arguments.size() < 2 : arguments.size() != operator.arity()) {
            return wrongNumber(call, operator.arity());
        }
        if (!extremum) {
            return expressions.apply(
                    call,
                    operator,
                    arguments.stream().<@Nullable Typed>map(expressions::build).toList());
        }
        Typed result = expressions.build(arguments.getFirst());
        for (ExprContext argument : arguments.subList(1, arguments.size())) {
            result = expressions.apply(call, operator, Arrays.asList(result, expressions.build(argument)));
        }
        return result;
    }
}
