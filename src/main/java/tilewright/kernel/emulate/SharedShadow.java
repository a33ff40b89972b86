package tilewright.kernel.emulate;

import java.util.Arrays;

/**
 * Who accessed the bytes of a block's memory in the present segment. Two accesses by different threads without a barrier between, one of
 * them a write, are a race; two updates without interruption are none. What functions that a block runs one after another keep
 * there overlaps, so places are bytes from the start of the memory, grain by grain.
 */
final class SharedShadow {
    private static final int NOBODY = -1;
    /** Stands for two different threads. */
    private static final int SEVERAL = -2;

    private final int grain;
    private final Accesses reads;
    private final Accesses writes;
    private final Accesses updates;
    /** Thread whose asynchronous copy is on its way here, or {@link #NOBODY}. */
    private final int[] awaited;

    private final int[] awaitedSite;

    /** The last segment's accesses of one kind. */
    private static final class Accesses {
        private final int[] segment;
        private final int[] thread;
        private final int[] first;
        private final int[] site;

        Accesses(int grains) {
            segment = new int[grains];
            thread = new int[grains];
            first = new int[grains];
            site = new int[grains];
            Arrays.fill(segment, NOBODY);
        }

        boolean conflicts(int place, int now, int threadNow) {
            return segment[place] == now && thread[place] != threadNow;
        }

        void add(int place, int now, int threadNow, int siteNow) {
            if (segment[place] != now) {
                segment[place] = now;
                thread[place] = threadNow;
                first[place] = threadNow;
                site[place] = siteNow;
            } else if (thread[place] != threadNow) {
                thread[place] = SEVERAL;
            }
        }
    }

    /** How memory is accessed. */
    enum Kind {
        READ,
        WRITE,
        UPDATE
    }

    /**
     * @param bytes of the memory
     * @param grain bytes that are accessed together always
     */
    SharedShadow(int bytes, int grain) {
        this.grain = grain;
        int grains = Math.ceilDiv(bytes, grain);
        reads = new Accesses(grains);
        writes = new Accesses(grains);
        updates = new Accesses(grains);
        awaited = new int[grains];
        awaitedSite = new int[grains];
        Arrays.fill(awaited, NOBODY);
    }

    /** Records an access to an element, and reports one that it races with. */
    void access(Kind kind, SharedArray array, int element, Block now, int thread, Site site) {
        int end = array.address(element + 1);
        for (int place = array.address(element) / grain; place * grain < end; place++) {
            if (awaited[place] != NOBODY) {
                unfinished(place, array, element, now, thread, site);
            }
            if (writes.conflicts(place, now.segment, thread)) {
                race(writes, "writes", kind, place, array, element, now, thread, site);
            } else if (kind != Kind.UPDATE && updates.conflicts(place, now.segment, thread)) {
                race(updates, "updates", kind, place, array, element, now, thread, site);
            } else if (kind != Kind.READ && reads.conflicts(place, now.segment, thread)) {
                race(reads, "reads", kind, place, array, element, now, thread, site);
            }
            of(kind).add(place, now.segment, thread, site.number());
        }
    }

    private Accesses of(Kind kind) {
        return switch (kind) {
            case READ -> reads;
            case WRITE -> writes;
            case UPDATE -> updates;
        };
    }

    /** An asynchronous copy begins: it may write at any time until it is awaited. */
    void begin(SharedArray array, int element, Block now, int thread, Site site) {
        access(Kind.WRITE, array, element, now, thread, site);
        for (int place = array.address(element) / grain; place * grain < array.address(element + 1); place++) {
            awaited[place] = thread;
            awaitedSite[place] = site.number();
        }
    }

    /** An asynchronous copy has ended: its thread sees it, others after a barrier. */
    void end(SharedArray array, int element, Block now, int thread, Site site) {
        for (int place = array.address(element) / grain; place * grain < array.address(element + 1); place++) {
            awaited[place] = NOBODY;
            writes.add(place, now.segment, thread, site.number());
        }
    }

    private void unfinished(int place, SharedArray array, int element, Block now, int thread, Site site) {
        Site there = now.faults().site(awaitedSite[place]);
        now.faults()
                .report(
                        Fault.Kind.UNFINISHED_COPY,
                        "accessed before an asynchronous copy to it is awaited",
                        site,
                        now,
                        thread,
                        there,
                        "thread " + awaited[place] + " copies: " + there.text(),
                        array.element(element));
    }

    private void race(
            Accesses before,
            String does,
            Kind kind,
            int place,
            SharedArray array,
            int element,
            Block now,
            int thread,
            Site site) {
        int other = before.first[place] == thread ? before.thread[place] : before.first[place];
        Site there = now.faults().site(before.site[place]);
        String who = other == SEVERAL ? "another thread " : "thread " + other + " ";
        now.faults()
                .report(
                        Fault.Kind.SHARED_RACE,
                        (kind == Kind.READ ? "read" : "written") + " here without a barrier after another access",
                        site,
                        now,
                        thread,
                        there,
                        who + does + " it: " + there.text(),
                        array.element(element));
    }
}
