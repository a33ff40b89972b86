package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.tune.calibration.Calibration;

/** The measuring kernels of {@code calibrate} compile and keep the operations that they are to measure. */
class CalibrationKernelsTest {
    private static final String SOURCE = Templates.packed().print("calibration/kernels.ftl", Calibration.model());

    @TempDir
    Path folder;

    @Test
    void kernelsCompileWithoutSpills() throws IOException, InterruptedException {
        List<Nvcc.Resources> kernels = Nvcc.orSkip(folder).resources(SOURCE);
        assertTrue(kernels.size() > 40, () -> kernels.toString());
        assertEquals(
                List.of(), kernels.stream().filter(k -> k.spilledBytes() > 0).toList());
    }

    @Test
    void noStepIsLeftOut() throws IOException, InterruptedException {
        Nvcc.Ptx ptx = Nvcc.orSkip(folder).ptx(SOURCE);
        assertTrue(count(ptx.of("rate_real_min"), "min\\.f32") >= 16 * 8);
        assertTrue(count(ptx.of("rate_real_fma"), "fma\\.rn\\.f32") >= 16 * 8);
        assertTrue(count(ptx.of("rate_integer_logic"), "xor\\.b32") >= 16 * 8);
        assertTrue(count(ptx.of("latency_real_div"), "div\\.rn\\.f32") >= 16);
        assertTrue(count(ptx.of("rate_product"), "mma\\.sync\\.aligned\\.m16n8k8") >= 4);
    }

    private static long count(String text, String pattern) {
        return Pattern.compile(pattern).matcher(text).results().count();
    }
}
