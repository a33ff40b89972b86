package tilewright.parse.c.flow;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.ASTVisitor;
import org.eclipse.cdt.core.dom.ast.IASTCompoundStatement;
import org.eclipse.cdt.core.dom.ast.IASTContinueStatement;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDefinition;
import org.eclipse.cdt.core.dom.ast.IASTGotoStatement;
import org.eclipse.cdt.core.dom.ast.IASTIfStatement;
import org.eclipse.cdt.core.dom.ast.IASTLabelStatement;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTReturnStatement;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.jspecify.annotations.Nullable;

/**
 * Jumps forwards to labels of the same block, written as choices. Before and after:
 *
 * <pre>
 * if (c) goto other;           if (c) {
 * x;                             y;
 * goto end;                    } else {
 * other: y;                      x;
 * end: z;                      }
 *                              z;
 * </pre>
 *
 * A statement that both ways come to before they meet for good stands in both.
 */
public final class ForwardJumps {
    /** Statements that a block may become. */
    private static final int MOST_STEPS = 2000;

    private int steps;

    private ForwardJumps() {}

    /** Where {@code continue} and {@code return} go to, names that no label has. */
    private static final String END_OF_LOOP = "continue";

    private static final String END_OF_FUNCTION = "return";

    /**
     * The steps of a block; null where there are too many ways through it.
     *
     * @param body the loop or function of which it is the body, if {@code continue} and {@code return} to its end are to be choices too; else null
     */
    public static @Nullable List<Step> structured(List<IASTStatement> block, @Nullable IASTNode body) {
        Set<String> ends = body == null
                ? Set.of()
                : Set.of(body instanceof IASTFunctionDefinition ? END_OF_FUNCTION : END_OF_LOOP);
        Set<String> labels = new HashSet<>(ends);
        block.forEach(s -> labels.addAll(labels(s)));
        if (labels.isEmpty() || gotos(block).stream().noneMatch(labels::contains)) {
            return Step.plain(block);
        }
        ForwardJumps jumps = new ForwardJumps();
        List<Step> all = jumps.of(block, ends);
        return jumps.steps > MOST_STEPS ? null : all;
    }

    /** @param ends labels that stand behind the last statement */
    private List<Step> of(List<IASTStatement> block, Set<String> ends) {
        List<Step> result = new ArrayList<>();
        List<IASTStatement> list = block;
        int s = 0;
        while (s < list.size()) {
            if (++steps > MOST_STEPS) {
                return result;
            }
            IASTStatement statement = unlabelled(list.get(s));
            String label = label(statement);
            if (label != null) {
                int target = find(list, label, s + 1);
                if (target < 0 && ends.contains(label)) {
                    if (statement instanceof IASTReturnStatement r) {
                        result.add(new Step.Result(r));
                    }
                    return result;
                }
                if (target >= 0) {
                    s = target;
                    continue;
                }
            }
            int meet = meet(list, s, ends);
            if (meet > s && statement instanceof IASTCompoundStatement inner) {
                list = joined(List.of(inner.getStatements()), list.subList(s + 1, list.size()));
                s = 0;
            } else if (meet > s && statement instanceof IASTIfStatement choice) {
                List<IASTStatement> rest = list.subList(s + 1, meet);
                Set<String> there = meet == list.size() ? ends : labels(list.get(meet));
                IASTStatement otherwise = choice.getElseClause();
                result.add(new Step.Choice(
                        choice,
                        of(joined(listed(choice.getThenClause()), rest), there),
                        of(otherwise == null ? rest : joined(listed(otherwise), rest), there)));
                s = meet;
            } else {
                result.add(new Step.Plain(statement));
                s++;
            }
        }
        return result;
    }

    /** Where all ways from a statement meet that jump inside the block; its own place where it does not jump there. */
    private static int meet(List<IASTStatement> list, int from, Set<String> ends) {
        int meet = from;
        for (int s = from; s == from || s < meet; s++) {
            for (String label : gotos(list.get(s))) {
                int target = find(list, label, s + 1);
                if (target < 0 && ends.contains(label)) {
                    target = list.size();
                }
                meet = Math.max(meet, target);
            }
        }
        return meet;
    }

    private static int find(List<IASTStatement> list, String label, int from) {
        for (int s = from; s < list.size(); s++) {
            if (labels(list.get(s)).contains(label)) {
                return s;
            }
        }
        return -1;
    }

    /** Where a statement jumps to; null where it does not jump. */
    private static @Nullable String label(IASTStatement statement) {
        return switch (statement) {
            case IASTGotoStatement jump -> jump.getName().toString();
            case IASTContinueStatement _ -> END_OF_LOOP;
            case IASTReturnStatement _ -> END_OF_FUNCTION;
            default -> null;
        };
    }

    private static IASTStatement unlabelled(IASTStatement statement) {
        return statement instanceof IASTLabelStatement l ? unlabelled(l.getNestedStatement()) : statement;
    }

    /** The labels before a statement. */
    static Set<String> labels(IASTStatement statement) {
        Set<String> labels = new HashSet<>();
        for (IASTStatement s = statement; s instanceof IASTLabelStatement l; s = l.getNestedStatement()) {
            labels.add(l.getName().toString());
        }
        return labels;
    }

    private static Set<String> gotos(List<IASTStatement> block) {
        Set<String> names = new HashSet<>();
        block.forEach(s -> names.addAll(gotos(s)));
        return names;
    }

    /** The labels that a statement jumps to, not from inside a loop. */
    private static Set<String> gotos(IASTStatement statement) {
        Set<String> names = new HashSet<>();
        statement.accept(new ASTVisitor() {
            {
                shouldVisitStatements = true;
            }

            @Override
            public int visit(IASTStatement part) {
                String label = label(part);
                if (label != null) {
                    names.add(label);
                }
                return Jumps.isLoop(part) ? PROCESS_SKIP : PROCESS_CONTINUE;
            }
        });
        return names;
    }

    public static List<IASTStatement> listed(IASTStatement statement) {
        return statement instanceof IASTCompoundStatement c ? List.of(c.getStatements()) : List.of(statement);
    }

    private static List<IASTStatement> joined(List<IASTStatement> first, List<IASTStatement> second) {
        List<IASTStatement> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }
}
