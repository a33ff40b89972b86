package tilewright.model;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Files that a user names: what never ends is not read. Pipes without a name, such as standard input, are read; pipes with one
 * would wait until somebody writes, and devices have no end.
 */
public final class InputFile {
    /** Bytes of the longest text of a program, of its sizes or of a device that is read. */
    public static final long LONGEST_TEXT = 32L << 20;

    /** Bytes of the longest file of stored results that is read. */
    public static final long LONGEST_RESULTS = 1L << 30;

    /** POSIX's S_IFMT and its values, as Linux and macOS have them. */
    private static final int FILE_TYPE = 0xF000;

    private static final int FIFO = 0x1000;
    private static final int CHARACTER_DEVICE = 0x2000;
    private static final int BLOCK_DEVICE = 0x6000;

    private InputFile() {}

    /**
     * Opens a file of any length.
     *
     * @throws UserError (bad input) where it is a directory, a pipe with a name or a device
     */
    public static InputStream open(Path file) throws IOException {
        requireEnd(file);
        return Files.newInputStream(file);
    }

    /** @throws UserError (bad input) where a name is that of a directory, a pipe or a device */
    public static void requireEnd(Path file) {
        if (Files.isDirectory(file)) {
            throw UserError.badInput(file + ": error: this is a directory; give a file");
        }
        Path real = real(file);
        switch (type(real)) {
            case FIFO ->
                throw UserError.badInput(file + ": error: this is a named pipe, whose reader waits until somebody"
                        + " writes; give a file, or text as /dev/stdin");
            case CHARACTER_DEVICE, BLOCK_DEVICE -> {
                if (!ends(real)) {
                    throw UserError.badInput(file + ": error: this is a device, which is not read; give a file");
                }
            }
            default -> {}
        }
    }

    /**
     * All bytes of a file.
     *
     * @param most how many it may have
     * @throws UserError (bad input) where it is none that can be read, or has more
     */
    public static byte[] bytes(Path file, long most) {
        try (InputStream in = open(file)) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            byte[] part = new byte[1 << 16];
            boolean longer = Files.isRegularFile(file) && Files.size(file) > most;
            for (int read = in.read(part); read >= 0 && !longer; read = in.read(part)) {
                all.write(part, 0, read);
                longer = all.size() > most;
            }
            if (longer) {
                throw UserError.badInput(file + ": error: this has more than " + (most >> 20)
                        + " MB, the most that is read of such a file; give a smaller one");
            }
            return all.toByteArray();
        } catch (NoSuchFileException e) {
            throw new UserError(UserError.BAD_INPUT, file + ": error: no such file; check the path", e);
        } catch (AccessDeniedException e) {
            throw new UserError(
                    UserError.BAD_INPUT, file + ": error: no permission to read it; change its mode or owner", e);
        } catch (IOException e) {
            throw new UserError(UserError.BAD_INPUT, file + ": error: cannot be read (" + e.getMessage() + ")", e);
        }
    }

    /**
     * The text of a file.
     *
     * @param most bytes that it may have
     * @throws UserError (bad input) where it cannot be read, has more or is not UTF-8 text
     */
    public static String text(Path file, long most) {
        byte[] bytes = bytes(file, most);
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

    /** What symbolic links lead to; a pipe without a name has no such place. */
    private static Path real(Path file) {
        try {
            return file.toRealPath();
        } catch (IOException unnamed) {
            return file;
        }
    }

    /** Pipes without a name, such as standard input, are open already and have a writer: no type is told of them. */
    private static int type(Path real) {
        try {
            return Files.isSymbolicLink(real) ? 0 : (Integer) Files.getAttribute(real, "unix:mode") & FILE_TYPE;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException unknown) {
            return 0;
        }
    }

    /** The empty device, and terminals, whose user ends the text. */
    private static boolean ends(Path device) {
        String name = device.toString();
        return name.equals("/dev/null") || name.startsWith("/dev/pts/") || name.startsWith("/dev/tty");
    }
}
