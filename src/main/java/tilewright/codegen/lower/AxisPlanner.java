package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.ThreadGrid;
import tilewright.kernel.GenerationLimits;
import tilewright.kernel.MatrixShape;
import tilewright.kernel.Simt;
import tilewright.model.Affine;
import tilewright.model.DataType;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Strategy;

/** How a block's points are spread over threads and registers. */
final class AxisPlanner {
    private static final int ACCESS_BYTES = Simt.ACCESS_BYTES;

    private static final GenerationLimits LIMITS = GenerationLimits.shipped();

    private AxisPlanner() {}

    /**
     * One axis per point dimension, with as many neighbours per thread as one wide access holds.
     *
     * @param rows whether a thread may read several iterations of a row at once
     * @param matrices whether points are elements of a warp's product of matrices
     */
    static List<Axis> axes(LoopNest nest, Piece piece, boolean rows, boolean matrices) {
        if (matrices) {
            return ofProducts(piece);
        }
        int widest = piece.statements().stream()
                .flatMap(s -> s.accesses().stream())
                .map(a -> nest.array(a.access().array()).type())
                .mapToInt(DataType::bytes)
                .max()
                .orElse(ACCESS_BYTES);
        List<Axis> axes = new ArrayList<>();
        for (Piece.PointDimension point : piece.points()) {
            boolean last = axes.size() == piece.points().size() - 1;
            boolean scattered =
                    last ? isReadDirectly(piece, point.variable()) : rows && isReadInRows(nest, piece, point);
            boolean around = !point.lanes() && isReadAround(piece, point.variable());
            int vector = around && (!last || isReadWide(point, widest))
                    ? point.thread()
                    : scattered || point.lanes() ? 1 : divisor(point.thread(), ACCESS_BYTES / widest);
            axes.add(new Axis(point.variable(), point.base(), point.extent(), point.thread(), vector));
        }
        return axes;
    }

    /** Axes of which the last two are those of the sums of a warp's product. */
    private static List<Axis> ofProducts(Piece piece) {
        List<Axis> axes = new ArrayList<>();
        for (Piece.PointDimension point : piece.points()) {
            boolean last = point == piece.points().getLast();
            int vector = last ? MatrixShape.COLUMNS / MatrixShape.GROUP : 1;
            axes.add(new Axis(point.variable(), point.base(), point.extent(), point.thread(), vector));
        }
        return axes;
    }

    /**
     * Whether global memory is read along the last axis at every use: then neighbouring threads must own
     * neighbouring points, so that a warp's reads fall into few cache lines.
     */
    private static boolean isReadDirectly(Piece piece, String variable) {
        return piece.statements().stream()
                .flatMap(s -> s.accesses().stream())
                .filter(a -> a.strategy() == Strategy.DIRECT)
                .anyMatch(a -> a.indices().stream().anyMatch(i -> i.variables().contains(variable)));
    }

    /**
     * Whether a thread's points along the last axis are as many as a wide access has elements, and begin at a place whose alignment is
     * known: what they read around them then comes in wide accesses ({@code ReadWindows} in kernel.pass).
     */
    private static boolean isReadWide(Piece.PointDimension point, int widest) {
        int width = ACCESS_BYTES / widest;
        long known = LinearForm.of(point.base()).constant();
        return width > 1
                && point.thread() == width
                && !point.lanes()
                && Affines.isMultiple(point.base().plus(-known), width);
    }

    /**
     * Whether several points read the same elements of memory, at other values of a point's coordinate: then a thread's
     * points lie side by side, so that it reads each element once.
     */
    private static boolean isReadAround(Piece piece, String variable) {
        Set<String> sequential =
                piece.sequential().stream().map(Piece.SequentialLoop::variable).collect(Collectors.toSet());
        Map<String, Set<Affine>> subscripts = new HashMap<>();
        for (Piece.PlannedStatement statement : piece.statements()) {
            for (Piece.PlannedAccess access : statement.accesses()) {
                for (int d = 0;
                        access.strategy() == Strategy.DIRECT
                                && d < access.indices().size();
                        d++) {
                    Affine index = access.indices().get(d);
                    if (index.variables().contains(variable)) {
                        if (index.variables().stream().anyMatch(sequential::contains)) {
                            return true;
                        }
                        subscripts
                                .computeIfAbsent(access.access().array() + " " + d, _ -> new HashSet<>())
                                .add(index);
                    }
                }
            }
        }
        return subscripts.values().stream().anyMatch(s -> s.size() > 1);
    }

