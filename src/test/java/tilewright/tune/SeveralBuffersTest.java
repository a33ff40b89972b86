package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.kernel.Program;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.emulate.Mutations;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.space.Candidate;
import tilewright.tune.verify.EmulatedCase;

/** Values are staged two and three k-tiles ahead: programs with none, fewer and more k-tiles than buffers compute the nest, whatever order copies come in. */
class SeveralBuffersTest {
    private static final String SUMS = """
        param n
        real a(n, n), x(n), y(n)
        do i = 1, n
          do j = 1, n
            y(i) = y(i) + a(i,j) * x(j)
          enddo
        enddo
        """;

    private static final String PRODUCT = """
        param n
        double precision a(n, n), b(n, n), c(n, n)
        do i = 1, n
          do j = 1, n
            do k = 1, n
              c(i,j) = c(i,j) + a(i,k) * b(k,j)
            enddo
          enddo
        enddo
        """;

    /** Copies of computed values pass registers; minima are joined, so nothing is read early. */
    private static final String PATHS = PRODUCT.replace("c(i,j) + a(i,k) * b(k,j)", "min(c(i,j), a(i,k) + b(k,j))");

    private static EmulatedPrograms program(LoopNest nest, int stages) {
        boolean sums = nest.statements().getFirst().depth() == 2;
        return EmulatedPrograms.of(
                nest,
                sums
                        ? new Candidate(List.of(32, 4), List.of(1, 1), new Candidate.Options(4, stages))
                        : new Candidate(List.of(16, 16, 8), List.of(2, 4, 1), new Candidate.Options(8, stages)));
    }

    private static void computes(LoopNest nest, int stages) {
        EmulatedPrograms programs = program(nest, stages);
        for (long n : new long[] {1, 8, 9, 16, 23, 24, 41}) {
            EmulatedCase.Result result = programs.run(sizes(n), 5 + n);
            assertTrue(
                    result.ok(),
                    () -> programs + " n=" + n + " " + result.verification().message());
        }
    }

    private static SequencedMap<String, Long> sizes(long n) {
        SequencedMap<String, Long> sizes = new LinkedHashMap<>();
        sizes.put("n", n);
        return sizes;
    }

    @ParameterizedTest
    @CsvSource({"3", "4"})
    void sumsProductsAndPathsAreRight(int stages) {
        for (String text : List.of(SUMS, PRODUCT, PATHS, PRODUCT.replace("double precision", "real"))) {
            computes(NestParser.parse("staged.nest", text), stages);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4})
    void blocksOnTheHostAreRight(int stages) {
        LoopNest nest = NestParser.parse(Path.of("loopnests/lu.nest"));
        EmulatedPrograms programs = EmulatedPrograms.of(
                nest, new Candidate(List.of(8, 8, 8), List.of(1, 2, 4), new Candidate.Options(2, stages)));
        for (long n : new long[] {7, 33, 50}) {
            assertTrue(programs.run(sizes(n), n).ok(), () -> programs + " n=" + n);
        }
    }

    /** With one k-tile too many on its way what is read has not come. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void aWaitThatLetsOneMoreBeOnItsWayIsFound(int stages) {
        EmulatedPrograms programs = program(NestParser.parse("staged.nest", SUMS), stages);
        assertEquals(stages - 2, leastLater(programs.program()));
        int places = Mutations.places(programs.program(), Mutations.Kind.LATE_WAIT);
        boolean found = false;
        for (int place = 0; place < places && !found; place++) {
            Program late = Mutations.at(programs.program(), Mutations.Kind.LATE_WAIT, place)
                    .program();
            found = !programs.run(late, sizes(41), 3).ok();
        }
        assertTrue(found, () -> "of " + places + " waits");
    }

    private static int leastLater(Program program) {
        int[] least = {Integer.MAX_VALUE};
        program.functions()
                .forEach(f -> Statements.visit(
                        f.body(),
                        s -> least[0] =
                                s instanceof Statement.AwaitCopies a ? Math.min(least[0], a.later()) : least[0]));
        return least[0];
    }
}
