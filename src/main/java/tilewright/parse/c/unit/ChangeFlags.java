package tilewright.parse.c.unit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.ASTVisitor;
import org.eclipse.cdt.core.dom.ast.IASTArraySubscriptExpression;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTCompoundStatement;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTDoStatement;
import org.eclipse.cdt.core.dom.ast.IASTEqualsInitializer;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpressionStatement;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDefinition;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTIfStatement;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.eclipse.cdt.core.dom.ast.IASTLiteralExpression;
import org.eclipse.cdt.core.dom.ast.IASTName;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTWhileStatement;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.eclipse.cdt.core.dom.ast.IVariable;
import org.jspecify.annotations.Nullable;

/**
 * Local integers that say nothing but whether a pass of a loop has changed an element of an array:
 *
 * <pre>
 * do {
 *   changed = 0;
 *   ..
 *     if (x[i] > v) {
 *       x[i] = v;
 *       changed = 1;
 *     }
 * } while (changed);
 * </pre>
 *
 * <p>The loop sets the flag to 0 first; it is set to another number only beside an assignment {@code x[i] = v} under the condition that x[i] is less than v, greater, or
 * another value; no other statement of the loop assigns to x; and nothing but such loops' conditions asks for it. Then {@code until unchanged(x)} says the same.
 */
public final class ChangeFlags {
    private final TranslationUnit unit;
    /** By flag and loop, the arrays; absent where the integer is no flag. */
    private final Map<IBinding, Map<IASTStatement, Set<IVariable>>> known = new HashMap<>();

    public ChangeFlags(TranslationUnit unit) {
        this.unit = unit;
    }

    /** The flag that a condition is: {@code changed}, {@code changed != 0}, {@code changed == 1}; null where it is something else. */
    @Nullable
    public IVariable asked(IASTExpression condition) {
        IASTExpression plain = ForParts.plain(condition);
        if (plain instanceof IASTBinaryExpression b
                && literal(b.getOperand2()) instanceof Long number
                && (b.getOperator() == IASTBinaryExpression.op_notequals && number == 0
                        || b.getOperator() == IASTBinaryExpression.op_equals && number == 1
                        || b.getOperator() == IASTBinaryExpression.op_greaterThan && number == 0)) {
            plain = ForParts.plain(b.getOperand1());
        }
        return plain instanceof IASTIdExpression id && id.getName().resolveBinding() instanceof IVariable v ? v : null;
    }

    /** The arrays whose changes a flag tells of in a loop; empty where it is no flag there. */
    public Set<IVariable> arrays(IVariable flag, IASTStatement loop) {
        return all(flag).getOrDefault(loop, Set.of());
    }

    /** Whether an expression sets a flag, which nothing has to be done for. */
    public boolean isSet(IASTExpression expression) {
        return ForParts.target(expression) instanceof IVariable variable && isFlag(variable);
    }

    public boolean isFlag(IVariable variable) {
        return !all(variable).isEmpty();
    }

    private Map<IASTStatement, Set<IVariable>> all(IVariable variable) {
        Map<IASTStatement, Set<IVariable>> found = known.get(variable);
        if (found == null) {
            found = loops(variable);
            known.put(variable, found);
        }
        return found;
    }

    /** The loops that ask for the flag; empty where one of its uses is of another kind. */
    private Map<IASTStatement, Set<IVariable>> loops(IVariable variable) {
        if (!CTypes.isInteger(variable.getType()) && !CTypes.isTruth(variable.getType())) {
            return Map.of();
        }
        List<IASTName> uses = new ArrayList<>(Arrays.asList(unit.tree().getReferences(variable)));
        uses.addAll(Arrays.asList(unit.tree().getDeclarationsInAST(variable)));
        if (uses.stream().anyMatch(u -> functionAround(u) == null)) {
            return Map.of();
        }
        Map<IASTStatement, Set<IVariable>> loops = new HashMap<>();
        for (IASTName use : uses) {
            IASTStatement asking = asking(use);
            if (asking != null) {
                Set<IVariable> arrays = new Told(variable, asking).arrays();
                if (arrays.isEmpty() || !asks(condition(asking), variable)) {
                    return Map.of();
                }
                loops.put(asking, arrays);
            } else if (!use.isDeclaration() && setting(use) == null) {
                return Map.of();
            }
        }
        return loops;
    }

    private static @Nullable IASTNode functionAround(IASTNode node) {
        return node == null || node instanceof IASTFunctionDefinition ? node : functionAround(node.getParent());
    }

    /** The loop in whose condition a use stands; null for any other use. */
    private static @Nullable IASTStatement asking(IASTNode use) {
        IASTNode at = use;
        while (at.getParent() instanceof IASTExpression) {
            at = at.getParent();
        }
        return at.getParent() instanceof IASTStatement loop && condition(loop) == at ? loop : null;
    }

