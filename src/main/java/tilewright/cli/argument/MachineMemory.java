package tilewright.cli.argument;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tilewright.model.UserError;

/** Memory of this machine. */
public final class MachineMemory {
    private static final Path LINUX = Path.of("/proc/meminfo");

    private static final Pattern AMOUNT = Pattern.compile("(\\d{1,9})\\s*([mg])b?", Pattern.CASE_INSENSITIVE);

    private MachineMemory() {}

    /** Bytes that a process may still take; {@link Long#MAX_VALUE} where the system does not say. */
    public static long available() {
        try (Stream<String> lines = Files.lines(LINUX)) {
            return lines.filter(line -> line.startsWith("MemAvailable:"))
                    .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(Long.MAX_VALUE);
        } catch (IOException e) {
            return Long.MAX_VALUE;
        }
    }

    /**
     * Reads {@code 2g} or {@code 500m}, in bytes.
     *
     * @param option for the message, e.g. {@code --memory}
     * @throws UserError for anything else, and for none at all
     */
    public static long of(String option, String text) {
        Matcher matcher = AMOUNT.matcher(text.strip());
        if (!matcher.matches() || Long.parseLong(matcher.group(1)) == 0) {
            throw UserError.badInput(option + " " + text + ": expected an amount of memory such as 2g or 500m");
        }
        int shift = matcher.group(2).equalsIgnoreCase("g") ? 30 : 20;
        return Long.parseLong(matcher.group(1)) << shift;
    }

    /** Bytes that a process and those it started hold in memory; 0 where the system does not say. */
    public static long held(ProcessHandle process) {
        return Stream.concat(Stream.of(process), process.descendants())
                .mapToLong(each -> resident(each.pid()))
                .sum();
    }

    private static long resident(long process) {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(process), "status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(0);
        } catch (IOException | UncheckedIOException e) {
            // It has just ended.
            return 0;
        }
    }
}
