package tilewright.kernel.emulate;

import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Infix;
import tilewright.kernel.ScalarType;

/**
 * Operations on the values of many threads. What most operations of programs are has a loop of its own, which Java's compiler makes fast; others
 * call {@link Arithmetic} value by value.
 */
final class Vectors {
    private Vectors() {}

    /** An operation on the values of the first so many threads of a list. */
    interface Binary {
        void of(int[] threads, int count, long[] x, long[] y, long[] result);
    }

    static Binary binary(Infix operator, ScalarType type) {
        @Nullable
        Binary fast = switch (type) {
            case I32 -> int32(operator);
            case I64 -> int64(operator);
            case F32 -> real(operator);
            case F64 -> wide(operator);
            case U8, I8, I16, U16, U32, U64, F16 -> null;
        };
        return fast != null ? fast : each(Arithmetic.binary(operator, type));
    }

    private static Binary each(LongBinaryOperator function) {
        return (threads, count, x, y, result) -> {
            for (int i = 0; i < count; i++) {
                int t = threads[i];
                result[t] = function.applyAsLong(x[t], y[t]);
            }
        };
    }

    private static @Nullable Binary int32(Infix operator) {
        return switch (operator) {
            case ADD ->
                (threads, count, x, y, result) -> {
                    for (int i = 0; i < count; i++) {
                        int t = threads[i];
                        result[t] = (int) (x[t] + y[t]);
                    }
                };
            case SUB ->
                (threads, count, x, y, result) -> {
                    for (int i = 0; i < count; i++) {
                        int t = threads[i];
                        result[t] = (int) (x[t] - y[t]);
                    }
                };
            case MUL ->
                (threads, count, x, y, result) -> {
                    for (int i = 0; i < count; i++) {
                        int t = threads[i];
                        result[t] = (int) (x[t] * y[t]);
                    }
                };
            case LT -> less();
            case LE -> lessOrEqual();
            case GE -> (threads, count, x, y, result) -> lessOrEqual().of(threads, count, y, x, result);
            case GT -> (threads, count, x, y, result) -> less().of(threads, count, y, x, result);
            case OR_ELSE, AND_THEN, OR, XOR, AND, EQ, NE, SHL, SHR, DIV, REM -> null;
        };
    }

    private static Binary less() {
        return (threads, count, x, y, result) -> {
            for (int i = 0; i < count; i++) {
                int t = threads[i];
                result[t] = x[t] < y[t] ? 1 : 0;
            }
        };
    }

    private static Binary lessOrEqual() {
        return (threads, count, x, y, result) -> {
            for (int i = 0; i < count; i++) {
                int t = threads[i];
                result[t] = x[t] <= y[t] ? 1 : 0;
            }
        };
    }

    private static @Nullable Binary int64(Infix operator) {
        return switch (operator) {
            case ADD ->
                (threads, count, x, y, result) -> {
                    for (int i = 0; i < count; i++) {
                        int t = threads[i];
                        result[t] = x[t] + y[t];
                    }
                };
            case SUB ->
                (threads, count, x, y, result) -> {
                    for (int i = 0; i < count; i++) {
                        int t = threads[i];
                        result[t] = x[t] - y[t];
                    }
                };
            case MUL ->
                (threads, count, x, y, result) -> {
                    for (int i = 0; i < count; i++) {
                        int t = threads[i];
                        result[t] = x[t] * y[t];
                    }
                };
            case OR_ELSE, AND_THEN, OR, XOR, AND, EQ, NE, LT, LE, GT, GE, SHL, SHR, DIV, REM -> null;
        };
    }

    private static @Nullable Binary real(Infix operator) {
        return switch (operator) {
            case ADD ->
                (threads, count, x, y, result) -> {
                    for (int i = 0; i < count; i++) {
                        int t = threads[i];
                        result[t] = Arithmetic.of(Arithmetic.real(x[t]) + Arithmetic.real(y[t]));
                    }
                };
            case MUL ->
                (threads, count, x, y, result) -> {
                    for (int i = 0; i < count; i++) {
                        int t = threads[i];
                        result[t] = Arithmetic.of(Arithmetic.real(x[t]) * Arithmetic.real(y[t]));
                    }
                };
            case OR_ELSE, AND_THEN, OR, XOR, AND, EQ, NE, LT, LE, GT, GE, SHL, SHR, SUB, DIV, REM -> null;
        };
    }

    private static @Nullable Binary wide(Infix operator) {
        return switch (operator) {
            case ADD ->
                (threads, count, x, y, result) -> {
                    for (int i = 0; i < count; i++) {
                        int t = threads[i];
                        result[t] = Arithmetic.of(Arithmetic.wide(x[t]) + Arithmetic.wide(y[t]));
                    }
                };
            case MUL ->
                (threads, count, x, y, result) -> {
                    for (int i = 0; i < count; i++) {
                        int t = threads[i];
                        result[t] = Arithmetic.of(Arithmetic.wide(x[t]) * Arithmetic.wide(y[t]));
                    }
                };
            case OR_ELSE, AND_THEN, OR, XOR, AND, EQ, NE, LT, LE, GT, GE, SHL, SHR, SUB, DIV, REM -> null;
        };
    }
}
