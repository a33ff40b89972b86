package tilewright.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Both compilers keep the same promises; each is tested where it is installed. */
class CudaCompilerTest {
    private static final String GOOD = "extern \"C\" __global__ void twice(float *a, int n) {\n"
            + "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
            + "  if (i < n) a[i] = 2.0f * a[i];\n"
            + "}\n";
    private static final String BAD = "extern \"C\" __global__ void twice(float *a) { a[0] = unknown_name; }\n";

    @TestFactory
    Stream<DynamicTest> machineCodeIsAnElfFile() {
        return eachCompiler("elf", compiler -> {
            byte[] cubin = compiler.compile("twice", GOOD, "sm_90");
            assertEquals(0x7f, cubin[0]);
            assertEquals("ELF", new String(cubin, 1, 3, java.nio.charset.StandardCharsets.US_ASCII));
        });
    }

    @TestFactory
    Stream<DynamicTest> aRefusalCarriesTheSourceNameAndTheLog() {
        return eachCompiler("log", compiler -> {
            CompileException refusal =
                    assertThrows(CompileException.class, () -> compiler.compile("twice 4x4", BAD, "sm_90"));
            assertTrue(String.valueOf(refusal.getMessage())
                    .startsWith(compiler.description() + " could not compile twice 4x4:\n"));
            assertTrue(refusal.getMessage().contains("identifier \"unknown_name\" is undefined"), refusal.getMessage());
        });
    }

    @TestFactory
    Stream<DynamicTest> anUnknownArchitectureIsRefused() {
        return eachCompiler(
                "architecture",
                compiler -> assertThrows(CompileException.class, () -> compiler.compile("twice", GOOD, "sm_1")));
    }

    private interface Check {
        void run(CudaCompiler compiler);
    }

    private static Stream<DynamicTest> eachCompiler(String what, Check check) {
        return Stream.of(
                DynamicTest.dynamicTest(what + " nvrtc", () -> runWhereInstalled(Nvrtc.find(rejected -> {}), check)),
                DynamicTest.dynamicTest(what + " nvcc", () -> runWhereInstalled(Nvcc.find(), check)));
    }

    private static void runWhereInstalled(Optional<? extends CudaCompiler> compiler, Check check) {
        assumeTrue(compiler.isPresent(), "not installed");
        check.run(compiler.orElseThrow());
    }
}
