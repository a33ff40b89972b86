package tilewright.graph;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import tilewright.model.UserError;

/** Memory that something will take, said before it is taken. */
public final class MemoryNeed {
    private final Map<String, Long> parts = new LinkedHashMap<>();

    /** Adds a part, in bytes; parts of none are not shown. */
    public MemoryNeed with(String part, long bytes) {
        if (bytes > 0) {
            parts.merge(part, bytes, Long::sum);
        }
        return this;
    }

    /** All parts, in bytes. */
    public long bytes() {
        return parts.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * Refuses what the JVM cannot take.
     *
     * @throws UserError with every part and the way to give more
     */
    public void require(String what) {
        Runtime runtime = Runtime.getRuntime();
        long free = runtime.maxMemory() - (runtime.totalMemory() - runtime.freeMemory());
        if (bytes() > free) {
            throw UserError.badInput(what + " needs " + this + ", but only " + gigabytes(free)
                    + " are left to the JVM; give a smaller graph, or more memory by TILEWRIGHT_JAVA_OPTIONS=-Xmx"
                    + ((bytes() >> 30) + 2) + "g");
        }
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(gigabytes(bytes()));
        String separator = " (";
        for (Map.Entry<String, Long> part : parts.entrySet()) {
            text.append(separator).append(part.getKey()).append(' ').append(gigabytes(part.getValue()));
            separator = ", ";
        }
        return parts.isEmpty() ? text.toString() : text.append(')').toString();
    }

    private static String gigabytes(long bytes) {
        return bytes < 1 << 27
                ? String.format(Locale.ROOT, "%.1f MB", bytes / 1e6)
                : String.format(Locale.ROOT, "%.2f GB", bytes / 1e9);
    }
}
