package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.call;
import static tilewright.kernel.Expressions.convert;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.remainder;
import static tilewright.kernel.Expressions.subtract;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.KernelArgument;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.scalar.AffineExpressions;
import tilewright.codegen.scalar.CNames;
import tilewright.kernel.Argument;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.HostStep;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Program;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;
import tilewright.model.Condition;
import tilewright.tiling.window.Windows;

/**
 * What the host does with windows of arrays: it copies the windows that launches write to the device before them and back behind them, each with its
 * launches in one of a few streams, so that the copies of some go on while others are computed.
 */
final class WindowSteps {
    /** Windows that are on their way at the same time: one arrives, one is computed, one leaves, and one is ready when the second is done. */
    static final int STREAMS = 4;

    private final KernelProgram program;
    private final Windows windows;
    private final CNames names;
    private final AffineExpressions affine;
    /** The stream of the launches that are being made. */
    private Expression stream = integer(0);

    WindowSteps(KernelProgram program, Windows windows, CNames names, AffineExpressions affine) {
        this.program = program;
        this.windows = windows;
        this.names = names;
        this.affine = affine;
    }

    /** Memory on the device. */
    List<Program.Allocation> memories() {
        return windows.memories().stream()
                .map(m -> new Program.Allocation(
                        names.of(m.name()),
                        ScalarType.of(program.array(m.array()).type()),
                        multiply(slots(m), integer(area())),
                        Program.Role.SCRATCH))
                .toList();
    }

    private Expression slots(Windows.Memory memory) {
        if (!memory.keeps()) {
            return integer(STREAMS);
        }
        Integer along = memory.along();
        return along == null
                ? integer(1)
                : wide(affine.of(program.array(memory.array())
                        .bounds()
                        .get(along)
                        .extent()
                        .plus(windows.size() - 1L)
                        .floorDiv(windows.size())));
    }

    private long area() {
        return (long) windows.size() * windows.size();
    }

    private static Expression wide(Expression number) {
        return convert(ScalarType.I64, number);
    }

    /**
     * The outermost loop over windows.
     *
     * @param inside makes what stands inside of the loops
     */
    HostStep loop(KernelProgram.HostStep.Loop outer, Function<List<KernelProgram.HostStep>, List<HostStep>> inside) {
        Variable variable = Variable.integer(names.declare(outer.variable()));
        List<HostStep> body = new ArrayList<>();
        Set<String> used = new LinkedHashSet<>();
        Set<String> written = new LinkedHashSet<>();
        for (KernelProgram.HostStep step : outer.body()) {
            Map<Windows.View, Boolean> views = views(List.of(step));
            Set<String> own = memories(views, false);
            Set<String> changed = memories(views, true);
            if (!Collections.disjoint(own, written) || !Collections.disjoint(changed, used)) {
                body.add(new HostStep.Join());
                used.clear();
                written.clear();
            }
            used.addAll(own);
            written.addAll(changed);
            body.add(inLoops(step, List.of(), Condition.TRUE, views, inside));
        }
        body.add(new HostStep.Join());
        return new HostStep.Loop(variable, affine.of(outer.first()), affine.of(outer.last()), body);
    }

    private static Set<String> memories(Map<Windows.View, Boolean> views, boolean written) {
        Set<String> memories = new LinkedHashSet<>();
        views.forEach((view, writes) -> {
            if (writes || !written) {
                memories.add(view.memory().name());
            }
        });
        return memories;
    }

    /** The views that launches know, and whether they write them. */
    private Map<Windows.View, Boolean> views(List<KernelProgram.HostStep> steps) {
        Map<Windows.View, Boolean> views = new LinkedHashMap<>();
        for (KernelProgram.HostStep step : steps) {
            switch (step) {
                case KernelProgram.HostStep.Loop l ->
                    views(l.body()).forEach((view, writes) -> views.merge(view, writes, Boolean::logicalOr));
                case KernelProgram.HostStep.Launch l ->
                    l.kernel().arguments().forEach(a -> {
                        if (a instanceof KernelArgument.ArrayBase(String array, boolean writes)) {
                            views.merge(view(array), writes, Boolean::logicalOr);
                        }
                    });
                case KernelProgram.HostStep.Columns _,
                        KernelProgram.HostStep.Rows _,
                        KernelProgram.HostStep.Kept _,
                        KernelProgram.HostStep.Inputs _,
                        KernelProgram.HostStep.Staying _,
                        KernelProgram.HostStep.AsWritten _ ->
                    throw new IllegalArgumentException("no launch in windows: " + step);
            }
        }
        return views;
    }

