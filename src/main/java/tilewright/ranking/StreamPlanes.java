package tilewright.ranking;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tilewright.tiling.TimeShape;
import tilewright.tiling.TimeTile;

/**
 * What a thread keeps where blocks go plane by plane: what a statement writes is a version of its array, which lags behind the plane that arrives by as many planes as it waits for what it
 * reads, and is kept for as many as others read it.
 *
 * @param kept planes of all versions of each array; what is stored at once takes the place of the oldest plane of which it is made
 * @param handing versions of each array whose planes neighbours read
 */
record StreamPlanes(Map<String, Integer> kept, Map<String, Integer> handing) {
    private static final class Version {
        private final String array;
        private int lag;
        private int depth = 1;
        private boolean read;

        Version(String array, int lag) {
            this.array = array;
            this.lag = lag;
        }
    }

    /** @param iterations of a launch */
    static StreamPlanes of(TimeShape shape, int iterations) {
        List<Version> versions = new ArrayList<>();
        Map<String, Version> last = new HashMap<>();
        for (TimeShape.Array array : shape.arrays()) {
            if (array.transfer() == TimeTile.Transfer.CARRIED) {
                versions.add(new Version(array.name(), 0));
                last.put(array.name(), versions.getLast());
            }
        }
        for (int iteration = 0; iteration < iterations; iteration++) {
            shape.sweeps().forEach(s -> sweep(s, versions, last));
        }
        Map<String, Integer> kept = new HashMap<>();
        Map<String, Integer> handing = new HashMap<>();
        for (Version version : versions) {
            boolean storedAtOnce = version.depth == 1 && last.get(version.array) == version;
            kept.merge(version.array, storedAtOnce ? 0 : version.depth, Integer::sum);
            handing.merge(version.array, version.read ? 1 : 0, Integer::sum);
        }
        return new StreamPlanes(kept, handing);
    }

    private static void sweep(TimeShape.Sweep sweep, List<Version> versions, Map<String, Version> last) {
        Version before = last.get(sweep.target());
        int lag = before == null ? 0 : before.lag;
        for (TimeShape.Read read : sweep.reads()) {
            Version of = last.get(read.array());
            lag = Math.max(lag, (of == null ? 0 : of.lag) + wait(read));
        }
        for (TimeShape.Read read : sweep.reads()) {
            int first = lag - wait(read);
            Version of = last.computeIfAbsent(read.array(), a -> {
                versions.add(new Version(a, first));
                return versions.getLast();
            });
            of.depth = Math.max(of.depth, lag - of.lag - read.offset().getFirst() + 1);
            of.read |= isBeside(read);
        }
        if (before != null) {
            before.depth = Math.max(before.depth, lag - before.lag + 1);
        }
        versions.add(new Version(sweep.target(), lag));
        last.put(sweep.target(), versions.getLast());
    }

    private static int wait(TimeShape.Read read) {
        return read.offset().getFirst() + (isBeside(read) ? 1 : 0);
    }

    private static boolean isBeside(TimeShape.Read read) {
        return read.offset().stream().skip(1).anyMatch(o -> o != 0);
    }
}
