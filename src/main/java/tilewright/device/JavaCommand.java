package tilewright.device;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Commands that start further processes of this one's kind: with its Java, its class path, and its options that make starts fast (classes
 * that were loaded ahead of time, a compiler for short work, and what the virtual machine says where these do not fit).
 */
public final class JavaCommand {
    private static final List<String> TAKEN_OVER = List.of("-XX:AOTCache=", "-XX:TieredStopAtLevel=", "-Xlog:");

    private JavaCommand() {}

    /**
     * A command; arguments of the program may be added to it.
     *
     * @param options of the virtual machine; where one is an option of this process too, it takes the place of that
     */
    public static List<String> of(List<String> options, Class<?> mainClass) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> TAKEN_OVER.stream().anyMatch(option::startsWith))
                .forEach(command::add);
        command.addAll(options);
        command.addAll(List.of("-cp", classPath(), mainClass.getName()));
        return command;
    }

    /** Absolute: the process may run in another folder. */
    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
