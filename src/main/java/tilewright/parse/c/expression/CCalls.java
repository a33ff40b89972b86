package tilewright.parse.c.expression;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDefinition;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IFunction;
import org.eclipse.cdt.core.dom.ast.IParameter;
import org.jspecify.annotations.Nullable;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.Operator;
import tilewright.model.Refusal;
import tilewright.parse.Diagnostics;
import tilewright.parse.TypedOperations;
import tilewright.parse.TypedOperations.Typed;
import tilewright.parse.c.affine.Location;
import tilewright.parse.c.flow.Definitions;
import tilewright.parse.c.unit.CFunction;
import tilewright.parse.c.unit.CTypes;
import tilewright.parse.c.unit.ConstantNan;
import tilewright.parse.c.unit.Missing;
import tilewright.parse.c.unit.TranslationUnit;

/** Calls in expressions: of functions that the file defines, which are inlined, and of C's library. */
final class CCalls {
    /** Calls inside calls. */
    private static final int DEEPEST = 20;
    /** Operations and operands of an inlined call. */
    private static final int LARGEST = 2000;

    private final TranslationUnit unit;
    private final Diagnostics diagnostics;
    private final CExpressions expressions;
    private final TypedOperations typed;
    private final CExpressions.Place place;
    private final int depth;
    private final InliningBudget budget;

    /**
     * @param depth calls around these
     * @param budget of the expression
     */
    CCalls(
            TranslationUnit unit,
            Diagnostics diagnostics,
            CExpressions expressions,
            TypedOperations typed,
            CExpressions.Place place,
            int depth,
            InliningBudget budget) {
        this.unit = unit;
        this.diagnostics = diagnostics;
        this.expressions = expressions;
        this.typed = typed;
        this.place = place;
        this.depth = depth;
        this.budget = budget;
    }

    private @Nullable Typed fault(IASTNode at, String message) {
        return fault(at, Refusal.NOT_SUPPORTED, message);
    }

    private @Nullable Typed fault(IASTNode at, Refusal refusal, String message) {
        diagnostics.error(unit.position(at), refusal, message);
        return null;
    }

    /** The value of a call; null after a reported fault. */
    @Nullable
    Typed of(IASTFunctionCallExpression call) {
        IFunction function = Definitions.called(call);
        IASTFunctionDefinition definition = Definitions.of(call);
        return function == null || definition == null ? library(call) : inlined(call, function, definition);
    }

    private @Nullable Typed library(IASTFunctionCallExpression call) {
        String name = call.getFunctionNameExpression() instanceof IASTIdExpression id
                ? id.getName().toString()
                : unit.text(call.getFunctionNameExpression());
        CFunction function = CFunction.of(name);
        DataType fused = CFunction.typeOfFused(name);
        if (function == null && fused != null) {
            return fused(call, name, fused);
        }
        if (function == null) {
            return fault(
                    call,
                    Refusal.TEXT_MISSING,
                    "'" + unit.text(call) + "' calls '" + name + "', which the file does not define; known without a"
                            + " definition are " + CFunction.known() + (place == CExpressions.Place.INIT ? ", rnd" : "")
                            + "; give the file that does by --with FILE" + Missing.advice(unit));
        }
        if (function == CFunction.RND && place != CExpressions.Place.INIT) {
            return fault(call, "rnd() is allowed in init only; initialise an array with it and read that");
        }
        List<Expression> arguments = arguments(call, name, function.operation().arity(), function.type());
        return arguments == null
                ? null
                : new Typed(ConstantNan.dropped(function.operation(), arguments), function.type());
    }

    /** {@code fma(x, y, z)}: {@code x * y + z}, whose product a compiler may round or not. */
    private @Nullable Typed fused(IASTFunctionCallExpression call, String name, DataType type) {
        List<Expression> arguments = arguments(call, name, 3, type);
        return arguments == null
                ? null
                : new Typed(
                        new Expression.Apply(
                                Operator.ADD,
                                List.of(
                                        new Expression.Apply(Operator.MUL, arguments.subList(0, 2)),
                                        arguments.getLast())),
                        type);
    }

