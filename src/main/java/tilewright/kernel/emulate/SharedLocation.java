package tilewright.kernel.emulate;

import java.util.List;
import tilewright.kernel.Memory;

/** An element of an array of the block. */
final class SharedLocation extends Location {
    private final int slot;
    private final Memory.Shared array;
    private final Indices indices;
    /** A relaxed access orders nothing and races with plain ones, as an update does. */
    private final SharedShadow.Kind read;

    private final SharedShadow.Kind write;
    private final int[] at;
    private final long[] addresses;
    private final Counters.OfMemory counters;
    private final Transactions transactions;

    SharedLocation(
            int slot,
            Memory.Shared array,
            List<Value> indices,
            boolean relaxed,
            int threads,
            Counters counters,
            Site site) {
        super(array.type(), site);
        this.slot = slot;
        this.array = array;
        this.read = relaxed ? SharedShadow.Kind.UPDATE : SharedShadow.Kind.READ;
        this.write = relaxed ? SharedShadow.Kind.UPDATE : SharedShadow.Kind.WRITE;
        this.counters = counters.memory(Counts.Space.SHARED);
        this.transactions = new Transactions();
        this.at = new int[threads];
        this.addresses = new long[threads];
        this.indices = new Indices(array.name(), array.shape(), indices, site);
    }

    @Override
    void find(Block block, Active active, int width, boolean aligned) {
        indices.find(block, active, width, at);
        SharedArray own = block.frame.shared[slot];
        int bytes = width * array.type().bytes();
        for (int i = 0; i < active.count; i++) {
            int t = active.threads[i];
            addresses[t] = at[t] == NOWHERE ? NOWHERE : own.address(at[t]);
            if (aligned && at[t] != NOWHERE && addresses[t] % bytes != 0) {
                indices.misaligned(block, t, own.element(at[t]), bytes);
            }
        }
    }

    @Override
    void load(Block block, Active active, int neighbour, Lanes to) {
        SharedArray own = block.frame.shared[slot];
        for (int i = 0; i < active.count; i++) {
            int t = active.threads[i];
            if (at[t] == NOWHERE) {
                give(to, t, 0, Lanes.UNWRITTEN);
                continue;
            }
            int element = at[t] + neighbour;
            block.frame.shadow.access(read, own, element, block, t, site);
            give(to, t, own.bits[element], own.origin[element]);
        }
    }

    @Override
    void store(Block block, Active active, int neighbour, Lanes from) {
        SharedArray own = block.frame.shared[slot];
        for (int i = 0; i < active.count; i++) {
            int t = active.threads[i];
            if (at[t] != NOWHERE) {
                int element = at[t] + neighbour;
                block.frame.shadow.access(write, own, element, block, t, site);
                own.bits[element] = from.bits[t];
                own.origin[element] = from.origin(t);
            }
        }
    }

    @Override
    void update(Block block, Active active, Update update, boolean ordered, Lanes before) {
        SharedArray own = block.frame.shared[slot];
        for (int i = 0; i < active.count; i++) {
            int t = active.threads[i];
            if (at[t] == NOWHERE) {
                give(before, t, 0, Lanes.UNWRITTEN);
                continue;
            }
            block.frame.shadow.access(SharedShadow.Kind.UPDATE, own, at[t], block, t, site);
            give(before, t, own.bits[at[t]], own.origin[at[t]]);
            own.bits[at[t]] = update.of(t, own.bits[at[t]]);
        }
    }

    /** Begins to copy an element here while each thread goes on: it comes when the thread awaits it. */
    void startCopy(Block block, Active active, int neighbour, GlobalLocation source, Lanes from) {
        SharedArray own = block.frame.shared[slot];
        SharedShadow shadow = block.frame.shadow;
        for (int i = 0; i < active.count; i++) {
            int t = active.threads[i];
            if (at[t] == NOWHERE) {
                continue;
            }
            int element = at[t] + neighbour;
            shadow.begin(own, element, block, t, site);
            own.origin[element] = Lanes.UNWRITTEN;
            long bits = from.bits[t];
            int origin = from.origin(t);
            Runnable unchanged = source.unchanged(block, t, neighbour);
            block.startCopy(t, () -> {
                unchanged.run();
                shadow.end(own, element, block, t, site);
                own.bits[element] = bits;
                own.origin[element] = origin;
            });
        }
    }

    @Override
    void count(Block block, Active active, Counts.Direction direction, int width) {
        int bytes = width * array.type().bytes();
        counters.of(direction, bytes).add(active, transactions.passes(active, addresses, bytes));
    }
}
