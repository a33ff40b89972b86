package tilewright.codegen;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The HIP compiler, where there is one; no device is needed. */
public final class Hipcc {
    /** What the programs are compiled for; warnings are errors. */
    private static final List<String> OPTIONS =
            List.of("-O1", "-std=c++17", "-Werror", "-Wno-bitwise-conditional-parentheses", "--offload-arch=gfx90a");

    private Hipcc() {}

    /** The test is skipped where the compiler is missing. */
    public static Hipcc orSkip() {
        boolean found;
        try {
            run(List.of("hipcc", "--version"));
            found = true;
        } catch (IOException | InterruptedException | AssertionError e) {
            found = false;
        }
        assumeTrue(found, "hipcc is not installed: generated HIP is not compiled here");
        return new Hipcc();
    }

    /** Builds some targets of a generated folder's Makefile. */
    public void make(Path folder, String... targets) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("make", "-s", "-C", folder.toString()));
        command.add("HIPCCFLAGS=" + String.join(" ", OPTIONS));
        command.addAll(List.of(targets));
        run(command);
    }

    /** Compiles kernels to machine code. */
    public void compile(Path folder, String kernels) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("kernels.hip.cpp"), kernels);
        List<String> command = new ArrayList<>(List.of("hipcc"));
        command.addAll(OPTIONS);
        command.addAll(List.of(
                "--cuda-device-only", "-c", "-o", folder.resolve("kernels.o").toString()));
        command.add(file.toString());
        run(command);
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        // Otherwise hipcc calls nvcc where it finds that.
        builder.environment().put("HIP_PLATFORM", "amd");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new AssertionError(String.join(" ", command) + "\n" + output);
        }
    }
}
