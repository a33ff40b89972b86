package tilewright.tiling.property;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.space.LoopRole;

/** Of which of two loops in one subscript a block has one iteration. */
class BatchesTest {
    private static List<Integer> batches(String text, int loops) {
        LoopNest nest = NestParser.parse("batches.nest", text);
        List<LoopRole> roles = Collections.nCopies(loops, LoopRole.PARALLEL);
        return IntStream.range(0, loops)
                .filter(z -> Batches.isBatch(nest, roles, z))
                .boxed()
                .toList();
    }

    @Test
    void loopsOverTilesAre() {
        assertEquals(List.of(0), batches("""
            param n
            real c(0:32*n)
            do b = 0, n - 1
              do i = 0, 31
                c(32*b + i) = 1
              enddo
            enddo
            """, 2));
    }

    /** Two colours along each of two loops: blocks of four points would not fill a warp. */
    @Test
    void coloursAreWhereTheyWouldNotFillWarps() {
        assertEquals(List.of(0, 1), batches("""
            param n
            real u(0:2*n, 0:2*n)
            do a = 0, 1
              do b = 0, 1
                do i = 0, n - 1
                  do j = 0, n - 1
                    u(2*i + a, 2*j + b) = 1
                  enddo
                enddo
              enddo
            enddo
            """, 4));
    }
}
