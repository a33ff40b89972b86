package tilewright.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputFileTest {
    @TempDir
    Path folder;

    @BeforeAll
    static void devices() {
        assumeTrue(Files.exists(Path.of("/dev/zero")));
    }

    private static void assertRefused(Path file, long most, String fault) {
        UserError error = assertThrows(UserError.class, () -> InputFile.text(file, most));
        assertEquals(file + ": error: " + fault, error.getMessage());
        assertEquals(UserError.BAD_INPUT, error.exitCode());
    }

    @Test
    void devicesAreNotReadAndNeitherAreLinksToThem() throws IOException {
        assertRefused(Path.of("/dev/zero"), 1, "this is a device, which is not read; give a file");
        Path link = Files.createSymbolicLink(folder.resolve("x.nest"), Path.of("/dev/zero"));
        assertRefused(link, 1, "this is a device, which is not read; give a file");
        assertArrayEquals(new byte[0], InputFile.bytes(Path.of("/dev/null"), 1));
    }

    @Test
    void filesLongerThanAskedForAreRefused() throws IOException {
        Path file = Files.write(folder.resolve("long"), new byte[(2 << 20) + 1]);
        assertRefused(
                file, 2 << 20, "this has more than 2 MB, the most that is read of such a file; give a smaller one");
        assertEquals((2 << 20) + 1, InputFile.bytes(file, (2 << 20) + 1).length);
    }

    @Test
    void whatIsNoTextIsNamed() throws IOException {
        Path file = Files.write(folder.resolve("x"), new byte[] {31, -117, 8, 0});
        assertRefused(file, 100, "this is a binary file; give a text file");
        assertRefused(Files.write(file, new byte[] {-61, 40}), 100, "this is not UTF-8 text; convert it to UTF-8");
        assertRefused(folder, 100, "this is a directory; give a file");
        assertRefused(folder.resolve("none"), 100, "no such file; check the path");
    }
}
