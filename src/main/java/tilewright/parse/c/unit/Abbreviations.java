package tilewright.parse.c.unit;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.eclipse.cdt.core.dom.ast.ASTVisitor;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTCompoundStatement;
import org.eclipse.cdt.core.dom.ast.IASTConditionalExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTForStatement;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTName;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.eclipse.cdt.core.dom.ast.IVariable;
import org.jspecify.annotations.Nullable;
import tilewright.model.Operator;
import tilewright.parse.c.flow.Definitions;
import tilewright.parse.c.flow.Jumps;

/**
 * Locals that stand for an expression, as in {@code int v = dst[e]; if (dist[v] > d) dist[v] = d;}: what they are set to where they are declared is what
 * they would be set to at every use.
 */
public final class Abbreviations {
    private final TranslationUnit unit;
    private final Map<IBinding, IASTExpression> values = new HashMap<>();

    public Abbreviations(TranslationUnit unit) {
        this.unit = unit;
    }

    /** What a local stands for; null where it is a variable. */
    @Nullable
    public IASTExpression of(@Nullable IBinding binding) {
        return binding == null ? null : values.get(binding);
    }

    /**
     * Makes a local stand for its first value, where it has no other one, and nothing in between changes what that one is made of.
     *
     * @param declared where it is declared
     * @return whether it does
     */
    public boolean add(IVariable variable, IASTNode declared, IASTExpression value) {
        boolean fits = isPlain(value) && isOnlyRead(variable) && isKept(variable, declared, value);
        if (fits) {
            values.put(variable, value);
        }
        return fits;
    }

    /** Uses of one value in a statement, of which compilers find one value again. */
    private static final int USES = 4;

    /**
     * Whether a local serves a single statement of the block that declares it, outside of loops in there, so that the value need not be kept for another one, nor is found in more iterations: once, or some times
     * where it is made of no other such value, as each would multiply the text of the ones before, and neither calls a function, but for minima, maxima and absolute values, nor divides. One that is chosen among is a statement for each case instead. Examples: {@code double v = p[q] + a[q]; if (v > best) best = v;} and {@code double d = a[i + 1] - a[i]; b[i] = d * d;}.
     */
    public boolean servesOneStatement(IVariable variable, IASTNode declared, IASTExpression value) {
        IASTNode block = declared;
        while (block != null && !(block instanceof IASTCompoundStatement)) {
            block = block.getParent();
        }
        Set<IASTNode> statements = new HashSet<>();
        IASTName[] uses = unit.tree().getReferences(variable);
        for (IASTName use : uses) {
            IASTNode statement = use;
            while (statement != null && statement.getParent() != block) {
                if (Jumps.isLoop(statement)) {
                    return false;
                }
                statement = statement.getParent();
            }
            if (statement == null || Jumps.isLoop(statement)) {
                return false;
            }
            statements.add(statement);
        }
        boolean ofOthers = UsedNames.bindings(value).stream().anyMatch(values::containsKey);
        boolean again = !ofOthers && !has(value, Abbreviations::takesLong);
        return statements.size() == 1
                && uses.length <= (again ? USES : 1)
                && !has(value, IASTConditionalExpression.class::isInstance);
    }

    /** What compilers may not find only once, as functions may set {@code errno}, or what pays for being kept. */
    private static boolean takesLong(IASTExpression part) {
        return part instanceof IASTFunctionCallExpression call && !isOneOperation(call)
                || part instanceof IASTBinaryExpression b && b.getOperator() == IASTBinaryExpression.op_divide;
    }

    /** Whether a call is an operation of processors: minima, maxima and absolute values, which leave {@code errno} alone. */
    private static boolean isOneOperation(IASTFunctionCallExpression call) {
        CFunction known = CFunction.called(call);
        return known != null && known.operation() instanceof Operator operator && operator != Operator.RANDOM;
    }

    private static boolean has(IASTExpression value, Predicate<IASTExpression> property) {
        boolean[] found = {false};
        value.accept(new ASTVisitor() {
            {
                shouldVisitExpressions = true;
            }

            @Override
            public int visit(IASTExpression part) {
                found[0] |= property.test(part);
                return PROCESS_CONTINUE;
            }
        });
        return found[0];
    }

    /** Whether evaluating an expression changes nothing and calls nothing. */
    private static boolean isPlain(IASTExpression value) {
        return !has(
                value,
                part -> changedBy(part) != null
                        || part instanceof IASTFunctionCallExpression call && Definitions.of(call) != null);
    }

    private boolean isOnlyRead(IVariable variable) {
        for (IASTName use : unit.tree().getReferences(variable)) {
            IASTNode around = use.getParent();
            if (!(around instanceof IASTIdExpression id)
                    || around.getParent() instanceof IASTExpression e && id == changedBy(e)) {
                return false;
            }
        }
        return true;
    }

    /** What an expression changes, or may change where its address is taken; null where it changes nothing. */
    private static @Nullable IASTExpression changedBy(IASTExpression expression) {
        return switch (expression) {
            case IASTBinaryExpression b when ScopNames.isAssignment(b.getOperator()) -> b.getOperand1();
            case IASTUnaryExpression u
            when ScopNames.isStep(u.getOperator()) || u.getOperator() == IASTUnaryExpression.op_amper -> u.getOperand();
            default -> null;
        };
    }

    /**
     * Whether nothing that the value is made of changes between the declaration and a use: neither in the text between them, other than by what
     * the use is part of, nor in a loop around the use that the declaration stands outside of.
     */
    private boolean isKept(IVariable variable, IASTNode declared, IASTExpression value) {
        Set<IBinding> made = UsedNames.bindings(value);
        for (IASTName use : unit.tree().getReferences(variable)) {
            IASTNode to = use;
            for (IASTNode around = use; around != null && !isAnewIn(around, declared); around = around.getParent()) {
                if (Jumps.isLoop(around)) {
                    to = around;
                }
            }
            if (changes(declared, to, use, made)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a declaration stands in a part of the code, in a loop so that every iteration comes to it. */
    private static boolean isAnewIn(IASTNode around, IASTNode declared) {
        return contains(around, declared)
                && !(around instanceof IASTForStatement loop && contains(loop.getInitializerStatement(), declared));
    }

    private static boolean contains(IASTNode outer, IASTNode inner) {
        return TranslationUnit.start(outer) <= TranslationUnit.start(inner)
                && TranslationUnit.end(inner) <= TranslationUnit.end(outer);
    }

    /** Whether one of these variables, or an element of one, is changed behind a place and up to the end of another. */
    private boolean changes(IASTNode from, IASTNode to, IASTNode use, Set<IBinding> variables) {
        boolean[] found = {false};
        unit.tree().accept(new ASTVisitor() {
            {
                shouldVisitExpressions = true;
            }

            @Override
            public int visit(IASTExpression part) {
                boolean between = TranslationUnit.start(part) >= TranslationUnit.end(from)
                        && TranslationUnit.start(part) < TranslationUnit.end(to);
                boolean own = to == use && contains(part, use);
                if (between && (part instanceof IASTFunctionCallExpression call && Definitions.of(call) != null)) {
                    found[0] = true;
                }
                if (between && !own && changedBy(part) instanceof IASTExpression target) {
                    IBinding changed = ScopNames.owner(target);
                    found[0] |= changed == null || variables.contains(changed);
                }
                return PROCESS_CONTINUE;
            }
        });
        return found[0];
    }
}
