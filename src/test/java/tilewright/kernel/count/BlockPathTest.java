package tilewright.kernel.count;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tilewright.kernel.Expression;
import tilewright.kernel.MatrixShape;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.ScalarType;
import tilewright.kernel.text.KernelReader;

class BlockPathTest {
    private static final Program STEPS = KernelReader.parse("test", """
        program "steps"
        size n: i32
        array x: f64[i64(n)]
        array s: f64[1]
        array d: i32[1]

        kernel stay(n: i32, x: global written f64, s: global written f64) threads 64 {
          let thread: i32 = @thread
          for k in 1 ..= n unroll 1 {
            if thread == 0 {
              s[0] = s[0] + x[k]
            }
            barrier
            x[thread] = x[thread] * s[0]
            barrier
          }
        }

        kernel rows(n: i32, x: global f64, s: global written f64) threads 64 {
          let thread: i32 = @thread
          for k in 1 ..= n unroll 1 {
            s[thread] = x[100 * k + thread]
            barrier
            s[thread] = x[100 + thread]
            barrier
          }
        }

        kernel chain(n: i32, x: global f64, s: global written f64, d: global written i32) threads 64 {
          let thread: i32 = @thread
          for k in 0 ..= @block unroll 1 {
            if k == @block {
              if thread == 0 {
                s[0] = x[k]
                d.ordered[0] = k + 1
              }
            } else {
              if thread == 0 {
                await d.ordered[0] >= k + 1
              }
            }
            barrier
          }
        }

        kernel wedge(n: i32, x: global f64, s: global written f64) threads 64 {
          let thread: i32 = @thread
          for k in 1 ..= n unroll 1 {
            if thread >= 32 {
              for j in 1 ..= k unroll 1 {
                s[thread] = s[thread] + x[j]
              }
            }
            barrier
          }
        }

        host {
          launch stay(n, &x, &s) blocks 1 threads 64
        }
        """);

    private static final String PRODUCTS = """
        program "products"
        array x: f64[64]

        kernel chain(x: global written f64) threads 32 {
          register s: f64[2]
          multiply m8n8k4 (s[0], s[1]) += (1.0f64) * (2.0f64)
          multiply m8n8k4 (s[0], s[1]) += (1.0f64) * (2.0f64)
          x[@thread] = s[0]
        }

        kernel beside(x: global written f64) threads 32 {
          register s: f64[2]
          register t: f64[2]
          multiply m8n8k4 (s[0], s[1]) += (1.0f64) * (2.0f64)
          multiply m8n8k4 (t[0], t[1]) += (1.0f64) * (2.0f64)
          x[@thread] = s[0]
        }

        host {
          launch chain(&x) blocks 1 threads 32
        }
        """;

    /** An instruction every second, 10 s for a load, 100 of a line that is new, 4 s for an operation. */
    private static final PathCosts COSTS = new PathCosts() {
        @Override
        public int warp() {
            return 32;
        }

        @Override
        public double interval() {
            return 1;
        }

        @Override
        public double issue() {
            return 1;
        }

        @Override
        public Cost operation(Expression operation) {
            return new Cost(1, 4);
        }

        @Override
        public double whole(Expression.Binary operation) {
            return 1;
        }

        @Override
        public Cost multiplyAdd(ScalarType type) {
            return new Cost(1, 4);
        }

        @Override
        public Cost multiply(MatrixShape shape) {
            return new Cost(shape.depth(), 40);
        }

        @Override
        public Cost lane() {
            return new Cost(1, 20);
        }

        @Override
        public Cost load(Place memory, double moved) {
            return new Cost(1, 10 + 90 * moved);
        }
    };

    @Test
    void aStepIsAsLongAsItsSlowestWarp() {
        List<BlockPath.Phase> phases = BlockPath.of(STEPS, "stay", 64, 4, 0, 1, Map.of("n", 1000L), COSTS);
        assertEquals(2000, phases.stream().mapToDouble(BlockPath.Phase::times).sum(), 1 + 1e-9, "barriers");
        BlockPath.Phase sum = phases.get(0);
        BlockPath.Phase product = phases.get(1);
        assertTrue(sum.seconds() >= 10 + 4, "a load and an operation of one thread: " + sum);
        assertTrue(sum.busy() < product.busy(), "that one warp computes: " + sum + product);
        assertEquals(64 * 16.0, product.globalBytes() - 64 * 8, 1e-9, "two loads and a store of each thread");
    }

    @Test
    void aLineThatNoIterationBeforeLoadedComesFromFartherAway() {
        List<BlockPath.Phase> phases = BlockPath.of(STEPS, "rows", 64, 4, 0, 1, Map.of("n", 1000L), COSTS);
        assertTrue(phases.get(2).seconds() >= 100, "another row of 800 bytes in each iteration: " + phases.get(2));
        assertTrue(phases.get(3).seconds() < 100, "the same row: " + phases.get(3));
    }

    @Test
    void aBlockThatWaitsSaysWhatComesBehind() {
        List<BlockPath.Phase> phases = BlockPath.of(STEPS, "chain", 64, 4, 3, 8, Map.of("n", 1000L), COSTS);
        assertEquals(3, phases.stream().filter(BlockPath.Phase::waits).count());
        assertEquals(1, phases.stream().filter(p -> p.tells() >= 0).count(), "one tells, behind all that it waits for");
        assertTrue(phases.get(3).tells() >= 10, "that it has loaded what it tells: " + phases);
    }

    /** One warp does the same in each iteration, so that three stand for all; the other one has more to do each time. */
    @Test
    void warpsThatDifferAreFollowedTogether() {
        List<BlockPath.Phase> phases = BlockPath.of(STEPS, "wedge", 64, 4, 0, 1, Map.of("n", 1000L), COSTS);
        assertEquals(1001, phases.stream().mapToDouble(BlockPath.Phase::times).sum(), 1e-9, "barriers, and the end");
        assertTrue(
                phases.get(phases.size() - 2).seconds() > 10 * phases.getFirst().seconds(), phases.toString());
    }

    /** Of 1000 iterations that are alike five are followed; they stand for all of them. */
    @Test
    void alikeIterationsAreNotFollowed() {
        List<BlockPath.Phase> phases = BlockPath.of(STEPS, "stay", 64, 4, 0, 1, Map.of("n", 1000L), COSTS);
        assertEquals(2 * 5 + 1, phases.size());
    }

    @Test
    void nothingIsKnownOfKernelsThatAreNot() {
        assertThrows(
                IllegalArgumentException.class, () -> BlockPath.of(STEPS, "unknown", 64, 4, 0, 1, Map.of(), COSTS));
    }

    /** The second product waits for the first one's sums, the third one has sums of its own. */
    @Test
    void productsOfWarpsWaitForTheirSums() {
        Program products = KernelReader.parse("test", PRODUCTS);
        BlockPath.Phase chain =
                BlockPath.of(products, "chain", 32, 4, 0, 1, Map.of(), COSTS).getFirst();
        BlockPath.Phase beside =
                BlockPath.of(products, "beside", 32, 4, 0, 1, Map.of(), COSTS).getFirst();
        assertEquals(2 * 40, chain.seconds(), 20);
        assertEquals(40, beside.seconds(), 20);
        assertEquals(chain.busy(), beside.busy(), 1e-9);
    }
}
