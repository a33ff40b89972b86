package tilewright.dependence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import tilewright.model.ArrayData;
import tilewright.model.Data;
import tilewright.model.DataType;
import tilewright.model.Instances;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.model.PlacedStatement;
import tilewright.model.Statement;

/**
 * Whether an array is what relaxations end with, seen from the array alone, in O(m): no offer is better than the element it is
 * for (a fixpoint), and every element has its initial value or one that an offer gives, along a chain that goes back to an
 * initial value without cycles (support). No reference run is needed, and any program's result can be asked. For breadth-first
 * search and shortest paths these are the rules of Graph500 (www.graph500.org, section Validation).
 *
 * @param array x
 * @param fault what is wrong with the first element found; null where all is right
 * @param offers looked at
 * @param initial elements with their initial values
 * @param supported elements with the value of an offer
 * @param beyond elements that stay at {@code infinity} though an offer reaches them, because the type holds nothing less that is as great
 */
public record Certificate(
        String array, @Nullable String fault, long offers, long initial, long supported, long beyond) {
    /** Whether the array is right. */
    public boolean holds() {
        return fault == null;
    }

    /**
     * What a user must know of a right array.
     *
     * @param type of its elements
     */
    public Optional<String> note(DataType type) {
        if (beyond == 0) {
            return Optional.empty();
        }
        boolean one = beyond == 1;
        return Optional.of(String.format(
                Locale.ROOT,
                "note: %d element%s of %s and what only %s to are reached, but beyond what %s holds: they stay at"
                        + " infinity, as what nothing leads to. Declare a wider type",
                beyond,
                one ? "" : "s",
                array,
                one ? "it leads" : "they lead",
                type.notation()));
    }

    /** Names of the arrays that can be asked: changed by relaxations of one repetition alone, and by nothing after it. */
    public static List<String> arrays(LoopNest nest) {
        List<StatementLaws> laws = Laws.of(nest);
        Set<String> seen = new HashSet<>();
        List<String> found = new ArrayList<>();
        for (StatementLaws each : laws) {
            Relaxation relaxation = each.relaxation();
            if (relaxation != null && seen.add(relaxation.array()) && isAskable(nest, laws, relaxation.array())) {
                found.add(relaxation.array());
            }
        }
        return found;
    }

    private static boolean isAskable(LoopNest nest, List<StatementLaws> laws, String array) {
        Set<Node> repetitions = new HashSet<>();
        Set<String> read = new HashSet<>();
        int last = -1;
        for (int s = 0; s < laws.size(); s++) {
            StatementLaws each = laws.get(s);
            if (each.statement().target().array().equals(array)) {
                if (!each.hold(Law.CHAOTIC) || readsSeveral(each.relaxation())) {
                    return false;
                }
                repetitions.add(outermost(nest, each.statement().id()));
                inputs(each.statement(), array, read);
                last = s;
            }
        }
        for (int s = last + 1; s < laws.size(); s++) {
            if (read.contains(laws.get(s).statement().target().array())) {
                return false;
            }
        }
        return repetitions.size() == 1 && repetitions.iterator().next() instanceof Node.Repeat;
    }

    /** An offer of several elements is supported by all of them: chains become trees, which are not followed. */
    private static boolean readsSeveral(@Nullable Relaxation relaxation) {
        return relaxation != null
                && relaxation.reads().stream().map(Object::toString).distinct().count() > 1;
    }

    private static void inputs(Statement statement, String array, Set<String> read) {
        statement.accesses().forEach(a -> {
            read.add(a.array());
            a.loads().forEach(l -> read.add(l.array()));
        });
        read.remove(array);
    }

    /** The node of the nest's body that holds a statement. */
    private static Node outermost(LoopNest nest, String statement) {
        for (Node node : nest.body()) {
            boolean inside = new LoopNest("", List.of(), List.of(), List.of(), List.of(), List.of(node))
                    .statements().stream().anyMatch(s -> s.statement().id().equals(statement));
            if (inside) {
                return node;
            }
        }
        throw new IllegalArgumentException("no statement " + statement);
    }

    /**
     * Asks for one array.
     *
     * @param array one of {@link #arrays}
     * @param data the result, and the inputs as they were
     * @param initial the array before the run
     */
    public static Certificate of(LoopNest nest, Map<String, Long> sizes, Data data, String array, ArrayData initial) {
        return new Check(nest, sizes, data, array, initial).certificate();
    }

    /** The check of one array. */
    private static final class Check {
        private final ArrayData result;
        private final ArrayData initial;
        private final List<StatementLaws> statements;
        private final LoopNest nest;
        private final Map<String, Long> sizes;
        private final Data data;
        private final Operator operator;
        /** 0: nothing known, 1: supported, 2: an equal element might support it. */
        private final byte[] state;

        /** 1: an offer reaches the element, and its type does not hold it. */
        private final byte[] beyond;

        private final double infinity;

        private final LongAdder offers = new LongAdder();
        private final AtomicReference<String> fault = new AtomicReference<>();

        Check(LoopNest nest, Map<String, Long> sizes, Data data, String array, ArrayData initial) {
            this.nest = nest;
            this.sizes = sizes;
            this.data = data;
            this.result = data.array(array);
            this.initial = initial;
            this.statements = Laws.of(nest).stream()
                    .filter(s ->
                            s.relaxation() != null && s.relaxation().array().equals(array))
                    .toList();
            this.operator =
                    Objects.requireNonNull(statements.getFirst().relaxation()).operator();
            this.state = new byte[result.size()];
            this.beyond = new byte[result.size()];
            this.infinity = result.declaration().type().infinity();
        }

        Certificate certificate() {
            long same = initialValues();
            sweep(this::offer);
            long left = count(state, (byte) 0) + count(state, (byte) 2);
            if (fault.get() == null && left > 0) {
                equalChains();
            }
            if (fault.get() == null) {
                for (int v = 0; v < state.length && fault.get() == null; v++) {
                    if (state[v] != 1) {
                        fault.set(name(v) + " has neither its initial value " + text(initial.valueAt(v))
                                + " nor one that" + " follows from initial values");
                    }
                }
            }
            return new Certificate(
                    result.declaration().name(),
                    fault.get(),
                    offers.sum(),
                    same,
                    result.size() - same,
                    count(beyond, (byte) 1));
        }

        private long initialValues() {
            long same = 0;
            for (int v = 0; v < state.length; v++) {
                double now = result.valueAt(v);
                double before = initial.valueAt(v);
                if (now == before) {
                    state[v] = 1;
                    same++;
                } else if (!isBetter(now, before)) {
                    fault.compareAndSet(null, name(v) + " is worse than its initial value " + text(before));
                }
            }
            return same;
        }

        private interface Look {
            void at(int target, double offer, int[] reads);
        }

        private void sweep(Look look) {
            for (StatementLaws each : statements) {
                Relaxation relaxation = Objects.requireNonNull(each.relaxation());
                PlacedStatement placed = nest.statement(relaxation.statement());
                new Instances(nest, placed, sizes, data, relaxation.offer(), relaxation.reads()).forEach(look::at);
            }
        }

        /** A fixpoint has no better offer; an equal one supports, at once where it comes from a better element. */
        private void offer(int target, double offer, int[] reads) {
            offers.increment();
            double now = result.valueAt(target);
            if (isBetter(offer, now)) {
                fault.compareAndSet(null, name(target) + ", but an offer is " + text(offer) + ", which is better");
            } else if (offer == now && state[target] != 1) {
                boolean strict = true;
                for (int read : reads) {
                    strict &= isBetter(result.valueAt(read), now);
                }
                state[target] = strict ? 1 : (byte) Math.max(state[target], 2);
            }
            if (now == infinity && offer >= infinity && operator.takesLesser()) {
                boolean reached = true;
                for (int read : reads) {
                    reached &= result.valueAt(read) < infinity;
                }
                if (reached) {
                    beyond[target] = 1;
                }
            }
        }

        /**
         * Elements that only equal ones offer their value: those are followed from supported elements on. Needs one integer for
         * each such offer.
         */
        private void equalChains() {
            IntPairs pairs = new IntPairs();
            sweep((target, offer, reads) -> {
                if (state[target] != 1 && offer == result.valueAt(target)) {
                    for (int read : reads) {
                        pairs.add(read, target);
                    }
                }
            });
            int[] from = pairs.first();
            int[] to = pairs.second();
            int[] starts = new int[state.length + 1];
            for (int read : from) {
                starts[read + 1]++;
            }
            for (int v = 0; v < state.length; v++) {
                starts[v + 1] += starts[v];
            }
            int[] cursors = Arrays.copyOf(starts, state.length);
            int[] targets = new int[to.length];
            for (int i = 0; i < to.length; i++) {
                targets[cursors[from[i]]++] = to[i];
            }
            int[] queue = new int[state.length];
            int end = 0;
            for (int v = 0; v < state.length; v++) {
                if (state[v] == 1 && starts[v + 1] > starts[v]) {
                    queue[end++] = v;
                }
            }
            for (int at = 0; at < end; at++) {
                for (int i = starts[queue[at]]; i < starts[queue[at] + 1]; i++) {
                    if (state[targets[i]] != 1) {
                        state[targets[i]] = 1;
                        queue[end++] = targets[i];
                    }
                }
            }
        }

        private static long count(byte[] bytes, byte wanted) {
            long count = 0;
            for (byte each : bytes) {
                count += each == wanted ? 1 : 0;
            }
            return count;
        }

        private boolean isBetter(double one, double other) {
            return operator.takesLesser() ? one < other : one > other;
        }

        private String name(int position) {
            return result.element(result.index(position)) + " = " + text(result.valueAt(position));
        }

        private static String text(double value) {
            return value == Math.rint(value) && Math.abs(value) < 1e15
                    ? Long.toString((long) value)
                    : Double.toString(value);
        }
    }

    /** Pairs of integers, from several threads. */
    private static final class IntPairs {
        private int[] pairs = new int[1 << 10];
        private int count;

        synchronized void add(int one, int other) {
            if (2 * count + 2 > pairs.length) {
                pairs = Arrays.copyOf(pairs, (int) Math.min(Integer.MAX_VALUE - 8, 2L * pairs.length));
            }
            pairs[2 * count] = one;
            pairs[2 * count + 1] = other;
            count++;
        }

        int[] first() {
            return part(0);
        }

        int[] second() {
            return part(1);
        }

        private int[] part(int offset) {
            int[] part = new int[count];
            Arrays.setAll(part, i -> pairs[2 * i + offset]);
            return part;
        }
    }
}
