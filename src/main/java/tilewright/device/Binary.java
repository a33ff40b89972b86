package tilewright.device;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/**
 * Machine code as text, so that it can be sent to another process or machine: no two of them need to see the same files.
 *
 * @param base64 content of a cubin or a shared library
 */
public record Binary(String base64) {
    /** The content of a file. */
    public static Binary of(Path file) {
        try {
            return of(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** These bytes. */
    public static Binary of(byte[] content) {
        return new Binary(Base64.getEncoder().encodeToString(content));
    }

    /** What the file holds. */
    public byte[] bytes() {
        return Base64.getDecoder().decode(base64);
    }

    /** Not the content: it is long. */
    @Override
    public String toString() {
        return base64.length() / 4 * 3 + " bytes";
    }
}
