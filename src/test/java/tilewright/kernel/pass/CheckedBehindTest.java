package tilewright.kernel.pass;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.kernel.Program;
import tilewright.kernel.ScalarType;
import tilewright.kernel.emulate.ArrayContents;
import tilewright.kernel.emulate.Emulation;
import tilewright.kernel.emulate.Emulator;
import tilewright.kernel.text.KernelReader;
import tilewright.kernel.text.KernelText;

/** Quotients that lanes take from one another, each in an iteration of its own. */
class CheckedBehindTest {
    private static final String CHAIN = """
        for k in 0 .. 4 unroll 4 {
          if t == k {
            x[0] = divided(x[0], d, r)
          }
          var taken: f64
          taken = shuffle.at(x[0], k)
          x[0] = t > k ? x[0] - 0.5f64 * taken : x[0]
          if t == 0 { shared.kept[k] = taken }
        }\
        """;

    @Test
    void oneCheckStandsBehindTheLoop() {
        assertEquals(
                text("""
                    scope {
                      register x_before: f64[1]
                      for e in 0 .. 1 unroll all {
                        x_before[e] = x[e]
                      }
                      var kept2: f64 = 1.0f64
                      for k in 0 .. 4 unroll 4 {
                        let quotient: f64 = divided_plainly(x[0], d, r)
                        x[0] = t == k ? quotient : x[0]
                        kept2 = t == k ? quotient : kept2
                        var taken: f64
                        taken = shuffle.at(x[0], k)
                        x[0] = t > k ? x[0] - 0.5f64 * taken : x[0]
                        if t == 0 { shared.kept[k] = taken }
                      }
                      if vote.any(!is_plain(kept2, r)) {
                        for e in 0 .. 1 unroll all {
                          x[e] = x_before[e]
                        }
                        %s
                      }
                    }\
                    """.formatted(CHAIN.replace("unroll 4", "unroll 1"))),
                KernelText.print(Pass.CHECKED_BEHIND.of(program(CHAIN))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // Two quotients of a thread, one in every iteration, a divisor that changes, and what others might see
                // between the runs.
                "t == k % 2",
                "t >= k",
                "t == k + x0",
            })
    void quotientsThatAThreadMayTakeTwiceAreCheckedOneByOne(String condition) {
        String changing =
                CHAIN.replace("t == k", condition).replace("var taken: f64\n", "var taken: f64\n  x0 = x0 + 1\n");
        assertEquals(text(changing), KernelText.print(Pass.CHECKED_BEHIND.of(program(changing))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"barrier", "a[k] = taken", "x[0] = x[0] + shared.kept[k]", "x[0] = x[0] / d"})
    void loopsThatCannotRunTwiceStay(String statement) {
        String other = CHAIN.replace("if t == 0 {", statement + "\n  if t == 0 {");
        assertEquals(text(other), KernelText.print(Pass.CHECKED_BEHIND.of(program(other))));
    }

    /** Quotients near the least and the greatest number, which a reciprocal does not give: the loop runs again. */
    @ParameterizedTest
    @ValueSource(doubles = {1, 1e-200, 1e-310, 1e305, 0})
    void quotientsOfAnySizeAreThoseOfDivisions(double size) {
        Program checked = Pass.CHECKED_BEHIND.of(program(CHAIN));
        assertArrayEquals(results(program(CHAIN), size), results(checked, size));
    }

    @Test
    void aLoopThatDoesNotRunAgainIsFound() {
        Program hasty = HastyPrograms.of(Pass.CHECKED_BEHIND.of(program(CHAIN)));
        assertArrayEquals(results(program(CHAIN), 1), results(hasty, 1));
        assertFalse(Arrays.equals(results(program(CHAIN), 1e-310), results(hasty, 1e-310)));
    }

    private static double[] results(Program program, double size) {
        double[] values = new double[64];
        for (int v = 0; v < values.length; v++) {
            values[v] = (v + 1.25) * (v < 32 ? size : 1);
        }
        Emulation run = Emulator.run(
                program,
                Map.of("n", 64L),
                Map.of("a", ArrayContents.of(ScalarType.F64, values)),
                Emulator.Options.USUAL);
        assertEquals(List.of(), run.faults());
        return IntStream.range(0, 32).mapToDouble(run.arrays().get("a")::at).toArray();
    }

    private static String text(String statements) {
        return KernelText.print(program(statements));
    }

    private static Program program(String statements) {
        return KernelReader.parse("test", """
            program "test"
            size n: i32
            array a: f64[i64(n)]

            kernel work(n: i32, a: global written f64 exclusive) threads 32 {
              shared memory {
                kept: f64[4]
              }
              let t: i32 = @thread
              var x0: i32 = 0
              register x: f64[1]
              x[0] = a[t]
              let d: f64 = a[t + 32]
              let r: f64 = 1.0f64 / d
              %s
              a[t] = x[0]
            }

            host {
              launch work(n, &a) blocks i64(1) threads 32 shared 32
            }
            """.formatted(statements));
    }
}
