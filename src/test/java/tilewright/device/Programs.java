package tilewright.device;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import tilewright.kernel.Function;
import tilewright.model.DataType;

/** Small programs written by hand: {@code steps} times, {@code a(i,j) = a(i,j) + k} for k = 1, 2, .. */
public final class Programs {
    public static final String HOST = "void run(float *a, int rows, int columns, int steps) {\n"
            + "  for (int k = 1; k <= steps; k++)\n"
            + "    for (int i = 0; i < rows; i++)\n"
            + "      for (int j = 0; j < columns; j++) a[i * 32 + j] += k;\n"
            + "}\n";

    private Programs() {}

    public static final List<KernelShape> KERNELS = List.of(new KernelShape(
            "add",
            64,
            0,
            Function.Start.BEHIND,
            List.of(0, KernelShape.INTEGER, KernelShape.INTEGER, KernelShape.INTEGER)));

    /** A matrix with pitch 32. */
    public static List<ArrayShape> arrays(long rows, long columns) {
        return List.of(new ArrayShape("a", DataType.REAL, rows, columns, 32));
    }

    public static ProgramInstance instance(int rows, int columns, int steps) {
        SequencedMap<String, Long> sizes = new LinkedHashMap<>();
        sizes.put("rows", (long) rows);
        sizes.put("columns", (long) columns);
        sizes.put("steps", (long) steps);
        List<ProgramInstance.Launch> launches = java.util.stream.IntStream.rangeClosed(1, steps)
                .mapToObj(k -> new ProgramInstance.Launch(0, 1, List.of(rows, columns, k)))
                .toList();
        return new ProgramInstance(sizes, arrays(rows, columns), launches);
    }

    /** The kernel as Java; {@code overrun} more columns than there are. */
    public static FakeGpu.Body add(int overrun) {
        return (grid, arrays, integers) -> {
            for (int i = 0; i < integers.get(0); i++) {
                for (int j = 0; j < integers.get(1) + overrun; j++) {
                    long position = i * 32L + j;
                    arrays.getFirst().setFloat(position, arrays.getFirst().getFloat(position) + integers.get(2));
                }
            }
        };
    }

    /** Input whose elements are all different. */
    public static GuardedArrays input(ProgramInstance instance) {
        GuardedArrays arrays = GuardedArrays.allocate(instance.arrays());
        ArrayShape shape = instance.arrays().getFirst();
        for (long i = 0; i < shape.rows(); i++) {
            for (long j = 0; j < shape.columns(); j++) {
                arrays.memory(0).setFloat(shape.position(i, j), 100 * i + j);
            }
        }
        return arrays;
    }
}
