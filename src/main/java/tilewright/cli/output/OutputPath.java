package tilewright.cli.output;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Files that a command will write, as options name them: checked before the command works, so that no minutes of analysis or measuring
 * are spent on what cannot be kept.
 */
public final class OutputPath {
    private static final String STANDARD_OUTPUT = "-";

    private OutputPath() {}

    /** For options that also take {@code -}. */
    public static final class Text implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            if (!text.equals(STANDARD_OUTPUT)) {
                OutputFile.require(path(text));
            }
            return text;
        }
    }

    /** For options that take a file. */
    public static final class File implements ITypeConverter<Path> {
        @Override
        public Path convert(String text) {
            Path path = path(text);
            OutputFile.require(path);
            return path;
        }
    }

    private static Path path(String text) {
        if (text.isBlank()) {
            throw new TypeConversionException("an empty text names no file");
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new TypeConversionException("'" + text + "' is no name of a file");
        }
    }
}
