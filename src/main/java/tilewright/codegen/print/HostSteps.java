package tilewright.codegen.print;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.scalar.CNames;
import tilewright.kernel.Argument;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.HostStep;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.Rewriter;
import tilewright.kernel.Variable;
import tilewright.kernel.print.CudaDialect;
import tilewright.kernel.print.Printer;

/** What the host of a kernel program does, for a template that launches its kernels. */
final class HostSteps {
    private final CNames names;
    private final Program threads;
    private final List<Program.Allocation> windows;
    /** The program's names, to those of the file. */
    private final Map<String, String> renamed = new HashMap<>();

    /** @param names of the file, by what the nest calls its things */
    HostSteps(KernelProgram program, Program threads, CNames names) {
        this.names = names;
        this.threads = threads;
        for (int p = 0; p < threads.sizes().size(); p++) {
            renamed.put(
                    threads.sizes().get(p).name(), names.of(program.parameters().get(p)));
        }
        List<String> arrays = new ArrayList<>();
        program.arrays().forEach(a -> arrays.add(names.of(a.name())));
        program.secondCopies().forEach(a -> arrays.add(names.of(CNames.otherCopy(a))));
        program.scratch().forEach(a -> arrays.add(names.of(a.name())));
        for (int a = 0; a < arrays.size(); a++) {
            renamed.put(threads.arrays().get(a).name(), arrays.get(a));
        }
        windows = threads.arrays().subList(arrays.size(), threads.arrays().size());
        windows.forEach(w -> renamed.put(w.name(), "windows." + w.name()));
    }

    /** Memory for windows of arrays: name, type and number of elements. */
    List<Map<String, Object>> windows() {
        return windows.stream()
                .map(w -> Map.<String, Object>of(
                        "name", w.name(), "type", w.type().cName(), "elements", text(w.elements())))
                .toList();
    }

    /** How many streams windows are in; 0 where there are none. */
    int streams() {
        return streams(threads.host());
    }

    private static int streams(List<HostStep> steps) {
        return steps.stream()
                .mapToInt(s -> s instanceof HostStep.InStream i
                        ? i.streams()
                        : s instanceof HostStep.Loop l ? streams(l.body()) : 0)
                .max()
                .orElse(0);
    }

    /** The kernels that are launched, each once. */
    List<Map<String, Object>> kernels() {
        Map<String, Map<String, Object>> found = new LinkedHashMap<>();
        kernels(threads.host(), found);
        return List.copyOf(found.values());
    }

    private void kernels(List<HostStep> steps, Map<String, Map<String, Object>> found) {
        for (HostStep step : steps) {
            if (step instanceof HostStep.Loop l) {
                kernels(l.body(), found);
            } else if (step instanceof HostStep.InStream s) {
                kernels(s.body(), found);
            } else if (step instanceof HostStep.Launch l) {
                found.put(l.function(), Map.of("name", l.function(), "sharedBytes", l.sharedBytes()));
            }
        }
    }

    /** Whether some kernel's blocks start so. */
    boolean starts(Function.Start start) {
        return threads.functions().stream().anyMatch(f -> f.starts(start));
    }

    List<Map<String, Object>> steps() {
        return threads.host().stream().map(this::step).toList();
    }

    private Map<String, Object> step(HostStep step) {
        return switch (step) {
            case HostStep.Loop l -> loop(l);
            case HostStep.Launch l ->
                Map.of(
                        "kind",
                        "launch",
                        "kernel",
                        l.function(),
                        "description",
                        l.description(),
                        "blocks",
                        text(l.blocks()),
                        "threads",
                        l.threads(),
                        "sharedBytes",
                        l.sharedBytes(),
                        "arguments",
                        l.arguments().stream().map(this::argument).toList(),
                        "stream",
                        l.ahead() ? "ahead" : "stream",
                        "start",
                        start(l.function()),
                        "meets",
                        l.meets());
            case HostStep.InStream s ->
                Map.of(
                        "kind",
                        "stream",
                        "number",
                        text(s.number()),
                        "condition",
                        Expressions.isInteger(s.condition(), 1) ? "" : text(s.condition()),
                        "body",
                        s.body().stream().map(this::step).toList());
            case HostStep.Transfer t -> transfer(t);
            case HostStep.Join _ -> Map.of("kind", "join");
            case HostStep.While _, HostStep.LaunchTogether _, HostStep.Fill _, HostStep.Read _, HostStep.Assign _ ->
                throw new IllegalArgumentException("no launch: " + step);
        };
    }

    private String start(String function) {
        return threads.function(function).kind() instanceof Function.Kind.Kernel kernel
                ? kernel.start().name()
                : Function.Start.BEHIND.name();
    }

    private Map<String, Object> loop(HostStep.Loop loop) {
        String first = text(loop.first());
        String variable = names.declare(loop.variable().name());
        renamed.put(loop.variable().name(), variable);
        return Map.of(
                "kind",
                "loop",
                "variable",
                variable,
                "first",
                first,
                "condition",
                text(Expressions.lessEqual(loop.variable().read(), loop.last())),
                "body",
                loop.body().stream().map(this::step).toList());
    }

    private Map<String, Object> transfer(HostStep.Transfer t) {
        HostStep.Rows to = t.in() ? t.device() : t.host();
        HostStep.Rows from = t.in() ? t.host() : t.device();
        return Map.of(
                "kind",
                "transfer",
                "in",
                t.in(),
                "array",
                name(t.host().array()),
                "to",
                name(to.array()) + " + " + text(to.first()),
                "toPitch",
                text(to.pitch()),
                "from",
                name(from.array()) + " + " + text(from.first()),
                "fromPitch",
                text(from.pitch()),
                "rows",
                text(t.rows()),
                "columns",
                text(t.columns()));
    }

    private String argument(Argument argument) {
        return switch (argument) {
            case Argument.Value v -> text(v.value());
            case Argument.Base b -> name(b.array());
            case Argument.Window w -> name(w.array()) + " + (" + text(w.base()) + ")";
            case Argument.Either e -> text(e.condition()) + " ? " + name(e.then()) + " : " + name(e.otherwise());
        };
    }

    private String name(String array) {
        return renamed.getOrDefault(array, array);
    }

    private String text(Expression expression) {
        Expression own = new Rewriter() {
            @Override
            protected Expression expression(Expression part) {
                return part instanceof Expression.Read(Place.Scalar(Variable v))
                        ? new Variable(name(v.name()), v.type()).read()
                        : part;
            }
        }.whole(expression);
        return Printer.expression(new CudaDialect(), own);
    }
}
