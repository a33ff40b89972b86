package tilewright.ranking;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tilewright.model.Affine;
import tilewright.model.DataType;
import tilewright.model.Interval;
import tilewright.model.LinearForm;
import tilewright.tiling.SharedBoxes;

/** What blocks of fronts access, and what they keep of it in shared memory. */
final class FrontBoxes {
    private final List<String> loops;
    private final Map<String, SharedBoxes.Accesses> arrays;
    private final Map<String, Interval> constants;
    private final double bytesPerPoint;
    private final double arrayBytes;
    /** By block sizes: candidates that differ in threads share them. */
    private final Map<List<Integer>, Boxes> known = new ConcurrentHashMap<>();

    /**
     * @param loops the common loops' names
     * @param arrays by name, those that are written first; subscripts over the loops
     * @param carrying the loop whose iterations follow each other
     * @param constants loops whose bounds are numbers
     * @param arrayBytes of all of them
     */
    FrontBoxes(
            List<String> loops,
            Map<String, SharedBoxes.Accesses> arrays,
            String carrying,
            Map<String, Interval> constants,
            double arrayBytes) {
        this.constants = constants;
        this.arrayBytes = arrayBytes;
        this.loops = List.copyOf(loops);
        this.arrays = arrays;
        this.bytesPerPoint = arrays.values().stream()
                .mapToDouble(a -> a.type().bytes() * (newIn(a, carrying) + (a.written() ? 1 : 0)))
                .sum();
    }

    /** Elements that a point reads in an iteration and has not accessed in the one before: those stay in registers. */
    private static long newIn(SharedBoxes.Accesses array, String carrying) {
        Map<String, Affine> next = Map.of(carrying, Affine.variable(carrying).plus(1));
        Set<List<Affine>> places = new HashSet<>();
        array.elements().forEach(e -> places.add(simple(e.subscripts())));
        return places.stream()
                .filter(p -> !places.contains(
                        simple(p.stream().map(i -> i.substitute(next)).toList())))
                .count();
    }

    private static List<Affine> simple(List<Affine> subscripts) {
        return subscripts.stream().map(s -> LinearForm.of(s).toAffine()).toList();
    }

    /**
     * Bytes that a front moves to and from memory: its part of all arrays, and what its blocks move again of what the second cache does not keep.
     *
     * @param count blocks of the front
     * @param fronts of the run
     */
    double bytesToMemory(Geometry geometry, double count, double fronts, CacheSweep cache) {
        return arrayBytes / fronts
                + cache.missing(arrayBytes) * count * of(geometry).movedBytes();
    }

    /** Bytes that a point moves between registers and shared memory in an iteration. */
    double bytesPerPoint() {
        return bytesPerPoint;
    }

    /**
     * The boxes of a block in total.
     *
     * @param loaded elements that it copies when it starts
     * @param stored elements that it writes back when it ends
     * @param movedBytes of both
     * @param sharedBytes in shared memory
     * @param all whether all accesses lie in boxes
     */
    record Boxes(double loaded, double stored, double movedBytes, long sharedBytes, boolean all) {
        static final Boxes NONE = new Boxes(0, 0, 0, 0, false);
    }

    Boxes of(Geometry geometry) {
        List<Integer> block = new ArrayList<>();
        for (int z = 0; z < geometry.loops(); z++) {
            block.add(geometry.block(z));
        }
        return known.computeIfAbsent(block, _ -> boxes(geometry));
    }

    private Boxes boxes(Geometry geometry) {
        Map<String, Integer> sizes = new LinkedHashMap<>();
        Map<String, Long> first = new HashMap<>();
        Set<String> moving = new HashSet<>();
        constants.forEach((loop, values) -> {
            int z = loops.indexOf(loop);
            if (geometry.isBlocked(z) && geometry.block(z) >= values.length()) {
                first.put(loop, values.low());
            }
        });
        for (int z = 0; z < loops.size(); z++) {
            if (geometry.isBlocked(z)) {
                sizes.put(loops.get(z), geometry.block(z));
            } else {
                moving.add(loops.get(z));
            }
        }
        Map<String, List<SharedBoxes.Box>> boxes =
                SharedBoxes.ofBlock(sizes, first, moving).of(arrays, true).boxes();
        double loaded = 0;
        double stored = 0;
        double moved = 0;
        long shared = 0;
        for (Map.Entry<String, List<SharedBoxes.Box>> array : boxes.entrySet()) {
            DataType type = Objects.requireNonNull(arrays.get(array.getKey())).type();
            for (SharedBoxes.Box box : array.getValue()) {
                double elements = box.elements();
                loaded += elements;
                stored += box.written() ? elements : 0;
                moved += elements * type.bytes() * (box.written() ? 2 : 1);
                shared += box.bytes(type);
            }
        }
        return new Boxes(loaded, stored, moved, shared, boxes.keySet().containsAll(arrays.keySet()));
    }
}
