package tilewright.tiling;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What arrays hold while a block goes through its box plane by plane: each statement of each iteration makes a version of its array, which lags behind the plane that arrives by as many
 * planes as it waits for what it reads, and is kept for as many as others read it.
 *
 * <p>Example: a statement that reads its own array one point to each side in every dimension has, in a launch of one iteration, a version that is loaded, of which three planes are kept, and one
 * that lags two planes behind it: the plane behind must be there, and what neighbours have of it, which is handed over one step later.
 */
public final class PlaneVersions {
    private final TimeShape shape;
    private final List<Version> versions = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();
    private final Map<String, Version> last = new LinkedHashMap<>();

    /** One plane after another of what an array holds at some time. */
    public static final class Version {
        private final String array;
        private final boolean loaded;
        private final int lag;
        private int depth = 1;
        private final SortedMap<Integer, List<List<Integer>>> beside = new TreeMap<>();

        private Version(String array, boolean loaded, int lag) {
            this.array = array;
            this.loaded = loaded;
            this.lag = lag;
        }

        public String array() {
            return array;
        }

        /** Whether it comes from memory, and no statement makes it. */
        public boolean loaded() {
            return loaded;
        }

        /** Planes behind the one that arrives. */
        public int lag() {
            return lag;
        }

        /** Planes that are kept at a time. */
        public int depth() {
            return depth;
        }

        /** Where other points of a plane are read, seen from a point; one for each access that does so, by how many steps the plane has been there by then. */
        public SortedMap<Integer, List<List<Integer>>> beside() {
            return Collections.unmodifiableSortedMap(beside);
        }

        /** The same of a plane of whatever age. */
        public List<List<Integer>> neighbours() {
            return beside.values().stream().flatMap(List::stream).toList();
        }
    }

    /**
     * One statement in one iteration of the time loop.
     *
     * @param statement its number in an iteration
     * @param iteration number of it in the launch
     * @param before what it changes, or null where nothing is known of it
     * @param reads by number of the read
     */
    public record Step(
            int statement,
            int iteration,
            Version result,
            @Nullable Version before,
            List<Version> reads) {
        public Step {
            reads = List.copyOf(reads);
        }
    }

    /** @param iterations of the time loop in a launch */
    PlaneVersions(TimeShape shape, int iterations) {
        this.shape = shape;
        for (TimeShape.Array array : shape.arrays()) {
            if (array.transfer() == TimeTile.Transfer.CARRIED) {
                last.put(array.name(), added(new Version(array.name(), true, 0)));
            }
        }
        for (int iteration = 0; iteration < iterations; iteration++) {
            for (int s = 0; s < shape.sweeps().size(); s++) {
                step(s, iteration);
            }
        }
        steps.forEach(this::keep);
    }

    /** All versions, each before those that are made from it. */
    public List<Version> all() {
        return List.copyOf(versions);
    }

    /** What makes versions, in the order of the program. */
    public List<Step> steps() {
        return List.copyOf(steps);
    }

    /** The version of each array that a launch leaves. */
    public List<Version> last() {
        return List.copyOf(last.values());
    }

    /** Planes of an array that a thread keeps: of all versions but one that is stored at once, which takes the place of the oldest plane of which it is made. */
    public int kept(String array) {
        int kept = 0;
        for (Version version : versions) {
            boolean storedAtOnce = version.depth == 1 && last.get(array) == version;
            kept += version.array.equals(array) && !storedAtOnce ? version.depth : 0;
        }
        return kept;
    }

    /** Planes of an array for which a thread's program has variables: those of all versions, and one that arrives of each version that comes from memory. */
    public int named(String array) {
        int named = 0;
        for (Version version : versions) {
            named += version.array.equals(array) ? version.depth + (version.loaded ? 1 : 0) : 0;
        }
        return named;
    }

    /** Versions of an array that come from memory one plane before they are needed; and what no statement writes of one that others are not read of. */
    public int arriving(String array) {
        int arriving = 0;
        for (Version version : versions) {
            arriving += version.array.equals(array) && version.loaded ? 1 : 0;
        }
        for (Step step : steps) {
            arriving += step.result.array.equals(array) && step.before == null ? 1 : 0;
        }
        return arriving;
    }

    private Version added(Version version) {
        versions.add(version);
        return version;
    }

    private void step(int number, int iteration) {
        TimeShape.Sweep sweep = shape.sweeps().get(number);
        Version before = last.get(sweep.target());
        int lag = before == null ? 0 : before.lag;
        for (TimeShape.Read read : sweep.reads()) {
            Version known = last.get(read.array());
            lag = Math.max(lag, (known == null ? 0 : known.lag) + wait(read));
        }
        Map<String, Integer> longest = new LinkedHashMap<>();
        sweep.reads().stream()
                .filter(r -> !last.containsKey(r.array()))
                .forEach(r -> longest.merge(r.array(), wait(r), Math::max));
        Map<String, Version> fresh = new LinkedHashMap<>();
        for (Map.Entry<String, Integer> wait : longest.entrySet()) {
            fresh.put(wait.getKey(), added(new Version(wait.getKey(), true, lag - wait.getValue())));
        }
        List<Version> reads = sweep.reads().stream()
                .map(r -> Objects.requireNonNull(last.getOrDefault(r.array(), fresh.get(r.array()))))
                .toList();
        Version result = added(new Version(sweep.target(), false, lag));
        last.put(sweep.target(), result);
        steps.add(new Step(number, iteration, result, before, reads));
    }

    private void keep(Step step) {
        Version before = step.before;
        if (before != null) {
            before.depth = Math.max(before.depth, step.result.lag - before.lag + 1);
        }
        List<TimeShape.Read> reads = shape.sweeps().get(step.statement).reads();
        for (int r = 0; r < reads.size(); r++) {
            Version version = step.reads.get(r);
            TimeShape.Read read = reads.get(r);
            int age = step.result.lag - version.lag - read.offset().getFirst();
            version.depth = Math.max(version.depth, age + 1);
            if (read.isBeside()) {
                version.beside.computeIfAbsent(age, _ -> new ArrayList<>()).add(read.inPlane());
            }
        }
    }

    /** How many planes a value must lag behind what it reads: neighbours' points are there one step later. */
    private static int wait(TimeShape.Read read) {
        return read.offset().getFirst() + (read.isBeside() ? 1 : 0);
    }
}
