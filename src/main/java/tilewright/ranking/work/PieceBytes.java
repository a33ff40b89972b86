package tilewright.ranking.work;

import java.util.function.Predicate;
import tilewright.ranking.description.KernelCosts;
import tilewright.tiling.plan.Strategy;

/** What one visit of one block of a piece moves, by level of the memory; machine independent but for sectors and lines. */
public record PieceBytes(Workload.Piece piece) {
    /** Bytes that the threads of a block read from shared memory or the first cache in one iteration. */
    public double fast(Geometry geometry) {
        return piece.operands().stream()
                .mapToDouble(operand -> fast(operand, geometry))
                .sum();
    }

    /** As many bytes as shared memory serves in the time that it takes for these. Example: doubles that neighbours of a warp read together count for 0.67 of them. */
    public double served(Geometry geometry) {
        return piece.operands().stream()
                .mapToDouble(operand -> fast(operand, geometry) * servedPart(operand, geometry))
                .sum();
    }

    private double fast(ExpressionCost.Operand operand, Geometry geometry) {
        double values = (double) geometry.threads() * geometry.perThread(operand.loops());
        return values
                * operand.bytes()
                / (Products.areIn(piece, geometry) ? Products.lanes(operand.loops(), geometry) : 1);
    }

    /** Part of the time that shared memory takes for words of 8 bytes where neighbours of a warp ask for the same ones; shorter words are served to all lanes at once in any case. */
    private double servedPart(ExpressionCost.Operand operand, Geometry geometry) {
        boolean same =
                operand.staged() && !Products.areIn(piece, geometry) && !geometry.neighboursDiffer(operand.loops());
        return same && operand.bytes() == Double.BYTES ? KernelCosts.measured().sameWords() : 1;
    }

    /** Bytes per visit that move through the first cache apart from {@link #fast}: staging and direct accesses. */
    public double fastPerVisit(Geometry geometry, double iterations) {
        double bytes = 0;
        for (ExpressionCost.Operand operand : piece.operands()) {
            double repeated = !operand.staged() || geometry.usesSequential(operand.loops()) ? iterations : 1;
            bytes += geometry.perBlock(operand.loops()) * repeated * operand.bytes();
        }
        boolean boxes = !piece.crossed(geometry).isEmpty();
        for (Reference reference : piece.references()) {
            double repeated = geometry.usesSequential(reference.loops()) ? iterations : 1;
            if (reference.boxed() && boxes) {
                bytes += (reference.loads() + reference.stores())
                        * geometry.touchedPerBlock(reference, 1)
                        * reference.bytes()
                        * CrossedBoxes.PASSES;
            } else if (reference.strategy() == Strategy.DIRECT) {
                bytes += (double) geometry.threads()
                        * geometry.perThread(reference.loops())
                        * geometry.readsPerPoint(reference)
                        * repeated
                        * reference.bytes()
                        * geometry.lineOverfetch(reference);
            } else if (reference.strategy() == Strategy.OWN) {
                bytes += (reference.loads() + reference.stores())
                        * repeated(geometry, reference, iterations)
                        * reference.bytes()
                        * geometry.lineOverfetch(reference);
            }
        }
        return bytes;
    }

    /**
     * As many bytes as shared memory serves in the time that copies of single elements of 4 bytes take it beside the bytes they bring. An asynchronous copy stores what comes of a
     * sector by itself, wherever that belongs: of a row that is copied transposed eight floats at a time, not 32. Of longer elements nothing has been counted.
     *
     * @param sector bytes of a sector
     */
    public double copiedApart(Geometry geometry, double iterations, int sector) {
        double perByte = KernelCosts.measured().sectorStores() * Geometry.LINE_BYTES / sector - 1;
        return piece.operands().stream()
                .filter(o -> o.staged() && o.plain() && !o.alongRow() && o.bytes() == Integer.BYTES)
                .filter(o -> geometry.buffers() > 1
                        && geometry.usesSequential(o.loops())
                        && !Resources.keepsRows(piece, o, geometry))
                .mapToDouble(o -> perByte * geometry.perBlock(o.loops()) * iterations * o.bytes())
                .sum();
    }

    /** Values that one visit loads. */
    public double reads(Geometry geometry, double iterations) {
        double values = 0;
        for (Reference reference : piece.references()) {
            values += reference.loads() * repeated(geometry, reference, iterations);
        }
        return values;
    }

    /** Values that one visit stores. */
    public double writes(Geometry geometry, double iterations) {
        double values = 0;
        for (Reference reference : piece.references()) {
            values += reference.stores() * repeated(geometry, reference, iterations);
        }
        return values;
    }

    /** Elements that a visit touches, those anew that it touches in several iterations. */
    private static double repeated(Geometry geometry, Reference reference, double iterations) {
        return geometry.touchedPerBlock(reference, 1) * (geometry.usesSequential(reference.loops()) ? iterations : 1);
    }

    /** Bytes that one visit moves between the multiprocessor and the shared cache, in whole sectors; an element that several iterations touch is in the first cache. */
    public double cache(Geometry geometry, double iterations, int sector) {
        return cache(geometry, iterations, sector, false);
    }

    /** Those of them that are staged. */
    public double staged(Geometry geometry, double iterations, int sector) {
        return cache(geometry, iterations, sector, true);
    }

    private double cache(Geometry geometry, double iterations, int sector, boolean staged) {
        double bytes = 0;
        for (Reference reference : piece.references()) {
            if (staged && reference.strategy() != Strategy.STAGED) {
                continue;
            }
            bytes += (reference.loads() + reference.stores())
                    * geometry.touchedPerBlock(reference, iterations)
                    * reference.bytes()
                    * geometry.overfetch(reference, sector)
                    * Resources.repeatedSectors(piece, reference, geometry, sector);
        }
        return bytes;
    }

    /** Bytes that {@link #cache} counts as loaded, of some references. */
    public double loaded(Geometry geometry, double iterations, int sector, Predicate<Reference> which) {
        return piece.references().stream()
                .filter(which)
                .mapToDouble(r -> r.loads()
                        * geometry.touchedPerBlock(r, iterations)
                        * r.bytes()
                        * geometry.overfetch(r, sector)
                        * Resources.repeatedSectors(piece, r, geometry, sector))
                .sum();
    }

    /** Whether threads have what they would load from memory in registers already: a statement before has stored it in the same iteration. */
    public static boolean isHeld(Reference reference) {
        return reference.strategy() == Strategy.DIRECT && reference.loads() > 0 && !reference.awaited();
    }

    /** Bytes that a point of blocks that keep boxes ({@link Workload.Piece#boxes}) moves between registers and shared memory in an iteration. */
    public double perPoint() {
        FrontBoxes fronts = piece.fronts();
        return fronts == null ? 0 : fronts.bytesPerPoint();
    }
}
