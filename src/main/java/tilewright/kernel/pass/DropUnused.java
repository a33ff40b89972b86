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
        return new Function(
                function.name(),
                function.kind(),
                function.comment(),
                function.parameters(),
                function.shared(),
                in(function.body()));
    }

    private static List<Statement> in(List<Statement> statements) {
        List<Statement> kept = new ArrayList<>();
        Set<String> later = new HashSet<>();
        for (Statement statement : statements.reversed()) {
            Statement inner = within(statement);
            if (isUnused(inner, later)) {
                continue;
            }
            later.removeAll(Mentions.declared(inner));
            later.addAll(Mentions.in(inner));
            if (inner instanceof Statement.Scope scope
                    && scope.body().stream().allMatch(s -> Mentions.declared(s).isEmpty())) {
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
            case Statement.Comment _,
                    Statement.Assign _,
                    Statement.Evaluate _,
                    Statement.Multiply _,
                    Statement.Copy _,
                    Statement.AwaitCopies _,
                    Statement.For _,
                    Statement.While _,
                    Statement.If _,
                    Statement.Scope _,
                    Statement.Call _,
                    Statement.Return _,
                    Statement.Break _,
                    Statement.Barrier _,
                    Statement.BarrierOr _,
                    Statement.GridBarrier _,
                    Statement.Hide _,
                    Statement.ParallelFor _ -> false;
        };
    }

    /** Whether computing it does nothing else. */
    private static boolean isPure(Expression value) {
        boolean own = switch (value) {
            case Expression.Atomic _,
                    Expression.Shuffle _,
                    Expression.Voted _,
                    Expression.Reduced _,
                    Expression.Counted _ -> false;
            case Expression.IntegerLiteral _,
                    Expression.RealLiteral _,
                    Expression.Read _,
                    Expression.Own _,
                    Expression.Unary _,
                    Expression.Binary _,
                    Expression.Conditional _,
                    Expression.Convert _,
                    Expression.Bits _,
                    Expression.Call _,
                    Expression.Mathematical _ -> true;
        };
        return own && Expressions.operands(value).stream().allMatch(DropUnused::isPure);
    }

    private static Statement within(Statement statement) {
        return switch (statement) {
            case Statement.For f ->
                new Statement.For(f.variable(), f.start(), f.condition(), f.step(), f.unroll(), in(f.body()));
            case Statement.While w -> new Statement.While(w.condition(), in(w.body()));
            case Statement.If i -> new Statement.If(i.condition(), in(i.then()), in(i.otherwise()));
            case Statement.Scope s -> new Statement.Scope(in(s.body()));
            case Statement.ParallelFor p ->
                new Statement.ParallelFor(p.variable(), p.start(), p.end(), p.when(), in(p.body()));
            case Statement.Comment _,
                    Statement.Declare _,
                    Statement.DeclareArray _,
                    Statement.Assign _,
                    Statement.Evaluate _,
                    Statement.Multiply _,
                    Statement.Copy _,
                    Statement.AwaitCopies _,
                    Statement.Call _,
                    Statement.Return _,
                    Statement.Break _,
                    Statement.Barrier _,
                    Statement.BarrierOr _,
                    Statement.GridBarrier _,
                    Statement.Hide _ -> statement;
        };
    }
}
