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
import java.util.stream.IntStream;
import tilewright.kernel.GenerationLimits;
import tilewright.model.Affine;
import tilewright.model.DataType;
import tilewright.model.Interval;
import tilewright.model.LinearForm;
import tilewright.tiling.SharedBoxes;
import tilewright.tiling.SolvedPlace;

/** What blocks of fronts access, and what they keep of it in shared memory. */
final class FrontBoxes {
    private final List<String> loops;
    private final Map<String, SharedBoxes.Accesses> arrays;
    private final Map<String, Interval> constants;
    /** Whether threads walk rows of their own, along the carrying loop. */
    private final boolean walked;

    private final String carrying;
    private final double bytesPerPoint;
    private final double arrayBytes;
    /** By block sizes: candidates that differ in threads share them. */
    private final Map<List<Integer>, Boxes> known = new ConcurrentHashMap<>();

    /**
     * @param loops the common loops' names
     * @param arrays by name, those that are written first; subscripts over the loops
     * @param carrying the loop whose iterations follow each other
     * @param constants loops whose bounds are numbers
     * @param walked whether threads walk rows of their own, along the carrying loop, of which a block runs all iterations
     * @param arrayBytes of all of them
     */
    FrontBoxes(
            List<String> loops,
            Map<String, SharedBoxes.Accesses> arrays,
            String carrying,
            Map<String, Interval> constants,
            boolean walked,
            double arrayBytes) {
        this.walked = walked;
        this.carrying = carrying;
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
        return subscripts.stream().map(FrontBoxes::simple).toList();
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
     * @param apart elements that a point stores in every iteration because the block does not write them back when it ends, neighbours of a warp far from each other
     * @param besideBytes of those that neighbours store side by side
     */
    record Boxes(
            double loaded,
            double stored,
            double movedBytes,
            long sharedBytes,
            boolean all,
            double apart,
            double besideBytes) {
        static final Boxes NONE = new Boxes(0, 0, 0, 0, false, 0, 0);

        /** Bytes of what a point stores in an iteration, in whole units of a transfer. */
        double atOnceBytes(double unit) {
            return apart * unit + besideBytes;
        }
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
            if (walked && loops.get(z).equals(carrying)) {
                Interval values = Objects.requireNonNull(constants.get(carrying));
                sizes.put(carrying, Math.toIntExact(values.length()));
                first.put(carrying, values.low());
            } else if (geometry.isBlocked(z)) {
                sizes.put(loops.get(z), geometry.block(z));
            } else {
                moving.add(loops.get(z));
            }
        }
        SharedBoxes block = SharedBoxes.ofBlock(sizes, first, moving);
        Map<String, List<SharedBoxes.Box>> boxes =
                block.of(arrays, !walked, walked).boxes();
        double loaded = 0;
        double stored = 0;
        double moved = 0;
        double apart = 0;
        double beside = 0;
        long shared = 0;
        for (Map.Entry<String, List<SharedBoxes.Box>> array : boxes.entrySet()) {
            SharedBoxes.Accesses accesses = Objects.requireNonNull(arrays.get(array.getKey()));
            DataType type = accesses.type();
            for (SharedBoxes.Box box : array.getValue()) {
                double elements = box.elements();
                boolean back = box.written() && isWrittenBack(accesses, box, block);
                loaded += elements;
                stored += back ? elements : 0;
                moved += elements * type.bytes() * (back ? 2 : 1);
                shared += box.bytes(type);
                if (box.written() && !back) {
                    boolean neighbours = accesses.elements().stream()
                            .filter(SharedBoxes.Element::written)
                            .allMatch(e -> areNeighbours(e.subscripts(), geometry));
                    apart += neighbours ? 0 : 1;
                    beside += neighbours ? type.bytes() : 0;
                }
            }
        }
        return new Boxes(loaded, stored, moved, shared, boxes.keySet().containsAll(arrays.keySet()), apart, beside);
    }

    /** Whether a block writes elements back when it ends: as far as their places tell which iteration has written them, as kernels ask too ({@code WrittenElements} in {@code codegen.block}). */
    private static boolean isWrittenBack(SharedBoxes.Accesses accesses, SharedBoxes.Box box, SharedBoxes block) {
        long cases = 0;
        for (SharedBoxes.Element element : accesses.elements()) {
            if (element.written()) {
                List<Affine> place = box.place(element.subscripts().stream()
                        .map(s -> simple(s.substitute(block.offsets())))
                        .toList());
                SolvedPlace solved = SolvedPlace.of(place, coordinates(place), block.counts());
                if (solved == null) {
                    return false;
                }
                cases += solved.cases(block.counts());
            }
        }
        return cases <= GenerationLimits.WRITTEN_CASES;
    }

    private static List<String> coordinates(List<Affine> place) {
        return IntStream.range(0, place.size()).mapToObj(d -> "place'" + d).toList();
    }

    private static Affine simple(Affine subscript) {
        return LinearForm.of(subscript).toAffine();
    }

    /** Whether points along the last parallel loop, as neighbours of a warp are, access neighbours of a row. */
    private boolean areNeighbours(List<Affine> subscripts, Geometry geometry) {
        int last = IntStream.range(0, loops.size())
                .filter(geometry::isParallel)
                .max()
                .orElse(-1);
        if (last < 0) {
            return false;
        }
        String loop = loops.get(last);
        return subscripts.subList(0, subscripts.size() - 1).stream()
                        .noneMatch(s -> s.variables().contains(loop))
                && Math.abs(LinearForm.of(subscripts.getLast()).coefficient(loop)) == 1;
    }
}
