package tilewright.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderFileTest {
    /** Of a length that no file system takes together with the ending of a part. */
    private static final String TOO_LONG = "x".repeat(252);

    @TempDir
    private Path folder;

    private static Map<String, String> texts(String... names) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (String name : names) {
            texts.put(name, "new");
        }
        return texts;
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void allFilesAreWrittenOrNone() throws IOException {
        Files.writeString(folder.resolve("a"), "old");
        assertThrows(FileSystemException.class, () -> FolderFile.writeAll(folder, texts("a", "b", TOO_LONG)));
        assertEquals(List.of("a"), names());
        assertEquals("old", Files.readString(folder.resolve("a")));

        FolderFile.writeAll(folder, texts("a", "b"));
        assertEquals(List.of("a", "b"), names());
        assertEquals("new", Files.readString(folder.resolve("a")));
    }

    @Test
    void aFolderInAFilesPlaceIsNamed() throws IOException {
        Files.createDirectory(folder.resolve("b"));
        FileSystemException error =
                assertThrows(FileSystemException.class, () -> FolderFile.writeAll(folder, texts("a", "b")));
        assertTrue(String.valueOf(error.getMessage()).endsWith("/b: is a directory"), error.getMessage());
        assertEquals(List.of("b"), names());
    }

    @Test
    void aFolderThatWasMadeForThemIsRemoved() {
        Path made = folder.resolve("made");
        assertThrows(FileSystemException.class, () -> FolderFile.writeAll(made, texts("a", TOO_LONG)));
        assertFalse(Files.exists(made));
    }
}
