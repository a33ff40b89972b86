package tilewright.irregular;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.binary;

import java.util.Arrays;
import java.util.List;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;

/** Fixpoints written by hand, and what they are, found without a kernel. */
final class Fixpoints {
    private Fixpoints() {}

    /** Breadth-first search with one byte per vertex. */
    static Fixpoint levels() {
        Variable from = Variable.integer("from");
        return new Fixpoint(
                new Relaxation(ScalarType.U8, true, from, List.of(), add(from.read(), 1), true), 255, true, true, true);
    }

    /** Shortest paths with weights that are not negative. */
    static Fixpoint distances() {
        Variable from = new Variable("from", ScalarType.F32);
        Variable weight = new Variable("w", ScalarType.F32);
        Expression sum = binary(Infix.ADD, from.read(), weight.read());
        return new Fixpoint(
                new Relaxation(ScalarType.F32, true, from, List.of(weight), sum, true),
                Float.floatToRawIntBits(Float.POSITIVE_INFINITY),
                true,
                true,
                false);
    }

    /** The least label that leads to a vertex. */
    static Fixpoint labels() {
        Variable from = Variable.integer("from");
        return new Fixpoint(
                new Relaxation(ScalarType.I32, true, from, List.of(), from.read(), true), 1 << 30, true, true, false);
    }

    /** The values of a fixpoint, by passes over all arcs on the host. */
    static int[] solve(Fixpoint fixpoint, Arcs arcs, Start start) {
        int[] values = new int[arcs.vertices()];
        Arrays.fill(values, (int) fixpoint.neutral());
        for (int s = 0; s < start.vertices().length; s++) {
            values[start.vertices()[s]] = start.bits()[s];
        }
        boolean levels = fixpoint.levels();
        boolean weighted = !fixpoint.relaxation().inputs().isEmpty();
        for (boolean changed = true; changed; ) {
            changed = false;
            for (int v = 0; v < arcs.vertices(); v++) {
                for (int a = arcs.first()[v]; a < arcs.first()[v + 1]; a++) {
                    int offered = levels ? values[v] + 1 : values[v];
                    if (weighted) {
                        offered = Float.floatToRawIntBits(
                                Float.intBitsToFloat(values[v]) + Float.intBitsToFloat(arcs.weights()[a]));
                    }
                    if (offered < values[arcs.heads()[a]]) {
                        values[arcs.heads()[a]] = offered;
                        changed = true;
                    }
                }
            }
        }
        return values;
    }
}
