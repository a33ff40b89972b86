package tilewright.kernel.emulate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tilewright.kernel.Function;
import tilewright.kernel.HostStep;
import tilewright.kernel.Program;
import tilewright.kernel.ScalarType;

/** Runs launches, one after another; what streams leave open is known to {@link Order}. */
final class Launcher {
    /** The stream of what the host does where nothing else is said. */
    static final int MAIN = 0;

    /** The stream that runs ahead of it. */
    private static final int AHEAD = 1;

    /** The first of those that stand beside each other ({@link HostStep.InStream}). */
    static final int FIRST = 2;

    private final Program program;
    private final Run run;
    private final Map<String, GlobalArray> counters;
    private final Map<Shape, KernelCompiler.Kernel> kernels = new HashMap<>();
    private int launches;
    private int meets;

    private record Shape(String kernel, int threads) {}

    /** What a launch passes. */
    sealed interface Passed {
        record Number(ScalarType type, long bits) implements Passed {}

        record Base(GlobalArray array) implements Passed {}
    }

    Launcher(Program program, Run run) {
        this.program = program;
        this.run = run;
        counters = Host.counters(program);
    }

    /** What the host does for itself counts as the first launch. */
    Launch host() {
        return begin("host", 1, 1, MAIN, false, false);
    }

    private Launch begin(String kernel, int blocks, int threads, int stream, boolean ordered, boolean together) {
        Launch launch = new Launch(launches++, kernel, blocks, threads, stream, meets, ordered, together);
        run.order().begin(launch);
        return launch;
    }

    /** All streams end what they have begun. */
    void awaitDevice() {
        meets++;
    }

    /** Sets all elements, in the main stream. */
    void fill(GlobalArray array, long bits, Site site) {
        Block block = new Block(run, begin("fill", 1, 1, MAIN, false, false), 0, new Names(Map.of()).frame(1, 0), null);
        for (int i = 0; i < array.elements(); i++) {
            array.access(GlobalArray.Kind.WRITE, i, block, 0, site);
            array.bits[i] = bits;
            array.origin[i] = Lanes.SET;
            array.release(i, null);
        }
    }

    /** Copies an element of every row and column, by one thread of a launch in the present stream. */
    void transfer(Transfer copy, int stream, Site site) {
        Block block =
                new Block(run, begin("transfer", 1, 1, stream, false, false), 0, new Names(Map.of()).frame(1, 0), null);
        for (long r = 0; r < copy.rows(); r++) {
            for (long c = 0; c < copy.columns(); c++) {
                int from = copy.from().element(r, c, block, site);
                int to = copy.to().element(r, c, block, site);
                GlobalArray source = copy.from().array();
                GlobalArray target = copy.to().array();
                source.access(GlobalArray.Kind.READ, from, block, 0, site);
                target.access(GlobalArray.Kind.WRITE, to, block, 0, site);
                target.set(to, source.bits[from], source.origin[from], run);
                target.release(to, null);
            }
        }
    }

    /** Rows of an array, in numbers. */
    record Rows(GlobalArray array, long first, long pitch) {
        int element(long row, long column, Block block, Site site) {
            long element = first + row * pitch + column;
            if (element < 0 || element >= array.elements()) {
                block.faults()
                        .report(
                                Fault.Kind.OUT_OF_BOUNDS,
                                "element " + element + " of " + array.elements(),
                                site,
                                block,
                                0,
                                array.name);
                throw new Faults.Stopped();
            }
            return (int) element;
        }
    }

    /** What is copied, in numbers. */
    record Transfer(Rows from, Rows to, long rows, long columns) {}

    /** @param stream that it belongs to where it is not that of launches that run ahead */
    void launch(HostStep.Launch step, long blocks, int stream, List<Passed> arguments) {
        meets += step.meets() ? 1 : 0;
        if (blocks > Integer.MAX_VALUE) {
            throw fail(Fault.Kind.HOST, blocks + " blocks", step.function());
        }
        if (blocks > 0) {
            KernelCompiler.Kernel kernel = kernel(step.function(), step.threads(), step.sharedBytes(), arguments);
            int own = step.ahead() ? AHEAD : stream;
            boolean together = kernel.function().starts(Function.Start.TOGETHER);
            launch(kernel, step.function(), (int) blocks, own, kernel.ordered(), together, arguments);
        }
    }

    void launchTogether(HostStep.LaunchTogether step, List<Passed> arguments) {
        KernelCompiler.Kernel kernel = kernel(step.function(), step.threads(), step.sharedBytes(), arguments);
        launch(kernel, step.function(), run.together(), MAIN, true, true, arguments);
    }

