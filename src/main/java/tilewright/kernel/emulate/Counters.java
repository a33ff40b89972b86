package tilewright.kernel.emulate;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Simt;

/** Counts while a program runs. */
final class Counters {
    /** One kind of what is counted. */
    static final class Counter {
        private long threads;
        private long warps;
        private long transactions;

        void add(Active active) {
            threads += active.count;
            warps += active.warps();
        }

        void add(Active active, long transactions) {
            add(active);
            this.transactions += transactions;
        }

        private Counts.Amount amount() {
            return new Counts.Amount(threads, warps, transactions);
        }
    }

    /** Counters of accesses to one memory, kept at hand. */
    final class OfMemory {
        private final Counts.Space space;
        private final @Nullable Counter[][] known = new Counter[Counts.Direction.values().length][];

        private OfMemory(Counts.Space space) {
            this.space = space;
        }

        Counter of(Counts.Direction direction, int bytes) {
            Counter[] ofDirection = known[direction.ordinal()];
            if (ofDirection == null) {
                ofDirection = new Counter[MOST_BYTES + 1];
                known[direction.ordinal()] = ofDirection;
            }
            if (bytes > MOST_BYTES) {
                return Counters.this.of(space, direction, bytes);
            }
            if (ofDirection[bytes] == null) {
                ofDirection[bytes] = Counters.this.of(space, direction, bytes);
            }
            return ofDirection[bytes];
        }
    }

    /** Bytes of the widest access that programs usually have. */
    private static final int MOST_BYTES = Simt.ACCESS_BYTES;

    OfMemory memory(Counts.Space space) {
        return new OfMemory(space);
    }

    private final Map<Counts.Operation, Counter> operations = new HashMap<>();
    private final Map<Counts.Access, Counter> accesses = new HashMap<>();
    private long launches;
    private long blocks;

    Counter of(String name, ScalarType type) {
        return operations.computeIfAbsent(new Counts.Operation(name, type), _ -> new Counter());
    }

    Counter of(Counts.Space space, Counts.Direction direction, int bytes) {
        return accesses.computeIfAbsent(new Counts.Access(space, direction, bytes), _ -> new Counter());
    }

    void launch(int blocks) {
        launches++;
        this.blocks += blocks;
    }

    Counts counts() {
        TreeMap<Counts.Operation, Counts.Amount> computed = new TreeMap<>();
        operations.forEach((what, counter) -> put(computed, what, counter));
        TreeMap<Counts.Access, Counts.Amount> accessed = new TreeMap<>();
        accesses.forEach((what, counter) -> put(accessed, what, counter));
        return new Counts(computed, accessed, launches, blocks);
    }

    private static <K> void put(Map<K, Counts.Amount> amounts, K what, Counter counter) {
        if (counter.threads > 0) {
            amounts.put(what, counter.amount());
        }
    }
}
