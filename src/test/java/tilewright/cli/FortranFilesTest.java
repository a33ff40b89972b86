package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.model.UserError;

/** Fortran files on the command line, and what docs/fortran.md shows. */
class FortranFilesTest {
    private static final Pattern FENCED = Pattern.compile("(?ms)^```(\\w*)\n(.*?)^```$");
    private static final String LU = "loopnests/fortran/lu-columns.f90";

    @TempDir
    Path folder;

    private static String document() throws IOException {
        return Files.readString(Path.of("docs/fortran.md"));
    }

    private static List<String> blocks(String language) throws IOException {
        return FENCED.matcher(document())
                .results()
                .filter(b -> b.group(1).equals(language))
                .map(b -> b.group(2))
                .toList();
    }

    private static String run(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), output);
        return output;
    }

    @Test
    void theDocumentedScopIsTheDocumentedNest() throws IOException {
        Path file = Files.writeString(
                folder.resolve("smooth.f90"), blocks("fortran").getFirst());
        CommandLineRun model = CommandLineRun.of("generate", file.toString(), "--dump", "model", "-o", "-");
        assertEquals(0, model.exitCode(), model.err());
        assertEquals(blocks("").getFirst(), model.out());
    }

    @Test
    void theDocumentedFaultsAreReported() throws IOException {
        Path file = Files.writeString(folder.resolve("t.f90"), """
            subroutine f(n, b)
            implicit none
            integer :: n, i
            real :: b(n)
            !$tilewright scop

              do i = 1, n
                b(i*n) = 0
                call g(b)
              end do
            !$tilewright endscop
            end
            """);
        CommandLineRun run = CommandLineRun.of("analyze", file.toString());
        assertEquals(UserError.BAD_INPUT, run.exitCode());
        assertEquals(blocks("").get(1), run.err().replace(folder + "/", ""));
    }

    @Test
    void theDocumentedProgramCallsTheTiledKernel() throws Exception {
        assumeTrue(
                Stream.of(System.getenv("PATH").split(":")).anyMatch(d -> Files.isExecutable(Path.of(d, "gfortran"))),
                "gfortran is not installed");
        String out = folder.resolve("lu-columns-c").toString();
        CommandLineRun generated = CommandLineRun.of(
                "generate",
                LU,
                "--set",
                "n=2000",
                "--target",
                "c",
                "--block",
                "1,8,16",
                "--thread",
                "1,2,4",
                "-o",
                out);
        assertEquals(0, generated.exitCode(), generated.err());
        assertTrue(generated.out().contains("tiled_lu_columns.f90"), generated.out());
        Path program =
                Files.writeString(folder.resolve("main.f90"), blocks("fortran").getLast());
        String binary = folder.resolve("main").toString();
        run("make", "-s", "-C", out, "lu_columns.o");
        run(
                "gfortran",
                "-fopenmp",
                "-J",
                folder.toString(),
                "-o",
                binary,
                out + "/tiled_lu_columns.f90",
                program.toString(),
                out + "/lu_columns.o",
                "-lm");
        assertTrue(run(binary).matches("10\\d\\.\\d{3}\n"), "the first pivot is n and a random number");
    }

    @Test
    void datasetsConstantsAndScopsAreOptions() throws IOException {
        Path file = Files.writeString(folder.resolve("t.f"), """
                  SUBROUTINE ONE(N, A)
                  USE KINDS
                  REAL(WP) A(N)
            c$tilewright dataset(mini, n = 9)
            c$tilewright scop
                  A(1) = 1
            c$tilewright endscop
            c$tilewright scop
                  A(N) = 2
            c$tilewright endscop
                  END
            """);
        CommandLineRun run = CommandLineRun.of(
                "analyze", "--quick", file.toString(), "--scop", "2", "-D", "WP=8", "--dataset", "mini");
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(run.out().startsWith("t-one-2: 1 statement"), run.out());
        CommandLineRun.of("analyze", file.toString(), "-D", "WP=double")
                .assertFails(UserError.BAD_INPUT, "for Fortran this gives an integer constant");
        CommandLineRun.of("analyze", "--quick", file.toString(), "--scop", "2", "-D", "WP=8", "--dataset", "big")
                .assertFails(UserError.BAD_INPUT, "dataset BIG has no size for 'n'; datasets of this file: MINI");
    }

    @Test
    void theEndOfAScopMayBeTwoWords(@TempDir Path own) throws IOException {
        Path file = Files.writeString(own.resolve("two.f90"), """
            subroutine s(n, a)
            integer :: n, i
            real :: a(n)
            !$tilewright scop
            do i = 1, n
              a(i) = 1.0
            end do
            !$tilewright End  Scop
            end subroutine
            """);
        CommandLineRun run = CommandLineRun.of("analyze", "--quick", file.toString());
        assertEquals(0, run.exitCode(), run.err());
    }
}
