package tilewright.tune.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.parse.c.PolyBench;

class PeerRecognitionTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        gemm      | cuBLAS DGEMM [5, 6, 7]
        2mm       | 2 x cuBLAS DGEMM [5, 6, 7]
        3mm       | 3 x cuBLAS DGEMM [5, 6, 7]
        syrk      | cuBLAS DSYRK [5, 6]
        syr2k     | cuBLAS DSYR2K [5, 6]
        symm      | cuBLAS DSYMM [5, 6]
        trmm      | cuBLAS DTRMM [5, 6]
        cholesky  | cuSOLVER Dpotrf [5]
        lu        | cuSOLVER Dgetrf, no pivoting [5]
        trisolv   | cuBLAS DTRSM [5, 1]
        mvt       | 2 x cuBLAS DGEMV [5, 5]
        gesummv   | 2 x cuBLAS DGEMV [5, 5]
        bicg      | 2 x cuBLAS DGEMV [5, 6]
        nussinov  | none
        jacobi-2d | none
        seidel-2d | none
        durbin    | none
        """)
    void routinesOfPolyBench(String kernel, String expected) {
        LoopNest nest = PolyBench.nest(kernel);
        Map<String, Long> sizes = new LinkedHashMap<>();
        nest.parameters().forEach(p -> sizes.put(p, 5L + sizes.size()));
        assertEquals(expected, recognised(nest, sizes));
    }

    @ParameterizedTest
    @CsvSource({"lu, 'cuSOLVER Sgetrf, no pivoting [9]'", "matmul, 'cuBLAS SGEMM [9, 9, 9]'", "floyd-warshall, none"})
    void routinesOfSinglePrecision(String name, String expected) {
        assertEquals(expected, recognised(NestParser.parse(Path.of("loopnests", name + ".nest")), Map.of("n", 9L)));
    }

    @Test
    void aTriangularSystemIsToldFromATriangularProductByWhereValuesComeFrom() {
        String update = """
            param n, m
            real l(n, n), b(n, m)
            do i = 1, n
              do j = 1, m
                do k = %s
                  b(i,j) = b(i,j) - l(i,k) * b(k,j)
                enddo
              enddo
            enddo
            """;
        Map<String, Long> sizes = Map.of("n", 9L, "m", 4L);
        assertEquals("cuBLAS STRSM [9, 4]", recognised(NestParser.parse("t", update.formatted("1, i - 1")), sizes));
        assertEquals("cuBLAS STRMM [9, 4]", recognised(NestParser.parse("t", update.formatted("i + 1, n")), sizes));
        String mixed = update.formatted("1, i - 1").replace("real l(n, n), b(n, m)", "real*2 l(n, n)\nreal b(n, m)");
        assertEquals("none", recognised(NestParser.parse("t", mixed), sizes), "arrays of two types");
    }

    @Test
    void batchedProductsAreOneCall() {
        LoopNest nest = NestParser.parse("t", """
            param n
            real a(8, n, n), b(8, n, n), c(8, n, n)
            do q = 1, 8
              do i = 1, n
                do j = 1, n
                  do k = 1, n
                    c(q,i,j) = c(q,i,j) + a(q,i,k) * b(q,k,j)
                  enddo
                enddo
              enddo
            enddo
            """);
        assertEquals("cuBLAS SGEMM, strided batched [8, 16, 16, 16]", recognised(nest, Map.of("n", 16L)));
    }

    /** The title, and the sizes of the first call. */
    private static String recognised(LoopNest nest, Map<String, Long> sizes) {
        try (Context context = new Context()) {
            Optional<PeerWork> work = PeerRecognition.of(DependenceAnalysis.analyze(context, nest), sizes);
            return work.map(w -> w.title() + " " + w.calls().getFirst().sizes()).orElse("none");
        }
    }
}