    /** The arguments, converted to a type; null after a reported fault. */
    private @Nullable List<Expression> arguments(
            IASTFunctionCallExpression call, String name, int number, DataType type) {
        if (!takes(call, name, number)) {
            return null;
        }
        List<Expression> arguments = new ArrayList<>();
        for (IASTInitializerClause argument : call.getArguments()) {
            Typed value = argument instanceof IASTExpression e ? expressions.number(e) : null;
            if (value == null) {
                return null;
            }
            arguments.add(typed.converted(value, type).expression());
        }
        return arguments;
    }

    private boolean takes(IASTFunctionCallExpression call, String name, int arguments) {
        if (call.getArguments().length != arguments) {
            fault(call, "'" + name + "' takes " + arguments + " arguments, got " + call.getArguments().length);
        }
        return call.getArguments().length == arguments;
    }

    private @Nullable Typed inlined(
            IASTFunctionCallExpression call, IFunction function, IASTFunctionDefinition definition) {
        List<IParameter> parameters = Definitions.parameters(function);
        String refused = "'" + unit.text(call) + "' cannot be inlined: ";
        if (depth > 0 && budget.isSpent()) {
            return null;
        }
        if (depth >= DEEPEST) {
            return fault(call, refused + "'" + function.getName() + "' is called by too many others");
        }
        if (Definitions.isRecursive(definition)) {
            return fault(call, refused + "'" + function.getName() + "' calls itself; write a loop");
        }
        IASTFunctionDefinition another = Definitions.another(definition);
        if (another != null) {
            return fault(
                    call,
                    refused + "'" + function.getName() + "' is defined twice, at " + unit.position(definition) + " and "
                            + unit.position(another) + "; leave one of them out");
        }
        if (!takes(call, function.getName(), parameters.size())) {
            return null;
        }
        if (CTypes.of(function.getType().getReturnType()) == null
                || !CTypes.levels(function.getType().getReturnType()).isEmpty()) {
            return fault(call, refused + "'" + function.getName() + "' returns no number");
        }
        InlinedCall.Values values = InlinedCall.Values.NONE;
        for (int p = 0; p < parameters.size(); p++) {
            IParameter parameter = parameters.get(p);
            DataType type = CTypes.of(parameter.getType());
            IASTExpression argument = (IASTExpression) call.getArguments()[p];
            if (!CTypes.levels(parameter.getType()).isEmpty()) {
                Location place = expressions.pointee(argument);
                String mismatch = place == null ? null : place.mismatch(parameter, expressions.inside(values)::affine);
                if (mismatch != null) {
                    fault(call, refused + mismatch);
                }
                if (place == null || mismatch != null) {
                    return null;
                }
                values = values.with(parameter, place);
                continue;
            }
            if (type == null) {
                return fault(call, refused + "'" + parameter.getName() + "' is no number; pass numbers and pointers");
            }
            Typed value = expressions.number(argument);
            if (value == null) {
                return null;
            }
            boolean index = CTypes.isInteger(parameter.getType());
            values = values.with(parameter, typed.converted(value, type), index ? expressions.affine(argument) : null);
        }
        String spent = budget.count(call, depth);
        if (spent != null) {
            return tooLong(call, spent);
        }
        try {
            Typed value = new InlinedCall(definition, expressions, typed)
                    .value(values, function.getType().getReturnType());
            int[] size = {0};
            if (value != null) {
                value.expression().visit(_ -> size[0]++);
            }
            return size[0] > LARGEST
                    ? tooLong(
                            call,
                            "its expression has more than " + LARGEST
                                    + " operations and operands; assign its parts to variables, or write loops")
                    : value;
        } catch (InlinedCall.Refused e) {
            return fault(
                    call,
                    refused + "of '" + firstLine(unit.text(e.at())) + "' in '" + function.getName() + "', "
                            + e.reason());
        }
    }

    /** One fault for the call that the user wrote, whichever call inside it was too much. */
    private @Nullable Typed tooLong(IASTFunctionCallExpression inner, String reason) {
        budget.spend();
        IASTFunctionCallExpression call = budget.outermost(inner);
        return fault(call, "'" + unit.text(call) + "' cannot be inlined: " + reason);
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("").strip();
    }
}
