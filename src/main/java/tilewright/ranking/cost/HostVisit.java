package tilewright.ranking.cost;

import java.util.ArrayList;
import java.util.List;
import tilewright.ranking.work.ExpressionCost;
import tilewright.ranking.work.Geometry;
import tilewright.ranking.work.Reference;
import tilewright.ranking.work.StepWork;
import tilewright.ranking.work.Workload;
import tilewright.tiling.plan.Strategy;

/**
 * The loops of one visit of a block, as generated C has them: load the own elements; chunk by chunk stage what is read and update;
 * store. Numbers of loops: z for the blocks along common loop z, {@code n + z} for the points of a block along it, then the chunks
 * and the iterations of a chunk.
 */
final class HostVisit {
    private final HostRows rows;
    private final PieceCost cost;
    private final Workload.Piece piece;
    private final Geometry geometry;
    private final double iterations;
    private final boolean edge;
    private final int last;
    private final int chunks;
    private final int within;

    /**
     * @param last loop along which rows lie ({@link Workload#innermost})
     * @param edge whether the block ends beyond the domain: what is copied is checked
     */
    HostVisit(HostRows rows, PieceCost cost, Geometry geometry, int last, double iterations, boolean edge) {
        this.rows = rows;
        this.cost = cost;
        this.piece = cost.piece();
        this.geometry = geometry;
        this.iterations = iterations;
        this.edge = edge;
        this.last = last;
        this.chunks = 2 * geometry.loops();
        this.within = chunks + 1;
    }

    /**
     * Whether the program updates elements where they stand in their arrays, for the points that there are (the pass {@code in-place}): blocks of one iteration whose points own
     * all that they write and read nothing that was copied.
     */
    boolean isInPlace() {
        int all = parallel();
        List<Reference> owned = piece.references().stream()
                .filter(r -> r.strategy() == Strategy.OWN)
                .toList();
        return geometry.sequentialLoops() == 0
                && !piece.shape().exchanged()
                && piece.references().stream()
                        .allMatch(r -> r.strategy() == Strategy.OWN || r.strategy() == Strategy.DIRECT)
                && owned.stream().allMatch(r -> (r.loops() & all) == all)
                && owned.stream().map(Reference::array).distinct().count() == owned.size();
    }

    List<HostLoop> loops() {
        List<HostLoop> visit = new ArrayList<>();
        if (isInPlace()) {
            piece.computations().forEach(c -> visit.add(compute(c)));
            return visit;
        }
        for (Reference reference : piece.references()) {
            if (reference.strategy() == Strategy.OWN && reference.loads() > 0) {
                visit.add(tile(reference, false));
            }
        }
        List<HostLoop> chunk = new ArrayList<>();
        for (Reference reference : piece.references()) {
            if (reference.strategy() == Strategy.STAGED) {
                (geometry.usesSequential(reference.loops()) ? chunk : visit).add(stage(reference));
            }
        }
        for (Workload.Computation computation : piece.computations()) {
            chunk.add(compute(computation));
        }
        visit.add(new HostLoop.Repeat(chunks, iterations / perChunk(), chunk));
        for (Reference reference : piece.references()) {
            if (reference.strategy() == Strategy.OWN && reference.stores() > 0) {
                visit.add(tile(reference, true));
            }
        }
        return visit;
    }

    /** Blocks along the free loops, around a visit. */
    List<HostLoop> around(List<HostLoop> visit, StepWork step, int level, int position) {
        List<HostLoop> body = visit;
        for (int z = geometry.loops() - 1; z >= 0; z--) {
            if ((piece.free() & 1 << z) != 0) {
                body = List.of(new HostLoop.Repeat(z, step.along(level, position, z, geometry), body));
            }
        }
        return body;
    }

    private double perChunk() {
        return Math.max(1, Math.min(iterations, piece.operands().isEmpty() ? iterations : geometry.chunk()));
    }

    /** Where an element of an array in memory lies. */
    private long places(int loops) {
        long mask = 0;
        for (int z = 0; z < geometry.loops(); z++) {
            boolean uses = (loops & 1 << z) != 0;
            if (uses && geometry.isParallel(z)) {
                mask |= 1L << geometry.loops() + z;
                mask |= (piece.free() & 1 << z) != 0 ? 1L << z : 0;
            }
            mask |= uses && geometry.isSequential(z) ? 1L << chunks | 1L << within : 0;
        }
        return mask;
    }

    /** Where an element of a block's copy lies. */
    private long copied(int loops, boolean ofChunk) {
        long mask = 0;
        for (int z = 0; z < geometry.loops(); z++) {
            boolean uses = (loops & 1 << z) != 0;
            mask |= uses && geometry.isParallel(z) ? 1L << geometry.loops() + z : 0;
            mask |= uses && ofChunk && geometry.isSequential(z) ? 1L << within : 0;
        }
        return mask;
    }

