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
import tilewright.model.DataType;

/** The cooperative copy of a chunk: the block's threads take groups of neighbours in turn. */
final class CudaStaging {
    private static final int VALUES_IN_FLIGHT = 8;
    private static final int ASYNC_UNROLL = 8;
    /** Registers that a thread may spend between the halves of a copy. */
    private static final int HALVES_VALUES = 16;

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
        int steps = steps(stage);

        scope.substitute(places(stage, chunk, ""));
        String firstTarget = scope.buffer(buffer, in(stage));
        CudaView.StageKind kind = kind(stage);
        boolean async = ahead && stage.isCopied();
        String address = async || kind == CudaView.StageKind.PLAIN ? address(stage) : "";
        List<CudaView.WideLoad> loads = kind == CudaView.StageKind.PLAIN ? List.of() : loads(stage);
        if (order.vector() > 1) {
            scope.substitute(places(stage, chunk, element));
        }
        String target =
                kind == CudaView.StageKind.TRANSPOSED ? scope.buffer(buffer, in(stage) + " + " + element) : firstTarget;
        String source = address.isEmpty() ? value(stage) : address;
        scope.endStaging();
        int unroll = unroll(stage, steps, async);
        return view(
                stage,
                kind,
                unroll,
                copy(kind, order.vector(), buffer.elementType(), async),
                loads,
                new Move(target, source));
    }

    private record Move(String target, String source) {}

    private CudaView.Stage view(
            Operation.Stage stage,
            CudaView.StageKind kind,
            int unroll,
            @Nullable String copy,
            List<CudaView.WideLoad> loads,
            Move move) {
        SharedBuffer buffer = stage.buffer();
        int groups = elements(buffer) / stage.order().vector();
        int threads = scope.piece().threads();
        return new CudaView.Stage(
                kind,
                buffer.content(),
                step,
                steps(stage),
                unroll,
                copy,
                threads,
                scope.thread(),
                group,
                groups % threads == 0 ? null : groups,
                declarations(stage, groups, along(stage)),
                loads,
                stage.order().vector(),
                element,
                values,
                buffer.elementType().cName(),
                move.target(),
                move.source());
    }

    private int steps(Operation.Stage stage) {
        return Math.ceilDiv(
                elements(stage.buffer()) / stage.order().vector(), scope.piece().threads());
    }

    /**
     * A copy in two halves, so that nothing waits for global memory in between.
     *
     * @param registers declarations of what lies between them
     * @param early loads to registers
     * @param late computes values and stores them to shared memory
     */
    record Halves(List<String> registers, CudaView.Stage early, CudaView.Stage late) {}

    /** The halves of a copy that has to compute, where a thread has registers for all it loads; else null. */
    @Nullable
    Halves halves(Operation.Stage stage, Affine chunk) {
        StagingOrder order = stage.order();
        CudaView.StageKind kind = kind(stage);
        List<Value.GlobalElement> elements =
                Values.globals(stage.value()).stream().distinct().toList();
        if (stage.isCopied() || elements.isEmpty() || elements.size() * steps(stage) * order.vector() > HALVES_VALUES) {
            return null;
        }
        scope.expressions().use(scope.thread());
        List<String> registers = new ArrayList<>();
        List<CudaView.WideLoad> loads = new ArrayList<>();
        Map<Value.GlobalElement, String> places = new HashMap<>();
        for (Value.GlobalElement one : elements) {
            boolean wide = stage.wide().contains(one);
            scope.substitute(places(stage, chunk, wide || order.vector() == 1 ? "" : element));
            String name = scope.names().fresh("early" + (loads.size() + 1));
            String row = name + "[" + (steps(stage) > 1 ? step : "0") + "]";
            registers.add("alignas(16) " + one.type().cName() + " " + name + "[" + steps(stage) + "][" + order.vector()
                    + "];");
            loads.add(new CudaView.WideLoad(
                    one.type().cName(),
                    row,
                    wide ? copies.of(order.vector(), one.type()) : "",
                    scope.start(one, wide ? order.vector() : 1)));
            places.put(one, row + "[" + (order.vector() == 1 ? "0" : element) + "]");
        }
        CudaView.Stage early = view(stage, CudaView.StageKind.EARLY, steps(stage), null, loads, new Move("", ""));

        scope.substitute(places(stage, chunk, kind == CudaView.StageKind.TRANSPOSED ? element : ""));
        String target = scope.buffer(
                stage.buffer(), in(stage) + (kind == CudaView.StageKind.TRANSPOSED ? " + " + element : ""));
        places.forEach(scope::load);
        String source = value(stage);
        scope.endStaging();
        String copy = copy(kind, order.vector(), stage.buffer().elementType(), false);
        return new Halves(registers, early, view(stage, kind, steps(stage), copy, List.of(), new Move(target, source)));
    }

    /** What is stored. */
    private String value(Operation.Stage stage) {
        String value = scope.of(stage.value());
        return stage.buffer().doubled() ? copies.both(value) : value;
    }

    private String address(Operation.Stage stage) {
        Value.GlobalElement only = (Value.GlobalElement) stage.value();
        return scope.start(only, stage.order().vector());
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
        boolean plain =
                stage.value() instanceof Value.GlobalElement && !stage.buffer().doubled();
        return plain ? CudaView.StageKind.PLAIN : CudaView.StageKind.COMPUTED;
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
                        scope.start(wide, stage.order().vector())));
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
