package tilewright.parse.c.expression;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.eclipse.cdt.core.dom.ast.ASTVisitor;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTEqualsInitializer;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.eclipse.cdt.core.dom.ast.IVariable;
import org.jspecify.annotations.Nullable;
import tilewright.model.SourcePosition;
import tilewright.parse.c.affine.Meaning;
import tilewright.parse.c.unit.CTypes;
import tilewright.parse.c.unit.Scop;
import tilewright.parse.c.unit.TranslationUnit;

/**
 * Pointers that a function sets to places in other arrays before a scop, as in {@code x = flat + 4}. The analysis takes arrays of
 * two names for separate memory, so a scop that uses both is warned about.
 */
public final class PointerAliases extends ASTVisitor {
    /** Where a pointer was last set, and the pointers and arrays that the value mentions. */
    private record Setting(SourcePosition position, List<String> origins) {}

    private final TranslationUnit unit;
    private final int before;
    private final Map<String, Setting> settings = new LinkedHashMap<>();

    private PointerAliases(TranslationUnit unit, int before) {
        this.unit = unit;
        this.before = before;
        shouldVisitExpressions = true;
        shouldVisitDeclarators = true;
    }

    /**
     * What the user should know, a line for each.
     *
     * @param used arrays and scalars of the scop
     */
    public static List<String> notes(TranslationUnit unit, Scop scop, Variables used) {
        int start = scop.statements().stream()
                .mapToInt(TranslationUnit::start)
                .min()
                .orElse(0);
        PointerAliases found = new PointerAliases(unit, start);
        scop.function().accept(found);
        List<String> notes = new ArrayList<>();
        found.settings.forEach((pointer, setting) -> {
            TreeSet<String> others = found.sharing(pointer, setting, used);
            if (isData(pointer, used) && !others.isEmpty()) {
                notes.add(setting.position + ": warning: '" + pointer + "' is set to a place in '"
                        + setting.origins.getFirst() + "' here, but '" + pointer + "' and '"
                        + String.join("', '", others)
                        + "' are taken for separate memory; where they overlap, results are wrong: use one"
                        + " name for both");
            }
        });
        return notes;
    }

    /** Other names that the scop has for what a pointer may point into. */
    private TreeSet<String> sharing(String pointer, Setting setting, Variables used) {
        TreeSet<String> others = new TreeSet<>(setting.origins);
        settings.forEach((other, its) -> {
            if (!other.equals(pointer) && its.origins.stream().anyMatch(setting.origins::contains)) {
                others.add(other);
            }
        });
        others.removeIf(name -> name.equals(pointer) || !isData(name, used));
        return others;
    }

    private static boolean isData(String name, Variables used) {
        return used.named(name) instanceof Meaning.Data;
    }

    @Override
    public int visit(IASTExpression expression) {
        if (expression instanceof IASTBinaryExpression b
                && b.getOperator() == IASTBinaryExpression.op_assign
                && b.getOperand1() instanceof IASTIdExpression id) {
            set(id.getName().resolveBinding(), b.getOperand2(), b);
        }
        return PROCESS_CONTINUE;
    }

    @Override
    public int visit(IASTDeclarator declarator) {
        if (declarator.getInitializer() instanceof IASTEqualsInitializer e) {
            set(declarator.getName().resolveBinding(), e.getInitializerClause(), declarator);
        }
        return PROCESS_CONTINUE;
    }

    private void set(@Nullable IBinding target, IASTInitializerClause value, IASTNode at) {
        if (target instanceof IVariable pointer && holdsPlace(pointer) && TranslationUnit.start(at) < before) {
            settings.put(pointer.getName(), new Setting(unit.position(at), origins(value)));
        }
    }

    private static List<String> origins(IASTInitializerClause value) {
        Mentioned mentioned = new Mentioned();
        value.accept(mentioned);
        return mentioned.names;
    }

    /** Arrays and pointers whose places an expression is made of: not what functions get, nor what only has a size. */
    private static final class Mentioned extends ASTVisitor {
        private final List<String> names = new ArrayList<>();

        Mentioned() {
            shouldVisitExpressions = true;
        }

        @Override
        public int visit(IASTExpression expression) {
            boolean size =
                    expression instanceof IASTUnaryExpression u && u.getOperator() == IASTUnaryExpression.op_sizeof;
            if (size || expression instanceof IASTFunctionCallExpression) {
                return PROCESS_SKIP;
            }
            if (expression instanceof IASTIdExpression id
                    && id.getName().resolveBinding() instanceof IVariable v
                    && !CTypes.levels(v.getType()).isEmpty()) {
                names.add(Objects.requireNonNull(v.getName()));
            }
            return PROCESS_CONTINUE;
        }
    }

    private static boolean holdsPlace(IVariable variable) {
        return CTypes.isPointer(variable.getType());
    }
}
