package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tilewright.parse.NestParser;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.Candidate;
import tilewright.tune.verify.EmulatedCase;

/** Programs of long loops along which points slide over an array, on an emulated device, at lengths around those of chunks. */
class ChunksTest {
    private static final String FILTER = """
        param n, m
        real x(n + m), y(n), h(m)
        do i = 1, n
          y(i) = 0
          do k = 1, m
            y(i) = y(i) + h(k) * x(i+k-1)
          enddo
        enddo
        """;

    private static final String COLUMNS = """
        param n, m
        double precision x(n + m, n), y(n, n), h(0:m)
        do i = 1, n
          do j = 1, n
            do k = 0, m
              y(i,j) = y(i,j) - h(k) * x(i+m-k,j)
            enddo
          enddo
        enddo
        """;

    static Stream<Arguments> programs() {
        return Stream.of(
                Arguments.of(FILTER, List.of(32, 8, 16), List.of(4, 1, 1)),
                Arguments.of(FILTER, List.of(32, 8, 16), List.of(1, 1, 1)),
                Arguments.of(COLUMNS, List.of(8, 16, 8, 16), List.of(4, 4, 1, 1)));
    }

    @ParameterizedTest
    @MethodSource("programs")
    void programsComputeWhatTheNestDoes(String text, List<Integer> block, List<Integer> thread) {
        EmulatedPrograms program = EmulatedPrograms.of(
                NestParser.parse("chunks.nest", text),
                new Schedule.Chunks(),
                new Candidate(block, thread, new Candidate.Options(1, 1)));
        for (long m : List.of(1L, 15L, 16L, 17L, 37L)) {
            SequencedMap<String, Long> sizes = new LinkedHashMap<>();
            sizes.put("n", 35L);
            sizes.put("m", m);
            EmulatedCase.Result result = program.run(sizes, 5);
            assertTrue(
                    result.ok(), () -> "m = " + m + " " + result.verification().message());
        }
    }
}
