package tilewright.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tilewright.model.DataType;

/** Calls of vendors' routines, made to a library of the same functions that works on host memory. */
@Execution(ExecutionMode.SAME_THREAD)
class VendorLibrariesTest {
    private static final List<Integer> SIZES = List.of(5, 7, 4, 3);

    @TempDir
    static Path folder;

    private static SymbolLookup library;
    private final List<MemorySegment> memory = new ArrayList<>();

    @BeforeAll
    static void compile() throws IOException, InterruptedException {
        Path made = folder.resolve("libvendor.so");
        Process gcc = new ProcessBuilder(
                        "gcc",
                        "-O1",
                        "-shared",
                        "-fPIC",
                        "-o",
                        made.toString(),
                        "src/test/resources/device/vendor.c",
                        "-lm")
                .inheritIO()
                .start();
        assertEquals(0, gcc.waitFor());
        library = SymbolLookup.libraryLookup(made, Arena.global());
    }

    @ParameterizedTest
    @EnumSource
    void routineComputesWhatItSaysOnRowMajorArrays(VendorRoutine routine) {
        List<Integer> sizes = SIZES.subList(0, routine.sizes());
        try (Arena arena = Arena.ofConfined()) {
            List<Double> runs = new VendorLibraries(gpu(arena)).time(library, arena, routine, sizes);
            assertEquals(10, runs.size());
            // Arrays are allocated in pairs: as they were, and as the routine leaves them.
            List<double[]> before = new ArrayList<>();
            List<double[]> after = new ArrayList<>();
            for (int a = 0; a < routine.call().operands().size(); a++) {
                before.add(values(memory.get(2 * a), routine.type()));
                after.add(values(memory.get(2 * a + 1), routine.type()));
            }
            double[] expected = expected(routine.call(), sizes, before);
            for (int e = 0; e < expected.length; e++) {
                assertEquals(expected[e], after.getLast()[e], 1e-5 * Math.abs(expected[e]) + 1e-6, routine + " " + e);
            }
        }
    }

    @Test
    void routinesAreNamedInBothPrecisions() {
        assertEquals("cuBLAS DTRMM", VendorRoutine.of("dtrmm").orElseThrow().title());
        assertEquals(DataType.REAL, VendorRoutine.SPOTRF.type());
        assertTrue(VendorRoutine.optionNames().contains("sgemmbatched"));
    }

