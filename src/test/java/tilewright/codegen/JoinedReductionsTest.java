package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

/** Minima and maxima of three, compared as integers, appear exactly where that is exact. */
class JoinedReductionsTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "real,             a(k.k) >= 0 .and. a(i.j) >= 0, 'min(a(i,j), a(i,k) + a(k,j))', least3",
        "real,             a(k.k) >= 0,                   'min(a(i,j), a(i,k) + a(k,j))', none",
        "real,             a(k.k) >= 0 .and. a(i.k) <= 9, 'min(a(i,j), a(i,k) + a(k,j))', none",
        "double precision, a(k.k) >= 0 .and. a(i.j) >= 0, 'min(a(i,j), a(i,k) + a(k,j))', none",
        "integer,          a(k.k) >= 0,                   'min(a(i,j), a(i,k) + a(k,j))', none",
        "integer,          a(k.k) >= 0,                   'max(a(i,j), min(a(i,k), a(k,j)))', greatest3",
        "real,             a(i.j) >= 1,                   'max(a(i,j), min(a(i,k), a(k,j)))', greatest3",
        "real,             a(i.j) >= -1,                  'max(a(i,j), min(a(i,k), a(k,j)))', none",
    })
    void joinsOnlyWhatOrdersAsIntegers(String type, String facts, String update, String expected) throws IOException {
        String text = cuda(type, facts, update);
        String found = text.contains("least3(") ? "least3" : text.contains("greatest3(") ? "greatest3" : "none";
        assertEquals(expected, found, text);
    }

    private String cuda(String type, String facts, String update) throws IOException {
        Path file = folder.resolve("case.nest");
        Files.writeString(file, """
            param n
            %s a(n, n)
            assume %s
            do k = 1, n
              do i = 1, n
                do j = 1, n
                  a(i,j) = %s
                enddo
              enddo
            enddo
            """.formatted(type, facts.replace('.', ',').replace(",and,", ".and."), update));
        return cuda(file);
    }

    private static String cuda(Path file) {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, NestParser.parse(file));
            Candidate candidate = new Candidate(List.of(16, 32, 32), List.of(1, 4, 4), new Candidate.Options(8, 2));
            Verdict verdict = new Tiler(dependences).plan(candidate);
            return DevicePrinter.forReferenceGpu(Comparison.TEMPLATES)
                    .print(Lowering.lower(((Verdict.Legal) verdict).plan()));
        }
    }
}