    /** The condition of a {@code do} or {@code while}; null of any other statement. */
    static @Nullable IASTExpression condition(IASTStatement loop) {
        return switch (loop) {
            case IASTDoStatement d -> d.getCondition();
            case IASTWhileStatement w -> w.getCondition();
            default -> null;
        };
    }

    /** What a condition joins by {@code &&}. */
    public static List<IASTExpression> conjuncts(IASTExpression condition) {
        if (ForParts.plain(condition) instanceof IASTBinaryExpression b
                && b.getOperator() == IASTBinaryExpression.op_logicalAnd) {
            List<IASTExpression> both = new ArrayList<>(conjuncts(b.getOperand1()));
            both.addAll(conjuncts(b.getOperand2()));
            return both;
        }
        return List.of(condition);
    }

    /** Whether a condition asks for a flag, and for a bound of the passes at most besides. */
    private boolean asks(@Nullable IASTExpression condition, IVariable flag) {
        if (condition == null) {
            return false;
        }
        List<IASTExpression> all = conjuncts(condition);
        List<IASTExpression> others = all.stream()
                .filter(c -> !flag.equals(asked(c)) || mentions(flag, c).size() > 1)
                .toList();
        return others.size() < all.size()
                && others.size() <= 1
                && others.stream().allMatch(c -> mentions(flag, c).isEmpty());
    }

    /** The statement {@code flag = number;}, {@code flag |= number;} or {@code flag++;} that a use is in; null for any other use. */
    private static @Nullable IASTStatement setting(IASTNode use) {
        return use.getParent() instanceof IASTIdExpression id
                        && id.getParent() instanceof IASTExpression change
                        && change.getParent() instanceof IASTExpressionStatement statement
                        && number(change, id) != null
                ? statement
                : null;
    }

    /** What an expression sets a flag to, 1 where it joins or counts; null where it does something else. */
    private static @Nullable Long number(IASTExpression change, IASTExpression flag) {
        return switch (change) {
            case IASTBinaryExpression b
            when b.getOperand1() == flag && literal(b.getOperand2()) instanceof Long number ->
                switch (b.getOperator()) {
                    case IASTBinaryExpression.op_assign -> number;
                    case IASTBinaryExpression.op_binaryOrAssign, IASTBinaryExpression.op_plusAssign ->
                        number > 0 ? Long.valueOf(1) : null;
                    default -> null;
                };
            case IASTUnaryExpression u
            when ScopNames.isStep(u.getOperator()) && ScopNames.isUp(u.getOperator()) -> Long.valueOf(1);
            default -> null;
        };
    }

    private static @Nullable Long literal(@Nullable IASTInitializerClause value) {
        if (!(value instanceof IASTExpression e) || !(ForParts.plain(e) instanceof IASTLiteralExpression l)) {
            return null;
        }
        return switch (String.valueOf(l)) {
            case "true" -> Long.valueOf(1);
            case "false" -> Long.valueOf(0);
            default -> CLiterals.integer(l);
        };
    }

    /** Whether the flag is known not to be 0 where a loop begins: the statement before that mentions it sets it so. */
    public boolean isUp(IVariable flag, IASTStatement loop) {
        if (!(loop.getParent() instanceof IASTCompoundStatement block)) {
            return false;
        }
        List<IASTStatement> before = new ArrayList<>();
        for (IASTStatement each : block.getStatements()) {
            if (each == loop) {
                break;
            }
            before.addFirst(each);
        }
        for (IASTStatement each : before) {
            if (each instanceof IASTExpressionStatement e
                    && ForParts.plain(e.getExpression()) instanceof IASTBinaryExpression b
                    && flag.equals(ForParts.target(b))) {
                return literal(b.getOperand2()) instanceof Long number && number != 0;
            }
            Set<IASTNode> mentions = mentions(flag, each);
            if (!mentions.isEmpty()) {
                return mentions.stream()
                        .allMatch(m -> m.getParent() instanceof IASTDeclarator d
                                && d.getInitializer() instanceof IASTEqualsInitializer i
                                && literal(i.getInitializerClause()) instanceof Long number
                                && number != 0);
            }
        }
        return false;
    }

    private static Set<IASTNode> mentions(IBinding variable, IASTNode part) {
        Set<IASTNode> found = new LinkedHashSet<>();
        part.accept(new ASTVisitor() {
            {
                shouldVisitNames = true;
            }

            @Override
            public int visit(IASTName name) {
                if (variable.equals(name.resolveBinding())) {
                    found.add(name);
                }
                return PROCESS_CONTINUE;
            }
        });
        return found;
    }

