package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.codegen.threads.DeviceProgram;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.kernel.pass.Passes;
import tilewright.kernel.text.KernelText;
import tilewright.parse.NestParser;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

/** Each written-out iteration has all the code of its functions. */
class LongFunctionsTest {
    @ParameterizedTest
    @CsvSource({"cos, real, 8", "exp, real, 64", "cos, double precision, 8", "exp, double precision, 8"})
    void fewIterationsOfFunctionsWithBranchesAreWrittenOut(String function, String type, int most) {
        String text;
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(
                    context, NestParser.parse("transform.nest", """
                        param m, n
                        %s x(m), k(n), y(m)
                        do i = 1, m
                          do j = 1, n
                            y(i) = y(i) + %s(x(i) * k(j))
                          enddo
                        enddo
                        """.formatted(type, function))));
            Candidate candidate = new Candidate(List.of(128, 64), List.of(1, 1), new Candidate.Options(64, 4));
            Plan plan = ((Verdict.Legal) tiler.plan(candidate)).plan();
            text = KernelText.print(DeviceProgram.of(
                    Lowering.lowerForDevice(plan), DeviceCatalog.referenceGpu().target(), Passes.OF_DEVICES));
        }
        int written = Pattern.compile("for j_in in 0 \\.\\. 64 unroll (\\d+)")
                .matcher(text)
                .results()
                .mapToInt(m -> Integer.parseInt(m.group(1)))
                .max()
                .orElse(1);
        assertEquals(most, written, text);
    }
}
