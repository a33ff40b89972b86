package tilewright.codegen.print;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import tilewright.codegen.CompilerOptions;
import tilewright.codegen.Language;
import tilewright.codegen.Templates;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Kernel;
import tilewright.codegen.ir.KernelArgument;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.scalar.CNames;
import tilewright.codegen.scalar.FunctionNames;
import tilewright.kernel.Function;
import tilewright.kernel.Program;
import tilewright.model.AllowedDifference;
import tilewright.model.Condition;
import tilewright.model.LoopExtents;
import tilewright.tiling.plan.HostStep;

/**
 * The program around a generated kernel: it allocates and fills the arrays, runs the sequential nest and the generated
 * program on the same data, compares, and times. It needs nothing but the compiler of its target. Arrays are filled with
 * the numbers of {@link tilewright.model.DataInitializer}.
 */
public final class DriverFile {
    /** The file that the sequential nest is in, and its function. */
    public static final String SEQUENTIAL = "sequential";

    /** Largest value of a parameter in the check where the nest as written would take long at the sizes asked for. */
    private static final long CHECKED = 203;
    /** Operations that the nest as written may take: some seconds. */
    private static final long MOST_OPERATIONS = 4_000_000_000L;

    /** What the templates call things that stand beside the nest's own names, and what they call of C's library. */
    private static final List<String> OWN = List.of(("count stream ahead meet blocks element uniform mix allocate"
        + " check measure now less seconds start stop worst run by_value check_call operations small ok argc argv main"
        + " expected actual rows columns pitch magnitude relative milliseconds error SEED RUNS CHECK sequential free"
        + " memcpy printf fprintf stderr exit qsort strtol fabs fmax fmin pow sqrt isnan size_t uint64_t NULL INFINITY"
        + " FLT_EPSILON DBL_EPSILON timed program turn what cut plain as_written amplified again perturb sampled"
        + " factor stride own scale other values changed growth time random change DBL_MAX widen given end value text"
        + " name self however_long minutes strcmp warm_milliseconds on_device WARM_UP MOST_WARM_UP_RUNS")
            .split(" "));

    private final KernelProgram program;
    private final CNames names = new CNames();
    private final CExpressions expressions;
    private final DriverArrays arrays;
    private final DriverWork work;

    private DriverFile(KernelProgram program) {
        this.program = program;
        this.work = new DriverWork(program.nest());
        OWN.forEach(names::fresh);
        FunctionNames.reserve(program, names);
        names.declare(program.parameters());
        program.allArrays().forEach(a -> names.declare(a.name()));
        Map<String, String> pitches = new LinkedHashMap<>();
        program.allArrays().forEach(a -> pitches.put(a.name(), names.fresh(a.name() + "_pitch")));
        this.expressions = new CExpressions(names, program.coalescing().lengths());
        this.arrays = new DriverArrays(program, names, expressions, pitches);
    }

    /**
     * What the files of a standalone program are about.
     *
     * @param file name of the file with the generated program, without extension
     * @param language what it is written in
     * @param sizes values of the parameters at which it is timed when none are given
     * @param prediction lines of text, in Markdown; none where the model says nothing of the candidate
     */
    public record About(String file, Language language, Map<String, Long> sizes, List<String> prediction) {
        public About {
            sizes = Map.copyOf(sizes);
            prediction = List.copyOf(prediction);
        }

        /** What the names of all functions begin with that a user's program calls. */
        public String prefix() {
            return (Character.isDigit(file.charAt(0)) ? "nest_" : "") + file;
        }

        /** What a shared library, a target of CMake and a Python module are called; no module of Python's own is called so. */
        public String library() {
            return "tiled_" + file;
        }

        /** The function that runs the generated program. */
        public String function() {
            return prefix() + "_run";
        }
    }

    /**
     * A file of the standalone program.
     *
     * @param template e.g. {@code driver/driver.cu.ftl}
     */
    public static String print(Templates templates, String template, KernelProgram program, About about) {
        String text = templates.print(template, new DriverFile(program).model(about));
        return template.endsWith(".cu.ftl") || template.endsWith(".c.ftl") ? Indenter.indent(text) : text;
    }

    /**
     * The function that launches everything.
     *
     * @param threads what is launched, after all passes
     */
    public static String printHost(Templates templates, KernelProgram program, Program threads, About about) {
        DriverFile file = new DriverFile(program);
        Map<String, Object> model = file.model(about);
        HostSteps host = new HostSteps(program, threads, file.names);
        model.put("kernels", host.kernels());
        model.put("memories", host.windows());
        model.put("streams", host.streams());
        model.put("early", host.starts(Function.Start.EARLY));
        model.put("together", host.starts(Function.Start.TOGETHER));
        model.put("host", host.steps());
        return Indenter.indent(templates.print("driver/run.cu.ftl", model));
    }