    /** What one flag tells of in one loop. */
    private final class Told extends ASTVisitor {
        private final IVariable flag;
        private final IASTStatement body;
        private final Set<IASTNode> stores = new LinkedHashSet<>();
        private final Set<IVariable> arrays = new LinkedHashSet<>();
        private boolean other;

        Told(IVariable flag, IASTStatement loop) {
            this.flag = flag;
            this.body = loop instanceof IASTDoStatement d ? d.getBody() : ((IASTWhileStatement) loop).getBody();
            shouldVisitExpressions = true;
        }

        /** The arrays; empty where the flag may be up and nothing changed, or the other way round. */
        public Set<IVariable> arrays() {
            if (!(body instanceof IASTCompoundStatement block)
                    || block.getStatements().length == 0
                    || !(sets(block.getStatements()[0]) instanceof Long first)
                    || first != 0) {
                return Set.of();
            }
            for (IASTNode use : mentions(flag, body)) {
                IASTStatement statement = setting(use);
                if (statement == null || statement != block.getStatements()[0] && !isBesideChange(statement)) {
                    return Set.of();
                }
            }
            body.accept(this);
            return other ? Set.of() : arrays;
        }

        private @Nullable Long sets(IASTNode statement) {
            if (!(statement instanceof IASTExpressionStatement e) || !flag.equals(ForParts.target(e.getExpression()))) {
                return null;
            }
            return switch (e.getExpression()) {
                case IASTBinaryExpression b -> number(b, b.getOperand1());
                case IASTUnaryExpression u -> number(u, u.getOperand());
                default -> null;
            };
        }

        /** Whether the flag is set in a block {@code if (.. x < v ..) { x = v; flag = 1; .. }}. */
        private boolean isBesideChange(IASTNode statement) {
            boolean up = sets(statement) instanceof Long number && number != 0;
            if (!up
                    || !(statement.getParent() instanceof IASTCompoundStatement block)
                    || !(block.getParent() instanceof IASTIfStatement choice)
                    || choice.getThenClause() != block) {
                return false;
            }
            for (IASTStatement each : block.getStatements()) {
                if (sets(each) != null) {
                    continue;
                }
                // The first of the others: nothing has changed x or v since the condition was asked.
                return each instanceof IASTExpressionStatement e
                        && ForParts.plain(e.getExpression()) instanceof IASTBinaryExpression store
                        && store.getOperator() == IASTBinaryExpression.op_assign
                        && store.getOperand1() instanceof IASTArraySubscriptExpression element
                        && owner(element) instanceof IVariable array
                        && isStrict(choice.getConditionExpression(), words(element), words(store.getOperand2()))
                        && tells(store, array);
            }
            return false;
        }

        private boolean tells(IASTBinaryExpression store, IVariable array) {
            arrays.add(array);
            return stores.add(store);
        }

        /** Whether a condition holds only where one value is less than the other, greater, or not the same. */
        private boolean isStrict(IASTExpression condition, String one, String other) {
            return switch (ForParts.plain(condition)) {
                case IASTBinaryExpression b
                when b.getOperator() == IASTBinaryExpression.op_logicalAnd ->
                    isStrict(b.getOperand1(), one, other) || isStrict(b.getOperand2(), one, other);
                case IASTBinaryExpression b
                when b.getOperator() == IASTBinaryExpression.op_lessThan
                        || b.getOperator() == IASTBinaryExpression.op_greaterThan
                        || b.getOperator() == IASTBinaryExpression.op_notequals -> {
                    List<String> compared = List.of(words(b.getOperand1()), words(b.getOperand2()));
                    yield compared.equals(List.of(one, other)) || compared.equals(List.of(other, one));
                }
                default -> false;
            };
        }

        private String words(IASTExpression part) {
            return unit.text(ForParts.plain(part)).replaceAll("\\s+", "");
        }

        /** Assignments to the arrays that the flag does not tell of. */
        @Override
        public int visit(IASTExpression expression) {
            IASTExpression target = switch (expression) {
                case IASTBinaryExpression b when ScopNames.isAssignment(b.getOperator()) -> b.getOperand1();
                case IASTUnaryExpression u
                when ScopNames.isStep(u.getOperator()) || u.getOperator() == IASTUnaryExpression.op_amper ->
                    u.getOperand();
                default -> null;
            };
            other |= target != null && !stores.contains(expression) && arrays.contains(owner(target));
            return PROCESS_CONTINUE;
        }

        private static @Nullable IVariable owner(IASTExpression part) {
            return switch (ForParts.plain(part)) {
                case IASTArraySubscriptExpression a -> owner(a.getArrayExpression());
                case IASTIdExpression id when id.getName().resolveBinding() instanceof IVariable v -> v;
                default -> null;
            };
        }
    }
}