    /** What the routine's description says, by rows. */
    private static double[] expected(VendorCall call, List<Integer> sizes, List<double[]> in) {
        double[] out = in.getLast().clone();
        double[] a = in.getFirst();
        int m = sizes.get(0);
        int n = sizes.size() > 1 ? sizes.get(1) : m;
        switch (call) {
            case GEMM -> product(out, a, in.get(1), 0, 0, 0, m, n, sizes.get(2));
            case GEMM_BATCHED -> {
                int rows = sizes.get(1);
                int columns = sizes.get(2);
                int k = sizes.get(3);
                for (int b = 0; b < m; b++) {
                    product(out, a, in.get(1), b * rows * columns, b * rows * k, b * k * columns, rows, columns, k);
                }
            }
            case GEMV -> {
                for (int i = 0; i < m; i++) {
                    for (int j = 0; j < n; j++) {
                        out[i] += a[i * n + j] * in.get(1)[j];
                    }
                }
            }
            case SYRK, SYR2K -> {
                double[] b = call == VendorCall.SYRK ? a : in.get(1);
                for (int i = 0; i < m; i++) {
                    for (int j = 0; j <= i; j++) {
                        for (int k = 0; k < n; k++) {
                            out[i * m + j] += a[i * n + k] * b[j * n + k];
                            out[i * m + j] += call == VendorCall.SYRK ? 0 : b[i * n + k] * a[j * n + k];
                        }
                    }
                }
            }
            case SYMM -> {
                for (int i = 0; i < m; i++) {
                    for (int j = 0; j < n; j++) {
                        for (int k = 0; k < m; k++) {
                            out[i * n + j] += a[Math.max(i, k) * m + Math.min(i, k)] * in.get(1)[k * n + j];
                        }
                    }
                }
            }
            case TRMM -> {
                for (int i = 0; i < m; i++) {
                    for (int j = 0; j < n; j++) {
                        for (int k = i + 1; k < m; k++) {
                            out[i * n + j] += a[k * m + i] * in.get(1)[k * n + j];
                        }
                    }
                }
            }
            case TRSM -> {
                for (int i = 0; i < m; i++) {
                    for (int j = 0; j < n; j++) {
                        for (int k = 0; k < i; k++) {
                            out[i * n + j] -= a[i * m + k] * out[k * n + j];
                        }
                        out[i * n + j] /= a[i * m + i];
                    }
                }
            }
            case GETRF -> {
                // By columns to the library: the transposed matrix is factorised, its unit factor on the other side.
                for (int k = 0; k < m; k++) {
                    for (int j = k + 1; j < m; j++) {
                        out[k * m + j] /= out[k * m + k];
                        for (int i = k + 1; i < m; i++) {
                            out[i * m + j] -= out[i * m + k] * out[k * m + j];
                        }
                    }
                }
            }
            case POTRF -> {
                for (int j = 0; j < m; j++) {
                    for (int i = j; i < m; i++) {
                        for (int k = 0; k < j; k++) {
                            out[i * m + j] -= out[i * m + k] * out[j * m + k];
                        }
                        out[i * m + j] = i == j ? Math.sqrt(out[i * m + j]) : out[i * m + j] / out[j * m + j];
                    }
                }
            }
        }
        return out;
    }

    private static void product(
            double[] out, double[] a, double[] b, int atOut, int atA, int atB, int m, int n, int k) {
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < n; j++) {
                out[atOut + i * n + j] = 0;
                for (int p = 0; p < k; p++) {
                    out[atOut + i * n + j] += a[atA + i * k + p] * b[atB + p * n + j];
                }
            }
        }
    }

    private static double[] values(MemorySegment segment, DataType type) {
        double[] values = new double[(int) (segment.byteSize() / type.bytes())];
        for (int e = 0; e < values.length; e++) {
            values[e] = type == DataType.REAL
                    ? segment.getAtIndex(java.lang.foreign.ValueLayout.JAVA_FLOAT, e)
                    : segment.getAtIndex(java.lang.foreign.ValueLayout.JAVA_DOUBLE, e);
        }
        return values;
    }

    /** A device whose memory is host memory at the same addresses, and which frees nothing. */
    private Gpu gpu(Arena arena) {
        return (Gpu) Proxy.newProxyInstance(
                Gpu.class.getClassLoader(),
                new Class<?>[] {Gpu.class},
                (_, method, given) -> switch (method.getName()) {
                    case "allocate" -> {
                        memory.add(arena.allocate((long) given[0], 16));
                        yield new DeviceMemory(memory.getLast().address(), (long) given[0]);
                    }
                    case "copyIn" -> {
                        DeviceMemory to = (DeviceMemory) given[0];
                        for (int b = 0; b < to.bytes(); b++) {
                            at(to).set(java.lang.foreign.ValueLayout.JAVA_BYTE, b, (byte)
                                    ((HostMemory) given[1]).getByte(b));
                        }
                        yield null;
                    }
                    case "copy" -> at((DeviceMemory) given[0]).copyFrom(at((DeviceMemory) given[1]));
                    case "recordDefault" ->
                        Proxy.newProxyInstance(
                                Gpu.class.getClassLoader(),
                                new Class<?>[] {Gpu.Event.class},
                                (_, asked, _) -> asked.getName().equals("secondsSince") ? 1.0 : null);
                    default -> null;
                });
    }

    private MemorySegment at(DeviceMemory wanted) {
        return memory.stream()
                .filter(m -> m.address() == wanted.address())
                .findFirst()
                .orElseThrow();
    }
}
