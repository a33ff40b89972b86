package tilewright.ranking.work;

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
import org.jspecify.annotations.Nullable;
import tilewright.kernel.GenerationLimits;
import tilewright.kernel.WindowShape;
import tilewright.model.Affine;
import tilewright.model.DataType;
import tilewright.model.Interval;
import tilewright.model.LinearForm;
import tilewright.ranking.description.KernelCosts;
import tilewright.tiling.property.SharedBoxes;
import tilewright.tiling.space.SolvedPlace;

/** What blocks of fronts access, and what they keep of it in shared memory. */
public final class FrontBoxes {
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
    public double bytesToMemory(Geometry geometry, double count, double fronts, CacheSweep cache) {
        return arrayBytes / fronts
                + cache.missing(arrayBytes) * count * of(geometry).movedBytes();
    }

    /** Bytes that a point moves between registers and shared memory in an iteration. */
    double bytesPerPoint() {
        return bytesPerPoint;
    }

    /**
     * What a block copies of a box.
     *
     * @param rows of the box, over all dimensions but the last
     * @param bytes of an element
     * @param loaded elements; those that a block writes before it reads them are not
     * @param stored elements
     * @param asked whether which elements are stored is asked row by row; else they are a box inside of the box, one for each iteration
     */
    public record Copy(int rows, int columns, int bytes, double loaded, double stored, boolean asked) {
        private WindowShape shape(int threads) {
            return WindowShape.of(rows, columns, bytes, threads);
        }

        private boolean isWhole() {
            return loaded >= (double) rows * columns;
        }

        /** Elements that the busiest thread takes, in both directions, some of them outside of the box. */
        public double elements(int threads) {
            double whole = shape(threads).elements();
            double in = isWhole() ? whole : Math.ceil(loaded / threads);
            return in + (stored > 0 && asked ? whole : Math.ceil(stored / threads));
        }

        /** Instructions of the busiest thread in a block of fronts, in both directions. */
        public double slots(int threads, KernelCosts costs) {
            double in = isWhole()
                    ? inRows(threads, costs.loadedRowSlots(), costs)
                    : Math.ceil(loaded / threads) * costs.askedSlots();
            double out = stored > 0 && asked
                    ? inRows(threads, costs.storedRowSlots(), costs)
                    : Math.ceil(stored / threads) * costs.writtenSlots();
            return in + out;
        }

        /** Each row has an address and an interval of elements that are meant, each element is compared with it. */
        private double inRows(int threads, double row, KernelCosts costs) {
            WindowShape shape = shape(threads);
            double ownColumns = Math.ceil((double) columns / shape.across());
            return shape.elements() / ownColumns * (row + ownColumns * costs.rowElementSlots());
        }

        /** How often a thread waits for what it loads; what takes one batch is on its way with that of other boxes. */
        public int waits(int threads) {
            int batches = isWhole() ? shape(threads).batches() : 1;
            return batches > 1 ? batches : 0;
        }
    }

    /**
     * The boxes of a block in total.
     *
     * @param copies by box
     * @param movedBytes between memory and boxes
     * @param sharedBytes in shared memory
     * @param all whether all accesses lie in boxes
     * @param apart elements that a point stores in every iteration because the block does not write them back when it ends, neighbours of a warp far from each other
     * @param besideBytes of those that neighbours store side by side
     */
    public record Boxes(
            List<Copy> copies, double movedBytes, long sharedBytes, boolean all, double apart, double besideBytes) {
        static final Boxes NONE = new Boxes(List.of(), 0, 0, false, 0, 0);

        public Boxes {
            copies = List.copyOf(copies);
        }

        /** Bytes of what a point stores in an iteration, in whole units of a transfer. */
        public double atOnceBytes(double unit) {
            return apart * unit + besideBytes;
        }

        /** Instructions of the busiest thread that copy elements, in both directions. */
        public double slots(int threads, boolean fronts) {
            KernelCosts costs = KernelCosts.measured();
            return copies.stream()
                    .mapToDouble(c -> fronts ? c.slots(threads, costs) : c.elements(threads) * costs.copiedSlots())
                    .sum();
        }

        /** How often a thread waits for elements that it copies to boxes. */
        public int waits(int threads) {
            return Math.max(1, copies.stream().mapToInt(c -> c.waits(threads)).sum());
        }
    }

