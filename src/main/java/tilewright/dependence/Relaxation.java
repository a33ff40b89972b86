package tilewright.dependence;

import java.util.List;
import tilewright.model.Access;
import tilewright.model.Expression;
import tilewright.model.Operator;

/**
 * A statement {@code x(f) = x(f) op g(x(h), ..)} with op an idempotent choice and g monotone in every element of x that it
 * reads. Example: {@code dist(dst(e)) = min(dist(dst(e)), dist(src(e)) + w(e))} has op min and g {@code dist(src(e)) + w(e)}.
 *
 * @param statement id
 * @param array x
 * @param operator MIN, MAX, OR or AND
 * @param target x(f)
 * @param offer g
 * @param reads the elements of x that g reads
 * @param active how the statement was written
 */
public record Relaxation(
        String statement,
        String array,
        Operator operator,
        Access target,
        Expression offer,
        List<Access> reads,
        Active active) {
    /** Which iterations the statement as written looks at. */
    public enum Active {
        /** All of them. */
        ALL,
        /** Those whose element x(h) equals the number of the pass. */
        LEVEL
    }

    public Relaxation {
        reads = List.copyOf(reads);
    }

    /** The relaxation as a statement without guard. */
    @Override
    public String toString() {
        return target + " = "
                + (operator.isInfix()
                        ? target + " " + operator.notation() + " " + offer
                        : operator.notation() + "(" + target + ", " + offer + ")");
    }
}
