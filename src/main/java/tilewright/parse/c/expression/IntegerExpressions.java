package tilewright.parse.c.expression;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.LinearForm;
import tilewright.model.Operator;
import tilewright.parse.Diagnostics;
import tilewright.parse.TypeRules;
import tilewright.parse.TypedOperations;
import tilewright.parse.TypedOperations.Typed;
import tilewright.parse.c.unit.TranslationUnit;

/** Operations that take integers only. */
final class IntegerExpressions {
    /** Follows the text of such a shift in a message. */
    static final String BEYOND =
            " shifts by as many bits as the number has, or more, or by a negative number, which C leaves"
                    + " open; shift by less, or a number of more bits";

    private final CExpressions expressions;
    private final TranslationUnit unit;
    private final Diagnostics diagnostics;
    private final TypedOperations typed;

    IntegerExpressions(CExpressions expressions, TranslationUnit unit, Diagnostics diagnostics, TypedOperations typed) {
        this.expressions = expressions;
        this.unit = unit;
        this.diagnostics = diagnostics;
        this.typed = typed;
    }

    /** {@code ~}; null after a reported fault. */
    @Nullable
    Typed complement(IASTUnaryExpression unary) {
        List<Typed> operand = integers(unary, List.of(unary.getOperand()));
        if (operand == null) {
            return null;
        }
        return typed.apply(Operator.BIT_NOT, operand);
    }

    /** An operation on integers; of loop variables and parameters an affine number where it is one. */
    @Nullable
    Typed operation(IASTBinaryExpression binary, Operator operator) {
        boolean remainder = operator == Operator.REMAINDER;
        Affine value = remainder ? null : expressions.affine(binary);
        if (value != null) {
            return expressions.index(binary, value);
        }
        List<Typed> operands = integers(binary, List.of(binary.getOperand1(), binary.getOperand2()));
        if (operands == null) {
            return null;
        }
        Affine by = expressions.affine(binary.getOperand2());
        List<Typed> known = by != null && LinearForm.of(by).toAffine() instanceof Affine.Constant c
                ? List.of(operands.getFirst(), TypedOperations.integer(c.value()))
                : operands;
        if (TypeRules.isShiftBeyond(operator, known)) {
            diagnostics.error(unit.position(binary), "'" + unit.text(binary) + "'" + BEYOND);
            return null;
        }
        boolean index = operands.stream().allMatch(o -> o.expression().reads().isEmpty());
        return remainder && index ? typed.remainder(operands.get(0), operands.get(1)) : typed.apply(operator, operands);
    }

    /** The values of operands that are to be integers; null after a reported fault. */
    private @Nullable List<Typed> integers(IASTExpression operation, List<IASTExpression> operands) {
        List<Typed> values = new ArrayList<>();
        for (IASTExpression operand : operands) {
            Typed value = expressions.number(operand);
            if (value == null) {
                return null;
            }
            if (!value.type().isInteger()) {
                diagnostics.error(
                        unit.position(operand),
                        "'" + unit.text(operation) + "' takes integers, and '" + unit.text(operand) + "' is none");
                return null;
            }
            values.add(value);
        }
        return values;
    }
}
