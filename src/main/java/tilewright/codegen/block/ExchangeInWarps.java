package tilewright.codegen.block;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Fragment;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.Slice;
import tilewright.codegen.ir.ThreadGrid;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.kernel.Simt;
import tilewright.model.Affine;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;

/**
 * Values that points hand each other pass from register to register where whoever has them is in the warp of whoever reads them: without
 * shared memory, and without the barrier between. Example: a block of 128 rows of a triangular solve, four rows a thread. Before, in every iteration j: the thread
 * that has x(j) stores it, all wait, all read it. After: every thread takes it from the lane that has it.
 *
 * <p>Needed of every value before a barrier: the threads along the axes that say who has it are lanes of one warp; who reads it wants it for its own
 * coordinates along the others. Where one barrier of several is left in an iteration, what is handed out before it gets two copies, as what needs one barrier has from the start: the others
 * kept who writes from who still read.
 */
final class ExchangeInWarps {
    private static final int LEAST_BYTES = Integer.BYTES;

    private final Body facts;
    /** Slices that somebody reads at other places than its own. */
    private final Predicate<Slice> scattered;

    private ExchangeInWarps(List<Operation> body, Body facts) {
        this.facts = facts;
        List<Value.SliceElement> elements = new ArrayList<>();
        Operations.visit(
                body,
                o -> values(o)
                        .forEach(v -> Values.visit(v, leaf -> {
                            if (leaf instanceof Value.SliceElement s) {
                                elements.add(s);
                            }
                        })));
        this.scattered = slice -> elements.stream().anyMatch(e -> e.slice().equals(slice) && !isOwn(e));
    }

    static BlockProgram change(BlockProgram block, LoopNest nest) {
        List<Operation> interior = changed(block, block.interiorBody(), nest, true);
        List<Operation> guarded = changed(block, block.guardedBody(), nest, false);
        Set<Slice> alone = new HashSet<>(alone(block.interiorBody(), interior));
        alone.addAll(alone(block.guardedBody(), guarded));
        BlockProgram changed = block.withBodies(interior, guarded);
        return alone.isEmpty() ? changed : TwoCopies.of(changed, alone);
    }

    private static @Nullable List<Operation> changed(
            BlockProgram block, @Nullable List<Operation> body, LoopNest nest, boolean interior) {
        return body == null ? null : new ExchangeInWarps(body, new Body(block, nest, interior)).all(body);
    }

    /** What is handed out before the one barrier that is left of several in an iteration. */
    private static Set<Slice> alone(@Nullable List<Operation> before, @Nullable List<Operation> after) {
        if (before == null || after == null) {
            return Set.of();
        }
        List<Operation.Iterations> loops = Operations.ofKind(before, Operation.Iterations.class);
        List<Operation.Iterations> left = Operations.ofKind(after, Operation.Iterations.class);
        Set<Slice> alone = new HashSet<>();
        for (int l = 0; l < loops.size(); l++) {
            List<Operation> body = left.get(l).body();
            if (exchanges(loops.get(l).body()) > 1 && exchanges(body) == 1) {
                body.forEach(o -> {
                    if (o instanceof Operation.Publish publish) {
                        alone.add(publish.slice());
                    }
                });
            }
        }
        return alone;
    }

    /** Barriers of an iteration behind values that are handed out. */
    private static long exchanges(List<Operation> body) {
        return IntStream.range(1, body.size())
                .filter(o -> body.get(o) instanceof Operation.Barrier && body.get(o - 1) instanceof Operation.Publish)
                .count();
    }

    private List<Operation> all(List<Operation> operations) {
        List<Operation> changed = new ArrayList<>();
        for (int o = 0; o < operations.size(); o++) {
            int barrier = barrierAfter(operations, o);
            List<Operation> rest = operations.subList(barrier + 1, operations.size());
            List<Operation.Publish> published =
                    Operations.ofKind(operations.subList(o, barrier), Operation.Publish.class);
            if (published.isEmpty()) {
                changed.add(Operations.withBody(operations.get(o), this::all));
                continue;
            }
            if (!published.stream().allMatch(this::isInWarp) || !areRead(published, rest)) {
                // All that is handed out before a barrier, or nothing.
                changed.addAll(operations.subList(o, barrier + 1));
                o = barrier;
                continue;
            }
            Map<Slice, Value> taken = new HashMap<>();
            for (Operation.Publish publish : published) {
                Slice slice = publish.slice();
                Fragment fragment = new Fragment(slice.name() + "_taken", slice.type(), slice.axes(), false);
                taken.put(slice, new Value.FragmentElement(fragment));
                changed.add(new Operation.Shuffle(fragment, publish.tile(), publish.owners()));
            }
            changed.addAll(all(reading(rest, taken)));
            return changed;
        }
        return changed;
    }

