package tilewright.api;

/**
 * A place in the user's text.
 *
 * @param file as it was given
 * @param line from 1
 * @param column from 1; 1 where only the line is known
 */
public record Position(String file, int line, int column) {}
