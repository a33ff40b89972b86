package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.model.UserError;

/** Programs for a device that nobody has here: written, emulated, ranked, and never said to have run. */
class HipTargetTest {
    private static final String MATMUL = "loopnests/matmul.nest";

    @TempDir
    Path folder;

    @Test
    void aFolderForHipSaysThatNothingHasRun() throws Exception {
        CommandLineRun run =
                CommandLineRun.of("generate", MATMUL, "--target", "hip", "--set", "n=512", "-o", folder.toString());
        assertEquals(0, run.exitCode(), run.err());
        String kernels = Files.readString(folder.resolve("matmul.hip.cpp"));
        assertTrue(kernels.contains("#include <hip/hip_runtime.h>"), kernels);
        assertFalse(kernels.contains("asm volatile(\"cp.async"), "asynchronous copies are plain ones");
        assertFalse(kernels.contains("_sync("), "there are no masks of lanes");
        assertTrue(Files.readString(folder.resolve("matmul_run.hip.cpp")).contains("hipLaunchKernelGGL("));
        String driver = Files.readString(folder.resolve("driver.hip.cpp"));
        assertTrue(driver.contains("hipMalloc(") && driver.contains("hipMemcpy("), driver);
        String readme = Files.readString(folder.resolve("README.md"));
        for (String words : List.of(
                "**Nothing that Tilewright generates for HIP has run on such a device**",
                "builds check_matmul and matmul.o with hipcc alone",
                "rates and latencies are not measured: scaled from NVIDIA H200",
                "hipError_t error = matmul_run(c, a, b, n, stream);")) {
            assertTrue(readme.contains(words), () -> "expected '" + words + "' in\n" + readme);
        }
        assertFalse(readme.contains("Fortran"), "no modules for other languages");
    }

    @Test
    void whatItComputesIsEmulated() {
        CommandLineRun run = CommandLineRun.of(
                "verify", MATMUL, "--target", "hip", "--set", "n=64", "--block", "8,8,8", "--thread", "2,2,4");
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(run.out().contains("target hip, emulated at"), run.out());
    }

    @Test
    void rankingSaysThatRatesWereNotMeasured() {
        CommandLineRun run = CommandLineRun.of("rank", MATMUL, "--set", "n=512", "--device", "mi250x", "--top", "1");
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(run.out().contains("AMD Instinct MI250X"), run.out());
        assertTrue(
                run.err()
                        .contains("note: rates and latencies of AMD Instinct MI250X, one die are not measured: scaled"
                                + " from NVIDIA H200 by processors and clock"),
                run.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"tune", "run"})
    void nothingRuns(String command) {
        CommandLineRun.of(command, MATMUL, "--target", "hip", "--set", "n=64")
                .assertFails(
                        UserError.BAD_INPUT,
                        "--target hip: '" + command + "' is not built for it",
                        "no such device to measure on");
    }

    @Test
    void aDeviceBelongsToOneLanguage() {
        CommandLineRun.of("generate", MATMUL, "--set", "n=64", "--target", "cuda", "--device", "mi250x")
                .assertFails(UserError.BAD_INPUT, "--device mi250x runs programs of target hip, not of --target cuda");
    }
}
