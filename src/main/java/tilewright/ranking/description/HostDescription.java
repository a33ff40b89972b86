package tilewright.ranking.description;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import tilewright.model.UserError;

/**
 * A shared-memory CPU, as OpenMP sees it: what {@code calibrate --target c} measures. Rates of caches and memory count bytes
 * read plus written by loops that a compiler made vectors of.
 *
 * @param adapt whether cores, clock and cache sizes are replaced by those of this machine (see {@link HostProbe})
 * @param processors cores that run threads
 * @param vectorBytes bytes of the vectors that compilers use
 * @param instructions arithmetic in registers, all cores together
 * @param caches from the smallest to the largest
 * @param overlap how far arithmetic hides transfers: exponent of {@link tilewright.ranking.cost.Queueing#overlapped Queueing.overlapped}
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
        Memory memory,
        Loops loops,
        Threads threads,
        double overlap,
        Map<String, String> sources)
        implements DeviceDescription {
    /**
     * One level of cache.
     *
     * @param bytes of one core's cache, or of the whole where it is shared
     * @param bytesPerSecond of all cores together
     * @param coreBytesPerSecond of one core while the others rest
     * @param latencySeconds of a load that hits it
     * @param apartSeconds of a row of one line that hits it, below rows of one line in pages of their own; several are on their way; the latency where a file does not tell
     * @param perCore whether every core has its own
     */
    public record Cache(
            String name,
            long bytes,
            double bytesPerSecond,
            double coreBytesPerSecond,
            double latencySeconds,
            double apartSeconds,
            boolean perCore) {}

    /**
     * Main memory.
     *
     * @param bytesPerSecond of all cores together
     * @param coreBytesPerSecond of one core while the others rest
     * @param latencySeconds of a load
     * @param apartSeconds as of a cache
     * @param touchSeconds of the first access to a byte of memory that the system has just handed out, shared out over its page
     * @param columns of elements in pages of their own, the shortest first: cores keep the addresses of some pages at hand and look up the others; none where a file does not tell
     */
    public record Memory(
            double bytesPerSecond,
            double coreBytesPerSecond,
            double latencySeconds,
            double apartSeconds,
            double touchSeconds,
            List<Column> columns) {
        /** Rows apart, each in a page of its own, that are measured before the columns beside them. */
        public static final int ROWS_APART = 256;

        public Memory {
            columns = List.copyOf(columns);
        }

        /**
         * A column that is walked again and again.
         *
         * @param pages in which its elements lie
         * @param seconds of an element
         */
        public record Column(double pages, double seconds) {}

        /** Seconds of an element of a column of so many pages, between the measured ones in proportion; 0 where none was measured. */
        public double column(double pages) {
            return columns.isEmpty() ? 0 : Measured.at(pages, columns, Column::pages, Column::seconds);
        }

        /** What a row of one line in a page of its own takes more than those that were measured, which are fewer. */
        public double lookup(double pages) {
            return Math.max(0, column(pages) - column(ROWS_APART));
        }
    }

    /**
     * Loops of one core whose data lie in its first cache.
     *
     * @param loadBytesPerSecond of vectors
     * @param storeBytesPerSecond of vectors
     * @param rows rows of updates by type and operation ({@code real fma}: {@code c(j) = c(j) + a * b(j)}; {@code real min}: {@code
     *     c(j) = min(c(j), a + b(j))}; the same of {@code double}), the shortest first: what compilers make of them changes with their length
     * @param startSeconds of an inner loop
     * @param acrossSeconds to copy an element from a row to a column
     * @param checkedSeconds to copy an element after two comparisons
     */
    public record Loops(
            double loadBytesPerSecond,
            double storeBytesPerSecond,
            Map<String, List<Row>> rows,
            double startSeconds,
            double acrossSeconds,
            double checkedSeconds) {
        public Loops {
            rows = Map.copyOf(rows);
        }

        /**
         * A row.
         *
         * @param elements its length
         * @param seconds from the start of one to the start of the next
         */
        public record Row(double elements, double seconds) {}

        /** Seconds of an update's row, between the measured lengths in proportion. */
        public double row(String update, double elements) {
            List<Row> measured = rows.get(update);
            if (measured == null || measured.isEmpty()) {
                throw UserError.badInput("the device file has no loops.rows of '" + update + "'");
            }
            Row longest = measured.getLast();
            return elements <= longest.elements
                    ? Measured.at(elements, measured, Row::elements, Row::seconds)
                    : longest.seconds * elements / longest.elements;
        }
    }

    /**
     * Parallel loops.
     *
     * @param forkJoinSeconds to start and end one
     * @param blockSeconds of a thread, to be handed out one of its blocks while the others ask, too
     */
    public record Threads(double forkJoinSeconds, double blockSeconds) {}

    /** Of blocks of one iteration with so many points, as many as one thread runs alone: others would be started in vain. */
    public static int blocksAlone(long points) {
        return Math.toIntExact(Math.max(1, KernelCosts.measured().pointsAlone() / points));
    }

    public HostDescription {
        Objects.requireNonNull(instructions, "no instructions");
        Objects.requireNonNull(memory, "no memory");
        Objects.requireNonNull(loops, "no loops");
        Objects.requireNonNull(threads, "no threads");
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

    /** Bytes per second of one core, while all work, of what lies below a cache: of the next one, or of memory. */
    public double below(int cache) {
        return (cache + 1 < caches.size() ? caches.get(cache + 1).bytesPerSecond : memory.bytesPerSecond) / processors;
    }

    /**
     * The same kind of core on another machine.
     *
     * @param cacheBytes sizes by name; caches without one keep theirs
     */
    HostDescription adaptedTo(int cores, double hertz, Map<String, Long> cacheBytes) {
        double faster = hertz / clockHertz;
        double factor = cores * faster / processors;
        List<Cache> adapted = caches.stream()
                .map(c -> new Cache(
                        c.name,
                        cacheBytes.getOrDefault(c.name, c.bytes),
                        c.bytesPerSecond * factor,
                        c.coreBytesPerSecond * faster,
                        c.latencySeconds / faster,
                        c.apartSeconds / faster,
                        c.perCore))
                .toList();
        Map<String, List<Loops.Row>> rows = new TreeMap<>();
        loops.rows.forEach((update, measured) -> rows.put(
                update,
                measured.stream()
                        .map(r -> new Loops.Row(r.elements, r.seconds / faster))
                        .toList()));
        Loops scaled = new Loops(
                loops.loadBytesPerSecond * faster,
                loops.storeBytesPerSecond * faster,
                rows,
                loops.startSeconds / faster,
                loops.acrossSeconds / faster,
                loops.checkedSeconds / faster);
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
                memory,
                scaled,
                threads,
                overlap,
                sources);
    }
}
