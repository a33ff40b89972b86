package tilewright.tiling.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.check.ExpansionCheck;
import tilewright.tiling.space.LoopRole;

class DiagonalVectorsTest {
    private static final String LDLT = """
        param n
        double precision l(0:n-1, 0:n-1), d(0:n-1)
        do k = 0, n - 1
          d(k) = l(k,k)
          do i = k + 1, n - 1
            do j = k + 1, i
              l(i,j) = l(i,j) - l(i,k) * l(j,k) / d(k)
            enddo
          enddo
        enddo
        """;

    @Test
    void vectorBesideAMatrixStandsOnADiagonal() {
        try (Context context = new Context()) {
            Dependences written = analyze(context, LDLT);
            LoopNest diagonal = DiagonalVectors.of(written).orElseThrow();

            assertEquals(
                    List.of(
                            "d_diagonal(k,k) = l(k,k)",
                            "l(i,j) = l(i,j) - ((l(i,k) * l(j,k)) / d_diagonal(k,k))",
                            "d(e1) = d_diagonal(e1,e1)"),
                    diagonal.statements().stream()
                            .map(s -> s.statement().toString())
                            .toList());
            Dependences own = DependenceAnalysis.withSilent(DependenceAnalysis.analyze(context, diagonal));
            assertEquals(Optional.empty(), new ExpansionCheck(written, own).difference());
        }
    }

    @Test
    void eliminationWithAVectorBesideItRunsInBlocks() {
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, NestParser.parse("t", LDLT)));

            assertTrue(tiler.families().getFirst().roles().contains(LoopRole.HOST_BLOCKS));
        }
    }

    /** What the vector held before would have to be put there first. */
    @Test
    void vectorThatIsReadBeforeItIsWrittenStays() {
        try (Context context = new Context()) {
            assertEquals(
                    Optional.empty(),
                    DiagonalVectors.of(analyze(context, LDLT.replace("d(k) = l(k,k)", "d(k) = d(k) + l(k,k)"))));
        }
    }

    private static Dependences analyze(Context context, String text) {
        return DependenceAnalysis.withSilent(DependenceAnalysis.analyze(context, NestParser.parse("t", text)));
    }
}
