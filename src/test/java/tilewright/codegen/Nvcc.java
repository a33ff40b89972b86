package tilewright.codegen;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The CUDA compiler, where there is one. */
final class Nvcc {
    private static final Pattern RESOURCES = Pattern.compile(
            "Compiling entry function '(\\w+)'.*?(\\d+) bytes spill stores, (\\d+) bytes spill loads.*?Used (\\d+)"
                    + " registers",
            Pattern.DOTALL);

    private final Path folder;

    private Nvcc(Path folder) {
        this.folder = folder;
    }

    /** What a kernel needs. */
    record Resources(String kernel, int spilledBytes, int registers) {}

    /** The compiler; the test is skipped where it is missing. */
    static Nvcc orSkip(Path folder) {
        boolean found;
        try {
            found = new ProcessBuilder("nvcc", "--version")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException | InterruptedException e) {
            found = false;
        }
        assumeTrue(found, "nvcc is not installed: generated CUDA is not compiled here");
        return new Nvcc(folder);
    }

    /** Compiles to machine code; warnings are errors. */
    List<Resources> resources(String source) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("kernels.cu"), source);
        String output = HostCode.run(List.of(
                "nvcc",
                "-arch=sm_90",
                "-Werror",
                "all-warnings",
                "-cubin",
                "-Xptxas",
                "-v",
                "-o",
                folder.resolve("kernels.cubin").toString(),
                file.toString()));
        List<Resources> found = new ArrayList<>();
        Matcher matcher = RESOURCES.matcher(output);
        while (matcher.find()) {
            int spilled = Integer.parseInt(matcher.group(2)) + Integer.parseInt(matcher.group(3));
            found.add(new Resources(matcher.group(1), spilled, Integer.parseInt(matcher.group(4))));
        }
        return found;
    }

    /** Compiles to machine code without making it fast, which takes the longest: only whether it is accepted matters; warnings are errors. */
    void accepts(String source) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("kernels.cu"), source);
        HostCode.run(List.of(
                "nvcc",
                "-arch=sm_90",
                "-Werror",
                "all-warnings",
                "-Xcicc",
                "-O1",
                "-Xptxas",
                "-O0",
                "-cubin",
                "-o",
                folder.resolve("kernels.cubin").toString(),
                file.toString()));
    }

    /** The virtual machine code of a program. */
    record Ptx(String text) {
        /** Of one kernel: from its entry, the first whose name begins so, to the next entry. */
        String of(String kernel) {
            int start = text.indexOf(".entry " + kernel);
            int end = text.indexOf(".entry ", start + 1);
            return text.substring(start, end < 0 ? text.length() : end);
        }
    }

    /** The virtual machine code of one kernel. */
    String ptx(String source, String kernel) throws IOException, InterruptedException {
        return ptx(source).of(kernel);
    }

    Ptx ptx(String source) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("kernels.cu"), source);
        Path output = folder.resolve("kernels.ptx");
        HostCode.run(List.of("nvcc", "-arch=sm_90", "-ptx", "-o", output.toString(), file.toString()));
        return new Ptx(Files.readString(output));
    }
}
