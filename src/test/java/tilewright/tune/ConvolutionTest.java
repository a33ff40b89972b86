package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import tilewright.kernel.text.KernelText;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;
import tilewright.tune.verify.EmulatedCase;

/** Loops with few iterations, a constant number of them, inside every point. */
class ConvolutionTest {
    private static final LoopNest CONVOLUTION = NestParser.parse("convolution", """
        real a(n + 2, m + 4), w(3, 5), b(n, m)
        do i = 1, n
          do j = 1, m
            do p = 1, 3
              do q = 1, 5
                b(i,j) = b(i,j) + w(p,q) * a(i + p - 1, j + q - 1)
              enddo
            enddo
          enddo
        enddo
        """);

    private static final LoopNest CHANNELS = NestParser.parse("channels", """
        real a(c, n + 2), w(k, c, 3), b(k, n)
        do o = 1, k
          do i = 1, n
            do s = 1, c
              do p = 1, 3
                b(o,i) = b(o,i) + w(o,s,p) * a(s, i + p - 1)
              enddo
            enddo
          enddo
        enddo
        """);

    private static final LoopNest SOBEL = NestParser.parse("sobel", """
        real a(n + 2, m + 2), u(3, 3), v(3, 3), gx(n, m), gy(n, m), g(n, m)
        do i = 1, n
          do j = 1, m
            gx(i,j) = 0.0
            gy(i,j) = 0.0
            do p = 1, 3
              do q = 1, 3
                gx(i,j) = gx(i,j) + u(p,q) * a(i + p - 1, j + q - 1)
                gy(i,j) = gy(i,j) + v(p,q) * a(i + p - 1, j + q - 1)
              enddo
            enddo
            g(i,j) = sqrt(gx(i,j) * gx(i,j) + gy(i,j) * gy(i,j))
          enddo
        enddo
        """);

    private static EmulatedPrograms program(LoopNest nest, List<Integer> block, List<Integer> thread) {
        return EmulatedPrograms.of(nest, new Candidate(block, thread, new Candidate.Options(1, 1)));
    }

    private static void agrees(EmulatedPrograms program) {
        program.sizes().forEach(s -> {
            EmulatedCase.Result result = program.run(s, s.hashCode());
            assertTrue(result.ok(), () -> program + " " + result.verification().message());
        });
    }

    @Test
    void iterationsOfAPointAreWrittenOutInOneLaunch() {
        EmulatedPrograms program = program(CONVOLUTION, List.of(8, 32, 3, 5), List.of(4, 2, 1, 1));
        assertEquals(
                List.of(LoopRole.PARALLEL, LoopRole.PARALLEL, LoopRole.UNROLLED, LoopRole.UNROLLED),
                program.plan().family().roles());
        assertEquals(1, program.plan().launches().size());
        String text = KernelText.print(program.program());
        assertTrue(
                text.contains("for p_in in 0 .. 3 unroll 3 {") && text.contains("for q_in in 0 .. 5 unroll 5 {"), text);
        agrees(program);
    }

    @Test
    void loopsAroundThemStay() {
        EmulatedPrograms program = program(CHANNELS, List.of(4, 32, 8, 3), List.of(2, 2, 1, 1));
        assertEquals(
                List.of(LoopRole.PARALLEL, LoopRole.PARALLEL, LoopRole.KERNEL, LoopRole.UNROLLED),
                program.plan().family().roles());
        agrees(program);
    }

    @Test
    void statementsBeforeAndAfterThemShareTheLaunch() {
        EmulatedPrograms program = program(SOBEL, List.of(4, 32, 3, 3), List.of(2, 1, 1, 1));
        assertEquals(1, program.plan().launches().size());
        agrees(program);
    }
}
