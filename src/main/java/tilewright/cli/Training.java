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
        for (String nest : nests(Path.of(args[0]))) {
            Main.run(new String[] {"analyze", nest, "--json", "-"}, nowhere, nowhere);
            Main.run(new String[] {"analyze", nest}, nowhere, nowhere);
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
