package tilewright.ranking.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.GenerationLimits;
import tilewright.kernel.Simt;
import tilewright.model.DataType;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.KernelCosts;
import tilewright.ranking.work.Resources;
import tilewright.tiling.plan.PlaneVersions;
import tilewright.tiling.plan.TimeShape;
import tilewright.tiling.plan.TimeTile;
import tilewright.tiling.space.Candidate;

/**
 * Sizes of one block of time tiles.
 *
 * @param box by dimension
 * @param streamed iterations of a launch where blocks move through their box plane by plane, else 0
 */
public record TimeTileGeometry(TimeShape shape, List<TimeShape.Side> box, int streamed) {
    /** Barriers of a step from plane to plane: threads take values behind it, at other places than those where they hand out the next ones. */
    private static final int STREAM_BARRIERS = 1;

    /** Places that are used in turn: what is handed over, or arrives, while what was before is read. */
    private static final int TURNS = 2;

    public static TimeTileGeometry of(TimeShape shape, Candidate candidate) {
        return new TimeTileGeometry(shape, shape.box(candidate), candidate.streams() ? shape.iterations(candidate) : 0);
    }

    public int threads() {
        return box.stream().mapToInt(TimeShape.Side::threads).reduce(1, Math::multiplyExact);
    }

    /** Points of the box: what a block computes in every iteration. */
    public double points() {
        return box.stream().mapToDouble(TimeShape.Side::extent).reduce(1, (a, b) -> a * b);
    }

    /** Elements that are the block's own. */
    double own() {
        return box.stream().mapToDouble(TimeShape.Side::own).reduce(1, (a, b) -> a * b);
    }

    /**
     * Part of the blocks that lie inside the domain with all of their box, or inside the arrays where boxes begin with them: others check every point. Planes of blocks that go plane by plane
     * are checked one by one in any case.
     *
     * @param extents of the domain, the time loop first, where there is one
     */
    public double inside(List<Long> extents) {
        double part = 1;
        for (int d = firstHeld(); d < box.size(); d++) {
            TimeShape.Side side = box.get(d);
            long extent = extents.get(shape.timeLoops() + d);
            if (side.whole()) {
                part *= whole(d, extent);
                continue;
            }
            long first = Math.ceilDiv(side.low(), side.own());
            long last = Math.floorDiv(extent - (side.extent() - side.low()), (long) side.own());
            part *= Math.max(0.0, last - first + 1) / Math.ceilDiv(extent, (long) side.own());
        }
        return part;
    }

    /**
     * Part of the blocks along a dimension that lie inside the arrays: where blocks go plane by plane, boxes that would end beyond begin earlier, along rows by whole accesses of a thread, so that all do;
     * else the last one may not.
     */
    private double whole(int d, long extent) {
        TimeShape.Side side = box.get(d);
        long others = shape.elements(d, extent) - side.extent();
        boolean moved = streamed > 0 && (d < box.size() - 1 || others % side.thread() == 0);
        return others >= 0 && moved ? 1 : (Math.floorDiv(others, (long) side.own()) + 1) / blocks(d, extent);
    }

    /**
     * Blocks along a dimension: they cover the arrays, as blocks copy what no statement writes.
     *
     * @param extent of the loops
     */
    double blocks(int d, long extent) {
        return box.get(d).blocks(shape.elements(d, extent));
    }

    /** The part of the work that no other block repeats. */
    public double efficiency() {
        return own() / points();
    }

    /** Points of one thread: those of its box, or of one plane. */
    private int perThread() {
        int points = 1;
        for (TimeShape.Side side : box.subList(firstHeld(), box.size())) {
            points = Math.multiplyExact(points, side.thread());
        }
        return points;
    }

    /** The first dimension of which a thread holds all its points at a time. */
    private int firstHeld() {
        return streamed > 0 ? 1 : 0;
    }

    /** Memory of all arrays on the box. */
    public long bytes() {
        return (long) points()
                * shape.arrays().stream().mapToLong(a -> a.type().bytes()).sum();
    }

    /** Bytes per point that a block loads. */
    int loaded() {
        return bytes(a -> isLoaded(a.transfer()));
    }

    /** The same, of all points of its box; of other arrays a sweep of its own loads a block's own elements alone. */
    int loadedWithHalo() {
        return bytes(a ->
                isLoaded(a.transfer()) && (!shape.isSweep() || !a.neighbours().isEmpty()));
    }

    private static boolean isLoaded(TimeTile.Transfer transfer) {
        return switch (transfer) {
            case CARRIED, READ_ONLY, IN_PLACE -> true;
            case RECOMPUTED, WITHIN -> false;
        };
    }

