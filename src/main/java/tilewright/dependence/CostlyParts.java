package tilewright.dependence;

import java.util.function.Supplier;
import tilewright.isl.Context;
import tilewright.isl.IslLimitException;
import tilewright.model.SourcePosition;

/**
 * The work that an analysis may take, counted in isl's steps, so that every machine gives up the same nests. What was at work then is named: dependences
 * that are not exact would let values be read that another iteration wrote, so that the nest is refused.
 *
 * @param limit steps of isl for all parts together
 */
record CostlyParts(Context context, long limit) {
    <T> T within(Supplier<T> analysis) {
        return context.withMaxOperations(limit, analysis);
    }

    /**
     * A part of the analysis.
     *
     * @param position where the user may look
     * @param words what is sought: {@code which writes a(i) in S2 reads}
     */
    <T> T part(SourcePosition position, Supplier<String> words, Supplier<T> part) {
        try {
            return part.get();
        } catch (IslLimitException tooCostly) {
            throw new IslLimitException(position + ": error: " + words.get()
                    + " takes more steps of integer programming than an analysis may take; simplify subscripts and"
                    + " loop bounds around it, give sizes as constants or leave this statement out of the nest");
        }
    }
}
