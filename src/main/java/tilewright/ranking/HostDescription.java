package tilewright.ranking;

import java.util.List;
import java.util.Map;

/**
 * A shared-memory CPU, as OpenMP sees it. In the file, rates are per second of the described clock and number of
 * cores; with {@code adapt} they are scaled to the machine that runs (see {@link HostProbe}).
 *
 * @param adapt whether cores, clock and cache sizes are replaced by those of this machine
 * @param processors cores that run threads
 * @param vectorBytes bytes of a vector register
 * @param caches from the smallest to the largest
 * @param memoryBytesPerSecond main memory, read plus write, all cores together
 * @param forkJoin seconds to start and end one parallel loop
 * @param loop seconds to start one inner loop
 */
public record HostDescription(
        String schema,
        String kind,
        String name,
        String fullName,
        boolean adapt,
        int processors,
        double clockHertz,
        int vectorBytes,
        InstructionRates instructions,
        List<Cache> caches,
        double memoryBytesPerSecond,
        double forkJoin,
        double loop,
        double overlap,
        Map<String, String> sources)
        implements DeviceDescription {
    /**
     * One level of cache.
     *
     * @param bytes of one core's cache, or of the whole where it is shared
     * @param bytesPerSecond of all cores together
     * @param perCore whether every core has its own
     */
    public record Cache(String name, long bytes, double bytesPerSecond, boolean perCore) {}

    public HostDescription {
        caches = List.copyOf(caches);
        sources = Map.copyOf(sources);
        if (processors < 1 || overlap < 1 || caches.isEmpty()) {
            throw new IllegalArgumentException("processors and overlap must be at least 1, and there must be a cache");
        }
    }

    /** The largest cache. */
    public Cache lastCache() {
        return caches.getLast();
    }

    /**
     * The same kind of core on another machine.
     *
     * @param cacheBytes sizes by name; caches without one keep theirs
     */
    HostDescription adaptedTo(int cores, double hertz, Map<String, Long> cacheBytes) {
        double factor = cores * hertz / (processors * clockHertz);
        List<Cache> adapted = caches.stream()
                .map(c -> new Cache(
                        c.name, cacheBytes.getOrDefault(c.name, c.bytes), c.bytesPerSecond * factor, c.perCore))
                .toList();
        return new HostDescription(
                schema,
                kind,
                name,
                fullName,
                false,
                cores,
                hertz,
                vectorBytes,
                instructions.times(factor),
                adapted,
                memoryBytesPerSecond,
                forkJoin,
                loop,
                overlap,
                sources);
    }
}
