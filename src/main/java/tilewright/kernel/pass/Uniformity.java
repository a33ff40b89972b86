package tilewright.kernel.pass;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Argument;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.Simt;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;

/**
 * Which variables are the same for all threads of a block, and which functions all of them enter together. A variable differs where
 * it is made of a thread's number, of what is read from memory or registers, of a variable that differs, or where it is set under a condition that does
 * (divergence analysis; Coutinho et al., PACT 2011, without its affine part).
 */
final class Uniformity {
    private final Map<String, Set<String>> varying = new HashMap<>();
    private final Set<String> divergent = new HashSet<>();
    private final Set<String> inPartialWarps = new HashSet<>();

    Uniformity(Program program) {
        for (Function function : program.functions()) {
            if (function.kind() instanceof Function.Kind.Kernel kernel && kernel.threads() % Simt.WARP != 0) {
                new Reached(program, function.name()).functions().forEach(f -> inPartialWarps.add(f.name()));
            }
        }
        for (Function function : program.functions()) {
            varying.put(function.name(), new HashSet<>());
        }
        boolean changed = true;
        while (changed) {
            changed = false;
            for (Function function : program.functions()) {
                changed |= new Walk(program, function).changes();
            }
        }
    }

    /** Whether all threads of a warp that are still there come to each statement of a function that no branch inside it keeps from some. */
    boolean isEnteredTogether(Function function) {
        return !divergent.contains(function.name());
    }

    /** Whether all blocks that run a function have whole warps, so that warps may compute together. */
    boolean hasWholeWarps(Function function) {
        return !inPartialWarps.contains(function.name());
    }

    /**
     * Whether all threads of the block run a loop equally often. Names may mean something else elsewhere in the function, so the loop's variable
     * is judged by what the loop makes of it.
     */
    boolean isUniform(Function function, Statement.For loop) {
        boolean[] own = {loop.start() != null && isUniform(function, loop.start()) && isUniform(function, loop.step())};
        Statements.visit(loop.body(), s -> {
            boolean assigned = s instanceof Statement.Assign a
                    && a.target().equals(loop.variable().place());
            own[0] &= !assigned;
        });
        return own[0]
                ? isUniform(function, loop.condition(), loop.variable().name())
                : isUniform(function, loop.condition());
    }

    /** Whether the value is the same for all threads of the block. */
    boolean isUniform(Function function, Expression value) {
        return isUniform(function, value, "");
    }

    /** @param same a variable that is */
    private boolean isUniform(Function function, Expression value, String same) {
        Set<String> names = varying.getOrDefault(function.name(), Set.of());
        boolean own = switch (value) {
            case Expression.Own o ->
                o.coordinate() != Expression.Coordinate.THREAD && o.coordinate() != Expression.Coordinate.HIDDEN_ZERO;
            case Expression.Read r ->
                r.place() instanceof Place.Scalar v
                        && (!names.contains(v.variable().name())
                                || v.variable().name().equals(same));
            case Expression.Atomic _, Expression.OfWarp _ -> false;
            case Expression.Literal _, Expression.Operation _, Expression.Counted _ -> true;
        };
        return own && value.operands().stream().allMatch(o -> isUniform(function, o, same));
    }

    /** One look at a function: what is known afterwards grows. */
    private final class Walk {
        private final Program program;
        private final Function function;
        private final Set<String> names;
        private boolean changed;

        Walk(Program program, Function function) {
            this.program = program;
            this.function = function;
            this.names = varying.computeIfAbsent(function.name(), _ -> new HashSet<>());
        }

        boolean changes() {
            walk(function.body(), !isEnteredTogether(function));
            return changed;
        }

        private void walk(List<Statement> statements, boolean divided) {
            for (Statement statement : statements) {
                boolean apart = divided;
                switch (statement) {
                    case Statement.Declare d -> set(d.variable().name(), divided || !isUniform(d.value()));
                    case Statement.Assign a -> {
                        if (a.target() instanceof Place.Scalar v) {
                            set(v.variable().name(), divided || !isUniform(a.value()));
                        }
                    }
                    case Statement.Assignment a ->
                        a.written().forEach(s -> {
                            if (s instanceof Place.Scalar v) {
                                set(v.variable().name(), true);
                            }
                        });
                    case Statement.For f -> {
                        apart |= !isUniform(f.start())
                                || !isUniform(f.step())
                                || !Uniformity.this.isUniform(function, f);
                        set(f.variable().name(), apart);
                    }
                    case Statement.While w -> apart |= !isUniform(w.condition());
                    case Statement.If i -> apart |= !isUniform(i.condition()) && !leavesWarps(i);
                    case Statement.ParallelFor _ -> apart = true;
                    case Statement.Call c -> call(c, divided);
                    case Statement.Jump _ -> {
                        if (divided) {
                            diverges(function.name());
                        }
                    }
                    case Statement.DeclareArray _,
                            Statement.Evaluate _,
                            Statement.Scope _,
                            Statement.Synchronization _,
                            Statement.Remark _ -> {}
                }
                for (List<Statement> body : statement.bodies()) {
                    walk(body, apart);
                }
            }
        }

        /** Whether a branch does nothing but send whole warps away: {@code if thread >= 96 return}. */
        private boolean leavesWarps(Statement.If branch) {
            return branch.then().equals(List.of(new Statement.Return()))
                    && branch.otherwise().isEmpty()
                    && branch.condition() instanceof Expression.Binary compare
                    && compare.operator() == Infix.GE
                    && compare.right() instanceof Expression.IntegerLiteral limit
                    && limit.value() % Simt.WARP == 0
                    && compare.left() instanceof Expression.Read r
                    && r.place() instanceof Place.Scalar v
                    && function.body().contains(new Statement.Declare(v.variable(), Expressions.THREAD, true));
        }

        private boolean isUniform(@Nullable Expression value) {
            return value == null || Uniformity.this.isUniform(function, value);
        }

        private void set(String variable, boolean differs) {
            changed |= differs && names.add(variable);
        }

        private void diverges(String name) {
            changed |= divergent.add(name);
        }

        private void call(Statement.Call call, boolean divided) {
            if (divided) {
                diverges(call.function());
            }
            for (Function callee : program.functions()) {
                for (int p = 0;
                        callee.name().equals(call.function())
                                && p < call.arguments().size();
                        p++) {
                    if (call.arguments().get(p) instanceof Argument.Value v && !isUniform(v.value())) {
                        changed |= varying.computeIfAbsent(callee.name(), _ -> new HashSet<>())
                                .add(callee.parameters().get(p).name());
                    }
                }
            }
        }
    }
}
