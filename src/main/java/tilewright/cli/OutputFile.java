package tilewright.cli;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Objects;
import tilewright.model.FolderFile;
import tilewright.model.UserError;

/** A file that the user named on the command line. */
final class OutputFile {
    private OutputFile() {}

    /**
     * Writes all of it or nothing: where it fails, what was there before is still there. Missing folders are made.
     *
     * @throws UserError where it cannot be written, with file and reason
     */
    static void write(Path file, String text) {
        Path whole = file.toAbsolutePath();
        try {
            Path folder = Objects.requireNonNull(whole.getParent(), "a file is in a folder");
            Files.createDirectories(folder);
            if (Files.exists(whole, LinkOption.NOFOLLOW_LINKS)
                    && !Files.isRegularFile(whole, LinkOption.NOFOLLOW_LINKS)) {
                // A pipe, a device, or a link: what it leads to is written, it is not replaced.
                Files.writeString(whole, text);
            } else {
                FolderFile.write(folder, String.valueOf(whole.getFileName()), text);
            }
        } catch (IOException e) {
            throw new UserError(UserError.BAD_INPUT, file + ": error: cannot be written: " + reason(e), e);
        }
    }

    private static String reason(IOException e) {
        return switch (e) {
            case FileSystemException file when file.getReason() != null -> file.getReason();
            case FileSystemException file -> Faults.describe(file);
            default -> String.valueOf(e.getMessage());
        };
    }
}
