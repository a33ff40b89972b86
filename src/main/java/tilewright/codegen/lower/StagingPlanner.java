package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.SharedBuffer;
import tilewright.codegen.ir.StagingOrder;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.kernel.GenerationLimits;
import tilewright.kernel.MatrixShape;
import tilewright.kernel.Simt;
import tilewright.model.Affine;

/**
 * Decides how staged values are copied: in the direction in which global memory is contiguous, in accesses as wide
 * as alignment allows, with the padding and the order of threads that cost the fewest memory transactions.
 */
final class StagingPlanner {
    private static final int ACCESS_BYTES = Simt.ACCESS_BYTES;

    private final PieceContext context;
    private final Sequence sequence;
    private final int copies;
    private final boolean rows;

    /**
     * @param sequence the loop whose chunks are staged
     * @param copies buffers per staged value
     * @param rows whether a thread may read several iterations of a row at once
     */
    StagingPlanner(PieceContext context, Sequence sequence, int copies, boolean rows) {
        this.context = context;
        this.sequence = sequence;
        this.copies = copies;
        this.rows = rows;
    }

    /** Buffers per staged value. */
    int copies() {
        return copies;
    }

    private record Layout(int padding, StagingOrder order) {}

    /** A buffer for a value over global memory, padded against bank conflicts of the copy. */
    SharedBuffer buffer(String name, String content, Value value, List<Integer> axes) {
        SharedBuffer plain = new SharedBuffer(
                name,
                content,
                value.type(),
                sequence.chunk(),
                axes,
                context.extents(axes),
                0,
                copies,
                false,
                context.isDoubled(axes));
        if (context.matrices()) {
            return ofProducts(
                    plain, isAlongSequence(plain, value) && !plain.axes().isEmpty());
        }
        if (keepsRows(plain, value)) {
            return new SharedBuffer(
                    name,
                    content,
                    value.type(),
                    sequence.chunk(),
                    axes,
                    context.extents(axes),
                    ACCESS_BYTES / value.type().bytes(),
                    copies,
                    true,
                    false);
        }
        return plain.padded(best(plain, value, paddings(plain)).padding());
    }

    /**
     * A buffer whose elements a warp reads for products of matrices: it lies as global memory does, with rows of a length at which these
     * reads hit every bank once.
     */
    private SharedBuffer ofProducts(SharedBuffer plain, boolean along) {
        SharedBuffer buffer = new SharedBuffer(
                plain.name(),
                plain.content(),
                plain.type(),
                plain.chunk(),
                plain.axes(),
                plain.extents(),
                0,
                plain.copies(),
                along,
                false);
        return plain.axes().isEmpty()
                ? buffer
                : buffer.padded(MatrixShape.padding(buffer.shape().getLast()));
    }

    /**
     * Whether rows stay as they are in global memory, contiguous along the sequence: then copies are wide and plain, and
     * a thread reads several iterations of a row in one access, provided it has registers for them. The padding of one
     * access puts neighbouring rows on different banks.
     */
    private boolean keepsRows(SharedBuffer plain, Value value) {
        if (!rows || plain.doubled() || plain.axes().size() != 1 || !isAlongSequence(plain, value)) {
            return false;
        }
        Axis axis = axis(plain);
        boolean last = plain.axes().getLast() == context.axes().size() - 1;
        boolean fits = GenerationLimits.allowRows(axis.perThread());
        return !last
                && fits
                && axis.vector() == 1
                && vector(plain, value, true) == ACCESS_BYTES / value.type().bytes();
    }

    /**
     * The copy of one chunk.
     *
     * @param body the sequence as the body runs it
     * @param read how its elements are read
     */
    Operation.Stage stage(SharedBuffer buffer, Value value, Sequence body, UnaryOperator<Value> read) {
        StagingOrder order = best(buffer, value, List.of(buffer.padding())).order();
        Set<Value.GlobalElement> wide = wide(buffer, value, order).stream()
                .map(e -> (Value.GlobalElement) read.apply(e))
                .collect(Collectors.toSet());
        return new Operation.Stage(buffer, read.apply(value), body, order, wide);
    }

    /** The copy of one chunk whose elements are checked one by one, hence read one by one. */
    Operation.Stage guarded(SharedBuffer buffer, Value value, Sequence body) {
        StagingOrder order = bestOrder(buffer, isAlongSequence(buffer, value), 1);
        return new Operation.Stage(buffer, value, body, order, Set.of());
    }

