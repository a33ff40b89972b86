package tilewright.ranking.cost;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.ranking.description.DeviceDescription;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.HostDescription;
import tilewright.ranking.work.Resources;

/**
 * Predicted time of a candidate and what it is made of.
 *
 * @param seconds of the whole program on the device
 * @param terms seconds that each resource alone would take; {@code LATENCY} is what the others do not explain
 * @param traffic data moved
 * @param levels seconds by level of a step, summed over all steps
 * @param resources of the level that takes longest; null on a CPU, which has none to share out
 * @param start of these seconds those in which a run begins: the whole program's, not those of each of its parts
 */
public record Prediction(
        double seconds,
        Map<Term, Double> terms,
        Traffic traffic,
        List<LevelTime> levels,
        @Nullable Resources resources,
        double start) {
    /** A resource that may bind. */
    public enum Term {
        ARITHMETIC("arithmetic", "arithmetic", "arithmetic"),
        FAST_MEMORY("sharedMemory", "shared memory", "core's caches"),
        CACHE("cache", "L2 cache", "last cache"),
        MEMORY("globalMemory", "global memory", "main memory"),
        LATENCY("latency", "latency", "latency");

        private final String jsonName;
        private final String onGpu;
        private final String onHost;

        Term(String jsonName, String onGpu, String onHost) {
            this.jsonName = jsonName;
            this.onGpu = onGpu;
            this.onHost = onHost;
        }

        /** In JSON, on any device. */
        public String jsonName() {
            return jsonName;
        }

        /**
         * A stored name in words.
         *
         * @param host whether it is a processor's
         */
        public static Optional<String> words(String jsonName, boolean host) {
            return Stream.of(values())
                    .filter(term -> term.jsonName.equals(jsonName))
                    .map(term -> host ? term.onHost : term.onGpu)
                    .findFirst();
        }

        /** What it is on that device, for tables and sentences. */
        public String words(DeviceDescription device) {
            return switch (device) {
                case GpuDescription gpu -> onGpu;
                case HostDescription host -> onHost;
            };
        }
    }

    /**
     * Data moved over the whole run.
     *
     * @param reads values that blocks load from outside
     * @param writes values that blocks store
     * @param cacheBytes moved between processors and the cache that they share
     * @param memoryBytes moved to and from memory behind that cache
     * @param fastBytes read from shared memory (on a CPU: from the private caches)
     */
    public record Traffic(double reads, double writes, double cacheBytes, double memoryBytes, double fastBytes) {}

    /** @param description of the level, as in the family */
    public record LevelTime(String description, double seconds) {}

    public Prediction {
        terms = Map.copyOf(terms);
        levels = List.copyOf(levels);
    }

    /** What takes no time to begin. */
    Prediction(
            double seconds,
            Map<Term, Double> terms,
            Traffic traffic,
            List<LevelTime> levels,
            @Nullable Resources resources) {
        this(seconds, terms, traffic, levels, resources, 0);
    }

    /** The same with the seconds in which its run begins. */
    Prediction startedIn(double begun) {
        Map<Term, Double> later = new EnumMap<>(terms);
        later.put(Term.LATENCY, 0.0);
        double longest = 0;
        for (double term : later.values()) {
            longest = Math.max(longest, term);
        }
        later.put(Term.LATENCY, Math.max(0, seconds + begun - longest));
        return new Prediction(seconds + begun, later, traffic, levels, resources, begun);
    }

    /** The term that takes the largest part of the time. */
    public Term binding() {
        return terms.entrySet().stream()
                .max(Comparator.<Map.Entry<Term, Double>>comparingDouble(Map.Entry::getValue)
                        .thenComparing(e -> -e.getKey().ordinal()))
                .orElseThrow()
                .getKey();
    }

    /** Seconds of a term. */
    public double term(Term term) {
        return terms.getOrDefault(term, 0.0);
    }

    /** The terms of throughput, and as latency what the longest of them leaves unexplained. */
    static Map<Term, Double> terms(double seconds, double arithmetic, double fast, double cache, double memory) {
        Map<Term, Double> terms = new EnumMap<>(Term.class);
        terms.put(Term.ARITHMETIC, arithmetic);
        terms.put(Term.FAST_MEMORY, fast);
        terms.put(Term.CACHE, cache);
        terms.put(Term.MEMORY, memory);
        double longest = Math.max(Math.max(arithmetic, fast), Math.max(cache, memory));
        terms.put(Term.LATENCY, Math.max(0, seconds - longest));
        return terms;
    }
}
