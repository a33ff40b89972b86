package tilewright.cli.pipeline;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tilewright.cli.argument.DataArguments;
import tilewright.cli.argument.Devices;
import tilewright.cli.argument.Inputs;
import tilewright.cli.argument.LongRuns;
import tilewright.codegen.ir.KernelProgram;
import tilewright.dependence.Dependences;
import tilewright.device.ArrayShape;
import tilewright.device.Binary;
import tilewright.device.Code;
import tilewright.device.CudaCompiler;
import tilewright.device.CudaMachine;
import tilewright.device.Gpu;
import tilewright.device.Gpus;
import tilewright.device.GuardedArrays;
import tilewright.device.HostCompiler;
import tilewright.device.HostLibrary;
import tilewright.device.HostMemory;
import tilewright.device.Machine;
import tilewright.device.ProgramInstance;
import tilewright.device.ProgramResolver;
import tilewright.isl.Context;
import tilewright.kernel.pass.Passes;
import tilewright.model.ArrayData;
import tilewright.model.IntegerDivisions;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.space.Candidate;
import tilewright.tune.stored.Target;

/** An affine nest as the program of a candidate, compiled and run on a user's data. */
public final class TiledExecution {
    private static final String TIMED = "tilewright_timed";
    private static final String NANOSECONDS = "tilewright_nanoseconds";

    private final CandidateArguments arguments;
    private final LoopNest nest;
    private final DataArguments.Input input;

    public TiledExecution(CandidateArguments arguments, LoopNest nest, DataArguments.Input input) {
        this.arguments = arguments;
        this.nest = nest;
        this.input = input;
    }

    /**
     * What ran.
     *
     * @param idle that no statement runs at the sizes of the data, in words
     */
    public record Outcome(Candidate candidate, String rule, double seconds, Optional<String> idle) {}

    /** Runs the candidate; the data become the result. */
    public Outcome run(Devices devices, LongRuns longRuns, PrintWriter notes) throws IOException {
        try (Context sets = Pipeline.integerSets()) {
            Dependences dependences = Pipeline.plannable(sets, nest);
            Inputs.requireWithinArrays(dependences, new LinkedHashMap<>(input.sizes()));
            Inputs.sayOverflow(nest, new LinkedHashMap<>(input.sizes()), notes);
            requireNonzeroDivisors(notes);
            Tiler tiler = Pipeline.tiler(dependences, arguments.schedule(dependences, devices, notes));
            Plan plan = arguments.plan(dependences, tiler, devices, notes);
            Pipeline.programSeconds(tiler, new LinkedHashMap<>(input.sizes()), devices.described(), plan.candidate())
                    .ifPresent(seconds -> longRuns.beforePredicted(nest.name(), seconds, notes));
            Target target = devices.target();
            Passes passes = arguments.passes.of(devices);
            KernelProgram program = Pipeline.lower(plan, target, passes);
            String source = Pipeline.source(arguments.templates.templates(), passes, devices, program);
            double seconds = switch (target) {
                case C -> execute(program, source);
                case HIP -> throw target.notRun("run");
                case CUDA -> onDevice(devices, program, source, plan.candidate().toString());
            };
            return new Outcome(
                    plan.candidate(),
                    plan.rule(),
                    seconds,
                    Inputs.idle(dependences, new LinkedHashMap<>(input.sizes())));
        }
    }

    /** The program runs in this process: a division by zero would end it. */
    private void requireNonzeroDivisors(PrintWriter notes) {
        IntegerDivisions divisions = new IntegerDivisions(nest);
        Optional<UserError> fault =
                divisions.fault(input.sizes(), () -> input.data().copy());
        if (fault.isPresent()) {
            throw fault.get();
        }
        if (!divisions.isDecided(input.sizes())) {
            divisions.suspicion().ifPresent(words -> notes.println("note: " + words));
            notes.flush();
        }
    }

