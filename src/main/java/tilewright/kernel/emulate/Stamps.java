package tilewright.kernel.emulate;

import java.util.Arrays;

/**
 * Accesses of one kind to one element that may still be unordered with a later one. An access that comes before a later access of the
 * same kind is forgotten: what is unordered with it is unordered with the later one as well. Of one segment two threads suffice, since a third
 * one differs from one of them at least; and so does a few of a launch whose blocks do not order themselves.
 */
final class Stamps {
    private static final int MOST_OF_UNORDERED_LAUNCH = 3;

    private int size;
    private int[] segment = new int[2];
    private int[] thread = new int[2];
    private int[] site = new int[2];

    /** An access that does not come before what a thread does now, or -1. */
    int unordered(Order order, Block now, int threadNow) {
        for (int s = 0; s < size; s++) {
            boolean same = segment[s] == now.segment && thread[s] == threadNow;
            if (!same && !order.precedes(segment[s], thread[s], now, threadNow)) {
                return s;
            }
        }
        return -1;
    }

    int segment(int stamp) {
        return segment[stamp];
    }

    int thread(int stamp) {
        return thread[stamp];
    }

    int site(int stamp) {
        return site[stamp];
    }

    void add(Order order, Block now, int threadNow, int siteNow) {
        int last = size - 1;
        if (last >= 0
                && segment[last] == now.segment
                && (thread[last] == threadNow || last > 0 && segment[last - 1] == now.segment)) {
            return;
        }
        forget(order, now, threadNow);
        int ofSegment = 0;
        int ofLaunch = 0;
        for (int s = 0; s < size; s++) {
            ofSegment += segment[s] == now.segment ? 1 : 0;
            ofLaunch += order.launch(segment[s]) == now.launch.number() ? 1 : 0;
        }
        if (ofSegment < 2 && (now.launch.ordered() || ofLaunch < MOST_OF_UNORDERED_LAUNCH)) {
            append(now.segment, threadNow, siteNow);
        }
    }

    private void forget(Order order, Block now, int threadNow) {
        int kept = 0;
        for (int s = 0; s < size; s++) {
            if (!order.precedes(segment[s], thread[s], now, threadNow)) {
                segment[kept] = segment[s];
                thread[kept] = thread[s];
                site[kept] = site[s];
                kept++;
            }
        }
        size = kept;
    }

    private void append(int inSegment, int byThread, int atSite) {
        if (size == segment.length) {
            segment = Arrays.copyOf(segment, 2 * size);
            thread = Arrays.copyOf(thread, 2 * size);
            site = Arrays.copyOf(site, 2 * size);
        }
        segment[size] = inSegment;
        thread[size] = byThread;
        site[size++] = atSite;
    }
}
