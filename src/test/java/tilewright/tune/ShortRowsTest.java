package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.kernel.GenerationLimits;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.DataType;
import tilewright.parse.NestParser;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.strategy.Stencil;
import tilewright.tune.verify.EmulatedCase;

/** Arrays whose rows are short and of a known length: complex numbers, colours, small matrices. They are padded as far as aligned accesses want it. */
class ShortRowsTest {
    private static final String BLUR = """
        param n
        real in(n, n, 3), out(n, n, 3)
        do y = 2, n - 1
          do x = 2, n - 1
            do c = 1, 3
              out(y,x,c) = in(y-1,x,c) + in(y+1,x,c) + in(y,x-1,c) + in(y,x+1,c) - 4*in(y,x,c)
            enddo
          enddo
        enddo
        """;

    private static final String FILTER = """
        param n
        real in(n, n, 5), out(n, n, 5), k(3, 3)
        do y = 2, n - 1
          do x = 2, n - 1
            do c = 1, 5
              out(y,x,c) = 0
              do i = 1, 3
                do j = 1, 3
                  out(y,x,c) = out(y,x,c) + k(i,j) * in(y+i-2,x+j-2,c)
                enddo
              enddo
            enddo
          enddo
        enddo
        """;

    private static final String COMPLEX = """
        param n
        double precision a(n, n, 2), x(n, 2), y(n, 2)
        do i = 1, n
          do j = 1, n
            y(i,1) = y(i,1) + a(i,j,1)*x(j,1) - a(i,j,2)*x(j,2)
            y(i,2) = y(i,2) + a(i,j,1)*x(j,2) + a(i,j,2)*x(j,1)
          enddo
        enddo
        """;

    private static final String PRODUCTS = """
        param n
        real a(n, 2), b(n, 2), c(n, 2)
        do i = 1, n
          c(i,1) = a(i,1)*b(i,1) - a(i,2)*b(i,2)
          c(i,2) = a(i,1)*b(i,2) + a(i,2)*b(i,1)
        enddo
        """;

    private static final String FIELDS = """
        param n, steps
        double precision u(n, n, 4), v(n, n, 4)
        do t = 1, steps
          do i = 2, n - 1
            do j = 2, n - 1
              do c = 1, 4
                v(i,j,c) = u(i-1,j,c) - u(i+1,j,c) + u(i,j-1,c)
              enddo
            enddo
          enddo
          do i = 2, n - 1
            do j = 2, n - 1
              do c = 1, 4
                u(i,j,c) = v(i-1,j,c) - v(i,j+1,c) + v(i,j,c)
              enddo
            enddo
          enddo
        enddo
        """;

    private static final String ELIMINATIONS = """
        param n
        real a(n, 8, 7)
        do s = 1, n
          do k = 1, 7
            do i = k + 1, 8
              do j = k + 1, 7
                a(s,i,j) = a(s,i,j) - a(s,i,k) * a(s,k,j)
              enddo
            enddo
          enddo
        enddo
        """;

