package tilewright.tune;

import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import tilewright.device.MachineInfo;
import tilewright.model.UserError;
import tilewright.tune.build.Toolchain;
import tilewright.tune.build.Tools;
import tilewright.tune.stored.Target;
import tilewright.tune.worker.Crew;
import tilewright.tune.worker.Quiet;
import tilewright.tune.worker.Scratch;
import tilewright.tune.worker.Workforce;

/** Workers, and the compilers of this machine, for one sweep or several, also at a time. */
public final class WorkerPool implements AutoCloseable {
    /** A large program takes a processor two seconds to compile, and some hundred megabytes meanwhile. */
    private static final int MOST_BUILDERS = 32;

    private final Tools tools;
    private final Scratch scratch;
    private final Crew crew;
    private final Quiet quiet;
    private final int builders;
    private final AtomicInteger sweeps = new AtomicInteger();

    private WorkerPool(Tools tools, Scratch scratch, boolean sharesProcessors, Consumer<String> notes) {
        this.tools = tools;
        this.scratch = scratch;
        builders = Math.clamp(Runtime.getRuntime().availableProcessors() - 1L, 1, MOST_BUILDERS);
        quiet = new Quiet(builders, sharesProcessors);
        crew = new Crew(tools.sessions(), notes);
    }

    /**
     * Starts workers.
     *
     * @param notes told of workers that were lost while others go on
     * @throws UserError (exit code 3) when a compiler is missing
     */
    public static WorkerPool open(Target target, Workforce workforce, Consumer<String> notes) throws IOException {
        Scratch scratch = Scratch.create("tilewright-tune");
        try {
            Tools tools = Tools.of(target, workforce, scratch.folder());
            return new WorkerPool(tools, scratch, target == Target.C && workforce.sharesProcessors(), notes);
        } catch (UserError e) {
            scratch.close();
            throw e;
        }
    }

    /** With other tools, on processors of their own. */
    static WorkerPool of(Tools tools, Consumer<String> notes) throws IOException {
        return new WorkerPool(tools, Scratch.create("tilewright-tune"), false, notes);
    }

    /**
     * What the workers have.
     *
     * @throws UserError when no worker can be had
     */
    MachineInfo machine() throws InterruptedException {
        return crew.machine();
    }

    /** A compiler for one more sweep, with a folder of its own. */
    Toolchain toolchain(MachineInfo machine) throws IOException {
        return tools.toolchains().of(machine, Files.createTempDirectory(scratch.folder(), "sweep"));
    }

    /** The workers as one more sweep sees them: sweeps that came first get them first. */
    Crew.Turn turn() {
        return crew.turn(sweeps.getAndIncrement());
    }

    /** Keeps compilers and timed programs apart. */
    Quiet quiet() {
        return quiet;
    }

    /** How many candidates are compiled at the same time. */
    int builders() {
        return builders;
    }

    /** Waits until some worker has nothing to do, or none is left. */
    void awaitIdle() throws InterruptedException {
        crew.awaitIdle();
    }

    @Override
    public void close() {
        crew.close();
        scratch.close();
    }
}
