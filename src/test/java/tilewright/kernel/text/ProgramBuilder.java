package tilewright.kernel.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Expression;
import tilewright.kernel.Function;
import tilewright.kernel.HostStep;
import tilewright.kernel.Memory;
import tilewright.kernel.Program;
import tilewright.kernel.Variable;

/** A program from its parse tree. */
final class ProgramBuilder {
    private final Scopes scopes;
    private final ValueBuilder values;
    private final BodyBuilder bodies;

    ProgramBuilder(TextErrors errors) {
        this.scopes = new Scopes(errors);
        this.values = new ValueBuilder(scopes, errors);
        this.bodies = new BodyBuilder(scopes, values, errors);
    }

    Program of(KernelNotationParser.ProgramContext ctx) {
        List<String> header = ctx.TEXT().stream()
                .map(t -> WrittenWords.unmarked("#", t.getText()))
                .toList();
        List<Variable> sizes = ctx.size().stream()
                .map(s -> scopes.declare(BodyBuilder.variable(s.variable())))
                .toList();
        List<Program.Allocation> arrays = ctx.array().stream().map(this::array).toList();
        List<Memory.Global> counters = ctx.counter().stream()
                .map(c -> scopes.declare(
                        new Memory.Global(ValueBuilder.name(c.name()), ValueBuilder.type(c.type()), c.written != null)))
                .toList();
        List<Function> functions = new ArrayList<>();
        ctx.function().forEach(f -> functions.add(scopes.inside(() -> function(f))));
        List<HostStep> host = steps(ctx.host().hostStep());
        return new Program(
                WrittenWords.unquotedText(ctx.STRING().getText()), header, sizes, arrays, counters, functions, host);
    }

    private Program.Allocation array(KernelNotationParser.ArrayContext ctx) {
        return new Program.Allocation(
                ValueBuilder.name(ctx.name()),
                ValueBuilder.type(ctx.type()),
                values.of(ctx.elements),
                ctx.scratch != null
                        ? Program.Role.SCRATCH
                        : ctx.inHost != null ? Program.Role.HOST : Program.Role.CALLERS);
    }

    private Function function(KernelNotationParser.FunctionContext ctx) {
        String comment = ctx.DOC().stream()
                .map(d -> WrittenWords.unmarked("##", d.getText()))
                .collect(Collectors.joining("\n"));
        Head head = ctx.head().accept(new Heads());
        Function.SharedMemory shared = shared(ctx.sharedMemory());
        scopes.share(shared);
        return new Function(head.name, head.kind, comment, head.parameters, shared, bodies.statements(ctx.statement()));
    }

    private record Head(String name, Function.Kind kind, List<Function.Parameter> parameters) {}

    private final class Heads extends KernelNotationBaseVisitor<Head> {
        @Override
        public Head visitKernel(KernelNotationParser.KernelContext ctx) {
            int threads = values.number(ctx.threads);
            int resident = ctx.resident == null ? 0 : values.number(ctx.resident);
            int room = ctx.room == null ? threads : values.number(ctx.room);
            Function.Start start = ctx.early != null
                    ? Function.Start.EARLY
                    : ctx.together != null ? Function.Start.TOGETHER : Function.Start.BEHIND;
            return head(ctx.name(), new Function.Kind.Kernel(threads, resident, room, start), ctx.parameters());
        }

        @Override
        public Head visitInline(KernelNotationParser.InlineContext ctx) {
            return head(ctx.name(), new Function.Kind.Inline(), ctx.parameters());
        }

        @Override
        public Head visitApart(KernelNotationParser.ApartContext ctx) {
            return head(ctx.name(), new Function.Kind.Apart(), ctx.parameters());
        }

        private Head head(
                KernelNotationParser.NameContext name,
                Function.Kind kind,
                KernelNotationParser.ParametersContext parameters) {
            List<Function.Parameter> made = new ArrayList<>();
            parameters.parameter().forEach(p -> made.add(p.accept(new Parameters())));
            return new Head(ValueBuilder.name(name), kind, made);
        }
    }

    private final class Parameters extends KernelNotationBaseVisitor<Function.Parameter> {
        @Override
        public Function.Parameter visitValueParameter(KernelNotationParser.ValueParameterContext ctx) {
            return new Function.Parameter.Value(scopes.declare(BodyBuilder.variable(ctx.variable())));
        }

        @Override
        public Function.Parameter visitBaseParameter(KernelNotationParser.BaseParameterContext ctx) {
            Memory.Global array = new Memory.Global(
                    ValueBuilder.name(ctx.name()), ValueBuilder.type(ctx.type()), ctx.written != null);
            return new Function.Parameter.Base(scopes.declare(array), ctx.exclusive != null);
        }
    }

