package tilewright.ranking.cost;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tilewright.ranking.cost.HostLoop.Part;

/**
 * What loops touch, and so how many bytes a cache of a given size must fetch: what fits is fetched once. Each loop's footprint is found once, for all
 * caches and for all loops around it.
 */
final class HostFootprints {
    private final List<Known> body;
    private final Map<String, Part> all;

    HostFootprints(List<HostLoop> body) {
        this.body = body.stream().map(HostFootprints::known).toList();
        this.all = largest(this.body);
    }

    /**
     * A loop and what is known of it.
     *
     * @param body of a loop that repeats something
     * @param inside footprint of one iteration; that of a row is its own
     * @param own footprint of all iterations
     * @param loops by array the loops on which some place in it depends, as masks
     */
    private record Known(
            HostLoop loop, List<Known> body, Map<String, Part> inside, Map<String, Part> own, Map<String, Long> loops) {
        boolean varies(String data, int with) {
            return (loops.getOrDefault(data, 0L) & 1L << with) != 0;
        }
    }

    private static Known known(HostLoop loop) {
        Map<String, Part> own = new LinkedHashMap<>();
        Map<String, Long> loops = new HashMap<>();
        switch (loop) {
            case HostLoop.Row row -> {
                for (HostLoop.Touch touch : row.touches()) {
                    own.merge(touch.data(), new Part(touch.bytes(), touch.writes() ? touch.bytes() : 0), Part::larger);
                    loops.merge(touch.data(), touch.loops(), (a, b) -> a | b);
                }
                return new Known(loop, List.of(), own, own, loops);
            }
            case HostLoop.Repeat repeat -> {
                List<Known> body = new ArrayList<>();
                for (HostLoop each : repeat.body()) {
                    Known inner = known(each);
                    body.add(inner);
                    inner.loops.forEach((data, mask) -> loops.merge(data, mask, (a, b) -> a | b));
                    inner.own.forEach((data, part) -> own.merge(
                            data, part.times(inner.varies(data, repeat.loop()) ? repeat.times() : 1), Part::larger));
                }
                return new Known(loop, body, largest(body), own, loops);
            }
        }
    }

    private static Map<String, Part> largest(List<Known> body) {
        Map<String, Part> largest = new LinkedHashMap<>();
        for (Known each : body) {
            each.own.forEach((data, part) -> largest.merge(data, part, Part::larger));
        }
        return largest;
    }

    /** Different bytes by array. */
    Map<String, Part> all() {
        return all;
    }

    /** Bytes by array that a cache of so many bytes, empty at first, fetches and writes back. */
    Map<String, Part> fetched(double cache) {
        return fetched(body, all, cache);
    }

    /** @param once footprint of the body */
    private static Map<String, Part> fetched(List<Known> body, Map<String, Part> once, double cache) {
        double missing = HostLoop.missing(once, cache);
        if (missing == 0) {
            return once;
        }
        Map<String, Part> again = new LinkedHashMap<>();
        for (Known each : body) {
            fetched(each, cache).forEach((data, part) -> again.merge(data, part, Part::plus));
        }
        return mixed(once, again, missing);
    }

    private static Map<String, Part> fetched(Known known, double cache) {
        return switch (known.loop) {
            case HostLoop.Row _ -> known.own;
            case HostLoop.Repeat repeat -> {
                double missing = HostLoop.missing(known.inside, cache);
                Map<String, Part> all = new LinkedHashMap<>();
                fetched(known.body, known.inside, cache).forEach((data, part) -> {
                    double times =
                            known.varies(data, repeat.loop()) ? repeat.times() : 1 + missing * (repeat.times() - 1);
                    all.put(data, part.times(times));
                });
                yield all;
            }
        };
    }

    private static Map<String, Part> mixed(Map<String, Part> once, Map<String, Part> again, double missing) {
        Map<String, Part> mixed = new LinkedHashMap<>();
        once.forEach((data, part) -> mixed.put(data, part.toward(again.getOrDefault(data, part), missing)));
        return mixed;
    }
}
