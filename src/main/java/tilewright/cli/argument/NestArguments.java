package tilewright.cli.argument;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.parse.NestParser;
import tilewright.report.stored.KnownResults;
import tilewright.tune.stored.NestSource;

/** Which nest, at which sizes: shared by all commands that take one nest. */
public final class NestArguments {
    @Parameters(
            paramLabel = "FILE",
            description = "The loop nest: a .nest file, a .c file with '#pragma scop', or a Fortran file with"
                    + " '!$tilewright scop'.")
    public Path file;

    @Mixin
    SourceArguments arguments;

    private SourceArguments.@Nullable Source source;
    private @Nullable String text;

    /** Takes text in the notation of .nest files instead of what the file holds; the file names it in messages. */
    public void take(String instead) {
        text = instead;
    }

    private SourceArguments.Source read() {
        if (source == null) {
            source = text == null ? arguments.read(file) : arguments.of(NestParser.parse(file.toString(), text));
        }
        return source;
    }

    public LoopNest nest() {
        return read().nest();
    }

    /**
     * Tells the user which initial data are the file's own.
     *
     * @param replaced arrays whose data the user gives
     */
    public void sayData(PrintWriter err, Set<String> replaced) {
        read().data().stream()
                .map(n -> n.without(replaced))
                .filter(Objects::nonNull)
                .forEach(err::println);
    }

    public SequencedMap<String, Long> sizes() {
        return read().sizes();
    }

    /** What sweeps in a folder know of the nest. */
    public KnownResults known(Path folder) {
        try {
            return KnownResults.of(folder, nest(), source().text());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The file and its text, for a process that reads it again; C code or Fortran as the notation says it. */
    public NestSource source() throws IOException {
        String notation = text == null ? read().text() : text;
        return notation != null
                ? new NestSource(file.toString(), notation)
                : new NestSource(nest().name() + ".nest", NestPrinter.print(nest()));
    }
}
