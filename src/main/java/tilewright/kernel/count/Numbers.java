package tilewright.kernel.count;

import java.util.Arrays;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** A whole number of every thread of a block; of some threads it may not be known. */
final class Numbers {
    private final long[] values;
    /** Null where all are known. */
    private boolean @Nullable [] unknown;

    Numbers(int threads) {
        values = new long[threads];
    }

    /** The same number for all threads. */
    static Numbers all(int threads, long value) {
        Numbers numbers = new Numbers(threads);
        Arrays.fill(numbers.values, value);
        return numbers;
    }

    boolean isKnown(int thread) {
        return unknown == null || !unknown[thread];
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
        return values[thread];
    }

    void set(int thread, long value) {
        values[thread] = value;
        if (unknown != null) {
            unknown[thread] = false;
        }
    }

    void forget(int thread) {
        if (unknown == null) {
            unknown = new boolean[values.length];
        }
        unknown[thread] = true;
    }

    /** Takes some threads' numbers over; none where {@code from} is null. */
    void copy(@Nullable Numbers from, int[] threads) {
        for (int t : threads) {
            if (from != null && from.isKnown(t)) {
                set(t, from.values[t]);
            } else {
                forget(t);
            }
        }
    }

    /** A function of each thread's number. */
    static @Nullable Numbers each(int[] active, @Nullable Numbers operand, LongUnaryOperator function) {
        if (operand == null) {
            return null;
        }
        Numbers result = new Numbers(operand.values.length);
        for (int t : active) {
            if (operand.isKnown(t)) {
                result.set(t, function.applyAsLong(operand.of(t)));
            } else {
                result.forget(t);
            }
        }
        return result;
    }

    /** A function of each thread's two numbers. */
    static @Nullable Numbers both(
            int[] active, @Nullable Numbers left, @Nullable Numbers right, LongBinaryOperator function) {
        if (left == null || right == null) {
            return null;
        }
        Numbers result = new Numbers(left.values.length);
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
