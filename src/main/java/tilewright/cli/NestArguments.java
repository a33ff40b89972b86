package tilewright.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.tune.NestSource;

/** Which nest, at which sizes: shared by all commands that take one nest. */
final class NestArguments {
    @Parameters(paramLabel = "FILE", description = "The loop nest: a .nest file, a .c file with '#pragma scop', or a Fortran file with"
                    + " '!$tilewright scop'.")
    Path file;

    @Mixin
    SourceArguments arguments;

    private SourceArguments.@Nullable Source source;

    private SourceArguments.Source read() {
        if (source == null) {
            source = arguments.read(file);
        }
        return source;
    }

    LoopNest nest() {
        return read().nest();
    }

    SequencedMap<String, Long> sizes() {
        return read().sizes();
    }

    /** The file and its text, for a process that reads it again; C code or Fortran as the notation says it. */
    NestSource source() throws IOException {
        return Pipeline.isNotation(file)
                ? new NestSource(file.toString(), Files.readString(file))
                : new NestSource(nest().name() + ".nest", NestPrinter.print(nest()));
    }
}
