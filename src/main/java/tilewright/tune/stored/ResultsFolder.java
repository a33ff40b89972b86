package tilewright.tune.stored;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tilewright.model.FolderFile;
import tilewright.model.InputFile;
import tilewright.model.UserError;

/**
 * The directory of one sweep while it runs: no other process may write there, and what an earlier sweep left is kept
 * in a folder of its own. The system gives the lock back when this process ends, however it ends.
 */
public final class ResultsFolder implements AutoCloseable {
    /** Holds who is at work; empty, or gone, when nobody is. */
    public static final String LOCK = "tune.lock";
    /** What a sweep writes beside the nest; other files of the directory are not touched. */
    private static final List<String> WRITTEN = List.of(
            MeasurementLog.FILE,
            SummaryFormat.FILE,
            "ranking.json",
            StoredSweep.DEVICE,
            "analysis.json",
            "schedule.txt",
            "counters.json",
            "report.html",
            "best-kernel.c",
            "best-kernel.cu");

    private final FileChannel channel;
    private final @Nullable FileLock lock;
    private @Nullable Path kept;

    private ResultsFolder(FileChannel channel, @Nullable FileLock lock) {
        this.channel = channel;
        this.lock = lock;
    }

    /**
     * Takes the directory, which is made if it is missing.
     *
     * @param resume go on with the sweep that it holds; otherwise that is moved to {@code earlier-1} inside, or the next
     *     number
     * @param nest what is tuned
     * @throws UserError when another process is at work there, or there is nothing to go on with
     */
    public static ResultsFolder open(Path directory, boolean resume, NestSource nest) throws IOException {
        boolean holds = holdsSweep(directory);
        if (resume && !holds) {
            throw UserError.badInput(directory + ": error: no sweep here that --resume could go on with; check the"
                    + " directory, or leave --resume out");
        }
        Files.createDirectories(directory);
        FileChannel channel = FileChannel.open(
                FolderFile.toAppend(directory, LOCK),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        try {
            ResultsFolder folder = new ResultsFolder(channel, lock(directory, channel));
            if (!resume && holdsSweep(directory)) {
                folder.kept = setAside(directory, nest);
            }
            return folder;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** What the user of a stopped sweep should know: with nothing measured there is nothing to go on with. */
    public static String stopped(Path directory) throws IOException {
        return holdsSweep(directory)
                ? "stopped; the same command with --resume goes on: results so far are in " + directory
                : "stopped before anything was measured; the same command begins anew";
    }

    private static boolean holdsSweep(Path directory) throws IOException {
        Path file = directory.resolve(MeasurementLog.FILE);
        return Files.exists(file) && Files.size(file) > 0;
    }

    /** Where what an earlier sweep left is now. */
    public Optional<Path> kept() {
        return Optional.ofNullable(kept);
    }

    /** Null where the file system knows no locks. */
    private static @Nullable FileLock lock(Path directory, FileChannel channel) throws IOException {
        FileLock lock;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            throw taken(directory, channel);
        } catch (IOException e) {
            return null;
        }
        if (lock == null) {
            throw taken(directory, channel);
        }
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(owner().getBytes(StandardCharsets.UTF_8)), 0);
        return lock;
    }

    private static String owner() {
        return "process " + ProcessHandle.current().pid() + " on " + host() + " since "
                + Instant.now().truncatedTo(ChronoUnit.SECONDS);
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "this machine";
        }
    }

    private static UserError taken(Path directory, FileChannel channel) throws IOException {
        ByteBuffer text = ByteBuffer.allocate(200);
        channel.read(text, 0);
        String owner = new String(text.array(), 0, text.position(), StandardCharsets.UTF_8).strip();
        return UserError.badInput(directory + ": error: another tune is at work here: "
                + (owner.isEmpty() ? "its process is not known" : owner)
                + "; wait until it ends, end it, or choose another directory with -o");
    }

    private static Path setAside(Path directory, NestSource nest) throws IOException {
        int number = 1;
        while (Files.exists(directory.resolve("earlier-" + number))) {
            number++;
        }
        Path folder = Files.createDirectory(directory.resolve("earlier-" + number));
        for (String name : WRITTEN) {
            Path file = directory.resolve(name);
            if (Files.exists(file)) {
                Files.move(file, folder.resolve(name));
            }
        }
        Path stored = directory.resolve(nest.fileName());
        if (Files.exists(stored)) {
            // It may be the user's own, where the directory is the one that holds it.
            Files.copy(stored, folder.resolve(nest.fileName()));
            if (!isSame(stored, Path.of(nest.file()))) {
                Files.delete(stored);
            }
        }
        return folder;
    }

    private static boolean isSame(Path stored, Path file) throws IOException {
        return Files.exists(file) && Files.isSameFile(stored, file);
    }

    /**
     * Writes the nest beside its results.
     *
     * @throws UserError where a file of that name holds another text
     */
    public static void writeNest(Path directory, NestSource nest) throws IOException {
        Path file = directory.resolve(nest.fileName());
        if (!Files.exists(file)) {
            FolderFile.write(directory, nest.fileName(), nest.text());
        } else if (!InputFile.text(file, InputFile.LONGEST_TEXT).equals(nest.text())) {
            throw UserError.badInput(file + ": error: exists with another text than " + nest.file()
                    + "; choose another directory with -o, or remove the file");
        }
    }

    @Override
    public void close() throws IOException {
        if (lock != null) {
            channel.truncate(0);
            lock.release();
        }
        channel.close();
    }
}
