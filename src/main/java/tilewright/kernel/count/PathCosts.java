package tilewright.kernel.count;

import org.jspecify.annotations.Nullable;
import tilewright.kernel.Expression;
import tilewright.kernel.MatrixShape;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;

/** What a warp's instructions take, in seconds. */
public interface PathCosts {
    /**
     * @param busy seconds in which the warp's scheduler, or its pipe, does nothing else
     * @param latency seconds from operands to result
     * @param alone seconds of them in which the warp starts nothing else: it branches
     */
    record Cost(double busy, double latency, double alone) {
        public Cost(double busy, double latency) {
            this(busy, latency, 0);
        }
    }

    /** Threads of a warp. */
    int warp();

    /** Seconds from one instruction of a warp to its next one, at least. */
    double interval();

    /** Seconds of a scheduler that starts one instruction. */
    double issue();

    /** An operation of threads on numbers that are not whole; of whole ones null: their results are there when the next instruction starts. */
    @Nullable
    Cost operation(Expression operation);

    /** Instructions of an operation on whole numbers. */
    double whole(Expression.Binary operation);

    /** A product and a sum of its type, rounded once. */
    Cost multiplyAdd(ScalarType type);

    /** A product of matrices by all lanes, added to sums that each of them has some of. */
    Cost multiply(MatrixShape shape);

    /** What another lane has. */
    Cost lane();

    /**
     * A load of one element from memory.
     *
     * @param moved part of the loop's iterations in which it is an element of a line that the thread has not loaded before, from 0 to 1
     */
    Cost load(Place memory, double moved);
}
