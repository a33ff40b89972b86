package tilewright.dependence;

import tilewright.isl.Map;
import tilewright.model.SourcePosition;

/**
 * One piece of a dependence relation.
 *
 * @param source id of the source statement
 * @param sink id of the sink statement
 * @param access number q of the access that makes the dependence: of the sink for flow and output, of the
 *     source (the read) for anti dependences
 * @param relation source iterations to sink iterations, {@code { Sa[I] -> Sb[J] }}
 * @param vector J - I over the shared loops
 * @param position of the sink's access
 */
public record Dependence(
        Kind kind,
        String array,
        String source,
        String sink,
        int access,
        Map relation,
        DependenceVector vector,
        SourcePosition position) {
    /** In words, as refusals name it: kind, vector, array, statements, access and position. */
    public String inWords() {
        return kind.jsonName() + " dependence " + vector + " on " + array + " from " + source + " to " + sink
                + " (access " + access + ", " + position + ")";
    }

    /** What is kept in order. */
    public enum Kind {
        /** Value-based: the source is the last write before the sink's read. */
        FLOW,
        /** Memory-based: a read, then a write of the same element. */
        ANTI,
        /** Memory-based: two writes of the same element. */
        OUTPUT;

        /** The name in JSON. */
        public String jsonName() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }
}
