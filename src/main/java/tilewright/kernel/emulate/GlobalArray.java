package tilewright.kernel.emulate;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.ScalarType;

/** An array in global memory while a program runs, with what is needed to tell races and unset values. */
final class GlobalArray {
    /** How an element is accessed. */
    enum Kind {
        READ(false, false),
        WRITE(true, false),
        STRONG_READ(false, true),
        STRONG_WRITE(true, true);

        private final boolean writes;
        private final boolean strong;

        Kind(boolean writes, boolean strong) {
            this.writes = writes;
            this.strong = strong;
        }

        private boolean conflicts(Kind that) {
            return (writes || that.writes) && !(strong && that.strong);
        }
    }

    private static final Kind[] KINDS = Kind.values();

    final String name;
    final ScalarType type;
    final long[] bits;
    final int[] origin;
    /** The element at index 0 of those who know this part of it. */
    final long base;
    /** The first element that they may come to. */
    final int first;
    /** The first one behind that they may not come to. */
    final int end;
    /** By kind, then by element; allocated where they are needed. */
    private final @Nullable Stamps[][] accesses;

    private final Map<Integer, Clock> released;
    /** Who has told others that they may go on, of several blocks of a launch the one with the largest number. */
    private final Map<Integer, Teller> tellers;
    /** What stood in elements before they were written, in the phase in which they were. */
    private final Map<Integer, Outdated> before;

    private record Outdated(int phase, long bits) {}

    private record Teller(int launch, int block) {}

    GlobalArray(String name, ScalarType type, long[] bits, int[] origin) {
        this.name = name;
        this.type = type;
        this.bits = bits;
        this.origin = origin;
        base = 0;
        first = 0;
        end = bits.length;
        accesses = new Stamps[KINDS.length][];
        released = new HashMap<>();
        tellers = new HashMap<>();
        before = new HashMap<>();
    }

    private GlobalArray(GlobalArray whole, long base, int first, int end) {
        name = whole.name;
        type = whole.type;
        bits = whole.bits;
        origin = whole.origin;
        accesses = whole.accesses;
        released = whole.released;
        tellers = whole.tellers;
        before = whole.before;
        this.base = base;
        this.first = first;
        this.end = end;
    }

    /** A part of the array, from {@code first} up to {@code end}, for those to whom element {@code base} has index 0. */
    GlobalArray window(long base, int first, int end) {
        return new GlobalArray(this, base, first, end);
    }

    int elements() {
        return bits.length;
    }

    String element(long index) {
        return name + "[" + index + "]";
    }

    /** Records an access, and reports one that it races with. */
    void access(Kind kind, int element, Block now, int thread, Site site) {
        Order order = now.order();
        for (Kind other : KINDS) {
            Stamps[] before = accesses[other.ordinal()];
            if (before == null || before[element] == null || !kind.conflicts(other)) {
                continue;
            }
            int stamp = before[element].unordered(order, now, thread);
            if (stamp >= 0) {
                report(kind, other, before[element], stamp, element, now, thread, site);
            }
        }
        Stamps[] own = accesses[kind.ordinal()];
        if (own == null) {
            own = new Stamps[elements()];
            accesses[kind.ordinal()] = own;
        }
        if (own[element] == null) {
            own[element] = new Stamps();
        }
        own[element].add(order, now, thread, site.number());
    }

    private void report(
            Kind kind, Kind other, Stamps before, int stamp, int element, Block now, int thread, Site site) {
        Site there = now.faults().site(before.site(stamp));
        String who = now.order().who(before.segment(stamp), before.thread(stamp), now.launch);
        now.faults()
                .report(
                        Fault.Kind.GLOBAL_RACE,
                        (kind.writes ? "written" : "read") + " here, and nothing orders this with another access",
                        site,
                        now,
                        thread,
                        there,
                        who + (other.writes ? " writes it: " : " reads it: ") + there.text(),
                        element(element));
    }

    void set(int element, long value, int from, Run run) {
        if (run.phase().isRemembered() && !isOutdated(element, run) && origin[element] == Lanes.SET) {
            before.put(element, new Outdated(run.phase().number(), bits[element]));
        }
        bits[element] = Arithmetic.normal(type, value);
        origin[element] = from;
    }

    /** Whether the element had another value since all blocks waited for each other. */
    boolean isOutdated(int element, Run run) {
        Outdated old = before.get(element);
        return old != null && old.phase == run.phase().number();
    }

    /** The value that the element had when all blocks waited for each other. */
    long outdated(int element) {
        return java.util.Objects.requireNonNull(before.get(element)).bits;
    }

    /** What came before, to whoever comes to the element later in order; null where nobody released. */
    @Nullable
    Clock released(int element) {
        return released.get(element);
    }

    /** @param clock null where the element has been written without release */
    void release(int element, @Nullable Clock clock) {
        if (clock == null) {
            released.remove(element);
            tellers.remove(element);
        } else {
            released.put(element, clock);
        }
    }

    /** A block tells others that they may go on, or goes on telling so what another one has told. */
    void tell(int element, Block block) {
        tellers.merge(
                element,
                new Teller(block.launch.number(), block.number),
                (before, now) -> before.launch == now.launch && before.block > now.block ? before : now);
    }

    /** The block of a launch that has told others that they may go on; -1 for none. */
    int teller(int element, Launch launch) {
        Teller teller = tellers.get(element);
        return teller != null && teller.launch == launch.number() ? teller.block : -1;
    }
}
