package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

/** Two 16-bit integers are updated at a time exactly where that is proved to give what 32 bits give. */
@Execution(ExecutionMode.CONCURRENT)
class PairsTest {
    private static final String SUM = "min(a(i,j), a(i,k) + a(k,j))";

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "0 <= a(i,j) .and. a(i,j) <= 16383;  min(a(i,j), a(i,k) + a(k,j)); __vmins2(pair(#ij), __vadd2(#ik,"
                        + " pair(#kj)))",
                "0 <= a(i,j) .and. a(i,j) <= 16383;  min(a(i,k) + a(k,j), a(i,j)); __vmins2(__vadd2(#ik, pair(#kj)),"
                        + " pair(#ij))",
                "a(i,j) <= 0 .and. -16384 <= a(i,j); max(a(i,j), a(i,k) + a(k,j)); __vmaxs2(pair(#ij), __vadd2(#ik,"
                        + " pair(#kj)))",
                "a(k,k) >= 0;                        max(a(i,j), min(a(i,k), a(k,j))); __vmaxs2(pair(#ij),"
                        + " __vmins2(#ik, pair(#kj)))",
                "0 <= b(i,j) .and. b(i,j) < 100; max(a(i,j), b(i,k) - b(k,j)); "
                        + "__vmaxs2(pair(#ij), __vsub2(b_ik[mi], pair(b_kj[mj])))",
                "0 <= b(i,j) .and. b(i,j) < 100; max(a(i,j), min(b(i,k), abs(b(k,j) + -7))); "
                        + "__vmaxs2(pair(#ij), __vmins2(b_ik[mi], pair(value_kj[mj])))",
            })
    void updatesPairs(String facts, String update, String expected) throws IOException {
        String text = cuda("integer*2", facts, update, 4);
        assertTrue(withoutIterations(text).contains("pair(a_ij[mi][mj]) = " + named(expected)), text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "integer*2; 0 <= a(i,j) .and. a(i,j) <= 16384;  min(a(i,j), a(i,k) + a(k,j));      4",
                "integer*2; a(i,j) <= 16383;                    min(a(i,j), a(i,k) + a(k,j));      4",
                "integer*2; 0 <= a(k,k) .and. a(k,k) <= 100;    min(a(i,j), a(i,k) + a(k,j));      4",
                "integer*2; 0 <= b(i,j) .and. b(i,j) <= 100;    a(i,j) + b(i,k);                   4",
                "integer*2; 0 <= b(i,j) .and. b(i,j) <= 100;    min(a(i,j), b(i,k) * b(k,j));      4",
                "integer;   0 <= a(i,j) .and. a(i,j) <= 16383;  min(a(i,j), a(i,k) + a(k,j));      4",
                "integer*2; 0 <= a(i,j) .and. a(i,j) <= 16383;  min(a(i,j), a(i,k) + a(k,j));      1",
            })
    void leavesWhatIsNotProved(String type, String facts, String update, int perThread) throws IOException {
        String text = cuda(type, facts, update, perThread);
        assertTrue(!text.contains("16x2") && !text.contains("pair("), text);
    }

    @Test
    void readsValuesTwiceAndPairsInWideAccesses() throws IOException {
        String text = cuda("integer*2", "0 <= a(i,j) .and. a(i,j) <= 16383", SUM, 8);
        assertTrue(text.contains("alignas(16) int a_ik[2][16][32]; // a(i,k)"), text);
        assertTrue(text.contains("alignas(16) short a_kj[2][16][32]; // a(k,j)"), text);
        assertTrue(text.contains("= both(loaded[e]);"), text);
        assertTrue(text.contains("copy4(&a_ik["), text);
        assertTrue(text.contains("copy8(&a_kj["), text);
    }

    @Test
    @Tag("nvcc")
    void keepsPairsInRegisters() throws Exception {
        Candidate candidate = new Candidate(List.of(32, 64, 128), List.of(1, 8, 8), new Candidate.Options(16, 2));
        String text = cuda("integer*2", "0 <= a(i,j) .and. a(i,j) <= 16383", SUM, candidate);
        Nvcc nvcc = Nvcc.orSkip(folder);
        for (Nvcc.Resources kernel : nvcc.resources(text)) {
            assertEquals(0, kernel.spilledBytes(), kernel.toString());
        }
        // Pairs of a tile of 8 x 8, 16 iterations of a chunk.
        long updates = nvcc.ptx(text, "case_level2")
                .lines()
                .filter(l -> l.contains("min.s16x2"))
                .count();
        assertTrue(updates >= 16 * 8 * 4, "found " + updates);
    }

    private static String named(String expected) {
        return expected.replace("#ik", "a_ik[mi]").replace("#kj", "a_kj[mj]").replace("#ij", "a_ij[mi][mj]");
    }

    /** Fragments that are read ahead exist twice. */
    private static String withoutIterations(String text) {
        return text.replace("a_ik[k_in % 2]", "a_ik")
                .replace("a_kj[k_in % 2]", "a_kj")
                .replaceAll("(b_ik|b_kj|value_kj)\\[k_in % 2\\]", "$1");
    }

    private String cuda(String type, String facts, String update, int perThread) throws IOException {
        return cuda(
                type,
                facts,
                update,
                new Candidate(List.of(16, 32, 32), List.of(1, 8, perThread), new Candidate.Options(16, 2)));
    }

    private String cuda(String type, String facts, String update, Candidate candidate) throws IOException {
        Path file = folder.resolve("case.nest");
        Files.writeString(file, """
            param n
            %s a(n, n), b(n, n)
            assume a(k,k) >= 0
            assume %s
            do k = 1, n
              do i = 1, n
                do j = 1, n
                  a(i,j) = %s
                enddo
              enddo
            enddo
            """.formatted(type, facts, update));
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, NestParser.parse(file));
            Verdict verdict = new Tiler(dependences).plan(candidate);
            Verdict.Legal legal = assertInstanceOf(Verdict.Legal.class, verdict, verdict::toString);
            return DevicePrinter.forReferenceGpu(Comparison.TEMPLATES).print(Lowering.lower(legal.plan()));
        }
    }
}