    /** Bytes per own element that each launch loads and stores. */
    public int changed() {
        return bytes(a -> a.transfer() == TimeTile.Transfer.CARRIED || a.transfer() == TimeTile.Transfer.IN_PLACE);
    }

    /** Bytes per own element that each launch stores. */
    public int stored() {
        return bytes(a -> switch (a.transfer()) {
            case CARRIED, IN_PLACE -> true;
            case RECOMPUTED -> shape.isSweep();
            case WITHIN, READ_ONLY -> false;
        });
    }

    private int bytes(Predicate<TimeShape.Array> moved) {
        return shape.arrays().stream()
                .filter(moved)
                .mapToInt(a -> a.type().bytes())
                .sum();
    }

    /** Words (4 bytes) of one array that a thread hands to its neighbours per exchange, through shared memory. */
    private int sharedWords(TimeShape.Array array) {
        int words = 0;
        for (int d = firstHeld(); d < box.size() - 1; d++) {
            words += box.get(d).threads() > 1 ? face(array, d) : 0;
        }
        return words;
    }

    private int laneWords(TimeShape.Array array) {
        return face(array, box.size() - 1);
    }

    private int face(TimeShape.Array array, int dimension) {
        int across = perThread() / box.get(dimension).thread();
        return (array.before(dimension) + array.behind(dimension))
                * across
                * array.type().bytes()
                / Integer.BYTES;
    }

    /** Bytes that all threads move through shared memory (or from lane to lane, which costs the same) per iteration. */
    double exchangedBytes() {
        double words = 0;
        for (TimeShape.Array array : shape.arrays()) {
            if (array.transfer() != TimeTile.Transfer.READ_ONLY || shape.isSweep()) {
                words += 2.0 * sharedWords(array) + laneWords(array);
            }
        }
        return words
                * Integer.BYTES
                * threads()
                * (streamed > 0 ? box.getFirst().extent() : 1);
    }

    /**
     * Seconds in which a block waits for itself.
     *
     * @param iterations of the time loop
     * @param barrier seconds of one
     * @param dependent seconds from the operands of an iteration to its results
     */
    double waits(double iterations, double barrier, double dependent) {
        return streamed > 0
                ? box.getFirst().extent() * (STREAM_BARRIERS * barrier + iterations * dependent)
                : iterations * (barriers() * barrier + dependent);
    }

    /** Planes that come to a block one after another; 0 where boxes are loaded as a whole. */
    int planes() {
        return streamed > 0 ? box.getFirst().extent() : 0;
    }

    /** Copies to shared memory that a thread starts in a step from plane to plane, of as many neighbours as its points and the block's begin with; 0 where boxes are loaded as a whole. */
    int copies() {
        if (streamed == 0) {
            return 0;
        }
        int copies = 0;
        for (PlaneVersions.Version version : shape.planes(streamed).all()) {
            copies += version.loaded() ? perThread() / width(type(version)) : 0;
        }
        return copies;
    }

    /** Accesses by which a thread loads its points of a box of three dimensions or more that is loaded as a whole. */
    int boxLoads() {
        return accesses(a -> isLoaded(a.transfer()));
    }

    /** The same by which it stores what each launch leaves. */
    int boxStores() {
        return accesses(a -> a.transfer() == TimeTile.Transfer.CARRIED);
    }

    private int accesses(Predicate<TimeShape.Array> moved) {
        boolean whole = streamed == 0 && box.size() >= TimeShape.STREAMED_DIMENSIONS;
        return whole
                ? shape.arrays().stream()
                        .filter(moved)
                        .mapToInt(a -> perThread() / width(a.type()))
                        .sum()
                : 0;
    }

    private int width(DataType type) {
        TimeShape.Side row = box.getLast();
        int width = Simt.ACCESS_BYTES / type.bytes();
        while (row.thread() % width != 0 || row.own() % width != 0 || row.low() % width != 0) {
            width /= 2;
        }
        return width;
    }

    /** Exchanges per iteration: one barrier each. */
    public int barriers() {
        return (int) shape.arrays().stream()
                .filter(a -> a.transfer() != TimeTile.Transfer.READ_ONLY && sharedWords(a) > 0)
                .count();
    }

    /** Planes of an array in registers; those that stay where they arrive a sweep of its own reads element by element. */
    private int kept(PlaneVersions planes, TimeShape.Array array) {
        return shape.isSweep() ? planes.moved(array.name()) : planes.kept(array.name());
    }