    private Windows.View view(String name) {
        return windows.view(name).orElseThrow(() -> new IllegalArgumentException("no window " + name));
    }

    private HostStep inLoops(
            KernelProgram.HostStep step,
            List<Variable> outer,
            Condition exists,
            Map<Windows.View, Boolean> views,
            Function<List<KernelProgram.HostStep>, List<HostStep>> inside) {
        if (step instanceof KernelProgram.HostStep.Loop l && l.windows() != null) {
            Variable variable = Variable.integer(names.declare(l.variable()));
            List<Variable> variables = new ArrayList<>(outer);
            variables.add(variable);
            Condition all = Condition.and(List.of(exists, l.windows()));
            List<HostStep> body = l.body().stream()
                    .map(s -> inLoops(s, variables, all, views, inside))
                    .toList();
            return new HostStep.Loop(variable, affine.of(l.first()), affine.of(l.last()), body);
        }
        Expression sum = outer.stream()
                .map(v -> (Expression) v.read())
                .reduce(Expressions::add)
                .orElse(integer(0));
        stream = outer.isEmpty() ? sum : remainder(sum, STREAMS);
        List<HostStep> body = new ArrayList<>();
        views.forEach((view, writes) -> {
            if (writes || !view.memory().keeps()) {
                body.add(transfer(view, true));
            }
        });
        body.addAll(inside.apply(List.of(step)));
        views.forEach((view, writes) -> {
            if (writes) {
                body.add(transfer(view, false));
            }
        });
        Expression condition = exists.equals(Condition.TRUE) ? integer(1) : affine.of(exists);
        return new HostStep.InStream(stream, STREAMS, condition, body);
    }

    private HostStep transfer(Windows.View view, boolean in) {
        ArrayLayout array = program.array(view.array());
        Expression row = place(view, 0);
        Expression column = place(view, 1);
        Expression pitch = affine.of(array.pitch());
        return new HostStep.Transfer(
                in,
                new HostStep.Rows(names.of(view.array()), add(multiply(row, pitch), column), pitch),
                new HostStep.Rows(names.of(view.memory().name()), first(view), integer(windows.size())),
                length(array, view, 0),
                length(array, view, 1));
    }

    /** How far a window lies from the array's first element in a dimension. */
    private Expression place(Windows.View view, int dimension) {
        return multiply(wide(coordinate(view, dimension)), integer(windows.size()));
    }

    private Expression coordinate(Windows.View view, int dimension) {
        return affine.variable(view.coordinates().get(dimension)).read();
    }

    /** What a window has of the array in a dimension. */
    private Expression length(ArrayLayout array, Windows.View view, int dimension) {
        Expression left = subtract(
                affine.of(array.bounds().get(dimension).extent()),
                multiply(coordinate(view, dimension), integer(windows.size())));
        return call(Intrinsic.MIN, ScalarType.I32, integer(windows.size()), left);
    }

    /** The window's first element in its memory. */
    private Expression first(Windows.View view) {
        String slot = view.slot();
        Expression number = !view.memory().keeps()
                ? wide(stream)
                : slot == null ? wide(integer(0)) : wide(affine.variable(slot).read());
        return multiply(number, integer(area()));
    }

    /** A view as an argument. */
    Argument argument(String name) {
        Windows.View view = view(name);
        Expression before = add(multiply(place(view, 0), integer(windows.size())), place(view, 1));
        return new Argument.Window(
                names.of(view.memory().name()), subtract(first(view), before), first(view), integer(area()));
    }

    /** Whether an array is a view of a window. */
    boolean knows(String array) {
        return windows.view(array).isPresent();
    }
}
