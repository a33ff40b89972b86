package tilewright.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SequencedMap;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tilewright.tune.NestSource;

/** Which nest, at which sizes: shared by all commands that take a nest. */
final class NestArguments {
    @Parameters(paramLabel = "FILE", description = "The loop nest, a .nest file.")
    Path file;

    @Option(
            names = "--set",
            split = ",",
            paramLabel = "NAME=VALUE",
            description = "Values of the nest's parameters, e.g. --set n=4096,m=512.")
    List<String> assignments = List.of();

    SequencedMap<String, Long> sizes() {
        return Sizes.parameters(assignments);
    }

    /** The file and its text, for a process that reads it again. */
    NestSource source() throws IOException {
        return new NestSource(file.toString(), Files.readString(file));
    }
}
