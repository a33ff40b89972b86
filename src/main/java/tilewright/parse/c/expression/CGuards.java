package tilewright.parse.c.expression;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.eclipse.cdt.core.dom.ast.ASTVisitor;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTIfStatement;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.IBinding;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.ExpressionTypes;
import tilewright.model.Node;
import tilewright.model.SourcePosition;
import tilewright.parse.Diagnostics;
import tilewright.parse.GuardedStatements;
import tilewright.parse.TypedOperations.Typed;
import tilewright.parse.c.affine.CAffine;
import tilewright.parse.c.affine.Scope;
import tilewright.parse.c.affine.Ways;
import tilewright.parse.c.unit.TranslationUnit;

/**
 * What stands for an {@code if}: guards for the affine parts of its condition, and for the others statements that keep what they do
 * not change ({@link GuardedStatements}). Before and after:
 *
 * <pre>
 * if (i > 0 &amp;&amp; a[i - 1] &lt; 0)        if (i > 0) then
 *   b[i] = 1;                          b(i) = merge(1, b(i), a(i - 1) &lt; 0)
 *                                  endif
 * </pre>
 */
public final class CGuards {
    private final TranslationUnit unit;
    private final Variables variables;
    private final Diagnostics diagnostics;
    private final Ways ways;
    private final GuardedStatements guarded;

    public CGuards(TranslationUnit unit, Variables variables, Diagnostics diagnostics, Ways ways) {
        this.unit = unit;
        this.ways = ways;
        this.variables = variables;
        this.diagnostics = diagnostics;
        this.guarded = new GuardedStatements(new GuardedStatements.Arrays() {
            @Override
            public DataType type(String array) {
                return variables.data().type(array);
            }

            @Override
            public String logical(SourcePosition position) {
                return variables.data().addLogical("condition", position);
            }
        });
    }

    /**
     * The nodes of one {@code if}.
     *
     * @param branch makes the nodes of a branch in a scope
     */
    public List<Node> nodes(
            IASTIfStatement statement, Scope scope, Function<IASTNode, Function<Scope, List<Node>>> branch) {
        IASTNode otherwise = statement.getElseClause();
        return nodes(
                statement,
                scope,
                branch.apply(statement.getThenClause()),
                otherwise == null ? _ -> List.of() : branch.apply(otherwise));
    }

    /** The same with branches of its own. */
    public List<Node> nodes(
            IASTIfStatement statement,
            Scope scope,
            Function<Scope, List<Node>> then,
            Function<Scope, List<Node>> otherwise) {
        return new Branches(then, otherwise, statement).decided(statement.getConditionExpression(), scope);
    }

    private final class Branches {
        private final Function<Scope, List<Node>> then;
        private final Function<Scope, List<Node>> otherwise;
        private final IASTIfStatement whole;

        Branches(Function<Scope, List<Node>> then, Function<Scope, List<Node>> otherwise, IASTIfStatement whole) {
            this.then = then;
            this.otherwise = otherwise;
            this.whole = whole;
        }

        private Branches with(Function<Scope, List<Node>> first, Function<Scope, List<Node>> second) {
            return new Branches(first, second, whole);
        }

        /** The parts of the condition are decided one after another as far as some of them are affine. */
        List<Node> decided(IASTExpression condition, Scope scope) {
            Condition affine = new CAffine(unit, diagnostics, variables.in(scope), scope).conditionIfAffine(condition);
            if (affine != null) {
                return ways.affine(affine, scope, then, otherwise, whole);
            }
            return switch (condition) {
                case IASTUnaryExpression u
                when u.getOperator() == IASTUnaryExpression.op_bracketedPrimary -> decided(u.getOperand(), scope);
                case IASTUnaryExpression u
                when u.getOperator() == IASTUnaryExpression.op_not ->
                    with(otherwise, then).decided(u.getOperand(), scope);
                case IASTBinaryExpression b
                when b.getOperator() == IASTBinaryExpression.op_logicalAnd && hasAffinePart(b, scope) ->
                    with(s -> decided(b.getOperand2(), s), otherwise).decided(b.getOperand1(), scope);
                case IASTBinaryExpression b
                when b.getOperator() == IASTBinaryExpression.op_logicalOr && hasAffinePart(b, scope) ->
                    with(then, s -> decided(b.getOperand2(), s)).decided(b.getOperand1(), scope);
                default -> onData(condition, scope);
            };
        }

        private boolean hasAffinePart(IASTExpression condition, Scope scope) {
            if (new CAffine(unit, diagnostics, variables.in(scope), scope).conditionIfAffine(condition) != null) {
                return true;
            }
            return switch (condition) {
                case IASTUnaryExpression u -> hasAffinePart(u.getOperand(), scope);
                case IASTBinaryExpression b
                when b.getOperator() == IASTBinaryExpression.op_logicalAnd
                        || b.getOperator() == IASTBinaryExpression.op_logicalOr ->
                    hasAffinePart(b.getOperand1(), scope) || hasAffinePart(b.getOperand2(), scope);
                default -> false;
            };
        }

        private List<Node> onData(IASTExpression condition, Scope scope) {
            Ways.Both both = ways.onData(scope, then, otherwise);
            return guarded.of(
                    target -> truth(condition, target, scope),
                    both.then(),
                    both.otherwise(),
                    variables.data().declaredIn(whole),
                    unit.position(whole));
        }
    }

    private Expression truth(IASTExpression condition, DataType target, Scope scope) {
        Typed truth = new CExpressions(
                        unit,
                        diagnostics,
                        variables.in(scope),
                        scope,
                        CExpressions.Place.STATEMENT,
                        ExpressionTypes.literalType(target),
                        Map.of())
                .truth(condition);
        return truth == null ? new Expression.LogicalLiteral(true) : truth.expression();
    }

    /** Variables that are declared inside a part of the code. */
    static Set<IBinding> declared(IASTNode part) {
        Set<IBinding> declared = new HashSet<>();
        part.accept(new ASTVisitor() {
            {
                shouldVisitDeclarators = true;
            }

            @Override
            public int visit(IASTDeclarator declarator) {
                declared.add(declarator.getName().resolveBinding());
                return PROCESS_CONTINUE;
            }
        });
        return declared;
    }
}
