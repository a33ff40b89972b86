package tilewright.ranking.cost;

import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * A loop nest as one core runs it, down to rows: innermost loops along contiguous memory. It tells how long the instructions take;
 * {@link HostFootprints} tells how many bytes a cache must fetch.
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
     * @param starts lines that no prefetcher expects: 1 where it begins somewhere in an array, those of a column; 0 where all it touches are copies of the block
     */
    record Row(List<Touch> touches, double seconds, double operations, double starts) implements HostLoop {
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

    /**
     * Bytes of one array that a loop touches.
     *
     * @param written those of them that it stores: fetched before and written back after
     */
    record Part(double bytes, double written) {
        Part larger(Part other) {
            return new Part(Math.max(bytes, other.bytes), Math.max(written, other.written));
        }

        Part plus(Part other) {
            return new Part(bytes + other.bytes, written + other.written);
        }

        Part times(double factor) {
            return new Part(factor * bytes, factor * written);
        }

        /** This part, and of what another one has more a share. */
        Part toward(Part other, double share) {
            return new Part(
                    bytes + share * Math.max(0, other.bytes - bytes),
                    written + share * Math.max(0, other.written - written));
        }

        /** In both directions. Example: a copy of 64 KB that is stored once and read in 32 iterations, each of which finds nothing of it in a cache, is fetched 33 times and written back once. */
        double moved() {
            return bytes + written;
        }

        /**
         * What the loop that measures rates would move in the time that this takes beyond a core's own caches: x(j) = x(j) + s y(j) fetches two lines for each that it writes back, and
         * lines go out while others are waited for. Example: 64 MB that are only read take as long as 64 MB read and 32 MB written.
         */
        double beyondCores() {
            return Math.max(moved(), MOVED_PER_FETCHED * bytes);
        }
    }

    /** What the loop that measures rates moves, x(j) = x(j) + s y(j), over what it fetches: three lines, two of them fetched. */
    double MOVED_PER_FETCHED = 3.0 / 2;

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

    /** Part of a footprint that is gone when it is needed again. */
    static double missing(Map<String, Part> footprint, double cache) {
        return missing(footprint.values().stream().mapToDouble(Part::bytes).sum(), cache);
    }

    /** The same of so many bytes. */
    static double missing(double bytes, double cache) {
        return Math.clamp((bytes / cache - KEPT) / (LOST - KEPT), 0, 1);
    }

    /** All arrays together. */
    static Part sum(Map<String, Part> parts) {
        return parts.values().stream().reduce(new Part(0, 0), Part::plus);
    }
}
