package tilewright.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tilewright.parse.NestParser;

class InterpreterTest {
    private static LoopNest parse(String... lines) {
        return NestParser.parse("test.nest", String.join("\n", lines));
    }

    private static LoopNest library(String name) {
        return NestParser.parse(Path.of("loopnests", name + ".nest"));
    }

    private static Data run(LoopNest nest, Map<String, Long> parameters) {
        Data data = DataInitializer.fill(nest, parameters, 1);
        new Interpreter(nest, parameters, data).run();
        data.requireFinite("after the run");
        return data;
    }

    @Test
    void floydWarshallFindsShortestPaths() {
        LoopNest nest = library("floyd-warshall");
        int n = 9;
        float[] distance = (float[])
                DataInitializer.fill(nest, Map.of("n", (long) n), 1).array("a").elements();
        for (int k = 0; k < n; k++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    distance[i * n + j] = Math.min(distance[i * n + j], distance[i * n + k] + distance[k * n + j]);
                }
            }
        }
        assertArrayEquals(distance, (float[])
                run(nest, Map.of("n", (long) n)).array("a").elements());
    }

    @Test
    void realArithmeticIsRoundedToSinglePrecision() {
        Data data = run(
                parse("double precision d", "integer i", "x = 1.0/3 + 0.1", "d = 1.0/3 + 0.1", "i = 7/2", "i += -9/2"),
                Map.of());
        assertEquals(1.0f / 3 + 0.1f, data.array("x").get());
        assertEquals(1.0 / 3 + 0.1, data.array("d").get());
        assertEquals(3 - 4, data.array("i").get());
    }

    @Test
    void luTimesItsFactorsGivesTheMatrixBack() {
        LoopNest nest = library("lu");
        int n = 7;
        Data before = DataInitializer.fill(nest, Map.of("n", (long) n), 1);
        ArrayData lu = run(nest, Map.of("n", (long) n)).array("a");
        for (int i = 1; i <= n; i++) {
            for (int j = 1; j <= n; j++) {
                double sum = i <= j ? lu.get(i, j) : 0;
                for (int k = 1; k < i && k <= j; k++) {
                    sum += lu.get(i, k) * lu.get(k, j);
                }
                assertEquals(before.array("a").get(i, j), sum, 1e-5);
            }
        }
    }

    @Test
    void everyLibraryNestStaysFinite() {
        for (String name : new String[] {
            "floyd-warshall", "gaussian-elimination", "matmul", "jacobi-2d", "transitive-closure", "widest-path", "lu"
        }) {
            for (long n : new long[] {1, 2, 5, 16}) {
                run(library(name), Map.of("n", n, "steps", 3L));
            }
        }
    }

    @Test
    void loopsRunDownAndGuardsChoose() {
        Data data = run(
                parse(
                        "integer a(0:9)",
                        "init a(i) = i",
                        "do i = 9, 2, -3",
                        "if (mod(i, 2) == 0) then",
                        "a(i) = a(i-1)",
                        "else",
                        "a(i) = -i",
                        "endif",
                        "enddo"),
                Map.of());
        assertArrayEquals(new int[] {0, 1, 2, -3, 4, 5, 5, 7, 8, -9}, (int[])
                data.array("a").elements());
    }

    @Test
    void subscriptsOutsideTheArrayAreRefusedWithTheirPosition() {
        LoopNest nest = parse("real a(n)", "do i = 1, n", "  a(i+1) = 0", "enddo");
        UserError error = assertThrows(UserError.class, () -> run(nest, Map.of("n", 2L)));
        assertEquals(
                "test.nest:3:3: error: a(i + 1) is a(3) here, outside the array's bounds (lower [1], extents [2]);"
                        + " correct the subscript or the declaration",
                error.getMessage());
    }

    @Test
    void missingParametersHugeArraysAndInfinityAreRefused() {
        LoopNest nest = parse("real a(n,n,n)", "do i = 1, n", "a(i,i,i) = 1/(a(i,i,i) - a(i,i,i))", "enddo");
        UserError missing = assertThrows(UserError.class, () -> run(nest, Map.of()));
        assertEquals("parameter n of test has no value; give --set n=VALUE", missing.getMessage());
        UserError huge = assertThrows(UserError.class, () -> run(nest, Map.of("n", 100_000L)));
        assertEquals(
                "test.nest:1:6: error: array a with extents [100000, 100000, 100000] does not fit in memory;"
                        + " give smaller parameters",
                huge.getMessage());
        UserError infinite = assertThrows(UserError.class, () -> run(nest, Map.of("n", 2L)));
        assertEquals(
                "test.nest:1:6: error: a(1,1,1) is Infinity after the run; give the arrays initial values by 'init'"
                        + " lines that keep the computation finite",
                infinite.getMessage());
        LoopNest division = parse("integer i", "i = 1/(i-i)");
        UserError zero = assertThrows(UserError.class, () -> run(division, Map.of()));
        assertEquals(
                "test.nest:2:1: error: an integer is divided by zero in S1; check the data ('init')",
                zero.getMessage());
    }

    @Test
    void initialDataFollowInitLinesOrDefaults() {
        LoopNest nest = parse(
                "param n",
                "real u(n), x(n, 0:1)",
                "integer c(n)",
                "logical l(n)",
                "init x(i,j) = merge(10*i + j + 0*rnd(), rnd() - 5, j == 0 .or. n < 0)",
                "u(1) = x(1,0) + c(1) + merge(1, 0, l(1))");
        Data data = DataInitializer.fill(nest, Map.of("n", 500L), 7);
        assertEquals(30, data.array("x").get(3, 0));
        // the second rnd() of element (3,1), array number 1
        assertEquals(
                (float) (RandomNumbers.uniform(RandomNumbers.key(7, 1, 1), 5) - 5),
                data.array("x").get(3, 1));
        int trues = 0;
        for (int i = 1; i <= 500; i++) {
            assertEquals(
                    RandomNumbers.uniform(RandomNumbers.key(7, 0, 0), i - 1),
                    data.array("u").get(i));
            double integer = data.array("c").get(i);
            assertTrue(integer >= 0 && integer <= 99 && integer == Math.rint(integer));
            trues += (int) data.array("l").get(i);
        }
        assertTrue(trues > 200 && trues < 300, "true " + trues + " times of 500");
    }

    @Test
    void randomNumbersAreAsSpecified() {
        assertEquals(0.6524484753608704, RandomNumbers.uniform(RandomNumbers.key(0, 0, 0), 0));
        double sum = 0;
        for (int i = 0; i < 100_000; i++) {
            double u = RandomNumbers.uniform(RandomNumbers.key(3, 2, 1), i);
            assertTrue(u > 0 && (float) u < 1 && (float) u == u);
            sum += u;
        }
        assertEquals(0.5, sum / 100_000, 0.01);
    }

    @Test
    void violatedAssumptionsAreReported() {
        LoopNest nest = parse(
                "assume a(k,k) >= 0 .and. a(i,j) < 10",
                "init a(i,j) = i - 3",
                "do i = 1, n",
                "a(i,n) = a(i,1)",
                "enddo");
        UserError error = assertThrows(UserError.class, () -> run(nest, Map.of("n", 4L)));
        assertEquals(
                "test.nest:1:1: error: the initial data violate the assumption (a(k,k) >= 0) .and. (a(i,j) < 10) for i"
                        + " = 1, j = 1, k = 1; change the assumption or give the array an 'init' that satisfies it",
                error.getMessage());
        LoopNest sum = parse("assume a(i+j) >= 0", "a(1) = 0");
        UserError unbounded = assertThrows(UserError.class, () -> run(sum, Map.of()));
        assertEquals(
                "test.nest:1:1: error: the range of 'i' does not follow from a subscript of this assumption;"
                        + " use it as a subscript of its own",
                unbounded.getMessage());
    }
}
