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

/** Quotients that iterations hand on, and guards around them. */
class RecurrenceQuotientsTest {
    private static final String CHAIN = """
        for j in 0 .. 4 unroll 4 {
          let carried: f64 = last
          if j + 1 < 4 {
            d[(j + 1) % 2] = shared.s[j + 1]
          } else {
            barrier
            d[0] = shared.s[0]
          }
          if n >= t + 48 {
            last = (1.0f64 - 0.5f64 * carried) / d[j % 2]
            a[n + 32 * j + t] = last
          }
        }\
        """;

    private static final String CHECKED = """
        scope {
          let before: f64 = last
          let before2: f64 = d[0]
          var furthest: u32 = 0u32
          for j in 0 .. 4 unroll 4 {
            let carried: f64 = last
            if j + 1 < 4 {
              d[(j + 1) %% 2] = shared.s[j + 1]
            } else {
              barrier
              d[0] = shared.s[0]
            }
            %s
          }
          let wrong: i32 = n >= t + 48 ? !all_plain(furthest) : 0
          if vote.any(wrong) {
            last = before
            d[0] = before2
            %s
          }
        }\
        """;

    @Test
    void oneCheckStandsBehindTheLoop() {
        assertEquals(text(CHECKED.formatted("""
            if n >= t + 48 {
              let divisor: f64 = d[j % 2]
              let reciprocal: f64 = reciprocal_plainly(divisor)
              let quotient: f64 = divided_plainly(1.0f64 - 0.5f64 * carried, divisor, reciprocal)
              last = quotient
              furthest = max(furthest, plainness(reciprocal))
              furthest = max(furthest, plainness(quotient))
              a[n + 32 * j + t] = last
            }\
            """, CHAIN)), KernelText.print(Pass.CHECKED_BEHIND.of(program(CHAIN))));
    }

    @Test
    void onlyStoresAskAfterwards() {
        assertEquals(
                text(CHECKED.formatted("""
                    scope {
                      let divisor: f64 = d[j % 2]
                      let reciprocal: f64 = reciprocal_plainly(divisor)
                          let quotient: f64 = divided_plainly(1.0f64 - 0.5f64 * carried, divisor, reciprocal)
                      last = quotient
                      furthest = max(furthest, plainness(reciprocal))
                      furthest = max(furthest, plainness(quotient))
                      if n >= t + 48 {
                        a[n + 32 * j + t] = last
                      }
                    }\
                    """, CHAIN)),
                KernelText.print(Pass.IF_CONVERSION.of(Pass.CHECKED_BEHIND.of(program(CHAIN)))));
    }

    @Test
    void offsetsOfStoresThatMoveByMoreThanANumberAreCarried() {
        String loop = """
            for j in 0 .. 4 unroll 4 {
              let carried: f64 = last
              if n >= t + 48 {
                last = 2.0f64 * carried
                a[i64(t) + i64(j) * n] = last
              }
            }\
            """;
        assertEquals(text("""
            scope {
              var a_at: i64 = i64(t) + i64(0) * n
              for j in 0 .. 4 unroll 4 {
                let carried: f64 = last
                scope {
                  last = 2.0f64 * carried
                  if n >= t + 48 {
                    a[a_at] = last
                  }
                  a_at = a_at + i64(n)
                }
              }
            }\
            """), KernelText.print(Pass.IF_CONVERSION.of(program(loop))));
    }

    /** What others read, what changes with the counter, what loads, and what divides. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "last = 2.0f64 * carried:a[t] = last",
                "last = 2.0f64 * carried:a[t] = carried",
                "last = carried + a[t]:",
                "last = 2.0f64 / carried:",
            })
    void guardsStay(String statements) {
        String[] parts = statements.split(":", -1);
        String loop = "for j in 0 .. 4 unroll 4 {\nlet carried: f64 = last\nif n >= t + 48 {\n" + parts[0]
                + "\na[n + 32 * j + t] = last\n}\n" + parts[1] + "\n}";
        assertEquals(text(loop), KernelText.print(Pass.IF_CONVERSION.of(program(loop))));
        String moving =
                loop.replace("a[t] = last", "").replace("a[t] = carried", "").replace("t + 48", "t + j");
        assertEquals(text(moving), KernelText.print(Pass.IF_CONVERSION.of(program(moving))));
    }

    /** What the loop reads of memory that it writes, a second division that hands nothing on, and a quotient that is not handed on. */
    @ParameterizedTest
    @ValueSource(strings = {"shared.s[j] = carried", "a[t] = a[t + 1]", "a[t] = carried / 3.5f64", "return"})
    void loopsThatCannotRunTwiceStay(String statement) {
        String other = CHAIN.replace("if n >=", statement + "\n  if n >=");
        assertEquals(text(other), KernelText.print(Pass.CHECKED_BEHIND.of(program(other))));
    }

    @Test
    void quotientsThatNoIterationHandsOnStay() {
        String other = CHAIN.replace("* carried", "* d[0]").replace("let carried: f64 = last\n", "");
        assertEquals(text(other), KernelText.print(Pass.CHECKED_BEHIND.of(program(other))));
    }

    /** Quotients near the least and the greatest number, infinite ones, and those of 0: the loop runs again where reciprocals do not give them. */
    @ParameterizedTest
    @ValueSource(doubles = {1, 1e-200, 1e-310, 1e305, 0, 0.5})
    void quotientsOfAnySizeAreThoseOfDivisions(double size) {
        Program checked = Pass.IF_CONVERSION.of(Pass.CHECKED_BEHIND.of(program(CHAIN)));
        assertArrayEquals(results(program(CHAIN), size), results(checked, size));
    }

    @Test
    void aLoopThatDoesNotRunAgainIsFound() {
        Program hasty = HastyPrograms.of(Pass.CHECKED_BEHIND.of(program(CHAIN)));
        assertArrayEquals(results(program(CHAIN), 1), results(hasty, 1));
        assertFalse(Arrays.equals(results(program(CHAIN), 1e-310), results(hasty, 1e-310)));
    }

    private static double[] results(Program program, double size) {
        double[] values = new double[192];
        for (int v = 0; v < values.length; v++) {
            values[v] = (v + 1.25) * size;
        }
        Emulation run = Emulator.run(
                program,
                Map.of("n", 64L),
                Map.of("a", ArrayContents.of(ScalarType.F64, values)),
                Emulator.Options.USUAL);
        assertEquals(List.of(), run.faults());
        return IntStream.range(0, 192).mapToDouble(run.arrays().get("a")::at).toArray();
    }

    private static String text(String statements) {
        return KernelText.print(program(statements));
    }

    private static Program program(String statements) {
        return KernelReader.parse("test", """
            program "test"
            size n: i32
            array a: f64[3 * i64(n)]

            kernel work(n: i32, a: global written f64 exclusive) threads 32 {
              shared memory {
                s: f64[4]
              }
              let t: i32 = @thread
              if t < 4 {
                shared.s[t] = a[t]
              }
              barrier
              var last: f64 = 1.0f64
              register d: f64[2]
              d[0] = shared.s[0]
              %s
            }

            host {
              launch work(n, &a) blocks i64(1) threads 32 shared 32
            }
            """.formatted(statements));
    }
}
