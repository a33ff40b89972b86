package tilewright.parse.c.unit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.eclipse.cdt.core.dom.ast.ASTVisitor;
import org.eclipse.cdt.core.dom.ast.IASTArrayModifier;
import org.eclipse.cdt.core.dom.ast.IASTCompoundStatement;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpressionStatement;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDefinition;
import org.eclipse.cdt.core.dom.ast.IASTGotoStatement;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTIfStatement;
import org.eclipse.cdt.core.dom.ast.IASTName;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTSwitchStatement;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.eclipse.cdt.core.dom.ast.IEnumerator;
import org.eclipse.cdt.core.dom.ast.IVariable;
import tilewright.parse.c.flow.Switches;

/**
 * Conditions that a function states in front of a scop, as in {@code assert(n % 4 == 0);} before {@code #pragma scop}. One counts where every way to the
 * scop comes by it, in the scop's block or one around it, and where it is made of local integers that keep their values until the
 * scop begins and that the scop, an array or a pragma has besides.
 */
public final class EarlierFacts {
    /** C's readers of formatted text (C17, 7.21.6). */
    private static final Set<String> READERS = Set.of("scanf", "fscanf", "sscanf");

    private final TranslationUnit unit;
    private final Scop scop;
    private final Set<String> extents;
    private final ScopNames inside;
    /** What may change between the place looked at and the scop. */
    private final Set<IBinding> changed = new HashSet<>();

    private EarlierFacts(TranslationUnit unit, Scop scop, Set<String> extents) {
        this.unit = unit;
        this.scop = scop;
        this.extents = extents;
        this.inside = ScopNames.of(scop.statements());
    }

    /**
     * The facts, the nearest first.
     *
     * @param extents names in extents that pragmas of the scop give
     */
    public static List<FactCall> of(TranslationUnit unit, Scop scop, Set<String> extents) {
        return scop.statements().isEmpty() || scop.number() == 0 || jumps(scop.function())
                ? List.of()
                : new EarlierFacts(unit, scop, extents).found();
    }

    private static boolean jumps(IASTFunctionDefinition function) {
        boolean[] found = {false};
        function.accept(new ASTVisitor() {
            {
                shouldVisitStatements = true;
            }

            @Override
            public int visit(IASTStatement statement) {
                found[0] |= statement instanceof IASTGotoStatement;
                return found[0] ? PROCESS_ABORT : PROCESS_CONTINUE;
            }
        });
        return found[0];
    }

    private List<FactCall> found() {
        List<FactCall> facts = new ArrayList<>();
        IASTNode part = scop.statements().getFirst();
        for (IASTNode around = part.getParent(); around != null && part != scop.function(); around = part.getParent()) {
            if (around instanceof IASTCompoundStatement block && !isOfSwitch(block)) {
                IASTStatement[] all = block.getStatements();
                for (int s = before(all, part); s >= 0; s--) {
                    read(all[s], facts);
                }
            } else if (around instanceof IASTStatement whole) {
                change(whole);
            }
            part = around;
        }
        return facts;
    }

    /** Whether a block may be entered at a label: that of a switch, or of a choice in its place ({@link Switches}). */
    private static boolean isOfSwitch(IASTCompoundStatement block) {
        return block.getParent() instanceof IASTSwitchStatement
                || block.getParent() instanceof IASTIfStatement choice
                        && TranslationUnit.start(choice) == TranslationUnit.start(block);
    }

    private static int before(IASTStatement[] all, IASTNode part) {
        int s = all.length - 1;
        while (s >= 0 && TranslationUnit.start(all[s]) >= TranslationUnit.start(part)) {
            s--;
        }
        return s;
    }

    private void read(IASTStatement statement, List<FactCall> facts) {
        if (statement instanceof IASTExpressionStatement e
                && FactCall.of(e) instanceof FactCall fact
                && fact.condition() instanceof IASTExpression condition) {
            Predicate<IBinding> kept = binding -> binding instanceof IEnumerator
                    || binding instanceof IVariable v && CTypes.isInteger(v.getType()) && isKept(v, e) && isOfNest(v);
            if (UsedNames.bindings(condition).stream().allMatch(kept)) {
                facts.add(fact);
            }
        } else {
            change(statement);
        }
    }

    private void change(IASTStatement statement) {
        ScopNames names = ScopNames.of(List.of(statement));
        changed.addAll(names.loopVariables());
        changed.addAll(names.assigned());
        changed.addAll(names.changed());
    }

    private boolean isKept(IVariable variable, IASTStatement fact) {
        boolean local =
                scop.function().getDeclarator().getName().resolveBinding().equals(variable.getOwner())
                        && !variable.isStatic()
                        && !variable.isExtern();
        return local && !changed.contains(variable) && !hasAddressTaken(variable, fact);
    }

    /** But for what is read into it before the fact, as by {@code scanf("%d", &n)}, which does not keep the address. */
    private boolean hasAddressTaken(IVariable variable, IASTStatement fact) {
        for (IASTName use : unit.tree().getReferences(variable)) {
            if (use.getParent().getParent() instanceof IASTUnaryExpression u
                    && u.getOperator() == IASTUnaryExpression.op_amper
                    && !(isRead(u) && TranslationUnit.end(u) <= TranslationUnit.start(fact))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isRead(IASTUnaryExpression address) {
        return address.getParent() instanceof IASTFunctionCallExpression call
                && call.getFunctionNameExpression() instanceof IASTIdExpression function
                && READERS.contains(function.getName().toString());
    }

    /** Whether the nest has it without the fact, which is to add no size of its own. */
    private boolean isOfNest(IVariable variable) {
        if (inside.assigned().contains(variable) || inside.loopVariables().contains(variable)) {
            return false;
        }
        if (extents.contains(variable.getName())) {
            return true;
        }
        int from = TranslationUnit.start(scop.statements().getFirst());
        int to = TranslationUnit.end(scop.statements().getLast());
        for (IASTName use : unit.tree().getReferences(variable)) {
            int at = TranslationUnit.start(use);
            if (from <= at && at < to || isInExtent(use)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isInExtent(IASTNode use) {
        return use instanceof IASTArrayModifier
                || (use instanceof IASTName || use instanceof IASTExpression) && isInExtent(use.getParent());
    }
}