    private Map<String, Object> model(About about) {
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("prefix", about.prefix());
        model.put("guard", about.prefix().toUpperCase(Locale.ROOT) + "_H");
        model.put("cuda", about.language().launches());
        model.put("hip", about.language() == Language.HIP);
        model.put("api", about.language().runtime());
        model.put("compiler", about.language().compiler());
        model.put("ending", about.language().fileEnding());
        model.put("modules", about.language().hasModules() && program.windows() == null);
        model.put("windows", program.windows() == null ? 0 : program.windows().size());
        model.put("prediction", about.prediction());
        model.put("nest", program.nest().toString().strip());
        boolean written = program.candidate().isAsWritten();
        model.put(
                "block",
                written
                        ? program.candidate().toString()
                        : join(program.candidate().block()));
        model.put("thread", written ? "-" : join(program.candidate().thread()));
        model.put("options", written ? "-" : program.candidate().options().toString());
        model.put("fortran", new FortranModule(program, about, names::of).model());
        model.put("name", program.name());
        model.put("file", about.file());
        model.put("candidate", program.candidate().toString());
        model.put("family", program.family());
        model.put("rule", program.rule());
        model.put("header", Header.of(program));
        model.put(
                "parameters",
                program.parameters().stream()
                        .map(p -> Map.of(
                                "name",
                                names.of(p),
                                "default",
                                about.sizes().getOrDefault(p, 64L),
                                "checked",
                                checked(about, p),
                                "size",
                                program.nest().sizeParameters().contains(p)))
                        .toList());
        model.put("work", work.text(about.language().launches()));
        model.put("writtenIsQuick", isQuick(about));
        model.put(
                "fast",
                CompilerOptions.FAST.stream()
                        .filter(o -> !o.equals(CompilerOptions.OPEN_MP))
                        .toList());
        model.put("exactly", CompilerOptions.EXACT);
        model.put("openMp", CompilerOptions.OPEN_MP);
        model.put("flags", String.join(" ", CompilerOptions.FAST) + " " + CompilerOptions.STANDARD);
        model.put("exact", String.join(" ", CompilerOptions.EXACT) + " " + CompilerOptions.STANDARD);
        model.put("length", reductionLength(about));
        model.put(
                "allowed",
                Map.of(
                        "roundings", AllowedDifference.ROUNDINGS,
                        "alike", AllowedDifference.ALIKE,
                        "quantile", Double.toString(AllowedDifference.QUANTILE),
                        "ownGrowth", AllowedDifference.OWN_GROWTH,
                        "runs", AllowedDifference.CHANGED_RUNS,
                        "sample", AllowedDifference.SAMPLE));
        model.put("arrays", program.passed().stream().map(arrays::array).toList());
        model.put("seconds", program.secondCopies().stream().map(this::second).toList());
        model.put("temporaries", program.scratch().stream().map(arrays::shape).toList());
        model.put("declaration", declaration(about));
        model.put("lanes", program.usesLanes());
        model.put("turns", program.kernels().stream().anyMatch(Kernel::takesTurns));
        model.put("kernels", program.kernels().stream().map(this::kernel).toList());
        model.put("host", program.host().stream().map(this::step).toList());
        model.put("library", about.library());
        model.put(
                "python",
                new PythonModule(program, names::of).model(about.language().launches()));
        return model;
    }

    /** The largest value of a parameter in the check: the one asked for, unless the nest as written would take long. */
    private long checked(About about, String parameter) {
        long asked = about.sizes().getOrDefault(parameter, CHECKED);
        int window = program.candidate().options().window();
        // One window more in each direction is what makes the difference.
        long several = Math.max(work.checked(), window + window / 8);
        return isQuick(about) ? Math.max(asked, several) : several;
    }

    /** Whether the nest as written takes no more than seconds at the sizes asked for. */
    private boolean isQuick(About about) {
        Map<String, Long> sizes = new HashMap<>();
        program.nest().parameters().forEach(p -> sizes.put(p, about.sizes().getOrDefault(p, CHECKED)));
        return new LoopExtents(program.nest(), sizes).operations() <= MOST_OPERATIONS;
    }

    /** Terms that one element accumulates at the sizes of the check, at most: the tolerance grows with their root. */
    private long reductionLength(About about) {
        Map<String, Long> sizes = new HashMap<>();
        program.nest().parameters().forEach(p -> sizes.put(p, checked(about, p)));
        return new LoopExtents(program.nest(), sizes).reductionLength();
    }

