package tilewright.kernel.emulate;

import java.util.Arrays;

/**
 * A value per thread of a block. A value that nobody set, and whatever is computed with it, carries the number of the place in the
 * program that first read it; it does no harm until it decides something (as in Nethercote, Seward: Valgrind, PLDI 2007).
 */
final class Lanes {
    /** {@link #origin} of what is set. */
    static final int SET = 0;
    /** {@link #origin} of a variable or element that nobody has written, until it is read. */
    static final int UNWRITTEN = -1;

    final long[] bits;
    /** Valid where {@link #unset}. */
    final int[] origin;
    /** Whether some thread's value may be unset. */
    boolean unset;

    Lanes(int threads) {
        bits = new long[threads];
        origin = new int[threads];
    }

    /** The same value for all threads. */
    static Lanes of(int threads, long value) {
        Lanes lanes = new Lanes(threads);
        Arrays.fill(lanes.bits, value);
        return lanes;
    }

    int origin(int thread) {
        return unset ? origin[thread] : SET;
    }

    /** From now on, threads may be marked one by one. */
    void mayBeUnset() {
        if (!unset) {
            Arrays.fill(origin, SET);
            unset = true;
        }
    }

    void mark(int thread, int from) {
        mayBeUnset();
        origin[thread] = from;
    }

    /** What is computed with an operand is unset where the operand is. */
    void inherit(Lanes operand, Active active) {
        if (!operand.unset) {
            return;
        }
        for (int i = 0; i < active.count; i++) {
            int t = active.threads[i];
            if (operand.origin[t] != SET && origin(t) == SET) {
                mark(t, operand.origin[t]);
            }
        }
    }

    /** Takes over the values of some threads. */
    void copy(Lanes from, Active active) {
        for (int i = 0; i < active.count; i++) {
            int t = active.threads[i];
            bits[t] = from.bits[t];
        }
        if (unset || from.unset) {
            mayBeUnset();
            for (int i = 0; i < active.count; i++) {
                int t = active.threads[i];
                origin[t] = from.origin(t);
            }
        }
    }

    void set(int thread, long value) {
        bits[thread] = value;
        if (unset) {
            origin[thread] = SET;
        }
    }
}
