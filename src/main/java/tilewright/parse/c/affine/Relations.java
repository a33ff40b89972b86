package tilewright.parse.c.affine;

import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.jspecify.annotations.Nullable;
import tilewright.model.Condition;

/** What comparisons of C ask. */
public final class Relations {
    private Relations() {}

    /** The relation of a comparison; null for any other operator. */
    public static Condition.@Nullable Relation of(IASTBinaryExpression binary) {
        return switch (binary.getOperator()) {
            case IASTBinaryExpression.op_equals -> Condition.Relation.EQ;
            case IASTBinaryExpression.op_notequals -> Condition.Relation.NE;
            case IASTBinaryExpression.op_lessThan -> Condition.Relation.LT;
            case IASTBinaryExpression.op_lessEqual -> Condition.Relation.LE;
            case IASTBinaryExpression.op_greaterThan -> Condition.Relation.GT;
            case IASTBinaryExpression.op_greaterEqual -> Condition.Relation.GE;
            default -> null;
        };
    }
}
