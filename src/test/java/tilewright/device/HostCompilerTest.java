package tilewright.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tilewright.model.UserError;

@Execution(ExecutionMode.SAME_THREAD)
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
        assertTrue(refusal.getMessage().contains("undeclared"), refusal.getMessage());
    }

    /** Where /tmp is full or not to be written to, another folder can be named. */
    @Test
    void temporaryFilesOfProgramsGoWhereThoseOfThisProcessDo() throws IOException {
        Processes.Result result = Processes.run(List.of("sh", "-c", "printf %s \"$TMPDIR\""), Duration.ofSeconds(20));
        assertEquals(System.getProperty("java.io.tmpdir"), result.output());
    }

    /** Without {@code /sys}, as in a chroot, OpenMP's library warns; the line was taken for a figure of the calibration. */
    @Test
    void warningsAreNoOutput() throws IOException {
        Path program = script("warned", "printf '\\nlibgomp: warned\\n' >&2; echo threads 2");
        assertEquals("threads 2\n", HostMachine.output(program, Map.of(), Duration.ofSeconds(20)));
    }

    /** It was waited for twice, for half a minute each. */
    @Test
    void aCompilerThatDoesNotAnswerIsNamed() throws IOException {
        Path program = script("slow", "sleep 30");
        assertTrue(HostCompiler.askAnew(program, Duration.ofMillis(200)).isEmpty());
        assertTrue(HostCompiler.named(program.toString()).isEmpty());
        String message = String.valueOf(HostCompiler.missing(program.toString()).getMessage());
        assertTrue(message.contains("slow: no answer to --version within 10 seconds)"), message);
    }

    /** Another compiler was taken, without a word. */
    @Test
    void aCompilerThatCcNamesWronglyIsSaid() {
        assertTrue(HostCompiler.named("/nowhere/gcc").isEmpty());
        assertTrue(String.valueOf(HostCompiler.missing("/nowhere/gcc").getMessage())
                .startsWith("CC=/nowhere/gcc names no C compiler"));
        assertTrue(String.valueOf(HostCompiler.missing(null).getMessage()).startsWith("no C compiler: found none of"));
    }

    /** "No such file", or a fault of Tilewright, was all that was said. */
    @Test
    void aCompilerThatWritesNothingIsNamedWithItsCommand() throws IOException {
        HostCompiler none = fake("none", "exit 0");
        assertUnusable(
                none,
                "none -std=c11 -O2 -ffp-contract=off -shared -fPIC -o ",
                "probe.c -lm' ended with exit code 0, as if all had gone well, but did not write ",
                "probe.so\nName a C compiler");
        HostCompiler empty = fake("empty", "while [ $# -gt 0 ]; do [ \"$1\" = -o ] && : >\"$2\"; shift; done");
        assertUnusable(empty, "ended with exit code 0, as if all had gone well, but left nothing in ");
        HostCompiler text = fake("text", "while [ $# -gt 0 ]; do [ \"$1\" = -o ] && echo x >\"$2\"; shift; done");
        assertUnusable(text, "probe.so: error: this library, which the C compiler wrote, cannot be loaded", "noexec");
        assertFalse(none.hasOpenMp());
        HostCompiler.find().requireWorking();
    }

    /** Was said to be a fault of Tilewright, with an empty log. */
    @Test
    void aCompilerThatRefusesEverythingIsNoFaultOfTheProgram() throws IOException {
        assertUnusable(fake("killed", "kill -9 $$"), "for a program that does nothing: it was ended by signal 9");
        assertUnusable(fake("bytes", "printf '\\377'; exit 3"), "for a program that does nothing: \ufffd");
        HostCompiler old = fake("old", "case \"$*\" in *-march=native*) echo what; exit 1;; esac; exec cc \"$@\"");
        old.requireWorking();
        UserError refusal = assertThrows(UserError.class, () -> old.compile("scale", SCALE, folder));
        assertEquals(UserError.MISSING_TOOL, refusal.exitCode());
        assertTrue(String.valueOf(refusal.getMessage()).contains("does nothing: what\n"), refusal.getMessage());
    }

    /** A folder that had room for the source, not for the library: "ended with exit code 1 and printed nothing" was all that was said. */
    @Test
    void aCompilerThatFailsInSilenceBesideAFullDiskLacksRoom() {
        assertTrue(HostCompiler.lacksRoom("", 8192));
        assertTrue(HostCompiler.lacksRoom("ld: No space left on device", 1L << 40));
        assertFalse(HostCompiler.lacksRoom("", 1L << 40));
        assertFalse(HostCompiler.lacksRoom("x undeclared", 8192));
    }

    @Test
    void nvccThatWritesNothingIsNamedWithItsCommand() throws IOException {
        Nvcc nvcc = Nvcc.ask(script("nvcc", "echo Cuda compilation tools, release 12.4, V12.4.99"))
                .orElseThrow();
        UserError error = assertThrows(UserError.class, () -> nvcc.compile("k", "", "sm_90"));
        assertEquals(UserError.MISSING_TOOL, error.exitCode());
        assertTrue(
                String.valueOf(error.getMessage())
                        .matches("(?s)'.*nvcc -cubin -arch=sm_90 .*' ended with exit code 0, .* did not write"
                                + " .*kernel.cubin\nSet CUDA_HOME .*"),
                error.getMessage());
    }

    private void assertUnusable(HostCompiler compiler, String... words) {
        UserError error = assertThrows(UserError.class, compiler::requireWorking);
        assertEquals(UserError.MISSING_TOOL, error.exitCode());
        for (String each : words) {
            assertTrue(String.valueOf(error.getMessage()).contains(each), error.getMessage());
        }
    }

    private HostCompiler fake(String name, String commands) throws IOException {
        return HostCompiler.named(script(name, "[ \"$1\" = --version ] && { echo fake; exit; }\n" + commands)
                        .toString())
                .orElseThrow();
    }

    private Path script(String name, String commands) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + commands + "\n");
        assertTrue(file.toFile().setExecutable(true));
        return file;
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
