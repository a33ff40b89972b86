package tilewright.device;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The right to measure on a device: of all processes of a user one has it, the others wait. What a process does on the host before and after goes on meanwhile.
 * The system takes the right back from a process that ends.
 */
public final class Turn implements AutoCloseable {
    private final FileChannel channel;
    private final FileLock lock;

    private Turn(FileChannel channel, FileLock lock) {
        this.channel = channel;
        this.lock = lock;
    }

    /** Waits for the turn of the calling process; within a process, one thread at a time may ask. */
    public static Turn await(GpuProperties device) {
        String bus = device.busId().replaceAll("[^0-9A-Za-z]", "-");
        Path file = Path.of(
                System.getProperty("java.io.tmpdir"),
                "tilewright-" + System.getProperty("user.name") + "-gpu-" + bus + ".lock");
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            return new Turn(channel, channel.lock());
        } catch (IOException e) {
            throw new UncheckedIOException("the lock " + file + " of the device cannot be taken", e);
        }
    }

    @Override
    public void close() {
        try (channel) {
            lock.release();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
