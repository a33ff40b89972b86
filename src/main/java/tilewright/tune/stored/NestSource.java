package tilewright.tune.stored;

import tilewright.model.LoopNest;
import tilewright.model.NestName;
import tilewright.parse.NestParser;

/**
 * A nest as its file holds it, so that another process can read the same.
 *
 * @param file name for messages; it names the nest
 */
public record NestSource(String file, String text) {
    /** The file's name among results. */
    public String fileName() {
        return NestName.of(file) + ".nest";
    }

    /** Parses it again. */
    public LoopNest parse() {
        return NestParser.parse(file, text);
    }
}
