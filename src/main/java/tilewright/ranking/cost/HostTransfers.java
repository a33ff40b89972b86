package tilewright.ranking.cost;

import java.util.List;
import tilewright.ranking.description.HostDescription;

/**
 * What the loops of a step move between the levels of the memory.
 *
 * @param coreSeconds of all blocks' transfers between a core's own caches and the next ones, if one core did all of them
 * @param innerBytes into the first cache
 * @param lastBytes through the last cache
 * @param memoryBytes of main memory
 * @param memoryCharge bytes that take as long at the measured rate ({@link HostLoop.Part#beyondCores})
 */
record HostTransfers(double coreSeconds, double innerBytes, double lastBytes, double memoryBytes, double memoryCharge) {
    /**
     * @param all blocks of a step
     * @param swept bytes that a step touches
     * @param steps how often it runs; only the first finds what it touches in no cache
     */
    static HostTransfers of(HostDescription device, List<HostLoop> all, double swept, double steps) {
        double seconds = 0;
        double inner = 0;
        double beforeLast = 0;
        int last = device.caches().size() - 1;
        HostFootprints footprints = new HostFootprints(all);
        for (int c = 0; c < last; c++) {
            HostLoop.Part part =
                    HostLoop.sum(footprints.fetched(device.caches().get(c).bytes()));
            double bytes = part.moved();
            boolean own = device.caches().get(c + 1).perCore();
            seconds += (own ? bytes : part.beyondCores()) / device.below(c);
            beforeLast = bytes;
            inner = c == 0 ? bytes : inner;
        }
        double lost = HostLoop.missing(swept, device.lastCache().bytes());
        HostLoop.Part memory =
                HostLoop.sum(footprints.fetched(device.lastCache().bytes())).times((1 + (steps - 1) * lost) / steps);
        return new HostTransfers(seconds, inner, beforeLast, memory.moved(), memory.beyondCores());
    }

    /**
     * Seconds that a row waits for its first line where it begins somewhere in an array, beside other rows whose lines are on their way: nothing within what cores have for themselves.
     *
     * @param swept bytes that a step touches
     * @param rows that begin somewhere before the columns beside them do
     */
    static double startSeconds(HostDescription device, double swept, double rows) {
        HostDescription.Cache last = device.lastCache();
        double own = 0;
        for (HostDescription.Cache cache : device.caches()) {
            own = cache.perCore() ? (double) cache.bytes() * device.processors() : own;
        }
        double beyond = device.memory().apartSeconds() - last.apartSeconds();
        return HostLoop.missing(swept, own)
                        * (last.apartSeconds() + device.memory().lookup(rows))
                + HostLoop.missing(swept, last.bytes()) * beyond;
    }
}
