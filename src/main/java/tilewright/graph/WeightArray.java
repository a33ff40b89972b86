package tilewright.graph;

import tilewright.model.ArrayDeclaration;
import tilewright.model.DataType;
import tilewright.model.HalfPrecision;
import tilewright.model.UserError;

/** The weights of all arcs as elements of a declared array. */
final class WeightArray {
    private final Rows rows;
    private final ArrayDeclaration array;

    private WeightArray(Rows rows, ArrayDeclaration array) {
        this.rows = rows;
        this.array = array;
    }

    static Object of(Rows rows, ArrayDeclaration array) {
        return new WeightArray(rows, array).elements();
    }

    private Object elements() {
        int arcs = rows.arcs();
        return switch (array.type()) {
            case HALF -> {
                short[] values = new short[arcs];
                each((arc, weight) -> values[arc] = HalfPrecision.bits(weight));
                yield values;
            }
            case REAL -> {
                float[] values = new float[arcs];
                each((arc, weight) -> values[arc] = (float) weight);
                yield values;
            }
            case DOUBLE -> {
                double[] values = new double[arcs];
                each((arc, weight) -> values[arc] = weight);
                yield values;
            }
            case BYTE, SIGNED_BYTE -> {
                byte[] values = new byte[arcs];
                each((arc, weight) -> values[arc] = (byte) whole(arc, weight));
                yield values;
            }
            case SHORT, UNSIGNED_SHORT -> {
                short[] values = new short[arcs];
                each((arc, weight) -> values[arc] = (short) whole(arc, weight));
                yield values;
            }
            case INTEGER, UNSIGNED, LOGICAL -> {
                int[] values = new int[arcs];
                each((arc, weight) -> values[arc] = (int) whole(arc, weight));
                yield values;
            }
            case LONG, UNSIGNED_LONG -> {
                long[] values = new long[arcs];
                each((arc, weight) -> values[arc] = whole(arc, weight));
                yield values;
            }
        };
    }

    private interface Store {
        void put(int arc, double weight);
    }

    private void each(Store store) {
        int[] starts = rows.starts();
        Chunks.ofRows(starts, rows.vertices(), (first, last) -> {
            for (int v = first; v < last; v++) {
                for (int a = starts[v]; a < starts[v + 1]; a++) {
                    store.put(a, rows.weight(v, a));
                }
            }
        });
    }

    private long whole(int arc, double weight) {
        DataType type = array.type();
        if (weight != Math.rint(weight) || weight < type.least() || weight > type.greatest()) {
            throw UserError.badInput(
                    array.position() + ": error: the weight of arc " + (arc + 1) + " is " + weight + ", which '"
                            + array.type().notation() + " " + array.name() + "' does not hold; declare it real, or give"
                            + " weights=1..255");
        }
        return type.whole(weight);
    }
}
