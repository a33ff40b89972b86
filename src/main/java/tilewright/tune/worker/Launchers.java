package tilewright.tune.worker;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tilewright.device.JavaCommand;

/** Ways to start a worker. They differ by the command alone. */
public final class Launchers {
    /** Tells a worker's command which one it is, from 0. */
    static final String NUMBER = "TILEWRIGHT_WORKER";

    private Launchers() {}

    /**
     * On this machine, with this process's Java and class path.
     *
     * @param mainClass whose main method is {@link WorkerMain}'s, or a stand-in
     * @param folder for its files
     */
    public static WorkerClient.Launcher here(Class<?> mainClass, Path folder) {
        return () -> WorkerProcess.start(java(mainClass, folder), OpenMp.settings(), folder, folder);
    }

    /**
     * Wherever a command of the user's shell starts {@code tilewright worker}.
     *
     * @param number of this one among the workers
     */
    static WorkerClient.Launcher command(String command, int number, Path folder) {
        Map<String, String> settings = Map.of(NUMBER, String.valueOf(number));
        return () -> WorkerProcess.start(
                List.of("sh", "-c", command), settings, Path.of("").toAbsolutePath(), folder);
    }

    public static List<String> java(Class<?> mainClass, Path folder) {
        // A crash is an expected way to end: no core, and the report where it is deleted with everything else.
        List<String> options = List.of(
                "-XX:+UseSerialGC", "-XX:-CreateCoredumpOnCrash", "-XX:ErrorFile=" + folder.resolve("crash-%p.log"));
        return JavaCommand.of(options, mainClass);
    }
}
