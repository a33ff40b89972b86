package tilewright.tune;

import java.nio.file.Path;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;

/**
 * A nest as its file holds it, so that another process can read the same.
 *
 * @param file name for messages; it names the nest
 */
public record NestSource(String file, String text) {
    /** The file's name among results. */
    public String fileName() {
        String name = String.valueOf(Path.of(file).getFileName());
        int end = name.lastIndexOf('.');
        return (end > 0 ? name.substring(0, end) : name) + ".nest";
    }

    /** Parses it again. */
    public LoopNest parse() {
        return NestParser.parse(file, text);
    }
}
