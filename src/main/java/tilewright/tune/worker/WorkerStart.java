package tilewright.tune.worker;

import java.io.IOException;

/** A worker whose standard input and output are this process's. */
public final class WorkerStart {
    private WorkerStart() {}

    /**
     * Runs it until its input ends, in a process of its own: a program that crashes ends that, and the settings of OpenMP
     * must stand before it starts.
     *
     * @return its exit code
     */
    public static int run() throws IOException, InterruptedException {
        try (Scratch scratch = Scratch.create("tilewright-worker")) {
            ProcessBuilder builder = new ProcessBuilder(Launchers.java(WorkerMain.class, scratch.folder())).inheritIO();
            builder.environment().putAll(OpenMp.settings());
            Process worker = builder.start();
            Thread end = Thread.ofPlatform().unstarted(worker::destroyForcibly);
            Runtime.getRuntime().addShutdownHook(end);
            int code = worker.waitFor();
            Runtime.getRuntime().removeShutdownHook(end);
            return code;
        }
    }
}
