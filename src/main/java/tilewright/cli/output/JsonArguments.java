package tilewright.cli.output;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where JSON goes. With {@code -} standard output carries JSON and nothing else. */
public final class JsonArguments {
    @Option(
            names = "--json",
            paramLabel = "PATH",
            converter = OutputPath.Text.class,
            description = "Write the result as JSON; - is standard output, and then nothing else goes there.")
    @Nullable
    public String path;

    /** Whether the text for people still belongs on standard output. */
    public boolean leavesStandardOutput() {
        return !"-".equals(path);
    }

    public boolean isWanted() {
        return path != null;
    }

    /** @param json called only where JSON was asked for */
    public void write(Supplier<String> json, PrintWriter out) {
        if (path == null) {
            return;
        }
        if (path.equals("-")) {
            TerminalWriter.verbatim(out, json.get().strip() + "\n");
            return;
        }
        OutputFile.write(Path.of(path), json.get().strip() + "\n");
    }
}
