package tilewright.kernel.pass;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tilewright.kernel.Argument;
import tilewright.kernel.Expression;
import tilewright.kernel.Function;
import tilewright.kernel.HostStep;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;

/**
 * What whole numbers leave when they are divided by a small number: what addresses of wide accesses have to be known by. Parameters of
 * functions are known by what all launches and calls pass.
 */
final class Multiples {
    static final int UNKNOWN = -1;

    private final Program program;
    private final int divisor;
    /** By function and parameter. */
    private final Map<String, Map<String, Integer>> parameters = new HashMap<>();

    Multiples(Program program, int divisor) {
        this.program = program;
        this.divisor = divisor;
        program.functions().forEach(f -> parameters.put(f.name(), new HashMap<>()));
        program.host().forEach(this::step);
        // Callers come after what they call.
        for (Function caller : program.functions().reversed()) {
            Map<String, Integer> known = new HashMap<>(of(caller));
            Statements.visit(caller.body(), s -> {
                if (s instanceof Statement.Call call) {
                    pass(call.function(), call.arguments(), known);
                }
            });
        }
    }

    /** Remainders of a function's parameters, by name; without those that are not known. */
    Map<String, Integer> of(Function function) {
        Map<String, Integer> known = new HashMap<>(parameters.getOrDefault(function.name(), Map.of()));
        known.values().removeIf(r -> r == UNKNOWN);
        return known;
    }

    private void step(HostStep step) {
        switch (step) {
            case HostStep.Loop l -> l.body().forEach(this::step);
            case HostStep.While w -> w.body().forEach(this::step);
            case HostStep.Launch l -> pass(l.function(), l.arguments(), Map.of());
            case HostStep.LaunchTogether l -> pass(l.function(), l.arguments(), Map.of());
            case HostStep.Fill _, HostStep.Swap _, HostStep.Read _, HostStep.Assign _ -> {}
        }
    }

    private void pass(String function, List<Argument> arguments, Map<String, Integer> known) {
        List<Function.Parameter> wanted = program.functions().stream()
                .filter(f -> f.name().equals(function))
                .findFirst()
                .orElseThrow()
                .parameters();
        Map<String, Integer> remainders = parameters.computeIfAbsent(function, _ -> new HashMap<>());
        for (int p = 0; p < wanted.size(); p++) {
            if (arguments.get(p) instanceof Argument.Value value) {
                remainders.merge(
                        wanted.get(p).name(), remainder(value.value(), known), (a, b) -> a.equals(b) ? a : UNKNOWN);
            }
        }
    }

    /**
     * The remainder of a value, or a negative number where it is not known.
     *
     * @param known remainders of variables
     */
    int remainder(Expression value, Map<String, Integer> known) {
        return switch (value) {
            case Expression.IntegerLiteral l -> Math.floorMod(l.value(), divisor);
            case Expression.Convert c when !c.type().isFloating() -> remainder(c.operand(), known);
            case Expression.Read(Place.Scalar s) ->
                known.getOrDefault(s.variable().name(), UNKNOWN);
            case Expression.Binary b -> remainder(b, known);
            case Expression.RealLiteral _,
                    Expression.Own _,
                    Expression.Read _,
                    Expression.Unary _,
                    Expression.Conditional _,
                    Expression.Convert _,
                    Expression.Bits _,
                    Expression.Call _,
                    Expression.Mathematical _,
                    Expression.Shuffle _,
                    Expression.Voted _,
                    Expression.Reduced _,
                    Expression.Atomic _,
                    Expression.Counted _ -> UNKNOWN;
        };
    }

    private int remainder(Expression.Binary binary, Map<String, Integer> known) {
        int left = remainder(binary.left(), known);
        int right = remainder(binary.right(), known);
        boolean both = left >= 0 && right >= 0;
        return switch (binary.operator()) {
            case ADD -> both ? (left + right) % divisor : UNKNOWN;
            case SUB -> both ? Math.floorMod(left - right, divisor) : UNKNOWN;
            case MUL -> left == 0 || right == 0 ? 0 : both ? left * right % divisor : UNKNOWN;
            case OR_ELSE, AND_THEN, OR, XOR, AND, EQ, NE, LT, LE, GT, GE, SHL, SHR, DIV, REM -> UNKNOWN;
        };
    }
}
