package tilewright.tune.worker;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import tilewright.model.UserError;

/**
 * How OpenMP programs run while they are measured. Threads that wait for work sleep: where they spin, whatever else runs on a
 * shared machine stretches some runs many times. Every thread stays on one processor. What the user has set stays.
 */
public final class OpenMp {
    private static final String THREADS = "OMP_NUM_THREADS";
    /** More than these end a program where their stacks do not fit. */
    private static final int MOST_THREADS = 1024;

    private static final int MOST_OF_A_PROCESSOR = 4;

    private OpenMp() {}

    /** Variables of the environment of programs that are measured. */
    public static SequencedMap<String, String> settings() {
        return settings(System.getenv());
    }

    /** How many threads programs that are measured have. */
    public static int threads() {
        String given = Objects.requireNonNull(settings().get(THREADS));
        return Integer.parseInt(given.split(",")[0].strip());
    }

    /** @param given the environment of this process */
    static SequencedMap<String, String> settings(Map<String, String> given) {
        SequencedMap<String, String> settings = new LinkedHashMap<>();
        settings.put("OMP_WAIT_POLICY", "passive");
        settings.put(THREADS, String.valueOf(Runtime.getRuntime().availableProcessors()));
        settings.put("OMP_DYNAMIC", "false");
        settings.put("OMP_PROC_BIND", "close");
        settings.put("OMP_PLACES", "threads");
        settings.replaceAll(
                (name, value) -> given.getOrDefault(name, "").isBlank() ? value : String.valueOf(given.get(name)));
        requireThreads(Objects.requireNonNull(settings.get(THREADS)));
        return settings;
    }

    /** What no runtime takes would be passed over by it, or end its program; a list has one number for each level. */
    private static void requireThreads(String value) {
        int most = Math.max(
                MOST_THREADS, MOST_OF_A_PROCESSOR * Runtime.getRuntime().availableProcessors());
        boolean isList = value.matches("\\s*\\d{1,9}\\s*(,\\s*\\d{1,9}\\s*)*");
        int first = isList ? Integer.parseInt(value.split(",")[0].strip()) : 0;
        if (first < 1 || first > most) {
            throw UserError.badInput(THREADS + "=" + value + ": expected a number of threads from 1 to " + most
                    + "; change it, or unset it for all processors of this machine");
        }
    }
}
