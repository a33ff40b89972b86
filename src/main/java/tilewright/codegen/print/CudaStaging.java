package tilewright.codegen.print;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.SharedBuffer;
import tilewright.codegen.ir.StagingOrder;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.DataType;

/** The cooperative copy of a chunk: the block's threads take groups of neighbours in turn. */
final class CudaStaging {
    private static final int VALUES_IN_FLIGHT = 8;
    private static final int ASYNC_UNROLL = 8;

    private final CudaScope scope;
    private final CudaCopies copies;
    private final String step;
    private final String group;
    private final String element;
    private final String loaded;
    private final String values;

    CudaStaging(CudaScope scope, CudaCopies copies) {
        this.scope = scope;
        this.copies = copies;
        this.step = scope.names().fresh("step");
        this.group = scope.names().fresh("group");
        this.element = scope.names().fresh("e");
        this.loaded = scope.names().fresh("loaded");
        this.values = scope.names().fresh("values");
    }

    /** The copy of the chunk at the sequence's current chunk offset. */
    CudaView.Stage of(Operation.Stage stage) {
        return of(stage, Affine.variable(scope.sequence(stage.sequence()).chunk()), false);
    }

    /**
     * The copy of one chunk.
     *
     * @param chunk its offset
     * @param ahead whether it may go on while the block computes
     */
    CudaView.Stage of(Operation.Stage stage, Affine chunk, boolean ahead) {
        scope.expressions().use(scope.thread());
        StagingOrder order = stage.order();
        SharedBuffer buffer = stage.buffer();
        int groups = elements(buffer) / order.vector();
        int threads = scope.piece().threads();
        int steps = (groups + threads - 1) / threads;

        scope.substitute(places(stage, chunk, ""));
        String firstTarget = scope.buffer(buffer, in(stage));
        CudaView.StageKind kind = kind(stage);
        boolean async = ahead && stage.value() instanceof Value.GlobalElement && kind != CudaView.StageKind.TRANSPOSED;
        String address = async || kind == CudaView.StageKind.PLAIN ? address(stage) : "";
        List<CudaView.WideLoad> loads = kind == CudaView.StageKind.PLAIN ? List.of() : loads(stage);
        if (order.vector() > 1) {
            scope.substitute(places(stage, chunk, element));
        }
        String target =
                kind == CudaView.StageKind.TRANSPOSED ? scope.buffer(buffer, in(stage) + " + " + element) : firstTarget;
        String source = address.isEmpty() ? scope.of(stage.value()) : address;
        scope.endStaging();
        return new CudaView.Stage(
                kind,
                buffer.content(),
                step,
                steps,
                unroll(stage, steps, async),
                copy(kind, order.vector(), buffer.type(), async),
                threads,
                scope.thread(),
                group,
                groups % threads == 0 ? null : groups,
                declarations(stage, groups, along(stage)),
                loads,
                order.vector(),
                element,
                values,
                buffer.type().cName(),
                target,
                source);
    }

    private String address(Operation.Stage stage) {
        Value.GlobalElement only = (Value.GlobalElement) stage.value();
        return scope.global(only.array(), only.indices());
    }

    private @Nullable String copy(CudaView.StageKind kind, int width, DataType type, boolean async) {
        if (async) {
            return copies.async(width, type);
        }
        boolean together = kind == CudaView.StageKind.PLAIN || kind == CudaView.StageKind.COMPUTED;
        return together ? copies.of(width, type) : null;
    }

    /** Rounds in flight cost registers, for values and for addresses. */
    private static int unroll(Operation.Stage stage, int steps, boolean async) {
        boolean guarded =
                Values.globals(stage.value()).stream().anyMatch(g -> !g.guard().equals(Condition.TRUE));
        if (guarded) {
            return 1;
        }
        return Math.min(
                steps,
                async
                        ? ASYNC_UNROLL
                        : Math.max(1, VALUES_IN_FLIGHT / stage.order().vector()));
    }

