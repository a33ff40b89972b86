package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which schedule {@code auto} takes, and says so, by predicted time. */
class ScheduleChoiceTest {
    private static final String HEAT = """
        param b, n, steps
        real u(b, n), v(b, n)
        do o = 1, b
          do t = 1, steps
            do i = 2, n - 1
              v(o,i) = 0.25*u(o,i-1) + 0.5*u(o,i) + 0.25*u(o,i+1)
            enddo
            do i = 2, n - 1
              u(o,i) = v(o,i)
            enddo
          enddo
        enddo
        """;

    private static final String CHAIN = """
        param b, n, steps
        real f(b, 0:steps, n), a(n, n)
        do o = 1, b
          do t = 1, steps
            do j = 1, n
              f(o,t,j) = 0
              do i = 1, n
                f(o,t,j) += f(o,t-1,i) * a(i,j)
              enddo
            enddo
          enddo
        enddo
        """;

    /** One block that runs the fronts of a problem takes six times its prediction: such problems keep launches of all of them. */
    private static final String SWEEPS = """
        param b, n, steps
        real u(b, n, n)
        do o = 1, b
          do t = 1, steps
            do i = 2, n - 1
              do j = 2, n - 1
                u(o,i,j) = 0.25*(u(o,i-1,j) + u(o,i+1,j) + u(o,i,j-1) + u(o,i,j+1))
              enddo
            enddo
          enddo
        enddo
        """;

    /** A star of three points to each side, between two arrays in turn. */
    private static final String STAR = star("v", "u") + star("u", "v");

    private static String star(String to, String from) {
        return """
            do i = 4, n - 3
              do j = 4, n - 3
                do k = 4, n - 3
                  TO(i,j,k) = 0.4*FROM(i,j,k) + 0.1*(FROM(i-1,j,k) + FROM(i+1,j,k) + FROM(i,j-1,k) + FROM(i,j+1,k) + FROM(i,j,k-1) + FROM(i,j,k+1)) - 0.02*(FROM(i-2,j,k) + FROM(i+2,j,k) + FROM(i,j-2,k) + FROM(i,j+2,k) + FROM(i,j,k-2) + FROM(i,j,k+2)) + 0.01*(FROM(i-3,j,k) + FROM(i+3,j,k) + FROM(i,j-3,k) + FROM(i,j+3,k) + FROM(i,j,k-3) + FROM(i,j,k+3))
                enddo
              enddo
            enddo
            """.replace("TO", to).replace("FROM", from);
    }

    /** Few results of long sums along three loops. */
    private static final String GRADIENT = """
        param b, n, steps
        real g(n, n), d(b, n, steps, steps), x(b, n, steps, steps)
        assume associative(+)
        do o = 1, n
          do i = 1, n
            g(o,i) = 0
            do p = 1, b
              do q = 1, steps
                do r = 1, steps
                  g(o,i) += d(p,o,q,r) * x(p,i,q,r)
                enddo
              enddo
            enddo
          enddo
        enddo
        """;

    @TempDir
    Path folder;

    static Stream<Arguments> choices() {
        return Stream.of(
                Arguments.of(HEAT, "b=2000,n=64,steps=50", "--schedule steps"),
                Arguments.of(CHAIN, "b=1000,n=64,steps=50", "--schedule problems"),
                Arguments.of(SWEEPS, "b=1000,n=64,steps=20", ""),
                Arguments.of(
                        "param n, steps\nreal u(n, n, n), v(n, n, n)\ndo t = 1, steps\n" + STAR + "enddo\n",
                        "n=400,steps=20",
                        "--schedule sweeps"),
                Arguments.of(GRADIENT, "b=32,n=64,steps=56", "--schedule coalesced+split:"));
    }

    @ParameterizedTest
    @MethodSource("choices")
    void whatIsPredictedToTakeLeastIsTaken(String text, String sizes, String schedule) throws IOException {
        CommandLineRun run = rank(text, sizes);
        assertEquals(!schedule.isEmpty(), run.err().contains("--schedule"), run.err());
        assertTrue(run.err().contains(schedule), run.err());
    }

    private CommandLineRun rank(String text, String sizes, String... more) throws IOException {
        Path file = Files.writeString(folder.resolve("nest.nest"), text);
        CommandLineRun run = CommandLineRun.of(Stream.concat(
                        Stream.of("rank", file.toString(), "--set", sizes, "--device", "h200", "--top", "1"),
                        Stream.of(more))
                .toArray(String[]::new));
        assertEquals(0, run.exitCode(), run.err());
        return run;
    }

    /** The plain program stages as many iterations of three loops as fit: with eight of each its blocks would not start. */
    @ParameterizedTest
    @MethodSource("choices")
    void theOrderAsWrittenHasAPlainProgramThatFits(String text, String sizes, String schedule) throws IOException {
        assertTrue(rank(text, sizes, "--schedule", "original").out().contains("plain"), schedule);
    }
}
