package tilewright.tune;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;

/**
 * How OpenMP programs run while they are measured. Threads that wait for work sleep: where they spin, whatever else runs on a
 * shared machine stretches some runs many times. Every thread stays on one processor. What the user has set stays.
 */
public final class OpenMp {
    private OpenMp() {}

    /** Variables of the environment of programs that are measured. */
    public static SequencedMap<String, String> settings() {
        return settings(System.getenv());
    }

    /** @param given the environment of this process */
    static SequencedMap<String, String> settings(Map<String, String> given) {
        SequencedMap<String, String> settings = new LinkedHashMap<>();
        settings.put("OMP_WAIT_POLICY", "passive");
        settings.put("OMP_NUM_THREADS", String.valueOf(Runtime.getRuntime().availableProcessors()));
        settings.put("OMP_DYNAMIC", "false");
        settings.put("OMP_PROC_BIND", "close");
        settings.put("OMP_PLACES", "threads");
        settings.replaceAll((name, value) -> given.getOrDefault(name, value));
        return settings;
    }
}
