package tilewright.graph;

/** Weights of arcs. */
public sealed interface Weights {
    /** No weights. */
    record None() implements Weights {}

    /**
     * As read, by tuple or by arc.
     *
     * @param values one per tuple of a source, or per arc of {@link Rows}
     */
    @SuppressWarnings("ArrayRecordComponent") // A graph may fill half of the memory: it is shared, never copied.
    record Stored(double[] values) implements Weights {}

    /**
     * A function of both ends and a seed, the same in both directions: nothing is stored, and parallel arcs have one weight.
     *
     * @param low the least integer
     * @param high the greatest integer; less than {@code low} for reals, uniform in (0,1)
     */
    record Hashed(long seed, int low, int high) implements Weights {
        private static final long SALT = 0x5851F42D4C957F2DL;

        /** Reals, uniform in (0,1). */
        static Hashed reals(long seed) {
            return new Hashed(seed, 1, 0);
        }

        /** Whether they are integers. */
        public boolean isInteger() {
            return low <= high;
        }

        /** The weight of the arcs between two vertices. */
        public double of(int source, int target) {
            long ends = ((long) Math.min(source, target) << 32) | Math.max(source, target);
            long hash = Hash.of(seed ^ SALT, ends);
            if (isInteger()) {
                return low + Long.remainderUnsigned(hash >>> 1, (long) high - low + 1);
            }
            return ((hash >>> 41) + 0.5) * 0x1p-23;
        }

        @Override
        public String toString() {
            return isInteger() ? "integers " + low + " .. " + high : "reals in (0,1)";
        }
    }
}
