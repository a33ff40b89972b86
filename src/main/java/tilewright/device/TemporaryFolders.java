package tilewright.device;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Folders that live as long as one piece of work. */
public final class TemporaryFolders {
    private TemporaryFolders() {}

    /** Deletes a file of such a folder, where that can be done. */
    public static void deleteFile(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // It goes with its folder.
        }
    }

    /** Deletes the folder and everything in it, as far as possible: what a dying process still writes may stay. */
    public static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            // The system empties its folder for temporary files sooner or later.
        }
    }
}
