package tilewright.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Memory of this machine. */
final class MachineMemory {
    private static final Path LINUX = Path.of("/proc/meminfo");

    private MachineMemory() {}

    /** Bytes that a process may still take; {@link Long#MAX_VALUE} where the system does not say. */
    static long available() {
        try (Stream<String> lines = Files.lines(LINUX)) {
            return lines.filter(line -> line.startsWith("MemAvailable:"))
                    .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(Long.MAX_VALUE);
        } catch (IOException e) {
            return Long.MAX_VALUE;
        }
    }
}