    private static String join(List<Integer> sizes) {
        return sizes.stream().map(String::valueOf).collect(Collectors.joining(" x "));
    }

    /** The function that a user's program calls. */
    private String declaration(About about) {
        List<String> parameters = new ArrayList<>();
        program.arrays().forEach(a -> parameters.add(a.type().cName() + " *" + names.of(a.name())));
        if (about.language().launches()) {
            program.secondCopies()
                    .forEach(a ->
                            parameters.add(program.array(a).type().cName() + " *" + names.of(CNames.otherCopy(a))));
            program.scratch().forEach(a -> parameters.add(a.type().cName() + " *" + names.of(a.name())));
        }
        program.parameters().forEach(p -> parameters.add("int " + names.of(p)));
        if (about.language().launches()) {
            parameters.add(about.language().runtime() + "Stream_t stream");
        }
        String result = about.language().launches() ? about.language().runtime() + "Error_t " : "void ";
        return result + about.function() + "(" + String.join(", ", parameters) + ")";
    }

    /** The second copy of an array that launches write in turn. */
    private Map<String, Object> second(String array) {
        String copy = names.declare(CNames.otherCopy(array), array + "_second");
        return Map.of(
                "name",
                copy,
                "array",
                names.of(array),
                "type",
                program.array(array).type().cName());
    }

    private Map<String, Object> kernel(Kernel kernel) {
        return Map.of("name", kernel.name(), "sharedBytes", kernel.sharedBytes());
    }

    private Map<String, Object> step(KernelProgram.HostStep step) {
        return switch (step) {
            case KernelProgram.HostStep.Loop l ->
                Map.of(
                        "kind",
                        "loop",
                        "variable",
                        names.declare(l.variable()),
                        "first",
                        expressions.of(l.first()),
                        "last",
                        expressions.of(l.last()),
                        "body",
                        l.body().stream().map(this::step).toList());
            case KernelProgram.HostStep.Launch l -> launch(l.kernel(), l.lane());
            case KernelProgram.HostStep.Columns c -> step(c.launches());
            case KernelProgram.HostStep.Rows r -> step(r.launches());
            case KernelProgram.HostStep.Kept k -> step(k.launches());
            case KernelProgram.HostStep.Inputs i -> step(i.launches());
            case KernelProgram.HostStep.Staying s -> step(s.launches());
            case KernelProgram.HostStep.AsWritten _ ->
                Map.of("kind", "written", "kernel", "as_written", "description", program.rule(), "pieces", List.of());
        };
    }

    private Map<String, Object> launch(Kernel kernel, HostStep.Lane lane) {
        Map<String, Object> model = new LinkedHashMap<>(launch(kernel));
        model.put("stream", lane.ahead() ? "ahead" : "stream");
        model.put("meets", lane.meets());
        return model;
    }

    private Map<String, Object> launch(Kernel kernel) {
        String sum = kernel.counted().stream().map(this::blocks).collect(Collectors.joining(" + "));
        Condition active = kernel.active();
        String blocks = active.equals(Condition.TRUE) ? sum : expressions.of(active) + " ? " + sum + " : 0";
        return Map.of(
                "kind",
                "launch",
                "kernel",
                kernel.name(),
                "description",
                kernel.description(),
                "blocks",
                blocks,
                "threads",
                kernel.threads(),
                "sharedBytes",
                kernel.sharedBytes(),
                "arguments",
                kernel.arguments().stream().map(this::argument).toList(),
                "pieces",
                kernel.pieces().stream().map(BlockProgram::role).toList());
    }

    private String blocks(BlockProgram piece) {
        String product = piece.grid().stream()
                .map(c -> "count(" + expressions.of(c.count()) + ")")
                .collect(Collectors.joining(" * "));
        return product.isEmpty() ? "1" : product;
    }

    private String argument(KernelArgument argument) {
        return switch (argument) {
            case KernelArgument.Size s -> names.of(s.parameter());
            case KernelArgument.HostVariable v -> names.of(v.variable());
            case KernelArgument.ArrayBase a -> names.of(a.array());
            case KernelArgument.AlternatingBase a -> turn(a);
            case KernelArgument.Pitch p -> arrays.pitch(p.array());
        };
    }

    /** The array itself at even turns, else its second copy. */
    private String turn(KernelArgument.AlternatingBase base) {
        String launch = names.of(base.variable());
        String turn = base.phase() == 0 ? launch : "(" + launch + " + " + base.phase() + ")";
        return turn + " % 2 == 0 ? " + names.of(base.array()) + " : " + names.of(CNames.otherCopy(base.array()));
    }
}
