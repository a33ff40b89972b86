package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.kernel.count.ProgramCounts;
import tilewright.kernel.emulate.Counts;
import tilewright.kernel.text.KernelText;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.Candidate;
import tilewright.tune.verify.EmulatedCase;

/** What is read off programs of scans in shares is what the emulator does; blocks inside copy their rows to shared memory and back. */
class SplitScansCountsTest {
    private static final String IN_PLACE = """
        param n
        real a(n)
        assume associative(+)
        do j = 2, n
          a(j) = a(j) + a(j-1)
        enddo
        """;
    private static final String OUT_OF_PLACE = """
        param n
        real s(0:n), a(n)
        assume associative(+)
        do j = 1, n
          s(j) = s(j-1) + a(j)
        enddo
        """;

    @ParameterizedTest
    @CsvSource({"4,1", "4,2", "8,1"})
    void countsAreThoseOfTheEmulator(int block, int thread) {
        for (String text : List.of(IN_PLACE, OUT_OF_PLACE)) {
            for (long n : new long[] {34, 500, 529}) {
                check(NestParser.parse("scan.nest", text), block, thread, n);
            }
        }
    }

    private static void check(LoopNest nest, int block, int thread, long n) {
        EmulatedPrograms program = EmulatedPrograms.of(
                nest,
                new Schedule.Split(new Schedule.Auto(), List.of(33)),
                new Candidate(List.of(block, 8), List.of(thread, 1), new Candidate.Options(8, 1)));
        SequencedMap<String, Long> sizes = new LinkedHashMap<>();
        sizes.put("n", n);
        EmulatedCase.Result result = program.run(sizes, n);
        assertTrue(result.ok(), () -> program + " " + result.verification().message());
        ProgramCounts counts = program.counts(sizes);
        Counts emulated = result.emulation().counts();
        TreeMap<Counts.Access, Long> accesses = new TreeMap<>();
        emulated.accesses().forEach((access, amount) -> accesses.put(access, amount.threads()));
        assertEquals(accesses, counts.accesses());
        assertTrue(KernelText.print(program.program()).contains("_window"), "rows in shared memory");
    }
}
