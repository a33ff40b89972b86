package tilewright.kernel.pass;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntBinaryOperator;
import tilewright.kernel.Argument;
import tilewright.kernel.Arithmetic;
import tilewright.kernel.Expression;
import tilewright.kernel.Function;
import tilewright.kernel.HostStep;
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

    /** The same, and those of what the function declares, by name: of names that stand for one value everywhere, and for no counter. */
    Map<String, Integer> inside(Function function) {
        Map<String, Integer> known = new HashMap<>(of(function));
        Set<String> counters = new HashSet<>();
        Statements.visit(function.body(), s -> {
            if (s instanceof Statement.For f) {
                counters.add(f.variable().name());
            }
        });
        // Declarations in the order of the function: what a value mentions is known before it, and is no counter of
        // another loop.
        Set<String> several = new HashSet<>();
        Statements.visit(function.body(), s -> {
            if (s instanceof Statement.Declare d
                    && d.value() != null
                    && !counters.contains(d.variable().name())) {
                int remainder = remainder(d.value(), known);
                Integer before = known.put(d.variable().name(), remainder);
                if (before != null && before != remainder) {
                    several.add(d.variable().name());
                }
            }
        });
        several.forEach(name -> known.put(name, UNKNOWN));
        return known;
    }

    private void step(HostStep step) {
        switch (step) {
            case HostStep.Loop l -> l.body().forEach(this::step);
            case HostStep.While w -> w.body().forEach(this::step);
            case HostStep.Launch l -> pass(l.function(), l.arguments(), Map.of());
            case HostStep.LaunchTogether l -> pass(l.function(), l.arguments(), Map.of());
            case HostStep.InStream s -> s.body().forEach(this::step);
            case HostStep.Simple _ -> {}
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
        return switch (Arithmetic.of(value)) {
            case Arithmetic.Constant c -> Math.floorMod(c.value(), divisor);
            case Arithmetic.Converted c -> remainder(c.operand(), known);
            case Arithmetic.Value v -> known.getOrDefault(v.variable().name(), UNKNOWN);
            case Arithmetic.Negative n -> both(0, remainder(n.operand(), known), (a, b) -> a - b);
            case Arithmetic.Sum s -> both(remainder(s.left(), known), remainder(s.right(), known), Integer::sum);
            case Arithmetic.Difference d ->
                both(remainder(d.left(), known), remainder(d.right(), known), (a, b) -> a - b);
            case Arithmetic.Product p -> {
                int left = remainder(p.left(), known);
                int right = remainder(p.right(), known);
                yield left == 0 || right == 0 ? 0 : both(left, right, (a, b) -> a * b);
            }
            case Arithmetic.Own _, Arithmetic.Quotient _, Arithmetic.Remainder _, Arithmetic.Other _ -> UNKNOWN;
        };
    }

    private int both(int left, int right, IntBinaryOperator operation) {
        return left < 0 || right < 0 ? UNKNOWN : Math.floorMod(operation.applyAsInt(left, right), divisor);
    }
}