    /** The place of the barrier behind values that are handed out from here on; here where there is none. */
    private static int barrierAfter(List<Operation> operations, int from) {
        int end = from;
        while (end < operations.size() && operations.get(end) instanceof Operation.Publish) {
            end++;
        }
        return end < operations.size() && operations.get(end) instanceof Operation.Barrier ? end : from;
    }

    /** Whether all who read the values come behind them. */
    private boolean areRead(List<Operation.Publish> published, List<Operation> rest) {
        List<Operation> whole =
                facts.interior() ? facts.block().interiorBody() : facts.block().guardedBody();
        return published.stream()
                .map(Operation.Publish::slice)
                .allMatch(s -> whole != null && reads(rest, s) == reads(whole, s) && writes(whole, s) == 1);
    }

    private static int reads(List<Operation> operations, Slice slice) {
        int[] reads = {0};
        Operations.visit(
                operations,
                o -> values(o)
                        .forEach(v -> Values.visit(v, leaf -> {
                            if (leaf instanceof Value.SliceElement s
                                    && s.slice().equals(slice)) {
                                reads[0]++;
                            }
                        })));
        return reads[0];
    }

    private static long writes(List<Operation> operations, Slice slice) {
        return Operations.ofKind(operations, Operation.Publish.class).stream()
                .filter(p -> p.slice().equals(slice))
                .count();
    }

    private static List<Value> values(Operation operation) {
        if (operation instanceof Operation.Define d) {
            return List.of(d.value());
        }
        return operation instanceof Operation.Assign a ? List.of(a.value()) : List.of();
    }

    /** Operations that take what is handed out from elsewhere. */
    static List<Operation> reading(List<Operation> operations, Map<Slice, Value> taken) {
        return Operations.rewrite(operations, o -> reading(o, taken));
    }

    private static Operation reading(Operation operation, Map<Slice, Value> taken) {
        if (operation instanceof Operation.Define d) {
            return new Operation.Define(d.fragment(), reading(d.value(), taken));
        }
        return operation instanceof Operation.Assign a
                ? new Operation.Assign(a.target(), reading(a.value(), taken), a.guard(), a.pairs())
                : operation;
    }

    private static Value reading(Value value, Map<Slice, Value> taken) {
        return Values.mapLeaves(
                value, leaf -> leaf instanceof Value.SliceElement s ? taken.getOrDefault(s.slice(), leaf) : leaf);
    }

    /** Whether a point reads what has its own coordinates. */
    private boolean isOwn(Value.SliceElement element) {
        for (int d = 0; d < element.offsets().size(); d++) {
            Axis axis = facts.block().axes().get(element.slice().axes().get(d));
            LinearForm apart =
                    LinearForm.of(element.offsets().get(d).plus(axis.base()).minus(Affine.variable(axis.variable())));
            if (!apart.isConstant() || apart.constant() != 0) {
                return false;
            }
        }
        return true;
    }

    private boolean isInWarp(Operation.Publish publish) {
        Slice slice = publish.slice();
        return facts.block().threads() % Simt.WARP == 0
                && !slice.doubled()
                && slice.type().bytes() >= LEAST_BYTES
                && !scattered.test(slice)
                && publish.tile().rings().isEmpty()
                && publish.owners().keySet().stream().allMatch(this::isInWarp);
    }

    /** Whether threads that differ along an axis alone, or along those that are numbered before it, are in one warp: a warp holds whole groups of them. */
    private boolean isInWarp(int axis) {
        int lanes = 1;
        for (ThreadGrid.Digit digit : facts.block().threadGrid().digits()) {
            lanes *= digit.size();
            if (digit.axis() == axis && Simt.WARP % lanes != 0) {
                return false;
            }
        }
        return true;
    }
}
