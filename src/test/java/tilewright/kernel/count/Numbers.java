package tilewright.kernel.count;

import java.util.Arrays;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** A whole number of every thread of a block; of some threads it may not be known. Most numbers are the same for all threads, and are kept once. */
final class Numbers {
    private final int threads;
    /** Of all threads, where they have none of their own. */
    private long common;

    private long @Nullable [] own;
    /** Null where all are known. */
    private boolean @Nullable [] unknown;

    /** Zeros. */
    Numbers(int threads) {
        this.threads = threads;
    }

    /** The same number for all threads. */
    static Numbers all(int threads, long value) {
        Numbers numbers = new Numbers(threads);
        numbers.common = value;
        return numbers;
    }

    boolean isKnown(int thread) {
        return unknown == null || !unknown[thread];
    }

    /** Whether all threads have one number, which is known. */
    boolean isCommon() {
        return own == null && unknown == null;
    }

    boolean areKnown(int[] threads) {
        if (unknown == null) {
            return true;
        }
        for (int t : threads) {
            if (unknown[t]) {
                return false;
            }
        }
        return true;
    }

    long of(int thread) {
        return own == null ? common : own[thread];
    }

    void set(int thread, long value) {
        owned()[thread] = value;
        if (unknown != null) {
            unknown[thread] = false;
        }
    }

    private long[] owned() {
        long[] values = own;
        if (values == null) {
            values = new long[threads];
            Arrays.fill(values, common);
            own = values;
        }
        return values;
    }

    void forget(int thread) {
        if (unknown == null) {
            unknown = new boolean[threads];
        }
        unknown[thread] = true;
    }

    /** Takes some threads' numbers over; none where {@code from} is null. */
    void copy(@Nullable Numbers from, int[] threads) {
        if (from != null && from.isCommon() && threads.length == this.threads) {
            common = from.common;
            own = null;
            unknown = null;
            return;
        }
        for (int t : threads) {
            if (from != null && from.isKnown(t)) {
                set(t, from.of(t));
            } else {
                forget(t);
            }
        }
    }

    /** A function of each thread's number; of other threads than these the result says nothing. */
    static @Nullable Numbers each(int[] active, @Nullable Numbers operand, LongUnaryOperator function) {
        if (operand == null) {
            return null;
        }
        Numbers result = new Numbers(operand.threads);
        if (operand.isCommon()) {
            result.common = active.length == 0 ? 0 : function.applyAsLong(operand.common);
            return result;
        }
        for (int t : active) {
            if (operand.isKnown(t)) {
                result.set(t, function.applyAsLong(operand.of(t)));
            } else {
                result.forget(t);
            }
        }
        return result;
    }

    /** A function of each thread's two numbers; of other threads than these the result says nothing. */
    static @Nullable Numbers both(
            int[] active, @Nullable Numbers left, @Nullable Numbers right, LongBinaryOperator function) {
        if (left == null || right == null) {
            return null;
        }
        Numbers result = new Numbers(left.threads);
        if (left.isCommon() && right.isCommon()) {
            result.common = active.length == 0 ? 0 : function.applyAsLong(left.common, right.common);
            return result;
        }
        for (int t : active) {
            if (left.isKnown(t) && right.isKnown(t)) {
                result.set(t, function.applyAsLong(left.of(t), right.of(t)));
            } else {
                result.forget(t);
            }
        }
        return result;
    }
}
