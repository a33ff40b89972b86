package tilewright.tune.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tilewright.device.TemporaryFolders;

/** A folder for compiled programs and a worker's logs; it goes when it is closed. */
public record Scratch(Path folder) implements AutoCloseable {
    public static Scratch create(String name) throws IOException {
        return new Scratch(Files.createTempDirectory(name));
    }

    @Override
    public void close() {
        TemporaryFolders.delete(folder);
    }
}
