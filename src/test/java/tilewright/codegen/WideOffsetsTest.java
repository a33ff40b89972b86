package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.print.DriverFile;
import tilewright.kernel.pass.Passes;
import tilewright.tiling.plan.Plan;

/** No generated text computes the offset of an element of an array of several dimensions in 32 bits. */
class WideOffsetsTest {
    private static final Pattern SUBSCRIPT_WITH_PITCH = Pattern.compile("\\[([^\\[\\]]*_pitch[^\\[\\]]*)\\]");
    private static final Pattern PITCH_IN_A_PRODUCT = Pattern.compile("\\* *\\w+_pitch|\\w+_pitch *\\*");

    static Stream<Plan> plans() {
        Plans.Sizes two = new Plans.Sizes(16, 16, 16, 4, 4, 8, 2);
        return Stream.concat(
                Stream.of(Plans.matmul(two), Plans.floydWarshall(two), Plans.gauss(two), Plans.lu(two)),
                Stream.of(
                        TimeTiles.plan("jacobi-2d", "3x5x12", "1x5x4"),
                        TimeTiles.plan("heat-3d", "2x4x4x4", "1x2x2x4"),
                        TimeTiles.plan("fdtd-2d", "2x6x8", "1x2x4")));
    }

    @ParameterizedTest
    @MethodSource("plans")
    void everyOffsetIsComputedIn64Bits(Plan plan) {
        KernelProgram program = Lowering.lower(plan);
        List<String> texts = new ArrayList<>();
        for (boolean cuda : new boolean[] {false, true}) {
            DriverFile.About about =
                    new DriverFile.About("nest", cuda ? Language.CUDA : Language.C, Map.of(), List.of());
            Standalone.files(Comparison.TEMPLATES, Comparison.H200, Passes.OF_DEVICES, program, about)
                    .forEach((name, text) -> {
                        if (name.matches(".*\\.(c|cu|h)")) {
                            texts.add(text);
                        }
                    });
        }
        int found = 0;
        for (String text : texts) {
            Matcher subscript = SUBSCRIPT_WITH_PITCH.matcher(text);
            while (subscript.find()) {
                found++;
                assertTrue(subscript.group(1).matches("\\(*long long\\).*"), subscript.group());
            }
            String outside = SUBSCRIPT_WITH_PITCH.matcher(text).replaceAll("[]");
            List<String> others = outside.lines()
                    .filter(l -> PITCH_IN_A_PRODUCT.matcher(l).find()
                            && !l.contains("(size_t)")
                            && !l.matches("\\s*const long long \\w+ = \\(long long\\).*"))
                    .toList();
            assertEquals(List.of(), others);
        }
        assertTrue(found > 10, "subscripts found: " + found);
    }
}
