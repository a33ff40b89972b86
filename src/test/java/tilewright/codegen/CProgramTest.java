package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.print.SequentialFile;
import tilewright.tiling.Plan;

/** The tiled program in C computes what the nest computes in its own order, for sizes on every side of a block. */
class CProgramTest {
    private static final int GUARD = 64;
    private static final float UNTOUCHED = -12345.5f;
    private static final Templates TEMPLATES = Templates.ofFolder(Path.of("templates"));

    @TempDir
    Path folder;

    static Stream<Plan> plans() {
        return Stream.of(
                        Plans.Sizes.small(),
                        new Plans.Sizes(16, 16, 16, 4, 4, 8, 2),
                        new Plans.Sizes(6, 12, 18, 3, 2, 4, 1))
                .flatMap(s -> Stream.of(
                        Plans.matmul(s), Plans.floydWarshall(s), Plans.gauss(s), Plans.lu(s), Plans.jacobi(s)));
    }

    @ParameterizedTest
    @MethodSource("plans")
    void computesTheNest(Plan plan) throws Exception {
        KernelProgram program = Lowering.lower(plan);
        int arrays = program.arrays().size();
        HostCode tiled =
                HostCode.compile(folder, "tiled", new CPrinter(TEMPLATES).print(program, "run"), "run", arrays, 1);
        HostCode sequential = HostCode.compile(
                folder, "seq", SequentialFile.print(TEMPLATES, plan.nest(), "sequential"), "sequential", arrays, 1);
        for (int n : List.of(0, 1, 2, 5, 7, 11, 12, 13, 15, 16, 17, 18, 19, 23, 31, 32, 33, 37, 48, 53)) {
            compare(program, tiled, sequential, n);
        }
    }

    private static void compare(KernelProgram program, HostCode tiled, HostCode sequential, int n) {
        try (Arena arena = Arena.ofConfined()) {
            List<MemorySegment> expected = new ArrayList<>();
            List<MemorySegment> computed = new ArrayList<>();
            Random random = new Random(n);
            for (ArrayLayout array : program.arrays()) {
                long elements = array.elements(p -> n);
                expected.add(allocate(arena, elements));
                computed.add(allocate(arena, elements));
                fill(array, n, random, expected.getLast(), computed.getLast());
            }
            sequential.call(inner(expected), n);
            tiled.call(inner(computed), n);
            for (int a = 0; a < expected.size(); a++) {
                check(program.arrays().get(a), n, expected.get(a), computed.get(a));
            }
        }
    }

    private static List<MemorySegment> inner(List<MemorySegment> guarded) {
        return guarded.stream().map(m -> m.asSlice(GUARD * 4L)).toList();
    }

    private static MemorySegment allocate(Arena arena, long elements) {
        MemorySegment memory = arena.allocate((elements + 2 * GUARD) * 4, 256);
        for (long e = 0; e < elements + 2 * GUARD; e++) {
            memory.setAtIndex(ValueLayout.JAVA_FLOAT, e, UNTOUCHED);
        }
        return memory;
    }

    /** Uniform values; a dominant diagonal keeps eliminations stable. */
    private static void fill(ArrayLayout array, int n, Random random, MemorySegment one, MemorySegment other) {
        long pitch = array.pitch().evaluate(p -> n);
        long columns = array.bounds().getLast().extent().evaluate(p -> n);
        for (long row = 0; row < array.rows(p -> n); row++) {
            for (long column = 0; column < columns; column++) {
                float value = 0.1f + random.nextFloat() + (row == column ? n : 0);
                one.setAtIndex(ValueLayout.JAVA_FLOAT, GUARD + row * pitch + column, value);
                other.setAtIndex(ValueLayout.JAVA_FLOAT, GUARD + row * pitch + column, value);
            }
        }
    }

    private static void check(ArrayLayout array, int n, MemorySegment expected, MemorySegment computed) {
        for (long e = 0; e < expected.byteSize() / 4; e++) {
            float want = expected.getAtIndex(ValueLayout.JAVA_FLOAT, e);
            float got = computed.getAtIndex(ValueLayout.JAVA_FLOAT, e);
            if (!(Math.abs(want - got) <= 1e-4 * Math.max(1, Math.abs(want)))) {
                fail("n = " + n + ": element " + (e - GUARD) + " of " + array.name() + " is " + got + ", not " + want);
            }
            if (want == UNTOUCHED) {
                assertEquals(want, got);
            }
        }
    }
}
