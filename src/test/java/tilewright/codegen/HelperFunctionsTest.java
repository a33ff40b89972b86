package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The functions that stand for divisions and roots in single precision, compiled for the host: what approximates there is as bad as a device's may be. */
class HelperFunctionsTest {
    private static final List<Float> VALUES = List.of(
            0.0f,
            -0.0f,
            1.0f,
            -3.0f,
            7.0f,
            0.1f,
            1e-20f,
            -1e-30f,
            3e20f,
            2e38f,
            -1e38f,
            Float.POSITIVE_INFINITY,
            Float.NEGATIVE_INFINITY,
            Float.NaN,
            Float.MIN_NORMAL);

    private static final String MAIN = """
        #include <math.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #define __device__
        #define __forceinline__ inline
        static float __int_as_float(int bits) { float x; memcpy(&x, &bits, 4); return x; }
        static float roughly(float x) { float y; y = x * 1.0000001f; return y; }
        #define __builtin_amdgcn_rcpf(y) roughly(1.0f / (y))
        #define __builtin_amdgcn_rsqf(x) roughly(1.0f / sqrtf(x))
        %s
        int main(int count, char **values) {
            for (int i = 1; i < count; i++) {
                for (int j = 1; j < count; j++) {
                    float x = strtof(values[i], 0), y = strtof(values[j], 0);
                    printf("%%a %%a %%a %%a\\n", quotient(x, y), x / y, x, y);
                }
                printf("%%a %%a\\n", square_root(strtof(values[i], 0)), sqrtf(strtof(values[i], 0)));
            }
            return 0;
        }
        """;

    @ParameterizedTest
    @ValueSource(strings = {"cuda", "hip"})
    void quotientsAndRootsAreThoseOfDivisionsForZeroAndInfiniteValuesToo(String target, @TempDir Path folder)
            throws IOException, InterruptedException {
        String helpers = Files.readString(Path.of("templates", target, "helpers.ftl"));
        Path source = Files.writeString(
                folder.resolve("helpers.c"),
                MAIN.formatted(macro(helpers, "quotient") + macro(helpers, "square_root")));
        Path program = folder.resolve("helpers");
        run(List.of("gcc", "-O1", "-ffp-contract=off", "-o", program.toString(), source.toString(), "-lm"));
        List<String> command = new ArrayList<>(List.of(program.toString()));
        VALUES.forEach(v -> command.add(v.toString().replace("Infinity", "inf")));
        List<String> lines = run(command).lines().toList();
        assertEquals(VALUES.size() * (VALUES.size() + 1), lines.size());
        for (String line : lines) {
            String[] words = line.split(" ");
            float[] pair = new float[words.length];
            for (int i = 0; i < words.length; i++) {
                pair[i] = words[i].endsWith("nan") ? Float.NaN : Float.parseFloat(words[i].replace("inf", "Infinity"));
            }
            boolean isReciprocalSubnormal = words.length == 4 && Math.abs(pair[3]) > 0x1p126f;
            float units = words.length == 2 ? 1 : isReciprocalSubnormal ? 6 : 1.5f;
            float allowed = Math.max(units * Math.ulp(pair[1]), 2 * Float.MIN_VALUE);
            assertTrue(
                    Float.compare(pair[0], pair[1]) == 0 || Math.abs(pair[0] - pair[1]) <= allowed,
                    "computed and divided: " + line);
        }
    }

    /** A function's text, with what is PTX there in C. */
    private static String macro(String helpers, String name) {
        Matcher text = Pattern.compile("<#macro " + name + ">(.*?)</#macro>", Pattern.DOTALL)
                .matcher(helpers);
        assertTrue(text.find(), name);
        return text.group(1)
                .replaceAll("asm\\(\"rcp.*", "reciprocal = roughly(1.0f / y);")
                .replaceAll("asm\\(\"rsqrt.*", "reciprocal = roughly(1.0f / sqrtf(x));");
    }

    private static String run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
        return output;
    }
}
