package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.TimeTile;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.strategy.Stencil;
import tilewright.tune.verify.EmulatedCase;

/** Sweeps over three dimensions, each by itself, whose blocks go plane by plane. */
class SweepsTest {
    private static final Candidate.Options BY_PLANES = new Candidate.Options(1, 1, 1);

    /** A star of three points to each side, once. */
    private static final String STAR = """
        param n
        real a(n, n, n), b(n, n, n)
        do i = 4, n - 3
          do j = 4, n - 3
            do k = 4, n - 3
              b(i,j,k) = a(i,j,k) + a(i-3,j,k) - a(i+3,j,k) + a(i,j-2,k) - a(i,j+3,k) + a(i,j,k-3) - a(i,j,k+1)
            enddo
          enddo
        enddo
        """;

    /** A wave: two arrays take turns, each is changed in place, beside a coefficient for each point. */
    private static final String WAVE = """
        param n, steps
        double precision u(n, n, n), v(n, n, n), c(n, n, n)
        do t = 1, steps
          do i = 3, n - 2
            do j = 3, n - 2
              do k = 3, n - 2
                v(i,j,k) = 2*u(i,j,k) - v(i,j,k) + c(i,j,k)*(u(i-2,j,k) + u(i+2,j,k) - u(i,j-1,k) + u(i,j,k+2))
              enddo
            enddo
          enddo
          do i = 3, n - 2
            do j = 3, n - 2
              do k = 3, n - 2
                u(i,j,k) = 2*v(i,j,k) - u(i,j,k) + c(i,j,k)*(v(i-1,j,k) + v(i+1,j,k) - v(i,j-2,k) + v(i,j,k+1))
              enddo
            enddo
          enddo
        enddo
        """;

    /** Two statements at a point, the second of which reads what the first has computed, and an array across planes alone. */
    private static final String TWO = """
        param n
        real a(0:n, 0:n, 0:n), b(0:n, 0:n, 0:n), c(0:n, 0:n, 0:n)
        do i = 1, n - 1
          do j = 1, n - 1
            do k = 1, n - 1
              b(i,j,k) = a(i-1,j,k) + a(i+1,j,k)
              c(i,j,k) = b(i,j,k) + 2*c(i,j,k)
            enddo
          enddo
        enddo
        """;

    /** Corners, and every other plane as written. */
    private static final String CORNERS = """
        param n
        real a(n, n, n), b(n, n, n)
        do i = 2, n - 1
          do j = 2, n - 1
            do k = 2, n - 1
              b(i,j,k) = merge(a(i-1,j-1,k-1) - a(i+1,j+1,k+1), a(i,j-1,k+1), mod(i, 2) == 0)
            enddo
          enddo
        enddo
        """;

    private static LoopNest nest(String text) {
        return NestParser.parse("sweep.nest", text);
    }

    private static Candidate candidate(Integer planes, Integer rows, Integer columns, Integer down, Integer along) {
        return new Candidate(List.of(planes, rows, columns), List.of(1, down, along), BY_PLANES);
    }

    static Stream<Arguments> programs() {
        return Stream.of(
                Arguments.of(STAR, new Schedule.Auto(), candidate(5, 8, 8, 4, 4)),
                Arguments.of(STAR, new Schedule.Auto(), candidate(7, 6, 8, 2, 4)),
                Arguments.of(STAR, new Schedule.Auto(), candidate(4, 8, 10, 4, 2)),
                Arguments.of(WAVE, new Schedule.Sweeps(), candidate(5, 4, 12, 2, 2)),
                Arguments.of(WAVE, new Schedule.Sweeps(), candidate(3, 4, 4, 1, 1)),
                Arguments.of(TWO, new Schedule.Auto(), candidate(4, 4, 8, 2, 4)),
                Arguments.of(CORNERS, new Schedule.Auto(), candidate(4, 6, 12, 2, 4)));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void programsComputeWhatTheNestDoes(String text, Schedule schedule, Candidate candidate) {
        EmulatedPrograms program = EmulatedPrograms.of(nest(text), schedule, candidate);
        assertTrue(
                program.plan().launches().stream()
                        .flatMap(l -> l.timeTile().stream())
                        .anyMatch(t -> t.time().isSweep()),
                () -> program.plan().family().name());
        for (long n : List.of(2L, 9L, 17L, 26L)) {
            EmulatedCase.Result result = program.run(sizes(program, n), 5);
            assertTrue(
                    result.ok(),
                    () -> program + " n = " + n + " " + result.verification().message());
        }
    }

    private static java.util.SequencedMap<String, Long> sizes(EmulatedPrograms program, long n) {
        java.util.SequencedMap<String, Long> sizes = new java.util.LinkedHashMap<>();
        program.nest().parameters().forEach(p -> sizes.put(p, p.equals("n") ? n : 2L));
        return sizes;
    }

    @Test
    void arraysThatPointsChangeAloneAreChangedInPlace() {
        assertEquals(
                Map.of(
                        "a", TimeTile.Transfer.READ_ONLY,
                        "b", TimeTile.Transfer.RECOMPUTED,
                        "c", TimeTile.Transfer.IN_PLACE),
                transfers(TWO).orElseThrow());
    }

    private static Optional<Map<String, TimeTile.Transfer>> transfers(String text) {
        try (Context context = new Context()) {
            return Stencil.ofSweep(DependenceAnalysis.analyze(context, nest(text)))
                    .map(s ->
                            s.arrays().stream().collect(Collectors.toMap(Stencil.Held::array, Stencil.Held::transfer)));
        }
    }

    /** Points that depend on others; what is read again after it was changed, twice. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a(i,j,k) = a(i-1,j,k) + 1",
                "a(i,j,k) = a(i,j,k) + b(i-1,j,k)\na(i,j,k) = 2*a(i,j,k)",
                "a(i,j,k) = b(i-1,k,j) + a(i,j,k)\na(i,j,k) += b(2,2,2)"
            })
    void otherStatementsAreNoSweeps(String statements) {
        String text = "param n\nreal a(n, n, n), b(n, n, n)\ndo i = 2, n\ndo j = 1, n\ndo k = 1, n\n" + statements
                + "\nenddo\nenddo\nenddo\n";
        assertEquals(Optional.empty(), transfers(text));
    }

    /** The first goes over two dimensions, the second reads nothing of other planes. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "param n\n"
                        + "real u(n,n), v(n,n)\n"
                        + "do t = 1, n\n"
                        + "do i = 2, n-1\n"
                        + "do j = 2, n-1\n"
                        + "v(i,j) = u(i-1,j) + v(i,j)\n"
                        + "enddo\n"
                        + "enddo\n"
                        + "enddo",
                "param n\n"
                        + "real u(n,n,n), v(n,n,n)\n"
                        + "do i = 1, n\n"
                        + "do j = 2, n\n"
                        + "do k = 1, n\n"
                        + "v(i,j,k) = u(i,j-1,k)\n"
                        + "enddo\n"
                        + "enddo\n"
                        + "enddo"
            })
    void nestsWithoutSweepsAreRefused(String text) {
        try (Context context = new Context()) {
            UserError refused = assertThrows(
                    UserError.class,
                    () -> new Tiler(DependenceAnalysis.analyze(context, nest(text)), new Schedule.Sweeps()));
            assertTrue(refused.getMessage().startsWith("--schedule sweeps: "), refused::getMessage);
        }
    }
}