    private void launch(
            KernelCompiler.Kernel kernel,
            String name,
            int blocks,
            int stream,
            boolean ordered,
            boolean together,
            List<Passed> arguments) {
        Launch launch = begin(name, blocks, kernel.threads(), stream, ordered, together);
        run.phase().next();
        run.counters().launch(blocks);
        if (ordered) {
            interleaved(launch, kernel, arguments);
        } else {
            Frame frame = kernel.frame();
            bind(frame, kernel, arguments);
            for (int number : shuffled(IntStream.range(0, launch.blocks()))) {
                run(new Block(run, launch, number, frame, null), kernel);
            }
        }
    }

    /** A kernel that is ready, and fits what it is launched with. */
    private KernelCompiler.Kernel kernel(String name, int threads, int sharedBytes, List<Passed> arguments) {
        KernelCompiler.Kernel kernel = kernels.computeIfAbsent(
                new Shape(name, threads),
                shape -> KernelCompiler.compile(program, shape.kernel(), shape.threads(), run, counters));
        require(name, threads, sharedBytes, kernel, arguments);
        return kernel;
    }

    private void interleaved(Launch launch, KernelCompiler.Kernel kernel, List<Passed> arguments) {
        List<Integer> numbers = shuffled(IntStream.range(0, launch.blocks()));
        int[] next = {0};
        boolean ended = new Interleaving(run.random()).run(launch.blocks(), turn -> {
            int number = numbers.get(next[0]++);
            Frame frame = kernel.frame();
            bind(frame, kernel, arguments);
            return () -> run(new Block(run, launch, number, frame, turn), kernel);
        });
        if (!ended) {
            fail(
                    Fault.Kind.NO_END,
                    "some blocks wait for each other, or at a barrier of the grid for blocks that have ended",
                    launch.kernel());
        }
    }

    private void run(Block block, KernelCompiler.Kernel kernel) {
        Active threads = new Active(block.launch.threads());
        int warps = Math.ceilDiv(block.launch.threads(), Active.WARP);
        for (int warp : shuffled(IntStream.range(0, warps))) {
            int first = warp * Active.WARP;
            int end = Math.min(first + Active.WARP, block.launch.threads());
            shuffled(IntStream.range(first, end)).forEach(threads::add);
        }
        kernel.step().run(block, threads);
    }

    private List<Integer> shuffled(IntStream numbers) {
        List<Integer> list = numbers.boxed().collect(Collectors.toCollection(ArrayList::new));
        Collections.shuffle(list, Random.from(run.random()));
        return list;
    }

    private static void bind(Frame frame, KernelCompiler.Kernel kernel, List<Passed> arguments) {
        for (int p = 0; p < arguments.size(); p++) {
            int slot = kernel.parameters().get(p);
            switch (arguments.get(p)) {
                case Passed.Number n -> {
                    ScalarType type = ((Function.Parameter.Value)
                                    kernel.function().parameters().get(p))
                            .variable()
                            .type();
                    java.util.Arrays.fill(
                            frame.variables[slot].bits,
                            Arithmetic.conversion(n.type(), type).applyAsLong(n.bits()));
                }
                case Passed.Base b -> frame.bases[slot] = b.array();
            }
        }
    }

    /** What a launch needs to be accepted. */
    private void require(
            String name, int threads, int sharedBytes, KernelCompiler.Kernel kernel, List<Passed> arguments) {
        if (!(kernel.function().kind() instanceof Function.Kind.Kernel limits)) {
            throw fail(Fault.Kind.HOST, "a function that is no kernel is launched", name);
        }
        if (threads > limits.threads()) {
            fail(Fault.Kind.HOST, threads + " threads, and the kernel is made for " + limits.threads(), name);
        }
        if (sharedBytes < kernel.sharedBytes()) {
            fail(
                    Fault.Kind.HOST,
                    sharedBytes + " bytes of shared memory, and the kernel needs " + kernel.sharedBytes(),
                    name);
        }
        List<Function.Parameter> parameters = kernel.function().parameters();
        if (parameters.size() != arguments.size()) {
            fail(Fault.Kind.HOST, arguments.size() + " arguments, and the kernel takes " + parameters.size(), name);
        }
        for (int p = 0; p < parameters.size(); p++) {
            boolean fits = switch (parameters.get(p)) {
                case Function.Parameter.Value _ -> arguments.get(p) instanceof Passed.Number;
                case Function.Parameter.Base b ->
                    arguments.get(p) instanceof Passed.Base(GlobalArray array)
                            && array.type == b.array().type();
            };
            if (!fits) {
                fail(
                        Fault.Kind.HOST,
                        "argument " + (p + 1) + " is not what "
                                + parameters.get(p).name() + " is",
                        name);
            }
        }
    }

    private Faults.Stopped fail(Fault.Kind kind, String message, String kernel) {
        run.faults().host(kind, message, kernel, launches);
        throw new Faults.Stopped();
    }
}
