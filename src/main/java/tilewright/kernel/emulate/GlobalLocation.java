package tilewright.kernel.emulate;

import java.util.function.Function;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;

/** An element of an array in global memory. */
final class GlobalLocation extends Location {
    private final Function<Block, GlobalArray> base;
    private final Value offset;
    private final Place.Access access;
    private final int[] at;
    private final long[] addresses;
    private final Counters.OfMemory counters;
    private final Transactions transactions = new Transactions();

    GlobalLocation(
            Function<Block, GlobalArray> base,
            ScalarType as,
            Value offset,
            Place.Access access,
            int threads,
            Counters counters,
            Site site) {
        super(as, site);
        this.base = base;
        this.offset = offset;
        this.access = access;
        this.counters = counters.memory(Counts.Space.GLOBAL);
        at = new int[threads];
        addresses = new long[threads];
    }

    @Override
    void find(Block block, Active active, int width, boolean aligned) {
        GlobalArray array = base.apply(block);
        Lanes index = offset.of(block, active);
        int bytes = width * type.bytes();
        for (int i = 0; i < active.count; i++) {
            int t = active.threads[i];
            at[t] = NOWHERE;
            long place = index.bits[t] + array.base;
            if (index.origin(t) != Lanes.SET) {
                Checks.decided(block, t, index.origin(t), "an address in " + array.name, site);
            } else if (place < array.first || place > array.end - width) {
                outside(block, t, array, place, width);
            } else {
                at[t] = (int) place;
                if (aligned && at[t] % width != 0) {
                    Checks.misaligned(block, t, array.element(at[t]), bytes, site);
                }
            }
            addresses[t] = at[t] == NOWHERE ? NOWHERE : (long) at[t] * type.bytes();
        }
    }

    private void outside(Block block, int thread, GlobalArray array, long index, int width) {
        block.faults()
                .report(
                        Fault.Kind.OUT_OF_BOUNDS,
                        (width > 1 ? width + " elements from " : "element ") + index + " of "
                                + (array.first == 0 && array.end == array.elements()
                                        ? array.elements()
                                        : "those from " + array.first + " up to " + array.end),
                        site,
                        block,
                        thread,
                        array.name);
    }

    @Override
    void load(Block block, Active active, int neighbour, Lanes to) {
        GlobalArray array = base.apply(block);
        GlobalArray.Kind kind = Orders.isStrong(access) ? GlobalArray.Kind.STRONG_READ : GlobalArray.Kind.READ;
        for (int i = 0; i < active.count; i++) {
            int t = active.threads[i];
            if (at[t] == NOWHERE) {
                give(to, t, 0, Lanes.UNWRITTEN);
                continue;
            }
            int element = at[t] + neighbour;
            array.access(kind, element, block, t, site);
            boolean outdated = access == Place.Access.STALE
                    && array.isOutdated(element, block.run)
                    && block.run.random().nextBoolean();
            if (outdated) {
                give(to, t, array.outdated(element), Lanes.SET);
            } else {
                give(to, t, array.bits[element], array.origin[element]);
            }
            if (access == Place.Access.ORDERED) {
                acquire(block, t, array, element);
            }
        }
    }

    @Override
    void store(Block block, Active active, int neighbour, Lanes from) {
        GlobalArray array = base.apply(block);
        boolean strong = Orders.isStrong(access);
        for (int i = 0; i < active.count; i++) {
            int t = active.threads[i];
            if (at[t] == NOWHERE) {
                continue;
            }
            int element = at[t] + neighbour;
            array.access(written(strong, isSilent(array, element, from, t)), element, block, t, site);
            array.set(element, from.bits[t], from.origin(t), block.run);
            array.release(element, access == Place.Access.ORDERED ? block.before(t) : null);
            if (access == Place.Access.ORDERED) {
                array.tell(element, block);
            }
        }
    }

    /**
     * Whether a store leaves the element as it is. Plans may let such writes run in any order (proved silent by the analysis):
     * whoever reads the element gets the same value before and after. It counts as a read: one that comes beside a write which
     * changes the element is a race still. What nobody set stays so whichever of several such values comes last, as where points beyond a row store
     * to its padding: whoever uses it is reported for that.
     */
    private static boolean isSilent(GlobalArray array, int element, Lanes from, int thread) {
        boolean set = from.origin(thread) == Lanes.SET;
        return set == (array.origin[element] == Lanes.SET) && (!set || array.bits[element] == from.bits[thread]);
    }

    private static GlobalArray.Kind written(boolean strong, boolean silent) {
        if (silent) {
            return strong ? GlobalArray.Kind.STRONG_READ : GlobalArray.Kind.READ;
        }
        return strong ? GlobalArray.Kind.STRONG_WRITE : GlobalArray.Kind.WRITE;
    }

    private static void acquire(Block block, int thread, GlobalArray array, int element) {
        Clock released = array.released(element);
        if (released != null) {
            block.see(thread, released);
        }
    }

    /** What came before a relaxed update stays known: it continues the release sequence. */
    @Override
    void update(Block block, Active active, Update update, boolean ordered, Lanes before) {
        GlobalArray array = base.apply(block);
        for (int i = 0; i < active.count; i++) {
            int t = active.threads[i];
            if (at[t] == NOWHERE) {
                give(before, t, 0, Lanes.UNWRITTEN);
                continue;
            }
            int element = at[t];
            array.access(GlobalArray.Kind.STRONG_WRITE, element, block, t, site);
            give(before, t, array.bits[element], array.origin[element]);
            array.set(element, update.of(t, before.bits[t]), array.origin[element], block.run);
            if (ordered) {
                acquire(block, t, array, element);
                Clock released = block.before(t);
                Clock already = array.released(element);
                if (already != null) {
                    released.join(already);
                }
                array.release(element, released);
                array.tell(element, block);
            }
        }
    }

    /** Threads have waited here: where not all blocks are on the device at the same time, for a block that was there before theirs. */
    @Override
    void awaited(Block block, Active active) {
        GlobalArray array = base.apply(block);
        for (int i = 0; i < active.count && !block.launch.together(); i++) {
            int t = active.threads[i];
            int teller = at[t] == NOWHERE ? -1 : array.teller(at[t], block.launch);
            if (teller > block.number) {
                block.faults()
                        .report(
                                Fault.Kind.NO_END,
                                "waits for block " + teller + ", which starts after it: not all blocks start together",
                                site,
                                block,
                                t,
                                array.element(at[t]));
            }
        }
    }

    /** Checks, when an asynchronous copy ends, that what it reads is what it was. */
    Runnable unchanged(Block block, int thread, int neighbour) {
        GlobalArray array = base.apply(block);
        if (at[thread] == NOWHERE) {
            return () -> {};
        }
        int element = at[thread] + neighbour;
        long bits = array.bits[element];
        return () -> {
            if (array.bits[element] != bits) {
                block.faults()
                        .report(
                                Fault.Kind.UNFINISHED_COPY,
                                "overwritten before an asynchronous copy of it is awaited",
                                site,
                                block,
                                thread,
                                array.element(element));
            }
        };
    }

    @Override
    void count(Block block, Active active, Counts.Direction direction, int width) {
        int bytes = width * type.bytes();
        counters.of(direction, bytes).add(active, transactions.sectors(active, addresses));
    }
}
