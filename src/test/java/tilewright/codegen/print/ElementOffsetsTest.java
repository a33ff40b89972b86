package tilewright.codegen.print;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.scalar.CNames;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.DataType;

/** Offsets of elements as a C compiler computes them, where 32 bits are too few. */
class ElementOffsetsTest {
    private static final Affine N = Affine.variable("n");
    private static final Affine THREE = Affine.constant(3);

    @TempDir
    Path folder;

    static Stream<Arguments> lastElements() {
        return Stream.of(
                Arguments.of(List.of(N, N), 50_000, 50_016, 49_999L * 50_016 + 49_999),
                Arguments.of(List.of(N, N, THREE), 50_000, 150_016, 49_999L * 150_016 + 149_999),
                Arguments.of(List.of(THREE, N, N), 50_000, 50_016, (2L * 50_000 + 49_999) * 50_016 + 49_999),
                Arguments.of(List.of(N, N, N, THREE), 1_500, 4_512, (1_499L * 1_500 + 1_499) * 4_512 + 4_499));
    }

    @ParameterizedTest
    @MethodSource("lastElements")
    void theLastElementOfALargeArrayIsFound(List<Affine> extents, int n, int pitch, long expected) throws Exception {
        List<ArrayDeclaration.Bounds> bounds = extents.stream()
                .map(e -> new ArrayDeclaration.Bounds(Affine.constant(1), e))
                .toList();
        ArrayLayout layout = new ArrayLayout("a", DataType.REAL, bounds);
        String element = new CExpressions(new CNames()).element(layout, extents, "", "pitch");
        String offset = element.substring(1, element.length() - 1);
        assertEquals(expected, run("const int n = " + n + ", pitch = " + pitch + ";", offset), element);
    }

    private long run(String declarations, String expression) throws IOException, InterruptedException {
        Path source = folder.resolve("offset.c");
        Path program = folder.resolve("offset");
        Files.writeString(
                source,
                "#include <stdio.h>\nint main(void) { " + declarations + " printf(\"%lld\", (long long)(" + expression
                        + ")); }\n");
        output(List.of("gcc", "-fwrapv", "-w", "-o", program.toString(), source.toString()));
        return Long.parseLong(output(List.of(program.toString())));
    }

    private static String output(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String text = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), text);
        return text;
    }
}
