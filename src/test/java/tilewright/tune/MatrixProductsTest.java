package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.codegen.threads.DeviceProgram;
import tilewright.kernel.Target;
import tilewright.kernel.pass.Pass;
import tilewright.kernel.pass.Passes;
import tilewright.kernel.text.KernelText;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.tiling.space.Candidate;
import tilewright.tune.verify.EmulatedCase;

/** Which updates in double precision warps compute as products of matrices, and that they compute the nest. */
class MatrixProductsTest {
    private static final Candidate.Options CHUNKS = new Candidate.Options(8, 2);

    private static EmulatedPrograms program(String update) {
        return EmulatedPrograms.of(nest(update), new Candidate(List.of(16, 16, 8), List.of(2, 2, 1), CHUNKS));
    }

    private static LoopNest nest(String update) {
        return NestParser.parse("test.nest", """
            param n
            double precision a(n, n), b(n, n), c(n, n), s
            do i = 1, n
              do j = 1, n
                do k = 1, n
                  %s
                enddo
              enddo
            enddo
            """.formatted(update));
    }

    private static String text(EmulatedPrograms program) {
        return KernelText.print(program.program());
    }

    private static void computesTheNest(EmulatedPrograms program) {
        for (long size : List.of(16L, 33L)) {
            EmulatedCase.Result result = program.run(program.same(size), size);
            assertTrue(result.ok(), () -> program + " " + result.verification().message());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "c(i,j) = c(i,j) + a(i,k) * b(k,j)",
                "c(i,j) = c(i,j) + b(k,j) * a(k,i)",
                "c(i,j) = a(i,k) * b(j,k) + c(i,j)",
                "c(i,j) = c(i,j) - a(k,i) * b(j,k)",
                "c(i,j) = c(i,j) + s * a(i,k) * b(k,j)",
                "c(i,j) = c(i,j) + a(i,k) * a(j,k)"
            })
    void updatesBecomeProducts(String update) {
        EmulatedPrograms program = program(update);
        assertTrue(text(program).contains("multiply m16n8k"), () -> text(program));
        computesTheNest(program);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "c(i,j) = c(i,j) + (a(i,k) * b(k,j) + a(k,j) * b(i,k))",
                "c(i,j) = max(c(i,j), a(i,k) * b(k,j))",
                "c(i,j) = c(i,j) * a(i,k) + b(k,j)"
            })
    void otherUpdatesStayAsTheyAre(String update) {
        EmulatedPrograms program = program(update);
        assertEquals(-1, text(program).indexOf("multiply m"));
        computesTheNest(program);
    }

    /** Blocks with several places along r, of which a thread has one: its sums are {@code s[0][mq][mp]}. */
    @ParameterizedTest
    @CsvSource({"2, 1", "2, 2", "1, 1", "4, 1"})
    void productsMayHaveFurtherLoops(int block, int thread) {
        LoopNest nest = NestParser.parse("test.nest", """
            param n
            double precision a(n, n, n), b(n, n), c(n, n, n)
            do r = 1, n
              do q = 1, n
                do p = 1, n
                  do k = 1, n
                    c(r,q,p) = c(r,q,p) + a(r,q,k) * b(k,p)
                  enddo
                enddo
              enddo
            enddo
            """);
        EmulatedPrograms program =
                EmulatedPrograms.of(nest, new Candidate(List.of(block, 16, 16, 8), List.of(thread, 2, 2, 1), CHUNKS));
        assertTrue(text(program).contains("multiply m16n8k"), () -> text(program));
        EmulatedCase.Result result = program.run(program.same(17), 17);
        assertTrue(result.ok(), () -> program + " " + result.verification().message());
    }

    @Test
    void aSwitchLeavesLoopsAsTheyAre() {
        EmulatedPrograms program = program("c(i,j) = c(i,j) + a(i,k) * b(k,j)");
        Passes without = Passes.OF_DEVICES.without(Set.of(Pass.MATRIX_PRODUCTS));
        Target reference = DeviceCatalog.referenceGpu().target();
        String scalar = KernelText.print(DeviceProgram.of(program.lowered(), reference, without));
        assertEquals(-1, scalar.indexOf("multiply m"));
        EmulatedCase.Result result =
                program.run(DeviceProgram.of(program.lowered(), reference, without), program.same(33), 1);
        assertTrue(result.ok(), () -> result.verification().message());
    }

    @Test
    void factorsAreReadOneGroupEarly() {
        EmulatedPrograms program = EmulatedPrograms.of(
                nest("c(i,j) = c(i,j) + a(i,k) * b(k,j)"),
                new Candidate(List.of(16, 16, 16), List.of(2, 2, 1), new Candidate.Options(16, 2)));
        assertTrue(text(program).contains("Read what the next group needs."), () -> text(program));
        EmulatedCase.Result result = program.run(program.same(70), 3);
        assertTrue(result.ok(), () -> result.verification().message());
    }
}
