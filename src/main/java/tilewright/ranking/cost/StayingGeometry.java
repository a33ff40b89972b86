package tilewright.ranking.cost;

import java.util.List;
import java.util.stream.IntStream;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.KernelCosts;
import tilewright.ranking.work.Resources;
import tilewright.tiling.plan.TimeShape;
import tilewright.tiling.property.Surfaces;
import tilewright.tiling.space.Candidate;

/**
 * Sizes of a block that stays with its box for all iterations.
 *
 * @param box by dimension, without a halo
 */
public record StayingGeometry(Surfaces surfaces, List<TimeShape.Side> box) {
    public static StayingGeometry of(Surfaces surfaces, Candidate candidate) {
        return new StayingGeometry(surfaces, surfaces.shape().box(candidate));
    }

    public int threads() {
        return box.stream().mapToInt(TimeShape.Side::threads).reduce(1, Math::multiplyExact);
    }

    double points() {
        return box.stream().mapToDouble(TimeShape.Side::own).reduce(1, (a, b) -> a * b);
    }

    /** @param extents of the domain, the time loop first */
    public double blocks(List<Long> extents) {
        double blocks = 1;
        for (int d = 0; d < box.size(); d++) {
            blocks *= Math.ceilDiv(elements(extents, d), box.get(d).own());
        }
        return blocks;
    }

    /** Blocks cover the arrays, as those do that move on. */
    private long elements(List<Long> extents, int d) {
        return surfaces.shape().elements(d, extents.get(d + 1));
    }

    private int perThread() {
        return box.stream().mapToInt(TimeShape.Side::thread).reduce(1, Math::multiplyExact);
    }

    /** Elements of an array in a block's surface, which others read, or in theirs, which it reads: as many. */
    private double surface(String array) {
        double elements = 0;
        for (int d = 0; d < box.size(); d++) {
            int reach = surfaces.low(array, d) + surfaces.high(array, d);
            elements += reach * points() / box.get(d).own();
        }
        return elements;
    }

    /** Points of a box whose value another thread of the block reads. */
    private double published(String array) {
        double inner = 1;
        for (int d = 0; d < box.size(); d++) {
            int reach = surfaces.low(array, d) + surfaces.high(array, d);
            int thread = box.get(d).thread();
            inner *= box.get(d).threads() == 1 ? 1 : Math.max(0, thread - reach) / (double) thread;
        }
        return points() * (1 - inner);
    }

    private int bytes(String array) {
        return surfaces.shape().arrays().stream()
                .filter(a -> a.name().equals(array))
                .mapToInt(a -> a.type().bytes())
                .sum();
    }

    /**
     * Bytes that a block moves in an iteration to tell those beside it and to read what they tell, where there are any. Across the last dimension each element lies in a sector of its own.
     *
     * @param extents of the domain, the time loop first
     */
    public double toldBytes(List<Long> extents, int sector) {
        double bytes = 0;
        for (String array : surfaces.told()) {
            for (int d = 0; d < box.size(); d++) {
                int own = box.get(d).own();
                if (elements(extents, d) > own) {
                    int reach = surfaces.low(array, d) + surfaces.high(array, d);
                    int each = d == box.size() - 1 ? Math.max(sector, bytes(array)) : bytes(array);
                    bytes += surfaces.perIteration(array) * 2 * each * reach * points() / own;
                }
            }
        }
        return bytes;
    }

    /**
     * Elements that a thread copies in an iteration of what the blocks beside have told; threads share out those of one side.
     *
     * @param extents of the domain, the time loop first
     */
    double copies(List<Long> extents) {
        double copies = 0;
        for (String array : surfaces.told()) {
            for (int d = 0; d < box.size(); d++) {
                int own = box.get(d).own();
                if (elements(extents, d) > own) {
                    double across = points() / own / threads();
                    copies += surfaces.perIteration(array)
                            * (Math.ceil(surfaces.low(array, d) * across)
                                    + Math.ceil(surfaces.high(array, d) * across));
                }
            }
        }
        return copies;
    }

    /** Bytes that the threads of a block move through shared memory in an iteration: what they hand out, what is read of other blocks, and neighbours that a thread does not have. */
    double sharedBytes() {
        double bytes = 0;
        for (String array : surfaces.told()) {
            bytes += surfaces.perIteration(array) * (published(array) + surface(array)) * bytes(array);
        }
        for (TimeShape.Sweep sweep : surfaces.shape().sweeps()) {
            for (TimeShape.Read read : sweep.reads()) {
                double own = 1;
                for (int d = 0; d < box.size(); d++) {
                    int thread = box.get(d).thread();
                    own *= Math.max(0, thread - Math.abs(read.offset().get(d))) / (double) thread;
                }
                bytes += points() * (1 - own) * bytes(read.array());
            }
        }
        return bytes;
    }

    /** Bytes of shared memory that a block takes. */
    private double memoryBytes() {
        double room = 1;
        for (int d = 0; d < box.size(); d++) {
            int dimension = d;
            int low = surfaces.memory().keySet().stream()
                    .mapToInt(a -> surfaces.low(a, dimension))
                    .max()
                    .orElse(0);
            int high = surfaces.memory().keySet().stream()
                    .mapToInt(a -> surfaces.high(a, dimension))
                    .max()
                    .orElse(0);
            int unit = d == box.size() - 1 ? box.get(d).thread() : 1;
            room *= Math.ceilDiv(low, unit) * unit + box.get(d).own() + Math.ceilDiv(high, unit) * unit;
        }
        double bytes = 0;
        for (int number : surfaces.memory().values().stream().distinct().toList()) {
            bytes += room
                    * surfaces.memory().entrySet().stream()
                            .filter(e -> e.getValue() == number)
                            .mapToInt(e -> bytes(e.getKey()))
                            .max()
                            .orElse(0);
        }
        return bytes;
    }

    /**
     * A value of every array that is wanted at a time, for each point: between iterations those that are handed on or only read, behind a statement those that later ones read. What a statement computes takes the
     * registers of what is no longer wanted, as points go by. Example: of {@code s = .. g ..; h = .. s .. g; g = h} the second statement reads g as well, so that s needs registers beside it.
     */
    private int registers() {
        List<TimeShape.Sweep> sweeps = surfaces.shape().sweeps();
        int words = IntStream.rangeClosed(1, sweeps.size())
                .map(done -> surfaces.shape().arrays().stream()
                        .filter(a -> isWanted(a, sweeps.subList(done, sweeps.size())))
                        .mapToInt(a -> perThread() * a.type().bytes() / Integer.BYTES)
                        .sum())
                .max()
                .orElse(0);
        return KernelCosts.measured().timeTileRegisters() + words;
    }

    /** Whether somebody wants what an array holds before some statements, the last ones of an iteration. */
    private static boolean isWanted(TimeShape.Array array, List<TimeShape.Sweep> left) {
        for (TimeShape.Sweep sweep : left) {
            if (sweep.reads().stream().anyMatch(r -> r.array().equals(array.name()))) {
                return true;
            }
            if (sweep.target().equals(array.name())) {
                return false;
            }
        }
        return !array.transfer().isAnew();
    }

    public Resources resources(GpuDescription.Limits limits) {
        return Resources.of(threads(), (int) Math.min(Integer.MAX_VALUE, memoryBytes()), registers(), limits);
    }

    /** Bytes of a point that are loaded at the start, or stored in the end, of all arrays. */
    int arrayBytes() {
        return surfaces.shape().arrays().stream()
                .mapToInt(a -> a.type().bytes())
                .sum();
    }
}