    private double execute(KernelProgram program, String source) throws IOException {
        ProgramInstance instance = new ProgramResolver(program).at(input.sizes());
        Path folder = Files.createTempDirectory("tilewright-run");
        try (GuardedArrays arrays = GuardedArrays.of(input.data(), instance.arrays())) {
            int pointers = instance.arrays().size();
            int integers = instance.parameters().size();
            Path file = HostCompiler.find().compile("nest", source + timed(pointers, integers), folder);
            HostLibrary library = HostLibrary.load(file, TIMED, pointers, integers);
            List<HostMemory> memories = arrays.memories();
            library.run(memories, instance.parameters());
            double seconds = library.integers(NANOSECONDS, 1)[0] * 1e-9;
            for (int a = 0; a < instance.arrays().size(); a++) {
                ArrayShape shape = instance.arrays().get(a);
                copyBack(memories.get(a), shape, input.data().array(shape.name()));
            }
            return seconds;
        } finally {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path each : files.toList()) {
                    Files.deleteIfExists(each);
                }
            }
            Files.deleteIfExists(folder);
        }
    }

    private double onDevice(Devices devices, KernelProgram program, String source, String candidate) {
        if (program.windows() != null) {
            throw UserError.badInput(
                    "run keeps arrays whole on the device; generate makes programs that hold windows of them");
        }
        ProgramResolver resolver = Pipeline.resolver(arguments.passes.of(devices), devices, program);
        ProgramInstance instance = resolver.at(input.sizes());
        try (Gpu gpu = Gpus.open(0);
                CudaMachine machine = new CudaMachine(gpu)) {
            byte[] cubin =
                    CudaCompiler.find().compile("nest", source, gpu.properties().architecture());
            try (Machine.Loaded loaded = machine.load(new Code(candidate, Binary.of(cubin), resolver.kernels()));
                    Machine.Workspace arrays = machine.workspace(GuardedArrays.of(input.data(), instance.arrays()));
                    Machine.Run run = loaded.prepare(instance, arrays)) {
                double seconds = run.time();
                GuardedArrays result = arrays.result();
                for (int a = 0; a < instance.arrays().size(); a++) {
                    ArrayShape shape = instance.arrays().get(a);
                    copyBack(result.memory(a), shape, input.data().array(shape.name()));
                }
                return seconds;
            }
        }
    }

    /** A function that calls the program's and keeps how long it took: the first call from Java takes longer than many nests. */
    private static String timed(int pointers, int integers) {
        List<String> types = new ArrayList<>(Collections.nCopies(pointers, "void *"));
        types.addAll(Collections.nCopies(integers, "int "));
        String parameters = IntStream.range(0, types.size())
                .mapToObj(i -> types.get(i) + "x" + i)
                .collect(Collectors.joining(", "));
        String arguments =
                IntStream.range(0, types.size()).mapToObj(i -> "x" + i).collect(Collectors.joining(", "));
        return """

            #include <time.h>
            long long %1$s[1];
            void %2$s(%3$s)
            {
                struct timespec start, end;
                timespec_get(&start, TIME_UTC);
                ((void (*)(%4$s))%5$s)(%6$s);
                timespec_get(&end, TIME_UTC);
                %1$s[0] = (end.tv_sec - start.tv_sec) * 1000000000LL + (end.tv_nsec - start.tv_nsec);
            }
            """.formatted(NANOSECONDS, TIMED, parameters, String.join(", ", types), Code.HOST_FUNCTION, arguments);
    }

    private static void copyBack(HostMemory memory, ArrayShape shape, ArrayData array) {
        for (int row = 0; row < shape.rows(); row++) {
            for (int column = 0; column < shape.columns(); column++) {
                long position = shape.position(row, column);
                int element = (int) (row * shape.columns() + column);
                if (shape.type().isFloating()) {
                    array.setAt(element, memory.get(shape.type(), position));
                } else {
                    array.setWholeAt(element, memory.getWhole(shape.type(), position));
                }
            }
        }
    }
}
