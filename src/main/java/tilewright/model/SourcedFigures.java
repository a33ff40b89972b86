package tilewright.model;

import java.util.Map;

/** Figures that are packed with the tool, each with where it comes from. */
public interface SourcedFigures {
    /** Name and version of the file's form. */
    String schema();

    /** Where each figure comes from, by name. */
    Map<String, String> sources();
}
