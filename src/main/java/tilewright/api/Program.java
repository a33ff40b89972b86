package tilewright.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tilewright.model.FolderFile;

/**
 * A generated program that stands on its own: kernels, header, driver, sequential nest, build files, callers.
 *
 * @param candidate it is made of
 * @param target it runs on
 * @param rule why the order is legal
 * @param files text by name, e.g. {@code matmul.c}
 * @param notes what to know of it
 */
public record Program(Candidate candidate, Target target, String rule, Map<String, String> files, List<String> notes) {
    /** Keeps copies. */
    public Program {
        files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
        notes = List.copyOf(notes);
    }

    /**
     * Writes all files or, where one cannot be written, none.
     *
     * @param folder which is made where it is missing
     * @throws UncheckedIOException where a file cannot be written
     */
    public void writeTo(Path folder) {
        Objects.requireNonNull(folder, "folder");
        try {
            FolderFile.writeAll(folder, files);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
