package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.codegen.Nvcc;

/** The host's part of a generated CUDA program compiles as it lies in its folder, with what it includes. */
@Tag("nvcc")
class HostLaunchesCompileTest {
    @TempDir
    Path folder;

    /** The host asks how many problems there are, in 64 bits, before a block stays for each of them. */
    @Test
    void problemsOfABatchAreCounted() throws Exception {
        Nvcc compiler = Nvcc.orSkip(folder);
        Path nest = Files.writeString(folder.resolve("heat.nest"), """
            param b, n, steps
            real u(b, n), v(b, n)
            do o = 1, b
              do t = 1, steps
                do i = 2, n - 1
                  v(o,i) = 0.5*u(o,i-1) + 0.5*u(o,i+1)
                enddo
                do i = 2, n - 1
                  u(o,i) = v(o,i)
                enddo
              enddo
            enddo
            """);
        Path program = folder.resolve("program");
        CommandLineRun generated = CommandLineRun.of(
                "generate",
                nest.toString(),
                "--set",
                "b=1000,n=64,steps=20",
                "--device",
                "h200",
                "--schedule",
                "problems",
                "--block",
                "1,32",
                "--thread",
                "1,1",
                "-o",
                program.toString());
        assertEquals(0, generated.exitCode(), generated.err());
        compiler.accepts(program.resolve("heat_run.cu"));
    }
}
