package tilewright.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Files that are put into a folder, and never outside it: names without folders, links that are not followed. */
public final class FolderFile {
    private FolderFile() {}

    /**
     * Writes a file of a folder. A reader sees the old text or the new one, never a part; a full disk leaves nothing behind. Where the
     * name is a symbolic link, the file takes its place, and what it points to stays as it is.
     *
     * @param name without folders
     * @return the file
     */
    public static Path write(Path folder, String name, String text) throws IOException {
        Path file = within(folder, name);
        Path part = within(folder, name + ".part");
        Files.deleteIfExists(part);
        try {
            Files.writeString(part, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            return Files.move(part, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /**
     * A file of a folder that is written piece by piece.
     *
     * @param name without folders
     * @throws UserError where it is a symbolic link, which would lead out of the folder
     */
    public static Path toAppend(Path folder, String name) {
        Path file = within(folder, name);
        if (Files.isSymbolicLink(file)) {
            throw UserError.badInput(
                    file + ": error: this is a symbolic link, and nothing is written outside the folder; remove"
                            + " the link, or choose another folder with -o");
        }
        return file;
    }

    private static Path within(Path folder, String name) {
        Path file = folder.resolve(name);
        if (!Path.of(name).equals(file.getFileName())) {
            throw new IllegalArgumentException("'" + name + "' is no name of a file within a folder");
        }
        return file;
    }
}
