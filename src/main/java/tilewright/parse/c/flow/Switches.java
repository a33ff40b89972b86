package tilewright.parse.c.flow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.cdt.core.dom.ast.ASTVisitor;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTBreakStatement;
import org.eclipse.cdt.core.dom.ast.IASTCaseStatement;
import org.eclipse.cdt.core.dom.ast.IASTCompoundStatement;
import org.eclipse.cdt.core.dom.ast.IASTContinueStatement;
import org.eclipse.cdt.core.dom.ast.IASTDefaultStatement;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTGotoStatement;
import org.eclipse.cdt.core.dom.ast.IASTIfStatement;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTNode.CopyStyle;
import org.eclipse.cdt.core.dom.ast.IASTReturnStatement;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTSwitchStatement;
import org.eclipse.cdt.core.dom.ast.IASTTranslationUnit;
import org.eclipse.cdt.core.dom.ast.INodeFactory;
import org.eclipse.cdt.internal.core.dom.parser.ASTNode;
import org.eclipse.cdt.internal.core.dom.parser.IASTAmbiguityParent;
import org.jspecify.annotations.Nullable;

/**
 * {@code switch} as {@code if} and {@code else}. Before and after:
 *
 * <pre>
 * switch (m) {                     if (m == 0) {
 *   case 0: a[i] = 1; break;         a[i] = 1;
 *   case 1:                        } else if (m == 1) {
 *   case 2: a[i] = 2;                a[i] = 2;
 *   default: b[i] = 3;               b[i] = 3;
 * }                                } else ..
 * </pre>
 *
 * A {@code switch} with a {@code break} inside a branch, or with declarations between its labels, stays.
 */
public final class Switches {
    /**
     * What runs for some values.
     *
     * @param values of its labels
     * @param isDefault whether it also has the label {@code default}
     */
    private record Clause(List<IASTExpression> values, boolean isDefault, List<IASTStatement> statements) {}

    private final INodeFactory nodes;

    private Switches(INodeFactory nodes) {
        this.nodes = nodes;
    }

    /** A file without them; the tree itself where it has none. */
    public static IASTTranslationUnit replaced(IASTTranslationUnit tree) {
        if (in(tree).isEmpty()) {
            return tree;
        }
        IASTTranslationUnit copy = tree.copy(CopyStyle.withLocations);
        Switches switches = new Switches(copy.getASTNodeFactory());
        in(copy).forEach(switches::replace);
        return copy;
    }

    /** Inner ones first. */
    private static List<IASTSwitchStatement> in(IASTTranslationUnit tree) {
        List<IASTSwitchStatement> found = new ArrayList<>();
        tree.accept(new ASTVisitor() {
            {
                shouldVisitStatements = true;
            }

            @Override
            public int leave(IASTStatement statement) {
                if (statement instanceof IASTSwitchStatement s) {
                    found.add(s);
                }
                return PROCESS_CONTINUE;
            }
        });
        return found;
    }

    private void replace(IASTSwitchStatement whole) {
        List<Clause> clauses = whole.getBody() instanceof IASTCompoundStatement body ? clauses(body) : null;
        if (clauses != null && !clauses.isEmpty() && whole.getParent() instanceof IASTAmbiguityParent parent) {
            parent.replace(whole, choices(whole, clauses));
        }
    }

    /** Null where it is not of the form. */
    private static @Nullable List<Clause> clauses(IASTCompoundStatement body) {
        List<Clause> clauses = new ArrayList<>();
        boolean open = false;
        for (IASTStatement statement : body.getStatements()) {
            IASTExpression value = statement instanceof IASTCaseStatement c ? c.getExpression() : null;
            boolean label = value != null || statement instanceof IASTDefaultStatement;
            if (label && !open) {
                clauses.add(
                        new Clause(new ArrayList<>(), statement instanceof IASTDefaultStatement, new ArrayList<>()));
            } else if (label && statement instanceof IASTDefaultStatement) {
                Clause last = clauses.removeLast();
                clauses.add(new Clause(last.values, true, last.statements));
            }
            if (value != null) {
                clauses.getLast().values.add(value);
            }
            if (!label && clauses.isEmpty()) {
                return null;
            }
            if (!label) {
                clauses.getLast().statements.addAll(ForwardJumps.listed(statement));
            }
            open = label;
        }
        for (Clause clause : clauses) {
            for (IASTStatement statement : clause.statements) {
                boolean last = statement == clause.statements.getLast();
                if (leaves(statement) && !(last && statement instanceof IASTBreakStatement)) {
                    return null;
                }
            }
        }
        return clauses;
    }

    /** Whether a {@code break} in a statement, not of a loop inside it, leaves the {@code switch}. */
    private static boolean leaves(IASTStatement statement) {
        boolean[] found = {false};
        statement.accept(new ASTVisitor() {
            {
                shouldVisitStatements = true;
            }

            @Override
            public int visit(IASTStatement part) {
                found[0] |= part instanceof IASTBreakStatement;
                return Jumps.isLoop(part) || part instanceof IASTSwitchStatement ? PROCESS_SKIP : PROCESS_CONTINUE;
            }
        });
        return found[0];
    }

    private IASTStatement choices(IASTSwitchStatement whole, List<Clause> clauses) {
        Map<Clause, IASTCompoundStatement> bodies = new LinkedHashMap<>();
        for (int c = clauses.size() - 1; c >= 0; c--) {
            bodies.put(clauses.get(c), at(body(clauses, c), whole));
        }
        IASTStatement otherwise = clauses.stream()
                .filter(Clause::isDefault)
                .findFirst()
                .map(c -> (IASTStatement) bodies.get(c))
                .orElse(null);
        for (Clause clause : clauses.reversed()) {
            if (!clause.isDefault) {
                IASTIfStatement choice = nodes.newIfStatement(test(whole, clause), bodies.get(clause), otherwise);
                otherwise = at(choice, whole);
            }
        }
        return otherwise == null ? at(nodes.newNullStatement(), whole) : otherwise;
    }

    /** The statements of a clause and of those that it falls into, these copied. */
    private IASTCompoundStatement body(List<Clause> clauses, int first) {
        IASTCompoundStatement body = nodes.newCompoundStatement();
        for (int c = first; c < clauses.size(); c++) {
            for (IASTStatement statement : clauses.get(c).statements) {
                if (statement instanceof IASTBreakStatement) {
                    return body;
                }
                body.addStatement(c == first ? statement : statement.copy(CopyStyle.withLocations));
                if (statement instanceof IASTGotoStatement
                        || statement instanceof IASTContinueStatement
                        || statement instanceof IASTReturnStatement) {
                    return body;
                }
            }
        }
        return body;
    }

    private IASTExpression test(IASTSwitchStatement whole, Clause clause) {
        IASTExpression any = null;
        for (IASTExpression value : clause.values) {
            IASTExpression asked = whole.getControllerExpression();
            IASTExpression same = at(
                    nodes.newBinaryExpression(
                            IASTBinaryExpression.op_equals,
                            asked.copy(CopyStyle.withLocations),
                            value.copy(CopyStyle.withLocations)),
                    asked);
            any = any == null
                    ? same
                    : at(nodes.newBinaryExpression(IASTBinaryExpression.op_logicalOr, any, same), asked);
        }
        return java.util.Objects.requireNonNull(any);
    }

    /** A new node with the place of another one. */
    private static <T extends IASTNode> T at(T node, IASTNode place) {
        ((ASTNode) node).setOffsetAndLength((ASTNode) place);
        return node;
    }
}