    private Function.@Nullable SharedMemory shared(KernelNotationParser.@Nullable SharedMemoryContext ctx) {
        if (ctx == null) {
            return null;
        }
        List<Memory.Shared> arrays =
                ctx.sharedArray().stream().map(this::sharedArray).toList();
        return new Function.SharedMemory(
                ValueBuilder.name(ctx.type_),
                ctx.apart != null ? "" : ctx.as == null ? ProgramText.SHARED : ValueBuilder.name(ctx.as),
                arrays,
                ctx.hidden != null);
    }

    private Memory.Shared sharedArray(KernelNotationParser.SharedArrayContext ctx) {
        return new Memory.Shared(
                ValueBuilder.name(ctx.name()),
                ValueBuilder.type(ctx.type()),
                bodies.extents(ctx.extent()),
                described(ctx.TEXT()));
    }

    private static String described(@Nullable TerminalNode text) {
        return text == null ? "" : WrittenWords.unmarked("#", text.getText());
    }

    private List<HostStep> steps(List<KernelNotationParser.HostStepContext> steps) {
        List<HostStep> made = new ArrayList<>();
        steps.forEach(s -> made.add(s.accept(new Steps())));
        return made;
    }

    private int sharedBytes(@Nullable Token bytes) {
        return bytes == null ? 0 : values.number(bytes);
    }

    /** Host variables are visible from where they are set first. */
    private final class Steps extends KernelNotationBaseVisitor<HostStep> {
        @Override
        public HostStep visitHostLoop(KernelNotationParser.HostLoopContext ctx) {
            Variable variable = BodyBuilder.counted(ctx.counted());
            Expression first = values.of(ctx.first);
            Expression last = values.of(ctx.last);
            scopes.declare(variable);
            return new HostStep.Loop(variable, first, last, steps(ctx.hostStep()), ctx.apart != null);
        }

        @Override
        public HostStep visitHostWhile(KernelNotationParser.HostWhileContext ctx) {
            return new HostStep.While(values.of(ctx.value()), steps(ctx.hostStep()));
        }

        @Override
        public HostStep visitLaunch(KernelNotationParser.LaunchContext ctx) {
            return new HostStep.Launch(
                    ValueBuilder.name(ctx.name()),
                    described(ctx.TEXT()),
                    values.of(ctx.value()),
                    values.number(ctx.threads),
                    sharedBytes(ctx.shared),
                    bodies.arguments(ctx.arguments()),
                    ctx.ahead != null,
                    ctx.meets != null);
        }

        @Override
        public HostStep visitLaunchTogether(KernelNotationParser.LaunchTogetherContext ctx) {
            return new HostStep.LaunchTogether(
                    ValueBuilder.name(ctx.name()),
                    described(ctx.TEXT()),
                    values.number(ctx.threads),
                    sharedBytes(ctx.shared),
                    bodies.arguments(ctx.arguments()));
        }

        @Override
        public HostStep visitInStream(KernelNotationParser.InStreamContext ctx) {
            return new HostStep.InStream(
                    values.of(ctx.number_),
                    values.number(ctx.streams),
                    values.of(ctx.condition_),
                    steps(ctx.hostStep()));
        }

        @Override
        public HostStep visitTransfer(KernelNotationParser.TransferContext ctx) {
            return new HostStep.Transfer(
                    ctx.in != null, rows(ctx.rows(0)), rows(ctx.rows(1)), values.of(ctx.rows_), values.of(ctx.columns));
        }

        private HostStep.Rows rows(KernelNotationParser.RowsContext ctx) {
            return new HostStep.Rows(ValueBuilder.name(ctx.name()), values.of(ctx.first), values.of(ctx.pitch));
        }

        @Override
        public HostStep visitJoin(KernelNotationParser.JoinContext ctx) {
            return new HostStep.Join();
        }

        @Override
        public HostStep visitFill(KernelNotationParser.FillContext ctx) {
            return new HostStep.Fill(ValueBuilder.name(ctx.name()), values.of(ctx.value()));
        }

        @Override
        public HostStep visitHostRead(KernelNotationParser.HostReadContext ctx) {
            Variable variable = scopes.declare(BodyBuilder.variable(ctx.variable()));
            return new HostStep.Read(variable, ValueBuilder.name(ctx.name()), values.of(ctx.value()));
        }

        @Override
        public HostStep visitHostAssign(KernelNotationParser.HostAssignContext ctx) {
            Expression value = values.of(ctx.value());
            return new HostStep.Assign(scopes.declare(BodyBuilder.variable(ctx.variable())), value);
        }
    }
}