    private HostLoop over(int mask, HostLoop body) {
        List<HostLoop> loops = over(mask, List.of(body));
        return loops.size() == 1 ? loops.getFirst() : new HostLoop.Repeat(within + 2, 1, loops);
    }

    private List<HostLoop> over(int mask, List<HostLoop> body) {
        List<HostLoop> loops = body;
        for (int z = geometry.loops() - 1; z >= 0; z--) {
            if (geometry.isParallel(z) && (mask & 1 << z) != 0) {
                loops = List.of(new HostLoop.Repeat(geometry.loops() + z, geometry.block(z), loops));
            }
        }
        return loops;
    }

    private double length() {
        return last < 0 ? 1 : geometry.block(last);
    }

    private int lastBit() {
        return last < 0 ? 0 : 1 << last;
    }

    /** Own elements from or to memory. */
    private HostLoop tile(Reference reference, boolean store) {
        HostRows.Builder row = rows.of(length(), reference.bytes()).inArray();
        boolean along = last < 0 || reference.isContiguousIn(last);
        long here = places(reference.loops());
        long copy = copied(reference.loops(), false);
        String own = "own " + reference.array();
        if (last >= 0 && !reference.uses(last)) {
            // Lanes have one element together, which the first of them loads and stores.
            if (store) {
                row.storeOne(reference.array(), here);
            } else {
                row.store(own, copy).loadOne(reference.array(), here);
            }
        } else if (store) {
            row.load(own, copy, 1);
            if (along) {
                row.store(reference.array(), here);
            } else {
                row.strided(reference.array(), here, true);
            }
        } else {
            row.store(own, copy);
            if (along) {
                row.load(reference.array(), here, 1);
            } else {
                row.strided(reference.array(), here, false);
            }
        }
        return over(~lastBit(), (edge ? row.check() : row).row());
    }

    /** Copies of one chunk, along rows of the array. */
    private HostLoop stage(Reference reference) {
        int axis = Integer.highestOneBit(reference.loops() & parallel());
        boolean sequential = geometry.usesSequential(reference.loops());
        boolean along = axis == 0 || (reference.contiguous() & axis) != 0;
        long here = places(reference.loops());
        long copy = copied(reference.loops(), true);
        String data = copyOf(reference);
        double chunk = sequential ? perChunk() : 1;
        if (along) {
            double length = axis == 0 ? 1 : geometry.block(Integer.numberOfTrailingZeros(axis));
            HostRows.Builder row = rows.of(length, reference.bytes())
                    .load(reference.array(), here, 1)
                    .store(data, copy);
            HostLoop.Row copied = (edge ? row.check() : row).row();
            return over(reference.loops() & ~axis, new HostLoop.Repeat(within, chunk, List.of(copied)));
        }
        HostRows.Builder row = rows.of(chunk, reference.bytes())
                .load(reference.array(), here, 1)
                .column(data, copy, true)
                .lines(geometry.block(Integer.numberOfTrailingZeros(axis)) * reference.bytes());
        return over(reference.loops(), (edge ? row.check() : row).row());
    }

    private int parallel() {
        int mask = 0;
        for (int z = 0; z < geometry.loops(); z++) {
            mask |= geometry.isParallel(z) ? 1 << z : 0;
        }
        return mask;
    }

    /** Updates: rows along the last parallel loop, inside the iterations of a chunk; around them where points exchange values. */
    private HostLoop compute(Workload.Computation computation) {
        boolean alone = last >= 0 && (computation.pinned() & 1 << last) != 0;
        HostRows.Builder row = rows.of(alone ? 1 : length(), bytes());
        operations(computation, row);
        boolean masked = ((computation.guards() | computation.moving()) & lastBit()) != 0;
        if (masked && !isInPlace()) {
            row.mask();
            if (cost.round(geometry, edge) > 1) {
                // What a condition keeps from being loaded keeps compilers from making vectors.
                row.oneByOne();
            }
        } else if (computation.cost().chain() > 0 && !piece.shape().exchanged()) {
            row.update(computation.update());
            if (isSummedOneByOne(alone ? 1 : length())) {
                row.oneByOne();
            }
        }
        HostLoop inner = row.row();
        double unrolled = geometry.unrolled(computation.pinned());
        if (unrolled > 1) {
            inner = new HostLoop.Repeat(within + 1, unrolled, List.of(inner));
        }
        int outer = ~lastBit() & ~computation.pinned();
        if (piece.shape().exchanged()) {
            List<HostLoop> iteration = handedOut(computation);
            iteration.add(over(outer, inner));
            return new HostLoop.Repeat(within, perChunk(), iteration);
        }
        List<HostLoop> sums = new ArrayList<>(List.of(new HostLoop.Repeat(within, perChunk(), List.of(inner))));
        if (row.staysInRegisters()) {
            // Once for all iterations of a k-tile they come from the block's memory and go back.
            piece.references().stream()
                    .filter(r -> r.strategy() == Strategy.OWN)
                    .limit(1)
                    .forEach(r -> sums.add(rows.of(alone ? 1 : length(), r.bytes())
                            .load("own " + r.array(), copied(r.loops(), false), 1)
                            .store("own " + r.array(), copied(r.loops(), false))
                            .row()));
        }
        return new HostLoop.Repeat(within + 2, 1, over(outer, sums));
    }

