package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;
import tilewright.parse.NestParser;
import tilewright.tiling.space.Candidate;
import tilewright.tune.verify.EmulatedCase;

/** Blocks that keep several parts of an array compute the nest, those without iterations (m = 0) included. */
class SeveralBoxesTest {
    /** A tile along its diagonals w: rows before it, columns of its rows, rows of its columns. */
    private static final String TILE = """
        param m
        real t(0:32*m + 31, 0:32*m + 31)
        init t(i,j) = rnd()
        do w = 0, 62
          do p = 0, 31
            do q = 0, 31
              if (m >= 1 .and. w >= p + 1 .and. p + q >= w) then
                t(31 - p, 32*m + q) = min(t(31 - p, 32*m + q), t(31 - p, 32*m + w - p - 1) + t(32*m + w - p, 32*m + q))
              endif
              if (m >= 1 .and. w >= q + 1 .and. p + q >= w) then
                t(31 - p, 32*m + q) = min(t(31 - p, 32*m + q), t(31 - p, 31 + q - w) + t(32 - w + q, 32*m + q))
              endif
            enddo
          enddo
        enddo
        """;

    /** The same of 21 rows: the others lie in front of the array. Who writes an element in which iteration, 2 w says, which is not solved for. */
    private static final String PART = TILE.replace("w >= p + 1 ", "2*w >= q .and. p <= 20 .and. w >= p + 1 ")
            .replace("w >= q + 1 ", "2*w >= q .and. p <= 20 .and. w >= q + 1 ")
            .replace("31 - p", "20 - p")
            .replace("31 + q - w", "20 + q - w")
            .replace("32 - w + q", "21 - w + q");

    @Test
    void pointsInFrontOfTheArrayWriteNothing() {
        computes(PART);
    }

    @Test
    void aTileAndTheTwoThatItReads() {
        computes(TILE);
    }

    private static void computes(String text) {
        Candidate candidate = new Candidate(List.of(63, 32, 32), List.of(1, 1, 1), new Candidate.Options(63, 1));
        EmulatedPrograms programs = EmulatedPrograms.of(NestParser.parse("tile.nest", text), candidate);
        for (long m : new long[] {0, 1, 2}) {
            SequencedMap<String, Long> sizes = new LinkedHashMap<>();
            sizes.put("m", m);
            EmulatedCase.Result result = programs.run(sizes, 7 + m);
            assertTrue(
                    result.ok(),
                    () -> programs + " " + sizes + " " + result.verification().message());
        }
    }
}