    public Boxes of(Geometry geometry) {
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
        List<Copy> copies = new ArrayList<>();
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
                boolean once = back && !walked && isWrittenOnce(accesses, box, block);
                double points =
                        block.counts().values().stream().mapToDouble(c -> c).reduce(1, (x, y) -> x * y);
                double loaded =
                        once && isWrittenFirst(accesses, box, block) ? Math.max(0, elements - points) : elements;
                double stored = !back ? 0 : once ? points : elements;
                int columns = box.extents().getLast();
                copies.add(new Copy((int) (box.elements() / columns), columns, type.bytes(), loaded, stored, !once));
                moved += (loaded + stored) * type.bytes();
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
        return new Boxes(copies, moved, shared, boxes.keySet().containsAll(arrays.keySet()), apart, beside);
    }

    /** Whether a block writes elements back when it ends: as far as their places tell which iteration has written them, as kernels ask too ({@code WrittenElements} in {@code codegen.block}). */
    private static boolean isWrittenBack(SharedBoxes.Accesses accesses, SharedBoxes.Box box, SharedBoxes block) {
        long cases = 0;
        for (SharedBoxes.Element element : accesses.elements()) {
            if (element.written()) {
                List<Affine> place = place(box, element, block);
                SolvedPlace solved = SolvedPlace.of(place, coordinates(place), block.counts());
                if (solved == null) {
                    return false;
                }
                cases += solved.cases(block.counts());
            }
        }
        return cases <= GenerationLimits.shipped().writtenCases();
    }

    /** Whether each element of a box that a block writes is written in one iteration, whatever the element: as many as the block has iterations. */
    private static boolean isWrittenOnce(SharedBoxes.Accesses accesses, SharedBoxes.Box box, SharedBoxes block) {
        SolvedPlace solved = writer(accesses, box, block);
        return solved != null && solved.cases(block.counts()) == 1;
    }

    /** Which iteration writes an element of a box; null where several accesses write it or the place does not tell. */
    private static @Nullable SolvedPlace writer(SharedBoxes.Accesses accesses, SharedBoxes.Box box, SharedBoxes block) {
        List<List<Affine>> writers = accesses.elements().stream()
                .filter(SharedBoxes.Element::written)
                .map(e -> place(box, e, block))
                .distinct()
                .toList();
        return writers.size() == 1
                ? SolvedPlace.of(writers.getFirst(), coordinates(writers.getFirst()), block.counts())
                : null;
    }

    /**
     * Whether a block writes the elements of a box before it reads them, so that it need not load them ({@code FirstAccess} in {@code codegen.block}): what is read of the box is written in
     * an earlier iteration, or in the same one.
     */
    private boolean isWrittenFirst(SharedBoxes.Accesses accesses, SharedBoxes.Box box, SharedBoxes block) {
        SolvedPlace solved = writer(accesses, box, block);
        Affine iteration = solved == null ? null : solved.offsets().get(SharedBoxes.offset(carrying));
        if (iteration == null) {
            return false;
        }
        for (SharedBoxes.Element element : accesses.elements()) {
            List<Affine> place = place(box, element, block);
            Map<String, Affine> at = new HashMap<>();
            for (int d = 0; d < place.size(); d++) {
                at.put(coordinates(place).get(d), place.get(d));
            }
            LinearForm behind =
                    LinearForm.of(iteration.substitute(at).minus(Affine.variable(SharedBoxes.offset(carrying))));
            if (!behind.isConstant() || behind.constant() > 0) {
                return false;
            }
        }
        return true;
    }

    private static List<Affine> place(SharedBoxes.Box box, SharedBoxes.Element element, SharedBoxes block) {
        return box.place(element.subscripts().stream()
                .map(s -> simple(s.substitute(block.offsets())))
                .toList());
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
