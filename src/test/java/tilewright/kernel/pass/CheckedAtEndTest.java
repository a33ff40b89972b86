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
import tilewright.kernel.Rewriter;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.emulate.ArrayContents;
import tilewright.kernel.emulate.Emulation;
import tilewright.kernel.emulate.Emulator;
import tilewright.kernel.text.KernelReader;
import tilewright.kernel.text.KernelText;

/** A block of an elimination that divides by what its threads hand each other. */
class CheckedAtEndTest {
    private static final String ROUND = """
        for k in 0 .. 8 {
            shared.s[k %% 2][t] = x
            barrier
            let d: f64 = shared.s[k %% 2][k]
            if t == k {
              b[k] = x
            }
            if t > k {
              %s
              x = x - q[1] * 0.25f64
            }
          }\
        """;

    private static final String DIVIDED = ROUND.formatted("""
        for m in 0 .. 2 unroll all {
                q[m] = y[m] / d
              }
              let z: f64 = x / d
              x = z\
        """);

    @Test
    void oneCheckStandsBeforeWhatTheBlockWrites() {
        String plainly = ROUND.formatted("""
            let reciprocal: f64 = reciprocal_plainly(d)
                  furthest = max(furthest, plainness(reciprocal))
                  for m in 0 .. 2 unroll all {
                    q[m] = divided_plainly(y[m], d, reciprocal)
                    furthest = max(furthest, quotient_plainness(q[m], y[m]))
                  }
                  let z: f64 = divided_plainly(x, d, reciprocal)
                  furthest = max(furthest, quotient_plainness(z, x))
                  x = z\
            """);
        assertEquals(
                KernelText.print(parsed(function(
                                "## The same with divisions: where a quotient is not what its divisor's reciprocal"
                                    + " makes it.\n"
                                    + "apart work_divided(n: i32, a: global written f64 exclusive, b: global written"
                                    + " f64 exclusive)",
                                DIVIDED)
                        + function(
                                "kernel work(n: i32, a: global written f64 exclusive, b: global written f64 exclusive)"
                                        + " threads 64",
                                "var furthest: u32 = 0u32\n" + plainly + """

                                      let wrong: i32 = barrier or !all_plain(furthest)
                                      if wrong {
                                        call work_divided(n, &a, &b)
                                        return
                                      }\
                                    """))),
                KernelText.print(Pass.CHECKED_AT_END.of(program(DIVIDED))));
    }

    private static final String ROOTED =
            DIVIDED.replace("let d:", "var d:").replace("for m", "let root: f64 = sqrt(d)\nd = root\nfor m");

    /** The root has no branch, and its reciprocal begins with what the root begins with. */
    @Test
    void rootsAreMadeOfWhatTheirReciprocalsAreMadeOf() {
        String text = KernelText.print(Pass.CHECKED_AT_END.of(program(ROOTED)));
        String checked = text.substring(text.indexOf("kernel work("));
        assertEquals(
                List.of(
                        "let near: f64 = reciprocal_root(d)",
                        "let root: f64 = root_plainly(d, near)",
                        "let reciprocal: f64 = fma(fma(-d, near, 1.0f64), near, near)",
                        "furthest = max(furthest, plainness(reciprocal))"),
                checked.lines()
                        .map(String::strip)
                        .filter(l -> l.contains("near") || l.contains("plainness(reciprocal)"))
                        .toList());
        for (double size : new double[] {1, 1e-310, 1e305, 0}) {
            assertArrayEquals(results(program(ROOTED), size), results(Pass.CHECKED_AT_END.of(program(ROOTED)), size));
        }
    }

    @Test
    void divisorsThatAreNoVariablesGetOne() {
        String text = KernelText.print(
                Pass.CHECKED_AT_END.of(program(ROUND.formatted("q[1] = 1.0f64 / sqrt(d)\nx = x / (d + 1.0f64)"))));
        assertEquals(
                List.of(
                        "let near: f64 = reciprocal_root(d)",
                        "let root: f64 = root_plainly(d, near)",
                        "var divisor: f64",
                        "divisor = root",
                        "let divisor2: f64 = d + 1.0f64"),
                text.lines()
                        .map(String::strip)
                        .filter(l -> l.matches("(let (near|root|divisor)|var divisor|divisor).*"))
                        .toList());
    }

