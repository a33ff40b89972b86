package tilewright.tiling.space;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.parse.NestParser;

class ParallelLoopsTest {
    private static List<String> outermost(String text) {
        LoopNest nest = NestParser.parse("nest", text);
        try (Context context = new Context()) {
            return new ParallelLoops(DependenceAnalysis.analyze(context, nest, false))
                    .outermost(nest).stream().map(Node.Loop::variable).sorted().toList();
        }
    }

    @Test
    void theLoopThatCarriesNothing() {
        assertEquals(List.of("i"), outermost("""
            do k = 2, n
              do i = 1, n
                do j = 1, n
                  a(i,j) = a(i,j) + b(k,i) * b(k - 1,j)
                enddo
              enddo
            enddo
            """));
    }

    @Test
    void aTemporaryKeepsALoopSequential() {
        assertEquals(List.of("j"), outermost("""
            do i = 1, n
              s(1) = b(i)
              do j = 1, n
                a(i,j) = s(1) * b(j)
              enddo
            enddo
            """));
    }
}