    /** Values per point, those of every array or of all planes of its versions (those on their way are in shared memory), and what neighbours hand over of one array at a time; in sweeps of their own lanes hand over half of theirs by then. */
    private int words(ToIntFunction<TimeShape.Array> perPoint) {
        int words = shape.arrays().stream()
                .mapToInt(a -> perPoint.applyAsInt(a) * perThread() * a.type().bytes() / Integer.BYTES)
                .sum();
        int taken = shape.arrays().stream()
                .mapToInt(a -> sharedWords(a) + (shape.isSweep() ? laneWords(a) / 2 : laneWords(a)))
                .max()
                .orElse(0);
        return words + taken;
    }

    /**
     * Registers of a thread for which programs ask the compiler to leave room: where blocks go plane by plane, those of all planes that they name at the same time. Example: heat-3d in double precision with
     * 4 x 2 points of a thread names 8 planes, 32 + 8 16 + 24 = 184 registers of 128 threads: 2 blocks; the compiler took 244 then.
     */
    private int asked(int registers, @Nullable PlaneVersions planes) {
        return planes == null
                ? registers
                : GenerationLimits.shipped().otherRegisters() + words(a -> planes.named(a.name()));
    }

    /** Words of a thread in shared memory: what it hands over, and planes on their way from memory. */
    private int sharedWordsOfThread(@Nullable PlaneVersions planes) {
        int words = 0;
        for (TimeShape.Array array : shape.arrays()) {
            words += planes == null
                    ? sharedWords(array)
                    : planes.places(array.name()) * perThread() * array.type().bytes() / Integer.BYTES;
        }
        if (planes != null) {
            for (PlaneVersions.Version version : planes.all()) {
                words += handedWords(version, List.of());
            }
        }
        return words;
    }

    /**
     * Words that a thread hands over of a version, to all others that are not neighbours along the last dimension alone: for as many steps as its planes are read in, and one more.
     *
     * @param direction where they lie, in the first dimensions of a plane
     */
    private int handedWords(PlaneVersions.Version version, List<Integer> direction) {
        int d = firstHeld() + direction.size();
        if (d < box.size()) {
            int words = 0;
            for (int step : box.get(d).threads() > 1 ? List.of(-1, 0, 1) : List.of(0)) {
                List<Integer> longer = new ArrayList<>(direction);
                longer.add(step);
                words += handedWords(version, longer);
            }
            return words;
        }
        boolean shared = direction.subList(0, direction.size() - 1).stream().anyMatch(s -> s != 0);
        List<Integer> ages = version.beside().entrySet().stream()
                .filter(b -> b.getValue().stream().anyMatch(o -> reaches(o, direction)))
                .map(Map.Entry::getKey)
                .toList();
        if (!shared || ages.isEmpty()) {
            return 0;
        }
        int elements = 1;
        for (int p = 0; p < direction.size(); p++) {
            int place = p;
            int side = direction.get(p);
            elements *= side == 0
                    ? box.get(firstHeld() + p).thread()
                    : version.neighbours().stream()
                            .filter(o -> reaches(o, direction))
                            .mapToInt(o -> Math.abs(o.get(place)))
                            .max()
                            .orElse(0);
        }
        return (TURNS + ages.getLast() - ages.getFirst())
                * elements
                * type(version).bytes()
                / Integer.BYTES;
    }

    private DataType type(PlaneVersions.Version version) {
        return shape.arrays().stream()
                .filter(a -> a.name().equals(version.array()))
                .findFirst()
                .orElseThrow()
                .type();
    }

    /** Whether some of a thread's points find another thread's, that lies in a direction, at an offset. */
    private static boolean reaches(List<Integer> offset, List<Integer> direction) {
        for (int p = 0; p < direction.size(); p++) {
            if (direction.get(p) != 0 && direction.get(p) != Integer.signum(offset.get(p))) {
                return false;
            }
        }
        return true;
    }

    public Resources resources(GpuDescription.Limits limits) {
        PlaneVersions planes = streamed > 0 ? shape.planes(streamed) : null;
        int shared = sharedWordsOfThread(planes) * Integer.BYTES * threads();
        int registers = KernelCosts.measured().timeTileRegisters() + words(a -> planes == null ? 1 : kept(planes, a));
        int resident = limits.residentByRegisters(threads(), registers) == 0
                ? 0
                : limits.residentByRegisters(
                        threads(), Math.min(asked(registers, planes), limits.registersPerThread()));
        return Resources.of(threads(), shared, registers, resident, limits);
    }
}