    /**
     * Whether a value that is contiguous along the sequence is staged for each point of an axis: rows of such values are
     * read several iterations at a time, and neighbouring threads then take neighbouring rows, which lie on different
     * banks. Not where registers for the rows are short, and not where points hand out values: which of a thread's
     * registers that is must be known when the code is compiled, hence owners keep groups of neighbours.
     */
    private static boolean isReadInRows(LoopNest nest, Piece piece, Piece.PointDimension point) {
        if (piece.sequential().isEmpty()) {
            return false;
        }
        Piece.SequentialLoop loop = piece.sequential().getLast();
        boolean rows = false;
        for (Piece.PlannedStatement statement : piece.statements()) {
            for (Piece.PlannedAccess access : statement.accesses()) {
                boolean depends =
                        access.indices().stream().anyMatch(i -> i.variables().contains(point.variable()));
                int bytes = nest.array(access.access().array()).type().bytes();
                boolean fits = GenerationLimits.allowRows(point.thread()) && loop.chunk() % (ACCESS_BYTES / bytes) == 0;
                if (access.strategy() == Strategy.EXCHANGED) {
                    return false;
                }
                rows |= depends
                        && access.strategy() == Strategy.STAGED
                        && fits
                        && Affines.isContiguous(access.indices(), loop.variable());
            }
        }
        return rows;
    }

    /** The largest power of two up to {@code limit} that divides {@code number}. */
    private static int divisor(int number, int limit) {
        int divisor = 1;
        while (divisor * 2 <= limit && number % (divisor * 2) == 0) {
            divisor *= 2;
        }
        return divisor;
    }

    /**
     * Threads are numbered along the last axis first. Where threads own groups of neighbours, a warp covers 4 x 8
     * threads of the last two axes: that reads fewer shared-memory rows and columns than 2 x 16 or 1 x 32, and eight
     * 16-byte accesses still make a whole cache line.
     *
     * @param matrices whether points are elements of a warp's product of matrices, whose lanes lie 8 x 4
     */
    static ThreadGrid threads(List<Axis> axes, boolean matrices) {
        List<ThreadGrid.Digit> digits = new ArrayList<>();
        int last = axes.size() - 1;
        int next = last - 1;
        int alongLast = matrices ? MatrixShape.GROUP : LIMITS.lanesAlongLast();
        int alongNext = matrices ? MatrixShape.COLUMNS : LIMITS.lanesAlongNext();
        boolean warpTile = next >= 0
                && axes.get(last).vector() > 1
                && axes.get(last).threads() % alongLast == 0
                && axes.get(last).threads() > alongLast
                && axes.get(next).threads() % alongNext == 0;
        if (matrices || warpTile) {
            digits.add(new ThreadGrid.Digit(last, alongLast));
            digits.add(new ThreadGrid.Digit(next, alongNext));
            digits.add(new ThreadGrid.Digit(last, axes.get(last).threads() / alongLast));
            digits.add(new ThreadGrid.Digit(next, axes.get(next).threads() / alongNext));
        } else {
            for (int d = last; d >= Math.max(0, next); d--) {
                digits.add(new ThreadGrid.Digit(d, axes.get(d).threads()));
            }
        }
        for (int d = next - 1; d >= 0; d--) {
            digits.add(new ThreadGrid.Digit(d, axes.get(d).threads()));
        }
        return new ThreadGrid(digits.stream().filter(d -> d.size() > 1).toList(), matrices);
    }
}
