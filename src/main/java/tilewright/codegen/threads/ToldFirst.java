package tilewright.codegen.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.Window;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;

/**
 * Blocks of columns write what blocks of other columns touch before all else they have changed, and tell it then. Which elements these are follows from the boxes that blocks keep of an array
 * ({@link Window}): where a subscript moves with the column alone, by a constant, boxes of other columns are shifted by its multiples, and what a block touches lies in its box.
 *
 * <p>Asks for boxes from which everything that the block has changed is written back, and that no two columns write one element; else a block tells when it has written all.
 *
 * <p>Example: boxes of 129 rows, the first of which a column's block only reads, and columns 128 rows apart: of what a block writes, other columns read row 128.
 */
final class ToldFirst {
    private final String column;
    private final String iteration;

    private ToldFirst(String column, String iteration) {
        this.column = column;
        this.iteration = iteration;
    }

    /** The blocks with what they tell. */
    static BlockProgram change(BlockProgram blocks, KernelProgram.HostStep.Columns step) {
        List<String> dependent = step.columns().stream()
                .filter(KernelProgram.Column::dependent)
                .map(KernelProgram.Column::variable)
                .toList();
        ToldFirst told = new ToldFirst(
                dependent.size() == 1 ? dependent.getFirst() : "",
                step.launches().variable());
        return blocks.withBodies(told.change(blocks.interiorBody()), told.change(blocks.guardedBody()));
    }

    private @Nullable List<Operation> change(@Nullable List<Operation> body) {
        if (body == null) {
            return null;
        }
        List<Operation> changed = new ArrayList<>(body);
        int first = body.size();
        while (first > 0 && body.get(first - 1) instanceof Operation.StoreWindow) {
            first--;
        }
        List<Operation.StoreWindow> early = new ArrayList<>();
        List<Operation.StoreWindow> stores =
                Operations.ofKind(body.subList(first, body.size()), Operation.StoreWindow.class);
        for (Operation.StoreWindow store : stores) {
            Optional<List<Condition>> touched = touchedByOthers(store);
            if (touched.isEmpty()) {
                early.clear();
                break;
            }
            touched.get()
                    .forEach(c -> early.add(
                            new Operation.StoreWindow(store.window(), Condition.and(List.of(store.written(), c)))));
        }
        if (early.isEmpty() || !isWrittenBack(body, stores)) {
            changed.add(new Operation.Tell());
        } else {
            changed.add(first, new Operation.Tell());
            changed.addAll(first, early);
        }
        return changed;
    }

    private static boolean isWrittenBack(List<Operation> body, List<Operation.StoreWindow> stores) {
        Set<String> arrays = stores.stream().map(s -> s.window().array()).collect(Collectors.toSet());
        return Operations.ofKind(body, Operation.Assign.class).stream()
                .allMatch(a -> !(a.target() instanceof Operation.Target.GlobalTarget t) || arrays.contains(t.array()));
    }

    /** Which places of a window blocks of other columns touch, of those that the block writes; nothing where that may be any. */
    private Optional<List<Condition>> touchedByOthers(Operation.StoreWindow store) {
        Window window = store.window();
        WindowPart written = WindowPart.box(window, store.written()).part();
        for (int d = 0; d < window.extents().size(); d++) {
            long apart = apart(window, d);
            int from = written.from().get(d);
            int last = from + written.extents().get(d) - 1;
            if (apart == 0 || last - from >= apart) {
                continue;
            }
            Affine place = Affine.variable(window.coordinate(d));
            long below = window.extents().get(d) - 1 - apart;
            if (below >= last || apart <= from) {
                return Optional.empty();
            }
            List<Condition> touched = new ArrayList<>();
            if (from <= below) {
                touched.add(new Condition.Compare(place, Condition.Relation.LE, Affine.constant(below)));
            }
            if (last >= apart) {
                touched.add(new Condition.Compare(place, Condition.Relation.GE, Affine.constant(apart)));
            }
            return Optional.of(touched);
        }
        return Optional.empty();
    }

    /** How far boxes of neighbouring columns lie from each other, where these are the only ones that lie elsewhere along a dimension; else 0. */
    private long apart(Window window, int dimension) {
        boolean sheared = dimension == window.extents().size() - 1
                && window.shear().stream().anyMatch(s -> s != 0);
        LinearForm base = LinearForm.of(window.bases().get(dimension));
        Affine rest = base.without(Affine.variable(column)).toAffine();
        return column.isEmpty()
                        || sheared
                        || rest.variables().contains(column)
                        || rest.variables().contains(iteration)
                ? 0
                : Math.abs(base.coefficient(column));
    }
}
