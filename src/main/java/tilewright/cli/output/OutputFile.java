package tilewright.cli.output;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tilewright.model.FolderFile;
import tilewright.model.UserError;
import tilewright.report.stored.ResultsReader;

/** A file that the user named on the command line. */
public final class OutputFile {
    /** What is read is not written over. */
    private static final Pattern INPUT = Pattern.compile("\\.(nest|c|f|f90|f95|f03|f08)$", Pattern.CASE_INSENSITIVE);

    private static final Set<String> SWEEP = Set.of(
            ResultsReader.MEASUREMENTS,
            ResultsReader.SUMMARY,
            ResultsReader.ANALYSIS,
            ResultsReader.RANKING,
            ResultsReader.COUNTERS);

    private OutputFile() {}

    /**
     * Refuses a file that could not be written, as far as that is known before; nothing is made.
     *
     * @throws UserError with file and reason
     */
    public static void require(Path file) {
        Path whole = file.toAbsolutePath();
        String reason = Files.exists(whole) ? unusable(whole) : folderFault(whole.getParent());
        if (reason != null) {
            throw UserError.badInput(file + ": error: cannot be written: " + reason);
        }
    }

    /** The same for a folder that files will be written into. */
    public static void requireFolder(Path folder) {
        String reason = folderFault(folder.toAbsolutePath());
        if (reason != null) {
            String name = folder.toString();
            throw UserError.badInput((name.isEmpty() ? "." : name) + ": error: cannot be written: " + reason);
        }
    }

    private static @Nullable String unusable(Path file) {
        if (Files.isDirectory(file)) {
            return "this is a directory; give a file";
        }
        if (INPUT.matcher(file.toString()).find()) {
            return "an input with that name is there; give another name, or remove it";
        }
        if (isOfSweep(file)) {
            return "this is a file of a sweep's results; give another name";
        }
        return Files.isWritable(file) ? null : "permission denied";
    }

    /** Whether a file is one that {@code tune} wrote, and that 'report' would miss. */
    private static boolean isOfSweep(Path file) {
        return SWEEP.contains(String.valueOf(file.getFileName()))
                && Files.exists(file.resolveSibling(ResultsReader.MEASUREMENTS));
    }

    /** Why files cannot be made in a folder, which is made itself where it is missing; null where they can. */
    private static @Nullable String folderFault(@Nullable Path folder) {
        Path there = folder;
        while (there != null && !Files.exists(there, LinkOption.NOFOLLOW_LINKS)) {
            there = there.getParent();
        }
        if (there == null) {
            return "no such directory";
        }
        if (!Files.isDirectory(there)) {
            return there + " is not a directory";
        }
        return Files.isWritable(there) ? null : there + ": permission denied";
    }

    /**
     * Writes all of it or nothing: where it fails, what was there before is still there. Missing folders are made.
     *
     * @throws UserError where it cannot be written, with file and reason
     */
    public static void write(Path file, String text) {
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
