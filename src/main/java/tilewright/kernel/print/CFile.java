package tilewright.kernel.print;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Argument;
import tilewright.kernel.Function;
import tilewright.kernel.HostStep;
import tilewright.kernel.Memory;
import tilewright.kernel.Program;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Variable;

/**
 * A program as the parts of a C file that exports one function. What the template reads: texts in their places, nothing to compute.
 *
 * @param header comment lines
 * @param extremes helper functions that the functions call
 * @param counters declarations of the program's counters, without a value
 * @param functions in an order in which each comes after those that it calls
 * @param parameters of the exported function: its arrays, then sizes
 * @param arrays that the exported function allocates
 * @param body of the exported function, between allocations and their end
 */
public record CFile(
        List<String> header,
        List<CDialect.Extreme> extremes,
        List<String> counters,
        List<FunctionText> functions,
        List<String> parameters,
        List<ArrayText> arrays,
        String body) {
    /**
     * One function.
     *
     * @param apart whether compilers are to keep it a function of its own
     * @param structure name of the structure that holds the arrays of a block, or null where they are variables
     * @param memory the arrays of a block
     */
    public record FunctionText(
            String name,
            String comment,
            boolean apart,
            List<String> parameters,
            @Nullable String structure,
            List<MemoryText> memory,
            String body) {}

    /** @param content what it holds */
    public record MemoryText(String declaration, String content) {}

    /**
     * An array that the program keeps values in while it runs.
     *
     * @param of the caller's array that it takes turns with, or null
     * @param elements how many there are
     */
    public record ArrayText(
            String name, String type, @Nullable String of, String elements) {}

    /** The parts of a program. */
    public static CFile of(Program program) {
        CDialect dialect = new CDialect(program);
        List<FunctionText> functions =
                program.functions().stream().map(f -> function(dialect, f)).toList();
        Map<String, String> turns = new LinkedHashMap<>();
        turns(program.host(), turns);
        List<ArrayText> arrays = program.arrays().stream()
                .filter(a -> a.role() == Program.Role.SCRATCH)
                .map(a -> new ArrayText(
                        a.name(), a.type().cName(), turns.get(a.name()), Printer.expression(dialect, a.elements())))
                .toList();
        String body = HostPrinter.body(dialect, program).stripTrailing();
        return new CFile(
                program.header(),
                dialect.extremes(),
                program.counters().stream()
                        .map(c -> c.type().cName() + " " + c.name() + "[1]")
                        .toList(),
                functions,
                parameters(program),
                arrays,
                body);
    }

    private static List<String> parameters(Program program) {
        List<String> parameters = new ArrayList<>();
        program.arrays().stream()
                .filter(a -> a.role() == Program.Role.CALLERS)
                .forEach(a -> parameters.add(a.type().cName() + " *" + a.name()));
        program.sizes().forEach(s -> parameters.add(constant(s)));
        return parameters;
    }

    private static String constant(Variable variable) {
        return "const " + variable.type().cName() + " " + variable.name();
    }

    private static FunctionText function(CDialect dialect, Function function) {
        List<String> parameters = new ArrayList<>();
        for (Function.Parameter parameter : function.parameters()) {
            parameters.add(
                    switch (parameter) {
                        case Function.Parameter.Value v -> constant(v.variable());
                        case Function.Parameter.Base b ->
                            (b.array().written() ? "" : "const ")
                                    + b.array().type().cName()
                                    + (b.exclusive() ? " *restrict " : " *")
                                    + b.name();
                    });
        }
        Function.SharedMemory memory = function.shared();
        String structure = null;
        List<MemoryText> arrays = List.of();
        if (memory != null) {
            arrays = memory.arrays().stream().map(CFile::memory).toList();
            if (CDialect.memory(function).isPresent()) {
                structure = memory.type();
                parameters.add(structure + " *restrict " + memory.name());
            }
        }
        return new FunctionText(
                function.name(),
                function.comment(),
                isWhole(function),
                parameters,
                structure,
                arrays,
                Printer.body(dialect, function).stripTrailing());
    }

    /**
     * Whether a launch is loops of its own and no blocks. Compilers make of such loops what they make of the user's function where they do not join them
     * with their caller: nussinov, 400 bases, one thread of an EPYC and gcc 12: 10.0 ms joined, 5.7 ms apart, as the user's.
     */
    private static boolean isWhole(Function function) {
        boolean[] calls = {false};
        Statements.visit(function.body(), s -> calls[0] |= s instanceof Statement.Call);
        return function.kind() instanceof Function.Kind.Kernel && !calls[0];
    }

    private static MemoryText memory(Memory.Shared array) {
        StringBuilder text = new StringBuilder("_Alignas(" + CDialect.ALIGNMENT + ") ");
        text.append(array.type().cName()).append(' ').append(array.name());
        array.shape().forEach(e -> text.append('[').append(e).append(']'));
        return new MemoryText(text.toString(), array.content());
    }

    /** Arrays that launches pass in turn: the other one to its first. */
    private static void turns(List<HostStep> steps, Map<String, String> found) {
        for (HostStep step : steps) {
            switch (step) {
                case HostStep.Loop l -> turns(l.body(), found);
                case HostStep.While w -> turns(w.body(), found);
                case HostStep.Launch l -> turnsOf(l.arguments(), found);
                case HostStep.LaunchTogether l -> turnsOf(l.arguments(), found);
                case HostStep.InStream s -> turns(s.body(), found);
                case HostStep.Simple _ -> {}
            }
        }
    }

    private static void turnsOf(List<Argument> arguments, Map<String, String> found) {
        for (Argument argument : arguments) {
            if (argument instanceof Argument.Either e) {
                found.put(e.otherwise(), e.then());
            }
        }
    }
}
