package tilewright.kernel.print;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Expression;
import tilewright.kernel.MatrixShape;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/**
 * What differs in text between targets. Every method gets operands as text that may stand as a function's argument, and gives text;
 * an expression's text binds tightest ({@code f(x)}, {@code x}, or in parentheses), a statement's ends with its semicolon. A dialect notes which helper functions
 * its text calls, so that the file defines them. What a target does not have is refused by {@link UnsupportedOperationException}, by name.
 */
public interface Dialect {
    /** {@code alignas(16)} or {@code _Alignas(16)}. */
    String aligned(int bytes);

    String own(Expression.Coordinate coordinate);

    /** A call of a function of values of the call's type. */
    String call(Expression.Call call, List<String> operands);

    /** The bits of a value as one of another type of that width. */
    String bits(ScalarType to, ScalarType from, String value);

    String infinity(ScalarType type);

    String shuffle(Expression.Lane lane, String value, String which, int width);

    String vote(Expression.Vote vote, String condition);

    /** The values of a warp's threads made one. */
    String reduce(Expression.Update update, ScalarType type, String value);

    /** @param address of the element */
    String atomic(Expression.Atomic update, String address, String operand);

    /** A value whose computation is counted. */
    default String counted(int counter, String value) {
        throw new UnsupportedOperationException("counters of accesses");
    }

    /** A load that is not plain. */
    String load(Place.Access access, ScalarType type, String address);

    /** A store that is not plain, as a statement. */
    String store(Place.Access access, ScalarType type, String address, String value);

    /** A load from the block's memory of what other threads may update at the same time. */
    String loadShared(ScalarType type, String address);

    /** Two 16-bit neighbours as an assignable word. */
    String pair(String first);

    /** @param address the base of an array as one of another type */
    String view(ScalarType type, String address);

    String copy(Statement.Way way, int width, ScalarType type, String to, String from);

    /** A product of matrices that a warp computes together, as a statement. */
    default String multiply(MatrixShape shape, List<String> sums, List<String> left, List<String> right) {
        throw new UnsupportedOperationException("products of matrices by warps");
    }

    /** A store under a condition that takes no branch, as a statement; null where the language has none. */
    default @Nullable String storeIf(
            String condition, Place.Access access, ScalarType type, String address, String value) {
        return null;
    }

    /** The same of a load to a variable, which keeps its value where the condition does not hold. */
    default @Nullable String loadIf(
            String condition, Place.Access access, ScalarType type, String variable, String address) {
        return null;
    }

    /** A copy under a condition that takes no branch, likewise. */
    default @Nullable String copyIf(
            String condition, Statement.Way way, int width, ScalarType type, String to, String from) {
        return null;
    }

    /** @param later see {@link tilewright.kernel.Statement.AwaitCopies} */
    String awaitCopies(int later);

    String barrier();

    String barrierOr(String condition);

    String gridBarrier();

    /** The names become unknown to the compiler. */
    String hide(List<Variable> variables);

    /** The line before a loop whose iterations may add to a variable in any order. */
    default String sumInVectors(String sum) {
        throw new UnsupportedOperationException("sums in vectors of one thread");
    }

    /** The line before a loop of which so many iterations are written out, or null; see {@link Statement.For#unroll()}. */
    @Nullable
    String unroll(int iterations);

    /** What stands before a loop whose iterations threads share, line by line. */
    String parallel(Statement.ParallelFor loop, String when);

    /** What stands after it, line by line; empty for nothing. */
    default String endParallel(Statement.ParallelFor loop) {
        return "";
    }

    /** A call of a function, as a statement. */
    default String invocation(String function, List<String> arguments) {
        return function + "(" + String.join(", ", arguments) + ");";
    }

    /** An array of the block's memory, where one variable leads to all of them. */
    default String member(String memory, String array) {
        return memory + "." + array;
    }
}
