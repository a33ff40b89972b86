package tilewright.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Runs the usual commands once, so that the JVM can record which classes they load (see the launcher). */
final class Training {
    private Training() {}

    public static void main(String[] args) throws IOException {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        Main.run(new String[] {"analyze", "--help"}, nowhere, nowhere);
        Main.run(new String[] {"no-such-command"}, nowhere, nowhere);
        List<String> nests = nests(Path.of(args[0]));
        if (!nests.isEmpty()) {
            Main.run(new String[] {"analyze", nests.getFirst(), "--json", "-"}, nowhere, nowhere);
            Main.run(new String[] {"analyze", nests.getLast()}, nowhere, nowhere);
            Main.run(new String[] {"analyze", "--quick", args[0] + "/polybench/gemm.c"}, nowhere, nowhere);
            Main.run(new String[] {"rank", nests.getFirst(), "--set", "n=64", "--device", "h200"}, nowhere, nowhere);
            generate(nests.getLast(), nowhere);
        }
    }

    /** A program is made and forgotten. */
    private static void generate(String nest, PrintWriter nowhere) throws IOException {
        Path folder = Files.createTempDirectory("tilewright-training");
        try {
            Main.run(
                    new String[] {
                        "generate",
                        nest,
                        "--set",
                        "n=256",
                        "--target",
                        "cuda",
                        "--device",
                        "h200",
                        "-o",
                        folder.toString()
                    },
                    nowhere,
                    nowhere);
        } finally {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        }
    }

    private static List<String> nests(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(Path::toString)
                    .filter(name -> name.endsWith(".nest"))
                    .sorted()
                    .toList();
        }
    }
}
