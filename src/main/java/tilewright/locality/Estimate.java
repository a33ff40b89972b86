package tilewright.locality;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.DependenceVector;

/**
 * Theorem 1: communication that cutting one loop causes at one access.
 *
 * @param statement id of the sink statement
 * @param access number q
 * @param loop name of the cut loop z
 * @param rho exponent rho^d
 * @param rhoFixed exponent rho^{d,z}: rho or rho + 1
 * @param reads order of the reads, null for none
 * @param writes order of the writes, null for none
 * @param vector dependence vector of the values, null for input data; one access may use values of several sources
 */
public record Estimate(
        String statement,
        int access,
        String array,
        String loop,
        int rho,
        int rhoFixed,
        Case theoremCase,
        @Nullable Order reads,
        @Nullable Order writes,
        @Nullable DependenceVector vector) {
    /** The row of Theorem 1 that applies. */
    public enum Case {
        NEAR,
        FAR_REPEATED,
        FAR_ONCE,
        NONE,
        INPUT_REPEATED,
        INPUT_ONCE;

        /** The name in JSON, e.g. {@code far-repeated}. */
        public String jsonName() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * O(Q_z^parts M^power). Example: parts 1, power 2 is O(Q_z M^2).
     *
     * @param parts 1 with the factor Q_z, 0 without
     */
    public record Order(int parts, int power) {}
}
