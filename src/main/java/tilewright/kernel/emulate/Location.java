package tilewright.kernel.emulate;

import tilewright.kernel.ScalarType;

/**
 * A place that is ready to be accessed: first {@link #find} computes where it is, then its neighbours are loaded or stored one by
 * one, counted from 0.
 */
abstract class Location {
    /** Where there is no element. */
    static final int NOWHERE = -1;

    final ScalarType type;
    final Site site;

    /** @param type of what is read or written */
    Location(ScalarType type, Site site) {
        this.type = type;
        this.site = site;
    }

    /**
     * Computes where the place is for each thread.
     *
     * @param width neighbours that are going to be accessed
     * @param aligned whether they are accessed in one
     */
    abstract void find(Block block, Active active, int width, boolean aligned);

    /** Threads have waited until the place had its value. */
    void awaited(Block block, Active active) {}

    abstract void load(Block block, Active active, int neighbour, Lanes to);

    abstract void store(Block block, Active active, int neighbour, Lanes from);

    /** Counts an access of so many neighbours in one. */
    abstract void count(Block block, Active active, Counts.Direction direction, int width);

    /** What a thread reads where it stands so in memory. */
    final void give(Lanes to, int thread, long bits, int origin) {
        to.bits[thread] = Arithmetic.normal(type, bits);
        if (origin != Lanes.SET || to.unset) {
            to.mark(thread, origin == Lanes.UNWRITTEN ? site.number() : origin);
        }
    }

    /** An update that nothing interrupts. */
    interface Update {
        /** @return what stands there afterwards */
        long of(int thread, long before);
    }

    /** Updates the element, one thread after another; gives what stood there before. */
    abstract void update(Block block, Active active, Update update, boolean ordered, Lanes before);
}
