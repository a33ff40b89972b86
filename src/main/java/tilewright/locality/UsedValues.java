package tilewright.locality;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.DependenceVector;

/**
 * The values used at an access that come from one source (paper, section 1: "fixed data").
 *
 * @param statement id of the statement that uses them
 * @param access number q of the read
 * @param source id of the statement that produces them, null for input data
 * @param vector dependence vector over the loops that source and sink share, null for input data
 * @param uses exponent of the number of iterations that use them
 * @param rho rho^d: the number of distinct values is Theta(M^rho)
 * @param rhoFixed rho^{d,z} for every loop z of the statement: with j_z fixed it is Theta(M^(rho^{d,z} - 1))
 * @param decides false where other values are used at the access in more iterations by an order: these never decide a
 *     ranking
 */
public record UsedValues(
        String statement,
        int access,
        String array,
        @Nullable String source,
        @Nullable DependenceVector vector,
        int uses,
        int rho,
        List<Integer> rhoFixed,
        boolean decides) {
    public UsedValues {
        rhoFixed = List.copyOf(rhoFixed);
    }

    /** Whether loop z, counted from 0, surrounds both the source and the sink. */
    boolean isShared(int z) {
        return vector != null && z < vector.components().size();
    }
}
