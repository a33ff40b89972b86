package tilewright.kernel.emulate;

import tilewright.kernel.ScalarType;

/** Two neighbouring 16-bit elements as the halves of a word. */
final class PairLocation extends Location {
    private final Location first;
    private final Lanes low;
    private final Lanes high;

    PairLocation(Location first, int threads, Site site) {
        super(ScalarType.I32, site);
        this.first = first;
        low = new Lanes(threads);
        high = new Lanes(threads);
    }

    @Override
    void find(Block block, Active active, int width, boolean aligned) {
        if (width > 1) {
            throw new IllegalArgumentException("pairs are copied as 16-bit elements: " + site.text());
        }
        first.find(block, active, 2, true);
    }

    @Override
    void load(Block block, Active active, int neighbour, Lanes to) {
        low.unset = false;
        high.unset = false;
        first.load(block, active, 0, low);
        first.load(block, active, 1, high);
        for (int i = 0; i < active.count; i++) {
            int t = active.threads[i];
            int origin = low.origin(t) != Lanes.SET ? low.origin(t) : high.origin(t);
            give(to, t, Arithmetic.pair((int) low.bits[t], (int) high.bits[t]), origin);
        }
    }

    @Override
    void store(Block block, Active active, int neighbour, Lanes from) {
        low.unset = false;
        high.unset = false;
        for (int i = 0; i < active.count; i++) {
            int t = active.threads[i];
            low.bits[t] = (short) from.bits[t];
            high.bits[t] = (short) (from.bits[t] >> 16);
        }
        low.inherit(from, active);
        high.inherit(from, active);
        first.store(block, active, 0, low);
        first.store(block, active, 1, high);
    }

    @Override
    void count(Block block, Active active, Counts.Direction direction, int width) {
        first.count(block, active, direction, 2);
    }

    @Override
    void update(Block block, Active active, Update update, boolean ordered, Lanes before) {
        throw new IllegalArgumentException("an atomic update of a pair: " + site.text());
    }
}
