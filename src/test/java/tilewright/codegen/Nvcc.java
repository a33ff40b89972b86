package tilewright.codegen;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The CUDA compiler, where there is one. */
public final class Nvcc {
    private static final Pattern RESOURCES = Pattern.compile(
            "Compiling entry function 'text(\\d+)_(\\w+)'.*?(\\d+) bytes spill stores, (\\d+) bytes spill loads.*?Used"
                    + " (\\d+) registers",
            Pattern.DOTALL);

    private static final Pattern KERNEL = Pattern.compile(
            "^extern \"C\" __global__ void(?:\\s+__\\w+__\\([^)]*\\))*\\s+(\\w+)\\(", Pattern.MULTILINE);

    private final Path folder;

    private Nvcc(Path folder) {
        this.folder = folder;
    }

    /** What a kernel needs. */
    record Resources(String kernel, int spilledBytes, int registers) {}

    /** The compiler; the test is skipped where it is missing. */
    public static Nvcc orSkip(Path folder) {
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

    /**
     * Compiles texts to machine code in one run, which reads CUDA's headers once: that takes longer than most texts. Warnings are errors.
     *
     * @param sources by a name that messages have for their file; each is in a namespace of its own, and its number is part of its kernels' names
     * @return what the kernels of each text need
     */
    Map<String, List<Resources>> resources(Map<String, String> sources) throws IOException, InterruptedException {
        String output = compile(sources, List.of("-Xptxas", "-v"));
        List<String> names = List.copyOf(sources.keySet());
        Map<String, List<Resources>> found = new LinkedHashMap<>();
        names.forEach(name -> found.put(name, new ArrayList<>()));
        Matcher matcher = RESOURCES.matcher(output);
        while (matcher.find()) {
            String name = names.get(Integer.parseInt(matcher.group(1)));
            int spilled = Integer.parseInt(matcher.group(3)) + Integer.parseInt(matcher.group(4));
            Objects.requireNonNull(found.get(name))
                    .add(new Resources(matcher.group(2), spilled, Integer.parseInt(matcher.group(5))));
        }
        return found;
    }

    /** The same of one text. */
    List<Resources> resources(String source) throws IOException, InterruptedException {
        return Objects.requireNonNull(resources(Map.of("kernels.cu", source)).get("kernels.cu"));
    }

    /** Compiles texts to machine code, as {@link #resources} does, without making it fast, which takes the longest: only whether they are accepted matters; warnings are errors. */
    void accepts(Map<String, String> sources) throws IOException, InterruptedException {
        compile(sources, List.of("-Xcicc", "-O1", "-Xptxas", "-O0"));
    }

    /** The same of one text. */
    void accepts(String source) throws IOException, InterruptedException {
        accepts(Map.of("kernels.cu", source));
    }

    private String compile(Map<String, String> sources, List<String> options) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("kernels.cu"), together(sources));
        List<String> command = new ArrayList<>(List.of("nvcc", "-arch=sm_90", "-Werror", "all-warnings", "-cubin"));
        command.addAll(options);
        command.addAll(List.of("-o", folder.resolve("kernels.cubin").toString(), file.toString()));
        return HostCode.run(command);
    }

    /** The same of a file as it lies in its folder, with what it includes. */
    public void accepts(Path file) throws IOException, InterruptedException {
        HostCode.run(List.of(
                "nvcc",
                "-arch=sm_90",
                "-Werror",
                "all-warnings",
                "-Xcicc",
                "-O0",
                "-Xptxas",
                "-O0",
                "-c",
                "-o",
                folder.resolve("file.o").toString(),
                file.toString()));
    }

    /** The texts, each in a namespace of its own behind what all of them include. */
    private static String together(Map<String, String> sources) {
        StringBuilder all = new StringBuilder();
        sources.values().stream()
                .flatMap(text -> text.lines().filter(l -> l.startsWith("#include")))
                .distinct()
                .forEach(l -> all.append(l).append('\n'));
        int number = 0;
        for (Map.Entry<String, String> source : sources.entrySet()) {
            String own = "text" + number++;
            all.append("namespace ").append(own).append(" {\n");
            all.append("#line 1 \"").append(source.getKey()).append("\"\n");
            all.append(withKernelsOf(own, source.getValue().replaceAll("(?m)^#include.*$", "")));
            all.append("\n}\n");
        }
        return all.toString();
    }

    /** A text whose kernels, which no namespace keeps apart, have names that begin with the text's. */
    private static String withKernelsOf(String text, String source) {
        Set<String> kernels = new TreeSet<>();
        Matcher matcher = KERNEL.matcher(source);
        while (matcher.find()) {
            kernels.add(matcher.group(1));
        }
        if (kernels.isEmpty()) {
            throw new AssertionError("no kernels in\n" + source);
        }
        return source.replaceAll("\\b(" + String.join("|", kernels) + ")\\(", text + "_$1(");
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
