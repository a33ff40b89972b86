package tilewright.codegen.block;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.SharedBuffer;
import tilewright.codegen.lower.Affines;
import tilewright.kernel.GenerationLimits;
import tilewright.model.Condition;

/**
 * Iterations are written out, as many of them as keep a thread's updates in the body few: so that loads of some run beside updates of
 * others, and, where a loop is short and no thread waits for another one in it, so that what several iterations read is read once.
 */
final class WriteOut {
    private static final GenerationLimits LIMITS = GenerationLimits.shipped();

    private final Body facts;
    private final boolean exchanges;
    private final boolean lanes;
    private final boolean waits;
    private final boolean rows;

    private WriteOut(List<Operation> body, Body facts) {
        this.facts = facts;
        this.exchanges = !facts.block().slices().isEmpty();
        this.rows = facts.block().buffers().stream().anyMatch(SharedBuffer::alongSequence);
        this.lanes = !Operations.ofKind(body, Operation.Join.class).isEmpty();
        this.waits = exchanges
                || !facts.block().buffers().isEmpty()
                || body.stream().anyMatch(o -> o instanceof Operation.Iterations i && waits(i.body()));
    }

    private static boolean waits(List<Operation> operations) {
        return !Operations.ofKind(operations, Operation.Barrier.class).isEmpty();
    }

    /**
     * How many iterations of a loop are written out whose addresses are constants then: the most that divide them.
     *
     * @param count of iterations
     * @param updates of a thread in one of them
     */
    static int dividing(int count, int updates) {
        return IntStream.rangeClosed(1, count)
                .filter(u -> count % u == 0 && u * updates <= LIMITS.updates())
                .max()
                .orElse(1);
    }

    static List<Operation> change(List<Operation> body, Body facts) {
        return facts.block().keepsTiles() ? body : new WriteOut(body, facts).all(body, false);
    }

    /** @param ahead whether values are read one iteration early */
    private List<Operation> all(List<Operation> operations, boolean ahead) {
        boolean functions = !ahead && !exchanges;
        int updates =
                (functions ? Body.updatesAndFunctions(operations) : Body.updates(operations)) * facts.pointsOfThread();
        return operations.stream().map(o -> one(o, updates, ahead)).toList();
    }

    private Operation one(Operation operation, int updates, boolean ahead) {
        if (operation instanceof Operation.Iterations loop) {
            return loop(loop, updates, ahead);
        }
        if (operation instanceof Operation.Rounds rounds) {
            return rounds(rounds);
        }
        boolean early = operation instanceof Operation.Pipeline p && !p.ahead().isEmpty();
        return Operations.withBody(operation, body -> all(body, early));
    }

    /** @param updates of a thread in one iteration of all loops beside this one, and of this one */
    private Operation loop(Operation.Iterations loop, int updates, boolean ahead) {
        Sequence sequence = loop.sequence();
        boolean outer =
                !Operations.ofKind(loop.body(), Operation.Iterations.class).isEmpty();
        int unroll = switch (loop.range()) {
            case SEQUENCE -> outer ? whole(loop, 1) : whole(loop, ofSequence(updates));
            case PART_OF_CHUNK -> isSteady(loop) ? most(1, LIMITS.partIterations(), updates) : 1;
            case CHUNK ->
                ahead
                        ? largest(
                                2,
                                sequence.chunk(),
                                updates,
                                facts.isBesideInterior() ? LIMITS.boundaryUpdates() : LIMITS.aheadUpdates())
                        : Math.max(loop.together(), most(1, sequence.chunk(), updates));
        };
        return new Operation.Iterations(sequence, loop.range(), unroll, loop.together(), all(loop.body(), false));
    }

    private int ofSequence(int updates) {
        return facts.interior()
                ? most(1, LIMITS.iterations(), updates)
                : lanes ? most(1, LIMITS.laneIterations(), updates) : 1;
    }

