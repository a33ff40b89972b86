package tilewright.kernel.text;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Function;
import tilewright.kernel.HostStep;
import tilewright.kernel.Memory;
import tilewright.kernel.Program;

/** A whole program as text. */
final class ProgramText {
    /** What a block's memory is called where nothing is said. */
    static final String SHARED = "shared";

    private final Lines lines = new Lines();

    private ProgramText() {}

    static String of(Program program) {
        ProgramText text = new ProgramText();
        text.declarations(program);
        program.functions().forEach(text::function);
        text.lines.line("");
        text.lines.block("host", () -> text.steps(program.host()));
        return text.lines.toString();
    }

    private void declarations(Program program) {
        lines.line("program " + Words.quoted(program.name()));
        program.header().forEach(h -> lines.line(Words.marked("#", h)));
        program.sizes().forEach(s -> lines.line("size " + BodyText.declared(s)));
        program.arrays().forEach(a -> lines.line(allocation(a)));
        program.counters()
                .forEach(c -> lines.line("counter " + ValueText.name(c.name()) + ": " + written(c)
                        + c.type().notation()));
    }

    private static String allocation(Program.Allocation a) {
        return "array " + ValueText.name(a.name()) + ": " + a.type().notation() + "[" + ValueText.of(a.elements()) + "]"
                + switch (a.role()) {
                    case CALLERS -> "";
                    case HOST -> " host";
                    case SCRATCH -> " scratch";
                };
    }

    private static String written(Memory.Global array) {
        return array.written() ? "written " : "";
    }

    private void function(Function function) {
        lines.line("");
        printFunction(function);
    }

    private void printFunction(Function function) {
        if (!function.comment().isEmpty()) {
            Arrays.stream(function.comment().split("\n", -1)).forEach(c -> lines.line(Words.marked("##", c)));
        }
        lines.block(head(function), () -> {
            shared(function.shared());
            new BodyText(lines).print(function.body());
        });
    }

    private static String head(Function function) {
        String parameters =
                function.parameters().stream().map(ProgramText::parameter).collect(Collectors.joining(", ", "(", ")"));
        String called = " " + ValueText.name(function.name()) + parameters;
        return switch (function.kind()) {
            case Function.Kind.Kernel k ->
                "kernel" + called + " threads " + k.threads()
                        + (k.blocksPerMultiprocessor() == 0 ? "" : " resident " + k.blocksPerMultiprocessor())
                        + (k.roomThreads() == k.threads() ? "" : " of " + k.roomThreads())
                        + switch (k.start()) {
                            case BEHIND -> "";
                            case EARLY -> " early";
                            case TOGETHER -> " together";
                        };
            case Function.Kind.Inline _ -> "inline" + called;
            case Function.Kind.Apart _ -> "apart" + called;
        };
    }

    private static String parameter(Function.Parameter parameter) {
        return switch (parameter) {
            case Function.Parameter.Value v -> BodyText.declared(v.variable());
            case Function.Parameter.Base b ->
                ValueText.name(b.name()) + ": global " + written(b.array())
                        + b.array().type().notation() + (b.exclusive() ? " exclusive" : "");
        };
    }

    private void shared(Function.@Nullable SharedMemory shared) {
        if (shared == null) {
            return;
        }
        String head =
                "shared " + ValueText.name(shared.type()) + called(shared.name()) + (shared.hidden() ? " hidden" : "");
        lines.block(head, () -> shared.arrays().forEach(a -> lines.line(shared(a))));
    }

    /** Without a name, arrays are variables of their own. */
    private static String called(String name) {
        if (name.isEmpty()) {
            return " apart";
        }
        return name.equals(SHARED) ? "" : " as " + ValueText.name(name);
    }

    private static String shared(Memory.Shared array) {
        return ValueText.name(array.name()) + ": " + array.type().notation() + BodyText.extents(array.shape())
                + described(array.content());
    }

    private void steps(List<HostStep> steps) {
        steps.forEach(this::step);
    }

    private void step(HostStep step) {
        switch (step) {
            case HostStep.Loop l ->
                lines.block(
                        "for " + (l.apart() ? "apart " : "") + BodyText.counted(l.variable()) + " in "
                                + ValueText.of(l.first()) + " ..= " + ValueText.of(l.last()),
                        () -> steps(l.body()));
            case HostStep.While w -> lines.block("while " + ValueText.of(w.condition()), () -> steps(w.body()));
            case HostStep.Launch l -> lines.line(launch(l));
            case HostStep.LaunchTogether l ->
                lines.line("launch together " + ValueText.name(l.function()) + BodyText.arguments(l.arguments())
                        + block(l.threads(), l.sharedBytes()) + described(l.description()));
            case HostStep.InStream s ->
                lines.block(
                        "stream " + ValueText.of(s.number()) + " of " + s.streams() + " when "
                                + ValueText.of(s.condition()),
                        () -> steps(s.body()));
            case HostStep.Transfer t ->
                lines.line("transfer " + (t.in() ? "in " : "out ") + rows(t.host()) + ", " + rows(t.device()) + " rows "
                        + ValueText.of(t.rows()) + " columns " + ValueText.of(t.columns()));
            case HostStep.Join _ -> lines.line("join");
            case HostStep.Fill f -> lines.line("fill " + ValueText.name(f.array()) + " = " + ValueText.of(f.value()));
            case HostStep.Read r ->
                lines.line("read " + BodyText.declared(r.variable()) + " <- " + ValueText.name(r.array()) + "["
                        + ValueText.of(r.index()) + "]");
            case HostStep.Assign a ->
                lines.line("assign " + BodyText.declared(a.variable()) + " = " + ValueText.of(a.value()));
        }
    }

    private static String rows(HostStep.Rows rows) {
        return ValueText.name(rows.array()) + "[" + ValueText.of(rows.first()) + "] pitch "
                + ValueText.of(rows.pitch());
    }

    private static String launch(HostStep.Launch l) {
        return "launch " + ValueText.name(l.function()) + BodyText.arguments(l.arguments()) + " blocks "
                + ValueText.of(l.blocks()) + block(l.threads(), l.sharedBytes())
                + (l.ahead() ? " ahead" : "")
                + (l.meets() ? " meets" : "")
                + described(l.description());
    }

    private static String block(int threads, int sharedBytes) {
        return " threads " + threads + (sharedBytes == 0 ? "" : " shared " + sharedBytes);
    }

    private static String described(String text) {
        return text.isEmpty() ? "" : "  " + Words.marked("#", text);
    }
}
