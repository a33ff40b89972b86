package tilewright.parse.c.loop;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDefinition;
import org.eclipse.cdt.core.dom.ast.IFunction;
import org.eclipse.cdt.core.dom.ast.IParameter;
import org.jspecify.annotations.Nullable;
import tilewright.model.DataType;
import tilewright.model.Node;
import tilewright.model.Refusal;
import tilewright.parse.c.affine.CArray;
import tilewright.parse.c.affine.Scope;
import tilewright.parse.c.expression.Pointers;
import tilewright.parse.c.expression.Variables;
import tilewright.parse.c.flow.Definitions;
import tilewright.parse.c.flow.Escapes;
import tilewright.parse.c.unit.CTypes;
import tilewright.parse.c.unit.Hoisting;
import tilewright.parse.c.unit.Missing;
import tilewright.parse.c.unit.TranslationUnit;

/**
 * Calls that are statements: the body of the function stands in their place. A parameter that is a pointer stands for the place
 * that the call passes, so that what two parameters share is one array; a number is a variable of the function, with the value
 * that it has when the call begins.
 */
final class StatementCalls {
    /** Calls that one call may lead to. */
    private static final int MOST_CALLS = 1000;

    private final ScopBuilder builder;
    private final PlainStatements plain;
    private final TranslationUnit unit;
    private final Variables variables;
    private final Pointers pointers;
    private final Escapes escapes;
    /** A function that is being inlined, and the scalar that gets its value; null where nothing asks for that. */
    private record Open(IFunction function, @Nullable CArray result) {}

    /** The functions that are being inlined, innermost first. */
    private final Deque<Open> open = new ArrayDeque<>();

    private int calls;

    StatementCalls(
            ScopBuilder builder,
            PlainStatements plain,
            TranslationUnit unit,
            Variables variables,
            Pointers pointers,
            Escapes escapes) {
        this.builder = builder;
        this.plain = plain;
        this.unit = unit;
        this.variables = variables;
        this.pointers = pointers;
        this.escapes = escapes;
    }

    /** Whether the code that is built now is that of a function that is called. */
    boolean isInside() {
        return !open.isEmpty();
    }

    /** The scalar that the value of the innermost function is for; null where it is dropped. */
    @Nullable
    CArray result() {
        return open.isEmpty() ? null : open.getFirst().result;
    }

    /**
     * The calls in an expression of functions that are no expressions, done before it; where the expression is built afterwards,
     * their values stand for them.
     */
    List<Node> hoisted(IASTExpression expression, Scope scope) {
        List<Node> nodes = new ArrayList<>();
        for (IASTFunctionCallExpression call : Hoisting.calls(expression)) {
            IFunction function = Definitions.called(call);
            DataType type =
                    function == null ? null : CTypes.of(function.getType().getReturnType());
            if (function == null
                    || type == null
                    || !CTypes.levels(function.getType().getReturnType()).isEmpty()) {
                refused(call, "its function returns no number");
            } else {
                boolean truth = CTypes.isTruth(function.getType().getReturnType());
                CArray value = variables.data().valueOf(call, function.getName(), type, truth);
                nodes.addAll(
                        Hoisting.isOptional(call, expression)
                                ? refused(
                                        call,
                                        "whether it runs depends on a condition; assign its value to a variable first,"
                                                + " under if")
                                : of(call, scope, value));
            }
        }
        return nodes;
    }

    /** What the call does; incomplete where a fault was reported. */
    List<Node> of(IASTFunctionCallExpression call, Scope scope) {
        return of(call, scope, null);
    }

    private List<Node> of(IASTFunctionCallExpression call, Scope scope, @Nullable CArray result) {
        IFunction function = Definitions.called(call);
        IASTFunctionDefinition definition = Definitions.of(call);
        if (definition == null && Definitions.endsProgram(call)) {
            return builder.fault(
                    call,
                    Refusal.NOT_AFFINE,
                    "'" + unit.text(call.getFunctionNameExpression())
                            + "' ends the program, and what runs then cannot be analysed; take it out of the scop");
        }
        if (function == null || definition == null) {
            return builder.fault(
                    call,
                    Refusal.TEXT_MISSING,
                    "'" + unit.text(call) + "' calls '" + unit.text(call.getFunctionNameExpression())
                            + "', which the file does not define; a statement may call functions of the file only;"
                            + " give the one that defines it by --with FILE"
                            + Missing.advice(unit));
        }
        if (open.stream().anyMatch(o -> o.function.equals(function))) {
            return refused(call, "'" + function.getName() + "' calls itself; write a loop");
        }
        calls = open.isEmpty() ? 1 : calls + 1;
        if (calls > MOST_CALLS) {
            return refused(call, "it leads to more than " + MOST_CALLS + " calls; write loops");
        }
        List<Node> nodes = new ArrayList<>();
        Scope inner = withArguments(call, function, scope, nodes);
        if (inner != null) {
            open.push(new Open(function, result));
            List<Escapes.Escape> outer = escapes.enter();
            nodes.addAll(builder.nodes(List.of(definition.getBody()), inner));
            escapes.leave(outer);
            open.pop();
        }
        return nodes;
    }

    private List<Node> refused(IASTFunctionCallExpression call, String reason) {
        return builder.fault(call, "'" + unit.text(call) + "' cannot be inlined: " + reason);
    }

    /** The scope of the function's body; null where a fault was reported or a variable turned out to be data. */
    private @Nullable Scope withArguments(
            IASTFunctionCallExpression call, IFunction function, Scope scope, List<Node> nodes) {
        List<IParameter> parameters = Definitions.parameters(function);
        if (function.takesVarArgs() || parameters.size() != call.getArguments().length) {
            refused(
                    call,
                    "'" + function.getName() + "' takes " + parameters.size() + " arguments, got "
                            + call.getArguments().length);
            return null;
        }
        Scope inner = scope;
        for (int p = 0; p < parameters.size() && inner != null; p++) {
            IParameter parameter = parameters.get(p);
            if (!(call.getArguments()[p] instanceof IASTExpression argument)) {
                refused(call, "an argument is no expression");
                return null;
            }
            if (CTypes.levels(parameter.getType()).isEmpty()) {
                inner = passedNumber(call, parameter, argument, inner, nodes);
            }
        }
        // Extents of arrays may speak of numbers that come behind them.
        for (int p = 0; p < parameters.size() && inner != null; p++) {
            if (!CTypes.levels(parameters.get(p).getType()).isEmpty()) {
                inner = passedPlace(call, parameters.get(p), (IASTExpression) call.getArguments()[p], inner);
            }
        }
        return inner;
    }

    private @Nullable Scope passedNumber(
            IASTFunctionCallExpression call,
            IParameter parameter,
            IASTExpression value,
            Scope scope,
            List<Node> nodes) {
        if (CTypes.structure(parameter.getType()) != null) {
            refused(call, "'" + parameter.getName() + "' is a structure; pass a pointer to it");
            return null;
        }
        return plain.initialised(parameter, value, value, scope, nodes);
    }

    private @Nullable Scope passedPlace(
            IASTFunctionCallExpression call, IParameter parameter, IASTExpression pointer, Scope scope) {
        return pointers.set(parameter, pointer, scope, reason -> refused(call, reason));
    }
}
