package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.model.UserError;

class CountAsWrittenTest {
    /** The nest as written has no blocks, and so no loads of blocks that could be predicted. */
    @Test
    void countsAreOfBlocks(@TempDir Path folder) throws Exception {
        Path nest = Files.writeString(
                folder.resolve("x.nest"), "param n\nreal a(n)\ndo i = 1, n\n  a(i) = a(i) + 1\nenddo\n");
        CommandLineRun result = CommandLineRun.of(
                "verify",
                nest.toString(),
                "--target",
                "c",
                "--set",
                "n=20",
                "--count",
                "--only",
                "--candidate",
                "as written");
        assertEquals(UserError.BAD_INPUT, result.exitCode(), result.err());
        assertTrue(result.err().contains("the nest as written"), result.err());
    }
}
