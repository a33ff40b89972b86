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
        return function.withBody(Kept.of(function.body()).statements());
    }

    /**
     * What is left of statements.
     *
     * @param mentioned what they mention without declaring it
     */
    private record Kept(List<Statement> statements, Set<String> mentioned) {
        static Kept of(List<Statement> statements) {
            List<Statement> kept = new ArrayList<>();
            Set<String> later = new HashSet<>();
            for (Statement statement : statements.reversed()) {
                Set<String> inside = new HashSet<>();
                Statement inner = statement.withBodies(body -> {
                    Kept own = of(body);
                    inside.addAll(own.mentioned);
                    return own.statements;
                });
                if (isUnused(inner, later)) {
                    continue;
                }
                later.removeAll(inner.declared());
                later.addAll(Mentions.of(inner, inside));
                if (inner instanceof Statement.Scope scope
                        && scope.body().stream().allMatch(s -> s.declared().isEmpty())) {
                    scope.body().reversed().forEach(kept::add);
                } else {
                    kept.add(inner);
                }
            }
            return new Kept(kept.reversed(), later);
        }
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
