package tilewright.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where JSON goes. With {@code -} standard output carries JSON and nothing else. */
final class JsonArguments {
    @Option(
            names = "--json",
            paramLabel = "PATH",
            description = "Write the result as JSON; - is standard output, and then nothing else goes there.")
    @Nullable
    String path;

    /** Whether the text for people still belongs on standard output. */
    boolean leavesStandardOutput() {
        return !"-".equals(path);
    }

    boolean isWanted() {
        return path != null;
    }

    /** @param json called only where JSON was asked for */
    void write(Supplier<String> json, PrintWriter out) throws IOException {
        if (path == null) {
            return;
        }
        if (path.equals("-")) {
            out.println(json.get().strip());
            return;
        }
        Path file = Path.of(path).toAbsolutePath();
        Files.createDirectories(file.getParent());
        Files.writeString(file, json.get().strip() + "\n");
    }
}
