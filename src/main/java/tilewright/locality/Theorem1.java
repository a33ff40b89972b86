package tilewright.locality;

import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Component;
import tilewright.locality.Estimate.Case;
import tilewright.locality.Estimate.Order;

/**
 * Theorem 1 (paper, section 2): orders of the reads and writes that cutting one loop into Q_z parts causes at one
 * access.
 *
 * <p>Example: Floyd-Warshall's a(i,k) with d = (1,0,j-k), rho^d = 2 and rho^{d,3} = 3. Cutting k (d_1^max = 1) costs O(Q_1 M)
 * reads and writes, cutting i nothing, cutting j O(Q_3 M^2) reads and O(M^2) writes.
 */
public final class Theorem1 {
    /** A constant component beyond this is no small constant: it counts as far while no block size is given. */
    private static final long SMALL = 32;

    private Theorem1() {}

    /**
     * The estimate for one cut loop.
     *
     * @param z loop of the statement that uses the values, counted from 0
     * @param loop its name
     * @param blockSize r_z, or nothing: then every small constant component counts as smaller than r_z
     */
    public static Estimate estimate(UsedValues values, int z, String loop, OptionalLong blockSize) {
        int rho = values.rho();
        boolean repeated = values.rhoFixed().get(z) != rho;
        return switch (theoremCase(values, z, repeated, blockSize)) {
            case NONE -> estimate(values, z, loop, Case.NONE, null, null);
            case NEAR -> {
                Order border = new Order(1, Math.max(0, rho - 1));
                yield estimate(values, z, loop, Case.NEAR, border, border);
            }
            case FAR_REPEATED -> estimate(values, z, loop, Case.FAR_REPEATED, new Order(1, rho), new Order(0, rho));
            case FAR_ONCE -> estimate(values, z, loop, Case.FAR_ONCE, new Order(0, rho), new Order(0, rho));
            case INPUT_REPEATED -> estimate(values, z, loop, Case.INPUT_REPEATED, new Order(1, rho), null);
            case INPUT_ONCE -> estimate(values, z, loop, Case.INPUT_ONCE, new Order(0, rho), null);
        };
    }

    private static Case theoremCase(UsedValues values, int z, boolean repeated, OptionalLong blockSize) {
        if (!values.isShared(z)) {
            return repeated ? Case.INPUT_REPEATED : Case.INPUT_ONCE;
        }
        Component component =
                Objects.requireNonNull(values.vector()).components().get(z);
        if (component.isZero()) {
            return Case.NONE;
        }
        boolean near = !component.isFar() && Math.abs(component.max()) < blockSize.orElse(SMALL);
        return near ? Case.NEAR : repeated ? Case.FAR_REPEATED : Case.FAR_ONCE;
    }

    private static Estimate estimate(
            UsedValues values, int z, String loop, Case theoremCase, @Nullable Order reads, @Nullable Order writes) {
        return new Estimate(
                values.statement(),
                values.access(),
                values.array(),
                loop,
                values.rho(),
                values.rhoFixed().get(z),
                theoremCase,
                reads,
                writes,
                values.vector());
    }
}
