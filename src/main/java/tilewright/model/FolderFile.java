package tilewright.model;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;

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
        writeAll(folder, Map.of(name, text));
        return within(folder, name);
    }

    /**
     * Writes files of a folder, all of them or, where one cannot be written, none: what was there before is still there, and a folder that
     * was made for them is removed. Where a name is a symbolic link, the file takes its place.
     *
     * @param folder which is made where it is missing
     * @param texts of names without folders
     * @throws FileSystemException which names the file
     */
    public static void writeAll(Path folder, Map<String, String> texts) throws IOException {
        boolean made = !Files.exists(folder);
        Files.createDirectories(folder);
        boolean whole = false;
        try {
            for (Map.Entry<String, String> each : texts.entrySet()) {
                writePart(within(folder, each.getKey()), part(folder, each.getKey()), each.getValue());
            }
            for (String name : texts.keySet()) {
                Files.move(
                        part(folder, name),
                        within(folder, name),
                        StandardCopyOption.REPLACE_EXISTING,
                        StandardCopyOption.ATOMIC_MOVE);
            }
            whole = true;
        } finally {
            for (String name : texts.keySet()) {
                // What stands in a part's place and cannot be removed is not ours; the reason is on its way.
                boolean _ = part(folder, name).toFile().delete();
            }
            if (made && !whole) {
                // Fails where files were there already, and then it stays.
                boolean _ = folder.toFile().delete();
            }
        }
    }

    private static void writePart(Path file, Path part, String text) throws IOException {
        if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileSystemException(file.toString(), null, "is a directory");
        }
        try {
            Files.deleteIfExists(part);
            Files.writeString(part, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileSystemException e) {
            throw e;
        } catch (IOException e) {
            FileSystemException named = new FileSystemException(file.toString(), null, e.getMessage());
            named.initCause(e);
            throw named;
        }
    }

    private static Path part(Path folder, String name) {
        return within(folder, name + ".part");
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
