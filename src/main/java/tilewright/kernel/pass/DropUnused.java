package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Mentions;
import tilewright.kernel.Program;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;

/**
 * Takes declarations out of a function that nothing mentions: of 32-bit integers, which cost nothing to compute, and of registers. Scopes
 * that declare nothing any more become part of what is around them.
 */
public final class DropUnused implements Pass.Change {
    @Override
    public Program of(Program program) {
        return program.withFunctions(
                program.functions().stream().map(DropUnused::in).toList());
    }

    /** The function without them. */
    public static Function in(Function function) {
        return function.withBody(in(function.body()));
    }

    private static List<Statement> in(List<Statement> statements) {
        List<Statement> kept = new ArrayList<>();
        Set<String> later = new HashSet<>();
        for (Statement statement : statements.reversed()) {
            Statement inner = statement.withBodies(DropUnused::in);
            if (isUnused(inner, later)) {
                continue;
            }
            later.removeAll(inner.declared());
            later.addAll(Mentions.in(inner));
            if (inner instanceof Statement.Scope scope
                    && scope.body().stream().allMatch(s -> s.declared().isEmpty())) {
                scope.body().reversed().forEach(kept::add);
            } else {
                kept.add(inner);
            }
        }
        return kept.reversed();
    }

    private static boolean isUnused(Statement statement, Set<String> later) {
        return switch (statement) {
            case Statement.Declare d ->
                d.variable().type() == ScalarType.I32
                        && !later.contains(d.variable().name())
                        && (d.value() == null || isPure(d.value()));
            case Statement.DeclareArray d -> !later.contains(d.array().name());
            case Statement.Compound _,
                    Statement.Assignment _,
                    Statement.Invocation _,
                    Statement.Synchronization _,
                    Statement.Jump _,
                    Statement.Remark _ -> false;
        };
    }

    /** Whether computing it does nothing else. */
    private static boolean isPure(Expression value) {
        return Expressions.isOfThread(value) && value.operands().stream().allMatch(DropUnused::isPure);
    }
}