    static Stream<Arguments> programs() {
        return Stream.of(
                Arguments.of(BLUR, new Schedule.Auto(), candidate(List.of(4, 24), List.of(2, 4), 1)),
                Arguments.of(BLUR, new Schedule.Auto(), candidate(List.of(8, 32), List.of(1, 1), 1)),
                Arguments.of(BLUR, new Schedule.Original(), candidate(List.of(4, 8, 4), List.of(2, 4, 1), 1)),
                Arguments.of(BLUR, new Schedule.Original(), candidate(List.of(8, 16, 1), List.of(1, 4, 1), 1)),
                Arguments.of(FILTER, new Schedule.Auto(), candidate(List.of(4, 32, 3, 3), List.of(2, 4, 1, 1), 1)),
                Arguments.of(PRODUCTS, new Schedule.Auto(), candidate(List.of(32), List.of(4), 1)),
                Arguments.of(
                        PRODUCTS.replace("real", "double precision"),
                        new Schedule.Auto(),
                        candidate(List.of(64), List.of(2), 1)),
                Arguments.of(COMPLEX, new Schedule.Original(), candidate(List.of(32, 8), List.of(1, 1), 8)),
                Arguments.of(FIELDS, new Schedule.Original(), candidate(List.of(1, 4, 8, 4), List.of(1, 2, 2, 1), 1)),
                Arguments.of(FIELDS, new Schedule.Auto(), candidate(List.of(2, 8, 64), List.of(1, 2, 4), 1)),
                Arguments.of(
                        FIELDS.replace("double precision", "real").replace("4", "2"),
                        new Schedule.Original(),
                        candidate(List.of(1, 4, 8, 2), List.of(1, 2, 2, 2), 1)),
                Arguments.of(
                        FIELDS.replace("double precision", "real").replace("4", "2"),
                        new Schedule.Auto(),
                        candidate(List.of(2, 8, 16), List.of(1, 2, 4), 1)),
                Arguments.of(
                        FIELDS.replace("4", "6"),
                        new Schedule.Auto(),
                        candidate(List.of(2, 8, 48), List.of(1, 2, 8), 1)),
                Arguments.of(
                        COMPLEX.replace("double precision", "real"),
                        new Schedule.Original(),
                        candidate(List.of(32, 8), List.of(4, 1), 8)),
                Arguments.of(
                        ELIMINATIONS, new Schedule.Auto(), candidate(List.of(4, 8, 8, 8), List.of(1, 1, 1, 1), 8)));
    }

    private static Candidate candidate(List<Integer> block, List<Integer> thread, int kTile) {
        return new Candidate(block, thread, new Candidate.Options(kTile, 1));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void programsComputeWhatTheNestDoes(String text, Schedule schedule, Candidate candidate) {
        EmulatedPrograms program = EmulatedPrograms.of(NestParser.parse("short.nest", text), schedule, candidate);
        for (long n : List.of(1L, 5L, 17L, 33L)) {
            SequencedMap<String, Long> sizes = new LinkedHashMap<>();
            program.nest().parameters().forEach(p -> sizes.put(p, p.equals("n") ? n : 3L));
            EmulatedCase.Result result = program.run(sizes, 5);
            assertTrue(
                    result.ok(),
                    () -> program + " n = " + n + " " + result.verification().message());
        }
    }

    /** Points in a row lie beside each other, with all of their components, whatever their number. */
    @ParameterizedTest
    @CsvSource({
        "REAL, 2, 2, 64",
        "REAL, 3, 1, 96",
        "BYTE, 1, 1, 32",
        "HALF, 9, 1, 288",
        "DOUBLE, 5, 1, 160",
        "REAL, 31, 1, 992",
        "REAL, 33, 1, 64",
        "DOUBLE, 6, 2, 192"
    })
    void shortRowsHaveNoPadding(DataType type, int columns, int alignment, long pitch) {
        List<ArrayDeclaration.Bounds> bounds = Stream.of(
                        Affine.variable("n"), Affine.variable("m"), Affine.constant(columns))
                .map(extent -> new ArrayDeclaration.Bounds(Affine.constant(1), extent))
                .toList();
        ArrayLayout layout = new ArrayLayout("a", type, bounds);
        assertEquals(pitch, layout.pitch().evaluate(v -> 31));
        assertEquals(columns < 32 ? 31 : 31 * 31, layout.rows(v -> 31));
        if (columns < 32) {
            assertEquals(alignment, GenerationLimits.rowAlignment(bounds, type));
        }
    }

    /** A thread would take rows of three elements piece by piece. */
    @ParameterizedTest
    @CsvSource({"3, false", "n, true"})
    void sweepsOverPlanesHaveLongRows(String row, boolean sweeps) {
        try (Context context = new Context()) {
            assertEquals(
                    sweeps,
                    Stencil.ofSweep(DependenceAnalysis.analyze(
                                    context, NestParser.parse("blur.nest", BLUR.replace("3", row))))
                            .isPresent());
        }
    }
}
