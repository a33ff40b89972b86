package tilewright.parse;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import tilewright.model.LoopNest;
import tilewright.model.NestName;
import tilewright.model.UserError;
import tilewright.parse.NestNotationParser.LineContext;

/** Reads the {@code .nest} notation. */
public final class NestParser {
    /** POSIX's S_IFMT and S_IFIFO, as Linux and macOS have them. */
    private static final int FILE_TYPE = 0xF000;

    private static final int FIFO = 0x1000;

    private NestParser() {}

    /**
     * Parses a file.
     *
     * @throws UserError (bad input) with all faults found, one line {@code file:line:column: error: ..} each
     */
    public static LoopNest parse(Path file) {
        return parse(file.toString(), read(file));
    }

    /**
     * Parses text.
     *
     * @param name the file name shown in messages; without directories and {@code .nest} it names the nest
     * @throws UserError (bad input) with all faults found, one line {@code name:line:column: error: ..} each
     */
    public static LoopNest parse(String name, String text) {
        Diagnostics diagnostics = new Diagnostics(name);
        try {
            List<LineContext> lines = SyntaxErrors.parseLines(text, diagnostics);
            SourceTree tree = BlockBuilder.build(lines, diagnostics);
            LoopNest nest = NestBuilder.build(NestName.of(name), tree, diagnostics);
            diagnostics.throwIfAny();
            return nest;
        } catch (StackOverflowError e) {
            throw UserError.badInput(name + ": error: the text is nested too deeply; simplify its expressions");
        }
    }

    /**
     * The text of a source file.
     *
     * @throws UserError (bad input) where it cannot be read or is not UTF-8 text
     */
    public static String read(Path file) {
        byte[] bytes = bytes(file);
        for (byte b : bytes) {
            if (b == 0) {
                throw UserError.badInput(file + ": error: this is a binary file; give a text file");
            }
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new UserError(UserError.BAD_INPUT, file + ": error: this is not UTF-8 text; convert it to UTF-8", e);
        }
    }

    /** Pipes without a name, such as standard input, are open already and have a writer. */
    private static boolean isNamedPipe(Path file) {
        try {
            return (((Integer) Files.getAttribute(file.toRealPath(), "unix:mode")) & FILE_TYPE) == FIFO;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException unknown) {
            return false;
        }
    }

    private static byte[] bytes(Path file) {
        if (Files.isDirectory(file)) {
            throw UserError.badInput(file + ": error: this is a directory; give one .nest file");
        }
        if (isNamedPipe(file)) {
            throw UserError.badInput(file + ": error: this is a named pipe, whose reader waits until somebody writes;"
                    + " give a file, or a nest as /dev/stdin");
        }
        try {
            return Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new UserError(UserError.BAD_INPUT, file + ": error: no such file; check the path", e);
        } catch (AccessDeniedException e) {
            throw new UserError(
                    UserError.BAD_INPUT, file + ": error: no permission to read it; change its mode or owner", e);
        } catch (IOException e) {
            throw new UserError(UserError.BAD_INPUT, file + ": error: cannot be read (" + e.getMessage() + ")", e);
        }
    }
}