    private Layout best(SharedBuffer buffer, Value value, List<Integer> paddings) {
        boolean alongSequence = isAlongSequence(buffer, value);
        boolean transposed = alongSequence && !buffer.alongSequence();
        int vector = isAsynchronous(buffer, value) && transposed ? 1 : vector(buffer, value, alongSequence);
        return paddings.stream()
                .map(p -> new Layout(p, bestOrder(buffer.padded(p), alongSequence, vector)))
                .min(Comparator.comparingInt((Layout l) -> StagingCost.of(buffer.padded(l.padding()), l.order()))
                        .thenComparingInt(Layout::padding))
                .orElseThrow();
    }

    /** Plain copies need no registers on their way; they keep their order, so a transposed one goes by elements. */
    private static boolean isAsynchronous(SharedBuffer buffer, Value value) {
        return buffer.copies() > 1 && Operation.Stage.isCopied(buffer, value, 1);
    }

    private StagingOrder bestOrder(SharedBuffer buffer, boolean alongSequence, int vector) {
        int groups = alongExtent(buffer, alongSequence) / vector;
        List<StagingOrder> orders = new ArrayList<>();
        for (int lanes = groups; lanes >= 1; lanes--) {
            if (groups % lanes == 0) {
                orders.add(new StagingOrder(alongSequence, vector, lanes));
            }
        }
        // Ties go to the most neighbours along the contiguous direction.
        return orders.stream()
                .min(Comparator.comparingInt(o -> StagingCost.of(buffer, o)))
                .orElseThrow();
    }

    private static int alongExtent(SharedBuffer buffer, boolean alongSequence) {
        return alongSequence ? buffer.chunk() : buffer.extents().getLast();
    }

    /** Row lengths must keep fragments and groups aligned; more padding than one row of banks changes nothing. */
    private List<Integer> paddings(SharedBuffer buffer) {
        List<Integer> paddings = new ArrayList<>(List.of(0));
        if (!buffer.axes().isEmpty()) {
            int step = Math.max(
                    axis(buffer).vector(), ACCESS_BYTES / buffer.elementType().bytes());
            int bankRow = Simt.BANKS
                    * Math.max(1, Integer.BYTES / buffer.elementType().bytes());
            for (int padding = step; padding < bankRow; padding += step) {
                paddings.add(padding);
            }
        }
        return paddings;
    }

    private Axis axis(SharedBuffer buffer) {
        return context.axes().get(buffer.axes().getLast());
    }

    private boolean isAlongSequence(SharedBuffer buffer, Value value) {
        if (buffer.axes().isEmpty()) {
            return true;
        }
        List<Value.GlobalElement> elements = Values.globals(value);
        boolean alongAxis = elements.stream()
                .anyMatch(e -> Affines.isContiguous(e.indices(), axis(buffer).variable()));
        return !alongAxis && elements.stream().anyMatch(e -> Affines.isAlongRow(e.indices(), sequence.variable()));
    }

    private int vector(SharedBuffer buffer, Value value, boolean alongSequence) {
        boolean transposed = alongSequence && !buffer.alongSequence();
        int widest = ACCESS_BYTES
                / (transposed ? buffer.type().bytes() : buffer.elementType().bytes());
        for (int vector = widest; vector > 1; vector /= 2) {
            StagingOrder order = new StagingOrder(alongSequence, vector, 1);
            if (alongExtent(buffer, alongSequence) % vector == 0
                    && !wide(buffer, value, order).isEmpty()) {
                return vector;
            }
        }
        return 1;
    }

    /** The elements that may be read {@code order.vector()} at a time. */
    private Set<Value.GlobalElement> wide(SharedBuffer buffer, Value value, StagingOrder order) {
        String variable =
                order.alongSequence() ? sequence.variable() : axis(buffer).variable();
        Affine start = order.alongSequence() ? sequence.origin() : axis(buffer).base();
        boolean aligned = !order.alongSequence() || sequence.chunk() % order.vector() == 0;
        return Values.globals(value).stream()
                .filter(e -> order.vector() > 1
                        && aligned
                        && e.type().bytes() * order.vector() <= ACCESS_BYTES
                        && Affines.isAligned(
                                e.indices(), context.nest().array(e.array()), variable, start, order.vector()))
                .collect(Collectors.toSet());
    }
}