    /**
     * Whether compilers make no vectors of a row of sums, because one factor of it is read from memory along the iterations around the row: where the
     * row is so short that they write it out, they make vectors of the iterations instead and add these in order; where it is longer
     * and the factor is checked, they find no vectors at all.
     */
    private boolean isSummedOneByOne(double length) {
        boolean writtenOut = length <= HostRows.WRITTEN_OUT;
        boolean pairs = Long.bitCount((long) length) == 1;
        return piece.references().stream()
                        .anyMatch(r -> r.strategy() == Strategy.DIRECT
                                && !r.uses(last)
                                && (r.contiguous() & geometry.sequentialLoops()) != 0)
                && (writtenOut ? pairs : edge);
    }

    /** Values that points take over in an iteration: copied out of the tile, by rows or by columns, and from there. */
    private List<HostLoop> handedOut(Workload.Computation computation) {
        List<HostLoop> copies = new ArrayList<>();
        for (ExpressionCost.Operand operand : computation.cost().operands()) {
            if (!operand.staged()) {
                String data = "exchanged " + operand.text();
                double length = geometry.perBlock(operand.loops());
                HostRows.Builder out = rows.of(length, operand.bytes()).store(data, 0);
                boolean row = length == 1 || (operand.loops() & lastBit()) != 0;
                copies.add((row ? out.load("own", 0, 1) : out.column("own", 0, false)).row());
                copies.add(rows.of(length, operand.bytes())
                        .load(data, 0, 1)
                        .store(data, 0)
                        .row());
            }
        }
        return copies;
    }

    private int bytes() {
        return piece.references().stream().mapToInt(Reference::bytes).max().orElse(Float.BYTES);
    }

    private void operations(Workload.Computation computation, HostRows.Builder row) {
        int lastBit = lastBit();
        for (ExpressionCost.Use use : computation.cost().operations()) {
            if (!use.staged()) {
                double seconds = rows.seconds(use.rate());
                if ((use.loops() & lastBit) != 0) {
                    row.compute(seconds);
                } else {
                    row.once(seconds);
                }
            }
        }
        for (ExpressionCost.Operand operand : computation.cost().operands()) {
            String data = operand.staged() ? staged(operand) : "exchanged " + operand.text();
            long copy = copied(operand.loops(), true);
            if ((operand.loops() & lastBit) != 0) {
                row.load(data, copy, 1);
            } else {
                row.loadOne(data, copy);
            }
        }
        boolean owns = false;
        for (Reference reference : piece.references()) {
            switch (reference.strategy()) {
                case OWN -> {
                    if (isInPlace()) {
                        direct(reference, row);
                    } else if (!owns) {
                        row.load("own " + reference.array(), copied(reference.loops(), false), 1);
                        row.store("own " + reference.array(), copied(reference.loops(), false));
                        owns = true;
                    }
                }
                case DIRECT -> {
                    direct(reference, row);
                    if (edge && !isInPlace() && (reference.loops() & lastBit()) != 0) {
                        row.mask();
                    }
                }
                case STAGED, EXCHANGED -> {}
            }
        }
    }

    private void direct(Reference reference, HostRows.Builder row) {
        long here = places(reference.loops());
        if (last < 0 || !reference.uses(last)) {
            row.loadOne(reference.array(), here);
        } else if (reference.isContiguousIn(last)) {
            double rowsOfArray = reference.widening(beside());
            if (isInPlace() || startsAnew(reference)) {
                row.inArray();
            }
            row.load(reference.array() + " " + reference.loops(), here, Math.max(rowsOfArray, reference.accesses()));
            if (reference.stores() > 0) {
                row.store(reference.array() + " " + reference.loops(), here);
            }
        } else {
            row.strided(reference.array(), here, reference.stores() > 0);
        }
    }

    /** Whether each iteration reads another row of an array that no copy is made of, not what lies behind the row before. */
    private boolean startsAnew(Reference reference) {
        return geometry.usesSequential(reference.loops()) && (reference.contiguous() & geometry.sequentialLoops()) == 0;
    }

    private static String copyOf(Reference reference) {
        return "staged " + reference.array() + " " + reference.loops();
    }

    /** The copy in which an operand is found; one of its own where it is computed from several. */
    private String staged(ExpressionCost.Operand operand) {
        return piece.references().stream()
                .filter(r -> r.strategy() == Strategy.STAGED && r.loops() == operand.loops())
                .filter(r -> operand.text().contains(r.array()))
                .findFirst()
                .map(HostVisit::copyOf)
                .orElse("staged " + operand.text());
    }

    private int[] beside() {
        int[] sizes = new int[geometry.loops()];
        java.util.Arrays.fill(sizes, 1);
        return sizes;
    }
}
