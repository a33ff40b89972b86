package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tilewright.device.HostCompiler;

/** A stand-in for the C compiler that does not optimise: programs that run for microseconds take longer to compile well than to run. */
final class QuickCompiler {
    private QuickCompiler() {}

    /** A program {@code gcc} in the folder. */
    static Path in(Path folder) throws IOException {
        HostCompiler compiler = HostCompiler.search().orElseThrow();
        Path file = folder.resolve("gcc");
        Files.writeString(file, "#!/bin/sh\nexec " + compiler.program() + " \"$@\" -O0\n");
        assertTrue(file.toFile().setExecutable(true));
        return file;
    }
}
