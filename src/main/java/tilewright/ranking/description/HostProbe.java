package tilewright.ranking.description;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What Linux says of this machine's cores and caches. Whatever cannot be read keeps the device file's value.
 *
 * @param root the file system's root; a test's own directory there
 */
record HostProbe(Path root) {
    private static final Pattern SIZE = Pattern.compile("(\\d+)([KMG]?)");
    private static final Pattern MEGAHERTZ = Pattern.compile("(?m)^cpu MHz\\s*:\\s*([0-9.]+)");

    /** The description with this machine's number of cores, clock and cache sizes. */
    HostDescription adapt(HostDescription generic) {
        return generic.adaptedTo(
                Runtime.getRuntime().availableProcessors(), clockHertz().orElse(generic.clockHertz()), cacheBytes());
    }

    /** Sizes of the data and unified caches of the first core: L1, L2, L3. */
    Map<String, Long> cacheBytes() {
        Map<String, Long> sizes = new HashMap<>();
        for (int index = 0; index < 8; index++) {
            Path cache = root.resolve("sys/devices/system/cpu/cpu0/cache/index" + index);
            Optional<String> level = read(cache.resolve("level"));
            Optional<String> type = read(cache.resolve("type"));
            Optional<String> size = read(cache.resolve("size"));
            if (level.isPresent() && size.isPresent() && !type.orElse("").equals("Instruction")) {
                bytes(size.get()).ifPresent(b -> sizes.put("L" + level.get(), b));
            }
        }
        return sizes;
    }

    private OptionalDouble clockHertz() {
        Optional<String> kilohertz = read(root.resolve("sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq"));
        if (kilohertz.isPresent() && kilohertz.get().matches("\\d+")) {
            return OptionalDouble.of(Double.parseDouble(kilohertz.get()) * 1e3);
        }
        Matcher matcher = MEGAHERTZ.matcher(read(root.resolve("proc/cpuinfo")).orElse(""));
        return matcher.find() ? OptionalDouble.of(Double.parseDouble(matcher.group(1)) * 1e6) : OptionalDouble.empty();
    }

    /** {@code 32K} is 32768. */
    static Optional<Long> bytes(String text) {
        Matcher matcher = SIZE.matcher(text.toUpperCase(Locale.ROOT));
        if (!matcher.matches()) {
            return Optional.empty();
        }
        int shift = switch (matcher.group(2)) {
            case "K" -> 10;
            case "M" -> 20;
            case "G" -> 30;
            default -> 0;
        };
        return Optional.of(Long.parseLong(matcher.group(1)) << shift);
    }

    private static Optional<String> read(Path file) {
        try {
            return Files.isReadable(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // a file of /sys that exists but cannot be read tells nothing
        }
    }
}