    /** What others would see of the first run, or that not all threads come to the check. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a[t] = x",
                "n = n + 1",
                "return",
                "do atomic.add(a[t], x)",
                "x = b[0]",
                "if x > 0.5f64 { b[0] = x }"
            })
    void blocksThatCannotBeginAgainStay(String statement) {
        String other = DIVIDED.replace("x = z", "x = z\n" + statement);
        Program program = program(other);
        assertEquals(KernelText.print(program), KernelText.print(Pass.CHECKED_AT_END.of(program)));
    }

    @Test
    void divisorsThatALoopKeepsStay() {
        Program program =
                program(DIVIDED.replace("let d: f64 = shared.s[k %% 2][k]", "").replace("/ d", "/ y[0]"));
        assertEquals(KernelText.print(program), KernelText.print(Pass.CHECKED_AT_END.of(program)));
        Program kept = program(DIVIDED.replace("/ d", "/ e").replace("for k in", "let e: f64 = y[0]\nfor k in"));
        assertEquals(KernelText.print(kept), KernelText.print(Pass.CHECKED_AT_END.of(kept)));
    }

    /** Of numbers near the least and the greatest ones, infinite ones and zeros of both signs: the block begins again where reciprocals do not give the quotients. */
    @ParameterizedTest
    @ValueSource(doubles = {1, 1e-200, 1e-310, 1e305, 0, -0.0, Double.POSITIVE_INFINITY})
    void quotientsOfAnySizeAreThoseOfDivisions(double size) {
        Program checked = Pass.CHECKED_AT_END.of(program(DIVIDED));
        assertArrayEquals(results(program(DIVIDED), size), results(checked, size));
    }

    @Test
    void aBlockThatDoesNotBeginAgainIsFound() {
        Program hasty = new Rewriter() {
            @Override
            protected List<Statement> statement(Statement statement) {
                return statement instanceof Statement.If i && i.then().contains(new Statement.Return())
                        ? List.of()
                        : List.of(statement);
            }
        }.program(Pass.CHECKED_AT_END.of(program(DIVIDED)));
        assertArrayEquals(results(program(DIVIDED), 1), results(hasty, 1));
        assertFalse(Arrays.equals(results(program(DIVIDED), 1e-310), results(hasty, 1e-310)));
    }

    private static double[] results(Program program, double size) {
        double[] values = new double[64];
        for (int v = 0; v < values.length; v++) {
            values[v] = v == 9 ? 0 : (v + 1.25) * size;
        }
        Emulation run = Emulator.run(
                program,
                Map.of("n", 64L),
                Map.of(
                        "a",
                        ArrayContents.of(ScalarType.F64, values),
                        "b",
                        ArrayContents.of(ScalarType.F64, new double[8])),
                Emulator.Options.USUAL);
        assertEquals(List.of(), run.faults());
        return IntStream.range(0, 64).mapToDouble(run.arrays().get("a")::at).toArray();
    }

    private static Program program(String loop) {
        return parsed(function(
                "kernel work(n: i32, a: global written f64 exclusive, b: global written f64 exclusive) threads 64",
                loop));
    }

    private static String function(String heading, String loop) {
        return """
            %s {
              shared memory {
                s: f64[2][64]
              }
              let t: i32 = @thread
              var x: f64 = a[t]
              register y: f64[2]
              register q: f64[2]
              y[0] = x
              y[1] = 2.0f64 * x
              q[0] = 0.0f64
              q[1] = 0.0f64
              %s
              a[t] = x + q[0]
            }

            """.formatted(heading, loop);
    }

    private static Program parsed(String functions) {
        return KernelReader.parse("test", """
            program "test"
            size n: i32
            array a: f64[i64(n)]
            array b: f64[8]

            %s
            host {
              launch work(n, &a, &b) blocks i64(1) threads 64 shared 1024
            }
            """.formatted(functions));
    }
}