    private static CudaView.StageKind kind(Operation.Stage stage) {
        if (stage.order().vector() == 1) {
            return CudaView.StageKind.SINGLE;
        }
        if (stage.order().alongSequence() && !stage.buffer().alongSequence()) {
            return CudaView.StageKind.TRANSPOSED;
        }
        return stage.value() instanceof Value.GlobalElement ? CudaView.StageKind.PLAIN : CudaView.StageKind.COMPUTED;
    }

    private static int elements(SharedBuffer buffer) {
        return buffer.extents().stream().reduce(buffer.chunk(), Math::multiplyExact);
    }

    private String in(Operation.Stage stage) {
        return scope.sequence(stage.sequence()).in();
    }

    /** The offset that grows within a group. */
    private String along(Operation.Stage stage) {
        return stage.order().alongSequence()
                ? in(stage)
                : scope.axis(stage.buffer().axes().getLast()).in();
    }

    /** Loop variable and points as base plus offset; with {@code element} added in the direction of the group. */
    private Map<String, Affine> places(Operation.Stage stage, Affine chunk, String element) {
        Map<String, Affine> places = new HashMap<>(scope.offsets());
        Affine within = chunk.plus(Affine.variable(in(stage)));
        places.put(stage.sequence().variable(), stage.sequence().origin().plus(within));
        if (!element.isEmpty()) {
            String moved = stage.order().alongSequence()
                    ? stage.sequence().variable()
                    : scope.axis(stage.buffer().axes().getLast()).axis().variable();
            places.computeIfPresent(moved, (v, place) -> place.plus(Affine.variable(element)));
        }
        return places;
    }

    private List<CudaView.WideLoad> loads(Operation.Stage stage) {
        List<CudaView.WideLoad> loads = new ArrayList<>();
        for (Value.GlobalElement wide : Values.globals(stage.value())) {
            if (stage.wide().contains(wide) && !scope.isLoaded(wide)) {
                String register = stage.wide().size() == 1 ? loaded : loaded + (loads.size() + 1);
                loads.add(new CudaView.WideLoad(
                        wide.type().cName(),
                        register,
                        copies.of(stage.order().vector(), wide.type()),
                        scope.global(wide.array(), wide.indices())));
                scope.load(wide, register + "[" + element + "]");
            }
        }
        return loads;
    }

    private List<String> declarations(Operation.Stage stage, int groups, String along) {
        StagingOrder order = stage.order();
        SharedBuffer buffer = stage.buffer();
        List<String> lines = new ArrayList<>();
        int divisor = order.lanes();
        if (!order.alongSequence()) {
            lines.add(declare(in(stage), digit(divisor, buffer.chunk(), groups)));
            divisor *= buffer.chunk();
        }
        int last = buffer.axes().size() - (order.alongSequence() ? 1 : 2);
        for (int a = last; a >= 0; a--) {
            String name = scope.axis(buffer.axes().get(a)).in();
            lines.add(declare(name, digit(divisor, buffer.extents().get(a), groups)));
            divisor *= buffer.extents().get(a);
        }
        String low = digit(1, order.lanes(), groups);
        String high = divisor >= groups ? "" : order.lanes() + " * (" + group + " / " + divisor + ")";
        lines.addFirst(declare(along, scaled(order.vector(), sum(low, high))));
        return lines;
    }

    private static String declare(String name, String value) {
        return "const int " + name + " = " + value + ";";
    }

    private static String sum(String low, String high) {
        return high.isEmpty() ? low : low.equals("0") ? high : low + " + " + high;
    }

    private String scaled(int factor, String text) {
        if (factor == 1 || text.equals("0")) {
            return text;
        }
        return factor + " * " + (text.equals(group) ? text : "(" + text + ")");
    }

    /** The digit {@code group / divisor % radix} of a number below {@code limit}. */
    private String digit(int divisor, int radix, int limit) {
        if (radix == 1) {
            return "0";
        }
        String quotient = divisor == 1 ? group : group + " / " + divisor;
        return divisor * radix >= limit ? quotient : quotient + " % " + radix;
    }
}