    /** All iterations of a loop where it is short and nobody waits in it, else {@code otherwise}. */
    private int whole(Operation.Iterations loop, int otherwise) {
        long all = iterationsInside(List.of(loop)) * ofEach(loop).size() * facts.pointsOfThread();
        boolean isShort =
                (facts.interior() || asksNothing(loop)) && !waits && all > 0 && all <= LIMITS.writtenOutUpdates();
        return isShort ? (int) iterations(loop.sequence()) : otherwise;
    }

    /** Updates in each iteration, without those of one iteration alone, as of the zero that a filter's sum starts from. */
    private static List<Operation.Assign> ofEach(Operation.Iterations loop) {
        Set<String> counters = Stream.concat(
                        Stream.of(loop), Operations.ofKind(loop.body(), Operation.Iterations.class).stream())
                .map(l -> l.sequence().variable())
                .collect(Collectors.toSet());
        return Operations.ofKind(loop.body(), Operation.Assign.class).stream()
                .filter(a -> a.guard().conjuncts().stream()
                        .noneMatch(c -> c instanceof Condition.Compare compare
                                && compare.relation() == Condition.Relation.EQ
                                && compare.variables().stream().anyMatch(counters::contains)))
                .toList();
    }

    /** Whether points outside of the domain compute as those inside do: what each iteration asks does not depend on the point. */
    private boolean asksNothing(Operation.Iterations loop) {
        return ofEach(loop).stream()
                .flatMap(a -> a.guard().variables().stream())
                .noneMatch(v -> facts.block().axes().stream()
                        .anyMatch(axis -> axis.variable().equals(v)));
    }

    /** Iterations of loops one in another, 0 where that is not known. */
    private static long iterationsInside(List<Operation> operations) {
        for (Operation operation : operations) {
            if (operation instanceof Operation.Iterations loop) {
                return iterations(loop.sequence()) * iterationsInside(loop.body());
            }
        }
        return 1;
    }

    /** The number of iterations, at most, where it is known, else 0. */
    private static long iterations(Sequence sequence) {
        return sequence.startsAtOrigin() ? Affines.greatest(sequence.count()).orElse(0) : 0;
    }

    /** Whether every iteration of an incomplete chunk does the same for all points of a block, also of one at the boundary. */
    private boolean isSteady(Operation.Iterations loop) {
        return loop.sequence().startsAtOrigin()
                && !exchanges
                && !lanes
                && !facts.hasPairs()
                && Operations.ofKind(loop.body(), Operation.Assign.class).stream()
                        .noneMatch(a ->
                                a.guard().variables().contains(loop.sequence().variable()));
    }

    private Operation rounds(Operation.Rounds rounds) {
        int written = Math.max(rounds.size(), LIMITS.exchangedIterations());
        boolean divides = switch (rounds.range()) {
            case CHUNK, PART_OF_CHUNK -> rounds.sequence().chunk() % written == 0;
            case SEQUENCE -> Affines.isMultiple(rounds.sequence().count(), written);
        };
        return new Operation.Rounds(
                rounds.sequence(), rounds.range(), rounds.size(), divides ? written / rounds.size() : 1, rounds.body());
    }

    /** The largest power of two up to {@code limit} that keeps the body small. */
    private int most(int least, int limit, int updates) {
        int fewest = exchanges ? Math.min(limit, LIMITS.exchangedIterations()) : least;
        return largest(
                fewest,
                limit,
                updates,
                exchanges ? LIMITS.exchangedUpdates() : rows ? LIMITS.groupedUpdates() : LIMITS.updates());
    }

    /** The largest power of two, from {@code least} to {@code limit}, for which a thread's updates do not exceed {@code most}. */
    private static int largest(int least, int limit, int updates, int most) {
        int unroll = least;
        while (unroll * 2 <= limit && unroll * 2 * updates <= most) {
            unroll *= 2;
        }
        return unroll;
    }
}
