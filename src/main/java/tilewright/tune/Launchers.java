package tilewright.tune;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Ways to start a worker. They differ by the command alone. */
final class Launchers {
    /** Tells a worker's command which one it is, from 0. */
    static final String NUMBER = "TILEWRIGHT_WORKER";

    private Launchers() {}

    /**
     * On this machine, with this process's Java and class path.
     *
     * @param mainClass whose main method is {@link WorkerMain}'s, or a stand-in
     * @param folder for its files
     */
    static WorkerClient.Launcher here(Class<?> mainClass, Path folder) {
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

    static List<String> java(Class<?> mainClass, Path folder) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:+UseSerialGC");
        command.add("--enable-native-access=ALL-UNNAMED");
        // A crash is an expected way to end: no core, and the report where it is deleted with everything else.
        command.add("-XX:-CreateCoredumpOnCrash");
        command.add("-XX:ErrorFile=" + folder.resolve("crash-%p.log"));
        command.add("-cp");
        command.add(absolute(System.getProperty("java.class.path")));
        command.add(mainClass.getName());
        return command;
    }

    /** The worker runs in another folder. */
    private static String absolute(String classPath) {
        String separator = System.getProperty("path.separator");
        return String.join(
                separator,
                Stream.of(classPath.split(Pattern.quote(separator)))
                        .map(entry -> Path.of(entry).toAbsolutePath().toString())
                        .toList());
    }
}
