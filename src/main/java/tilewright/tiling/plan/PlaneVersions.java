package tilewright.tiling.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
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

    private final Map<String, Integer> most;

    /** Of arrays that nothing writes and of which no statement reads neighbours' points: one for all statements. */
    private final Map<String, Version> shared = new LinkedHashMap<>();

    /** One plane after another of what an array holds at some time. */
    public static final class Version {
        private final String array;
        private final boolean carried;
        private final boolean loaded;
        private int lag;
        private int depth = 1;
        private final SortedMap<Integer, List<List<Integer>>> beside = new TreeMap<>();

        /** @param carried whether what stands in memory is what the launch begins with, and not computed anew */
        private Version(String array, boolean carried, boolean loaded, int lag) {
            this.array = array;
            this.carried = carried;
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

        /** Whether its planes stay where they arrive until statements read them: they come from memory, nothing changes them, and each point is read by the thread alone that it belongs to. */
        public boolean stays() {
            return loaded && carried && beside.isEmpty();
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
                last.put(array.name(), added(new Version(array.name(), true, true, 0)));
            }
        }
        for (int iteration = 0; iteration < iterations; iteration++) {
            for (int s = 0; s < shape.sweeps().size(); s++) {
                step(s, iteration);
            }
        }
        steps.forEach(this::keep);
        versions.stream().filter(Version::stays).forEach(this::arriveLate);
        this.most = most();
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

    /**
     * Planes of an array that a thread has in registers while it has the most. A step from plane to plane begins with all planes but those that arrive or are made in it; the oldest one of a version is
     * there until a statement has read it for the last time, planes that stay where they arrive while one reads them.
     */
    public int kept(String array) {
        return most.getOrDefault(array, 0);
    }

    /** The same without planes that stay where they arrive. */
    public int moved(String array) {
        return kept(array)
                - versions.stream()
                        .filter(v -> v.array.equals(array) && v.stays())
                        .mapToInt(this::together)
                        .sum();
    }

    /** By array, while the statement runs with which a thread has the most planes. */
    private Map<String, Integer> most() {
        Map<String, Integer> most = Map.of();
        Set<Version> there = new LinkedHashSet<>();
        versions.stream().filter(v -> v.loaded && !v.stays()).forEach(there::add);
        for (int s = 0; s < steps.size(); s++) {
            there.add(steps.get(s).result);
            Map<String, Integer> planes = new HashMap<>();
            for (Version version : versions) {
                planes.merge(version.array, during(s, version, there.contains(version)), Integer::sum);
            }
            if (sum(planes) > sum(most)) {
                most = planes;
            }
        }
        return most;
    }

    private static int sum(Map<String, Integer> planes) {
        return planes.values().stream().mapToInt(p -> p).sum();
    }

    /**
     * Planes of a version while a statement runs.
     *
     * @param there whether the newest one is
     */
    private int during(int number, Version version, boolean there) {
        if (version.stays()) {
            return ages(steps.get(number), version).size();
        }
        int oldest = version.depth - 1;
        boolean needed = steps.subList(number, steps.size()).stream()
                .anyMatch(s -> ages(s, version).contains(oldest) || s.result == version && oldest == 0);
        return oldest + (there ? 1 : 0) - (needed || oldest == 0 && last.get(version.array) == version ? 0 : 1);
    }

    /** Planes of an array for which a thread's program has variables: those of all versions, and one that arrives of each version whose planes do not stay where they arrive. */
    public int named(String array) {
        int named = 0;
        for (Version version : versions) {
            boolean arrives = version.loaded && !version.stays();
            named += version.array.equals(array) ? held(version) + (arrives ? 1 : 0) : 0;
        }
        return named;
    }

    private int held(Version version) {
        return version.stays() ? Math.max(1, together(version)) : version.depth;
    }

    /** The most planes of a version that one statement reads. */
    public int together(Version version) {
        return steps.stream().mapToInt(s -> ages(s, version).size()).max().orElse(0);
    }

    /** How long the planes of a version have been there that a statement reads. */
    private Set<Integer> ages(Step step, Version version) {
        Set<Integer> ages = new TreeSet<>();
        if (step.before == version) {
            ages.add(step.result.lag - version.lag);
        }
        List<TimeShape.Read> reads = shape.sweeps().get(step.statement).reads();
        for (int r = 0; r < reads.size(); r++) {
            if (step.reads.get(r) == version) {
                ages.add(step.result.lag - version.lag - reads.get(r).offset().getFirst());
            }
        }
        return ages;
    }

    /** Places for planes of an array on their way from memory: of each version that is loaded, and of what no statement writes of one that is not. */
    public int places(String array) {
        int places = 0;
        for (Version version : versions) {
            places += version.array.equals(array) && version.loaded ? places(version) : 0;
        }
        for (Step step : steps) {
            places += step.result.array.equals(array) && step.before == null && !isWithin(array)
                    ? places(step.result)
                    : 0;
        }
        return places;
    }

    private boolean isWithin(String array) {
        return shape.arrays().stream()
                .anyMatch(a -> a.name().equals(array) && !a.transfer().isInMemory());
    }

    /** Places for planes of a version on their way: one is filled while others are read, which are all that are kept where these stay. */
    public static int places(Version version) {
        return 1 + (version.stays() ? version.depth : 1);
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
            fresh.put(wait.getKey(), loaded(wait.getKey(), lag - wait.getValue()));
        }
        List<Version> reads = sweep.reads().stream()
                .map(r -> Objects.requireNonNull(last.getOrDefault(r.array(), fresh.get(r.array()))))
                .toList();
        Version result = added(new Version(sweep.target(), true, false, lag));
        last.put(sweep.target(), result);
        steps.add(new Step(number, iteration, result, before, reads));
    }

    /** What a statement reads of an array that none has written so far. */
    private Version loaded(String array, int lag) {
        boolean carried = shape.arrays().stream()
                .anyMatch(a -> a.name().equals(array) && !a.transfer().isAnew());
        boolean alone = shape.sweeps().stream()
                .flatMap(s -> s.reads().stream())
                .noneMatch(r -> r.array().equals(array) && r.isBeside());
        if (!carried || !alone) {
            return added(new Version(array, carried, true, lag));
        }
        Version known = shared.get(array);
        if (known == null) {
            known = added(new Version(array, true, true, lag));
            shared.put(array, known);
        }
        known.lag = Math.min(known.lag, lag);
        return known;
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

    /** Planes that stay where they arrive need not be there before some statement reads them. */
    private void arriveLate(Version version) {
        int first = steps.stream()
                .flatMap(s -> ages(s, version).stream())
                .mapToInt(age -> age)
                .min()
                .orElse(0);
        version.lag += first;
        version.depth -= first;
    }

    /** How many planes a value must lag behind what it reads: neighbours' points are there one step later. */
    private static int wait(TimeShape.Read read) {
        return read.offset().getFirst() + (read.isBeside() ? 1 : 0);
    }
}
