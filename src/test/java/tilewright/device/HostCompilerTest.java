package tilewright.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostCompilerTest {
    private static final String SCALE = "void run(double *x, float *y, int n, int factor) {\n"
            + "  #pragma omp parallel for\n"
            + "  for (int i = 0; i < n; i++) { x[i] = factor * x[i]; y[i] = i; }\n"
            + "}\n";

    @TempDir
    Path folder;

    @Test
    void aCompiledProgramRunsOnHostMemory() {
        Path file = HostCompiler.find().compile("scale", SCALE, folder);
        HostLibrary library = HostLibrary.load(file, "run", 2, 2);
        try (HostMemory x = HostMemory.allocate(80);
                HostMemory y = HostMemory.allocate(40)) {
            x.setDouble(7, 1.5);
            library.run(List.of(x, y), List.of(10, 3));
            assertEquals(4.5, x.getDouble(7));
            assertEquals(9.0f, y.getFloat(9));
        }
    }

    @Test
    void aRefusalCarriesTheLog() {
        CompileException refusal = assertThrows(
                CompileException.class, () -> HostCompiler.find().compile("bad", "void run(void) { x = 1; }", folder));
        assertTrue(String.valueOf(refusal.getMessage()).contains("could not compile bad:\n"), refusal.getMessage());
        assertTrue(refusal.log().contains("undeclared"), refusal.log());
    }

    /** Where /tmp is full or not to be written to, another folder can be named. */
    @Test
    void temporaryFilesOfProgramsGoWhereThoseOfThisProcessDo() throws IOException {
        Processes.Result result = Processes.run(List.of("sh", "-c", "printf %s \"$TMPDIR\""), Duration.ofSeconds(20));
        assertEquals(System.getProperty("java.io.tmpdir"), result.output());
    }

    @Test
    void aMissingFunctionIsNamed() {
        Path file = HostCompiler.find().compileReference("scale", SCALE, folder);
        assertEquals(
                file + " has no function walk",
                assertThrows(IllegalArgumentException.class, () -> HostLibrary.load(file, "walk", 0, 0))
                        .getMessage());
    }

    @Test
    void argumentsOfTheWrongNumberAreRefused() {
        Path file = HostCompiler.find().compileReference("scale", SCALE, folder);
        assertEquals(
                "expected 2 arrays and 2 integers, got 0 and 1",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> HostLibrary.load(file, "run", 2, 2).run(List.of(), List.of(1)))
                        .getMessage());
    }
}
