package tilewright.model;

/**
 * Where a construct stands in the user's file.
 *
 * @param file the path as the user gave it
 * @param line 1-based line
 * @param column 1-based column
 */
public record SourcePosition(String file, int line, int column) {
    @Override
    public String toString() {
        return file + ":" + line + ":" + column;
    }
}
