package tilewright.irregular.counts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntBinaryOperator;
import org.jspecify.annotations.Nullable;
import tilewright.irregular.Arcs;
import tilewright.irregular.Fixpoint;
import tilewright.irregular.Start;
import tilewright.kernel.ScalarType;

/**
 * Passes until nothing changes.
 *
 * @param passes one after another; the last one changes nothing
 */
public record Passes(List<Pass> passes) {
    /**
     * One pass.
     *
     * @param changed vertices whose value has changed
     * @param improved arcs that offered something better than what stood at their head when they did
     * @param leaving arcs that leave the changed vertices: what a frontier looks at in the next pass
     */
    public record Pass(int changed, long improved, long leaving) {}

    public Passes {
        passes = List.copyOf(passes);
    }

    /** How often a changed vertex' arcs are looked at, summed over passes, by arcs: what a frontier does. */
    public double relaxations(Arcs arcs) {
        return arcs.count() == 0
                ? 0
                : (double) passes.stream().mapToLong(Pass::leaving).sum() / arcs.count();
    }

    /** Passes of the Jacobi order: what an arc reads are the values of the pass before. Atomic updates in place need no more. */
    public static @Nullable Passes jacobi(Fixpoint fixpoint, Arcs arcs, Start start) {
        return of(fixpoint, arcs, start, Math.max(1, arcs.count()));
    }

    /**
     * Passes in place, so many arcs at a time: each reads what those before its own wave have written.
     *
     * @param wave arcs that are looked at at the same time
     * @return null where there are more passes than vertices, so that there is no end
     */
    public static @Nullable Passes of(Fixpoint fixpoint, Arcs arcs, Start start, int wave) {
        Run run = new Run(fixpoint, arcs, start);
        List<Pass> passes = new ArrayList<>();
        for (int p = 0; p <= arcs.vertices(); p++) {
            Pass pass = run.pass(wave);
            passes.add(pass);
            if (pass.changed == 0) {
                return new Passes(passes);
            }
        }
        return null;
    }

    /** Values, and how one pass changes them. */
    private static final class Run {
        private final Arcs arcs;
        private final IntBinaryOperator offer;
        private final boolean real;
        private final boolean least;
        private final int[] values;
        /** Values that the current wave reads. */
        private final int[] read;

        private final boolean[] changed;
        private final int[] written;

        Run(Fixpoint fixpoint, Arcs arcs, Start start) {
            this.arcs = arcs;
            this.offer = Offer.of(fixpoint.relaxation());
            this.real = fixpoint.relaxation().type() == ScalarType.F32;
            this.least = fixpoint.relaxation().least();
            this.values = new int[arcs.vertices()];
            Arrays.fill(values, (int) fixpoint.neutral());
            for (int s = 0; s < start.vertices().length; s++) {
                values[start.vertices()[s]] = start.bits()[s];
            }
            this.read = values.clone();
            this.changed = new boolean[arcs.vertices()];
            this.written = new int[arcs.vertices()];
        }

        Pass pass(int wave) {
            Arrays.fill(changed, false);
            long improved = 0;
            int v = 0;
            int count = arcs.count();
            for (int from = 0; from < count; from += wave) {
                int to = (int) Math.min(count, (long) from + wave);
                int writes = 0;
                while (arcs.first()[v + 1] <= from) {
                    v++;
                }
                int tail = v;
                for (int a = from; a < to; a++) {
                    while (arcs.first()[tail + 1] <= a) {
                        tail++;
                    }
                    int head = arcs.heads()[a];
                    int offered = offer.applyAsInt(read[tail], arcs.weights() == null ? 0 : arcs.weights()[a]);
                    if (Offer.better(real, least, offered, values[head])) {
                        if (values[head] == read[head]) {
                            written[writes++] = head;
                        }
                        values[head] = offered;
                        changed[head] = true;
                        improved++;
                    }
                }
                for (int w = 0; w < writes; w++) {
                    read[written[w]] = values[written[w]];
                }
            }
            int vertices = 0;
            long leaving = 0;
            for (int u = 0; u < changed.length; u++) {
                vertices += changed[u] ? 1 : 0;
                leaving += changed[u] ? arcs.degree(u) : 0;
            }
            return new Pass(vertices, improved, leaving);
        }
    }
}
