package tilewright.codegen;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The Fortran compiler that some tests need; continuous integration installs it. */
final class Gfortran {
    private Gfortran() {}

    static void assumeInstalled() {
        assumeTrue(
                Stream.of(System.getenv("PATH").split(":")).anyMatch(d -> Files.isExecutable(Path.of(d, "gfortran"))),
                "gfortran is not installed");
    }
}
