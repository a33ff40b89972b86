package tilewright.irregular.counts;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
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

    /**
     * Values, and how one pass changes them. Arcs of vertices that have not changed since they were looked at are left out: they are silent, so that all
     * counts are those of a pass over all arcs.
     */
    private static final class Run {
        private final Arcs arcs;
        private final IntBinaryOperator offer;
        private final boolean real;
        private final boolean least;
        private final int[] values;
        /** Values that the current wave reads. */
        private final int[] read;
        /** Vertices some of whose arcs may not be silent. */
        private final BitSet active;
        /** Elements that the current wave has written, and those that the current pass has. */
        private final int[] written;

        private final int[] touched;
        private final int[] touchedIn;
        private int writes;
        private int touches;
        private int number;

        Run(Fixpoint fixpoint, Arcs arcs, Start start) {
            int n = arcs.vertices();
            this.arcs = arcs;
            this.offer = Offer.of(fixpoint.relaxation());
            this.real = fixpoint.relaxation().type() == ScalarType.F32;
            this.least = fixpoint.relaxation().least();
            this.values = new int[n];
            Arrays.fill(values, (int) fixpoint.neutral());
            for (int s = 0; s < start.vertices().length; s++) {
                values[start.vertices()[s]] = start.bits()[s];
            }
            this.read = values.clone();
            this.active = new BitSet(n);
            active.set(0, n);
            this.written = new int[n];
            this.touched = new int[n];
            this.touchedIn = new int[n];
        }

        Pass pass(int wave) {
            number++;
            touches = 0;
            long improved = 0;
            int count = arcs.count();
            int current = -1;
            int position = 0;
            while (position < count) {
                int end = (int) Math.min(count, (position / wave + 1L) * wave);
                if (current < 0 || position >= arcs.first()[current + 1]) {
                    current = active.nextSetBit(vertexOf(position));
                }
                int from = current < 0 ? count : Math.max(position, arcs.first()[current]);
                if (from >= end) {
                    // What the wave has written may make vertices active that begin behind it.
                    position = writes > 0 ? end : from;
                    commit();
                    current = -1;
                    continue;
                }
                if (from == arcs.first()[current]) {
                    active.clear(current);
                }
                int to = Math.min(end, arcs.first()[current + 1]);
                improved += relax(current, from, to);
                position = to;
                if (position == end) {
                    commit();
                    current = position < arcs.first()[current + 1] ? current : -1;
                }
            }
            commit();
            long leaving = 0;
            for (int t = 0; t < touches; t++) {
                leaving += arcs.degree(touched[t]);
            }
            return new Pass(touches, improved, leaving);
        }

        /** The vertex that an arc leaves. */
        private int vertexOf(int arc) {
            int low = 0;
            int high = arcs.vertices() - 1;
            while (low < high) {
                int middle = (low + high + 1) >>> 1;
                if (arcs.first()[middle] <= arc) {
                    low = middle;
                } else {
                    high = middle - 1;
                }
            }
            return low;
        }

        private long relax(int tail, int from, int to) {
            long improved = 0;
            for (int a = from; a < to; a++) {
                int head = arcs.heads()[a];
                int offered = offer.applyAsInt(read[tail], arcs.weights() == null ? 0 : arcs.weights()[a]);
                if (Offer.better(real, least, offered, values[head])) {
                    if (values[head] == read[head]) {
                        written[writes++] = head;
                    }
                    values[head] = offered;
                    improved++;
                    if (touchedIn[head] != number) {
                        touchedIn[head] = number;
                        touched[touches++] = head;
                    }
                }
            }
            return improved;
        }

        private void commit() {
            for (int w = 0; w < writes; w++) {
                read[written[w]] = values[written[w]];
                active.set(written[w]);
            }
            writes = 0;
        }
    }
}
