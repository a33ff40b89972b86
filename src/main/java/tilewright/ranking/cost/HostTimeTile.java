package tilewright.ranking.cost;

import java.util.ArrayList;
import java.util.List;
import tilewright.ranking.work.Workload;
import tilewright.tiling.plan.TimeShape;
import tilewright.tiling.plan.TimeTile;

/**
 * The loops of one visit of a block of time tiles, as generated C has them: load the box, run all statements on all of it in every
 * iteration, store what is the block's own. Numbers of loops: d for the blocks along dimension d, then its points, then the
 * iterations.
 */
final class HostTimeTile {
    private final HostRows rows;
    private final TimeShape shape;
    private final TimeTileGeometry geometry;
    private final Workload.Piece piece;
    private final int dimensions;

    HostTimeTile(HostRows rows, TimeShape shape, TimeTileGeometry geometry, Workload.Piece piece) {
        this.rows = rows;
        this.shape = shape;
        this.geometry = geometry;
        this.piece = piece;
        this.dimensions = shape.dimensions().size();
    }

    /** @param edge whether the block ends beyond the domain: every point is checked */
    List<HostLoop> loops(double iterations, boolean edge) {
        List<HostLoop> visit = new ArrayList<>();
        for (TimeShape.Array array : shape.arrays()) {
            int bytes = array.type().bytes();
            HostRows.Builder zero = rows.of(extent(), bytes).store(held(array.name()), inside());
            visit.add(over(zero.row()));
            if (!array.transfer().isAnew()) {
                HostRows.Builder load = rows.of(extent(), bytes)
                        .inArray()
                        .load(array.name(), inside() | blocks(), 1)
                        .store(held(array.name()), inside());
                visit.add(over((edge ? load.check() : load).row()));
            }
        }
        visit.add(updates(iterations));
        for (TimeShape.Array array : shape.arrays()) {
            if (array.transfer() == TimeTile.Transfer.CARRIED) {
                HostRows.Builder store = rows.of(
                                geometry.box().getLast().own(), array.type().bytes())
                        .inArray()
                        .load(held(array.name()), inside(), 1)
                        .store(array.name() + " next", inside() | blocks());
                visit.add(over(store.row()));
            }
        }
        return visit;
    }

    /** What computes, on all points of the box. */
    HostLoop updates(double iterations) {
        List<HostLoop> iteration = new ArrayList<>();
        for (TimeShape.Sweep sweep : shape.sweeps()) {
            iteration.add(over(row(sweep)));
        }
        return new HostLoop.Repeat(2 * dimensions, iterations, iteration);
    }

    private HostLoop row(TimeShape.Sweep sweep) {
        int bytes = shape.arrays().getFirst().type().bytes();
        HostRows.Builder row = rows.of(extent(), bytes);
        sweep.reads().stream()
                .map(TimeShape.Read::array)
                .distinct()
                .forEach(array -> row.load(
                        held(array),
                        inside(),
                        sweep.reads().stream()
                                .filter(r -> r.array().equals(array))
                                .count()));
        row.store(held(sweep.target()), inside());
        piece.computations().stream()
                .filter(c -> c.statement().equals(sweep.statement()))
                .flatMap(c -> c.cost().operations().stream())
                .forEach(use -> row.compute(rows.seconds(use.rate())));
        return row.row();
    }

    /** Blocks around a visit. */
    List<HostLoop> around(List<HostLoop> visit, List<Long> extents) {
        List<HostLoop> body = visit;
        for (int d = dimensions - 1; d >= 0; d--) {
            body = List.of(new HostLoop.Repeat(d, count(d, extents), body));
        }
        return body;
    }

    /** Part of the blocks that lie inside the domain with all of their box. */
    double inside(List<Long> extents) {
        double part = 1;
        for (int d = 0; d < dimensions; d++) {
            double count = count(d, extents);
            part *= Math.max(0, count - 2) / count;
        }
        return part;
    }

    /** Part of all boxes' points that lie in the domain: rows of updates begin and end with it. */
    double filled(List<Long> extents) {
        return filled(extents, dimensions);
    }

    /** The same of rows. */
    double rowsFilled(List<Long> extents) {
        return filled(extents, dimensions - 1);
    }

    private double filled(List<Long> extents, int first) {
        double part = 1;
        for (int d = 0; d < first; d++) {
            part *= filled(
                    extents.get(d + 1),
                    geometry.box().get(d).own(),
                    geometry.box().get(d).extent());
        }
        return part;
    }

    /**
     * The same along one dimension. Example: 512 points in blocks of 496 with 10 beside them on each side are boxes from -10 to 506 and from 486 to 1002, 532 of 1032 points.
     *
     * @param points of the domain
     * @param own points of a block
     * @param extent of its box
     */
    static double filled(double points, double own, double extent) {
        double beside = (extent - own) / 2;
        double count = Math.ceil(points / own);
        double found = 0;
        for (int b = 0; b < count; b++) {
            double first = b * own - beside;
            found += Math.min(points, first + extent) - Math.max(0, first);
        }
        return found / (count * extent);
    }

    private double count(int d, List<Long> extents) {
        return Math.ceil((double) extents.get(d + 1) / geometry.box().get(d).own());
    }

    private static String held(String array) {
        return "held " + array;
    }

    private double extent() {
        return geometry.box().getLast().extent();
    }

    private long blocks() {
        return (1L << dimensions) - 1;
    }

    private long inside() {
        return blocks() << dimensions;
    }

    /** A row for every line of the box. */
    private HostLoop over(HostLoop row) {
        HostLoop loop = row;
        for (int d = dimensions - 2; d >= 0; d--) {
            loop = new HostLoop.Repeat(dimensions + d, geometry.box().get(d).extent(), List.of(loop));
        }
        return loop;
    }
}
