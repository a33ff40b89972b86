package tilewright.ranking;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * A loop nest as one core runs it, down to rows: innermost loops along contiguous memory. It tells how many bytes a cache of a
 * given size must fetch (by footprints: what fits is fetched once) and how long the instructions take.
 */
sealed interface HostLoop {
    /**
     * A loop.
     *
     * @param loop its number, by which {@link Touch#loops} knows it
     * @param times how often its body runs
     */
    record Repeat(int loop, double times, List<HostLoop> body) implements HostLoop {
        public Repeat {
            body = List.copyOf(body);
        }
    }

    /**
     * An innermost loop.
     *
     * @param seconds of its instructions, with all data in the first cache
     * @param operations seconds of its arithmetic alone
     * @param starts 1 where it begins somewhere in an array, at a line that no prefetcher expects; 0 where all it touches are copies of the block
     */
    record Row(List<Touch> touches, double seconds, double operations, int starts) implements HostLoop {
        public Row {
            touches = List.copyOf(touches);
        }
    }

    /**
     * What a row touches of an array.
     *
     * @param data name of the array, or of a copy of a part of it
     * @param loops mask of the loops on which the place depends
     * @param bytes of whole cache lines
     * @param writes whether it stores
     */
    record Touch(String data, long loops, double bytes, boolean writes) {}

    /** Bytes of one array that a loop touches, and whether it stores some of them. */
    record Part(double bytes, boolean written) {
        Part larger(Part other) {
            return new Part(Math.max(bytes, other.bytes), written || other.written);
        }

        Part plus(Part other) {
            return new Part(bytes + other.bytes, written || other.written);
        }

        Part times(double factor) {
            return new Part(factor * bytes, written);
        }

        /** What is stored is fetched before and written back after. */
        double moved() {
            return written ? 2 * bytes : bytes;
        }
    }

    /** A cache keeps what is at most so large, a part of what is larger, and nothing of what is so much larger. */
    double KEPT = 0.7;

    double LOST = 1.3;

    /** Seconds of all instructions. */
    static double seconds(List<HostLoop> body) {
        return sum(body, Row::seconds);
    }

    /** Seconds of all arithmetic. */
    static double operations(List<HostLoop> body) {
        return sum(body, Row::operations);
    }

    /** Rows that begin somewhere in an array. */
    static double starts(List<HostLoop> body) {
        return sum(body, Row::starts);
    }

    private static double sum(List<HostLoop> body, ToDoubleFunction<Row> of) {
        double sum = 0;
        for (HostLoop each : body) {
            sum += switch (each) {
                case Row row -> of.applyAsDouble(row);
                case Repeat repeat -> repeat.times * sum(repeat.body, of);
            };
        }
        return sum;
    }

    /** Different bytes by array. */
    static Map<String, Part> footprint(List<HostLoop> body) {
        Map<String, Part> all = new LinkedHashMap<>();
        for (HostLoop each : body) {
            own(each).forEach((data, part) -> all.merge(data, part, Part::larger));
        }
        return all;
    }

    private static Map<String, Part> own(HostLoop loop) {
        Map<String, Part> parts = new LinkedHashMap<>();
        switch (loop) {
            case Row row -> row.touches.forEach(t -> parts.merge(t.data, new Part(t.bytes, t.writes), Part::larger));
            case Repeat repeat -> {
                for (HostLoop each : repeat.body) {
                    Map<String, Long> loops = loops(List.of(each));
                    own(each)
                            .forEach((data, part) -> parts.merge(
                                    data,
                                    part.times(varies(loops, data, repeat.loop) ? repeat.times : 1),
                                    Part::larger));
                }
            }
        }
        return parts;
    }

    /** By array the loops on which some place in it depends, as masks. */
    private static Map<String, Long> loops(List<HostLoop> body) {
        Map<String, Long> loops = new HashMap<>();
        for (HostLoop each : body) {
            switch (each) {
                case Row row -> row.touches.forEach(t -> loops.merge(t.data, t.loops, (a, b) -> a | b));
                case Repeat repeat ->
                    loops(repeat.body).forEach((data, mask) -> loops.merge(data, mask, (a, b) -> a | b));
            }
        }
        return loops;
    }

    private static boolean varies(Map<String, Long> loops, String data, int with) {
        return (loops.getOrDefault(data, 0L) & 1L << with) != 0;
    }

    /** Bytes by array that a cache of so many bytes, empty at first, fetches and writes back. */
    static Map<String, Part> fetched(List<HostLoop> body, double cache) {
        Map<String, Part> once = footprint(body);
        double missing = missing(once, cache);
        if (missing == 0) {
            return once;
        }
        Map<String, Part> again = new LinkedHashMap<>();
        for (HostLoop each : body) {
            fetched(each, cache).forEach((data, part) -> again.merge(data, part, Part::plus));
        }
        return mixed(once, again, missing);
    }

    private static Map<String, Part> fetched(HostLoop loop, double cache) {
        return switch (loop) {
            case Row row -> own(row);
            case Repeat repeat -> {
                Map<String, Part> body = fetched(repeat.body, cache);
                double missing = missing(footprint(repeat.body), cache);
                Map<String, Long> loops = loops(repeat.body);
                Map<String, Part> all = new LinkedHashMap<>();
                body.forEach((data, part) -> {
                    double times = varies(loops, data, repeat.loop) ? repeat.times : 1 + missing * (repeat.times - 1);
                    all.put(data, part.times(times));
                });
                yield all;
            }
        };
    }

    /** Part of a footprint that is gone when it is needed again. */
    static double missing(Map<String, Part> footprint, double cache) {
        return missing(footprint.values().stream().mapToDouble(Part::bytes).sum(), cache);
    }

    /** The same of so many bytes. */
    static double missing(double bytes, double cache) {
        return Math.clamp((bytes / cache - KEPT) / (LOST - KEPT), 0, 1);
    }

    private static Map<String, Part> mixed(Map<String, Part> once, Map<String, Part> again, double missing) {
        Map<String, Part> mixed = new LinkedHashMap<>();
        once.forEach((data, part) -> {
            double more = Math.max(0, again.getOrDefault(data, part).bytes() - part.bytes());
            mixed.put(data, new Part(part.bytes() + missing * more, part.written()));
        });
        return mixed;
    }

    /** Bytes in both directions. */
    static double moved(Map<String, Part> parts) {
        return parts.values().stream().mapToDouble(Part::moved).sum();
    }
}
