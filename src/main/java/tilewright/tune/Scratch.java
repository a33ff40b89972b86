package tilewright.tune;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tilewright.device.TemporaryFolders;

/** A folder for compiled programs and a worker's logs; it goes when it is closed. */
record Scratch(Path folder) implements AutoCloseable {
    static Scratch create(String name) throws IOException {
        return new Scratch(Files.createTempDirectory(name));
    }

    @Override
    public void close() {
        TemporaryFolders.delete(folder);
    }
}
