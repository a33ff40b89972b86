package tilewright.graph;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import tilewright.model.InputFile;
import tilewright.model.UserError;

/** A text file of numbers, line by line; faults say file, line and what was expected. Files ending in .gz are unpacked. */
final class LineScanner implements Closeable {
    private static final int BUFFER = 1 << 16;
    private static final int LONGEST_TOKEN = 1000;
    private static final int MOST_SHOWN = 60;
    private static final int[] BYTE_ORDER_MARK = {0xef, 0xbb, 0xbf};

    private final Path file;
    private final InputStream input;
    private final byte[] buffer = new byte[BUFFER];
    private int at;
    private int filled;
    private long line;

    private LineScanner(Path file, InputStream input) {
        this.file = file;
        this.input = input;
    }

    static LineScanner open(Path file) {
        try {
            InputStream input = new BufferedInputStream(InputFile.open(file), BUFFER);
            boolean packed = file.toString().endsWith(".gz");
            return new LineScanner(file, packed ? new GZIPInputStream(input, BUFFER) : input);
        } catch (NoSuchFileException e) {
            throw new UserError(UserError.BAD_INPUT, file + ": error: no such file; check the path", e);
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    private static UserError unreadable(Path file, IOException cause) {
        return new UserError(UserError.BAD_INPUT, file + ": error: cannot be read (" + cause.getMessage() + ")", cause);
    }

    private int peek() {
        if (at == filled) {
            try {
                filled = Math.max(0, input.read(buffer, 0, BUFFER));
                at = 0;
            } catch (IOException e) {
                throw unreadable(file, e);
            }
            if (filled == 0) {
                return -1;
            }
        }
        return buffer[at] & 0xff;
    }

    /** Goes to the first character of the next line; false at the end of the file. To be called once before the first. */
    boolean nextLine() {
        if (line > 0) {
            int c = peek();
            while (c >= 0 && c != '\n') {
                at++;
                c = peek();
            }
            if (c == '\n') {
                at++;
            }
        } else {
            skipByteOrderMark();
        }
        line++;
        return peek() >= 0;
    }

    /** Spreadsheets begin texts in UTF-8 with one. */
    private void skipByteOrderMark() {
        for (int b : BYTE_ORDER_MARK) {
            if (peek() != b) {
                return;
            }
            at++;
        }
    }

    /** Whether nothing but blanks is left in the line. */
    boolean atEnd() {
        int c = peek();
        while (c == ' ' || c == '\t' || c == '\r' || c == ',') {
            at++;
            c = peek();
        }
        return c < 0 || c == '\n';
    }

    /** The next character that is no blank, not consumed; a newline at the end of the line. */
    char first() {
        return atEnd() ? '\n' : (char) peek();
    }

    /** The next word. */
    String word(String expected) {
        if (atEnd()) {
            throw fault(expected, "the end of the line");
        }
        byte[] text = new byte[LONGEST_TOKEN];
        int length = 0;
        int c = peek();
        while (c > ' ' && c != ',' && length < LONGEST_TOKEN) {
            text[length++] = (byte) c;
            at++;
            c = peek();
        }
        String word = new String(text, 0, length, StandardCharsets.UTF_8);
        if (length == LONGEST_TOKEN) {
            throw fault(expected, "'" + shown(word) + "', which has " + LONGEST_TOKEN + " characters or more");
        }
        return word;
    }

    private static String shown(String word) {
        return word.length() <= MOST_SHOWN ? word : word.substring(0, MOST_SHOWN) + "..";
    }

    /** A whole number from {@code least} to {@code most}. */
    long integer(String expected, long least, long most) {
        if (atEnd()) {
            throw fault(expected + ", " + range(least, most), "the end of the line");
        }
        int start = peek();
        boolean negative = start == '-';
        if (negative) {
            at++;
        }
        long value = 0;
        int digits = 0;
        int c = peek();
        while (c >= '0' && c <= '9' && digits < 18) {
            value = 10 * value + (c - '0');
            digits++;
            at++;
            c = peek();
        }
        value = negative ? -value : value;
        boolean ended = c < 0 || c <= ' ' || c == ',';
        if (digits == 0 || !ended) {
            String found =
                    (negative ? "-" : "") + (digits == 0 ? "" : String.valueOf(Math.abs(value))) + word(expected);
            throw fault(expected + ", " + range(least, most), "'" + found + "'");
        }
        if (value < least || value > most) {
            throw fault(expected + ", " + range(least, most), Long.toString(value));
        }
        return value;
    }

    private static String range(long least, long most) {
        return "a whole number " + (most == Long.MAX_VALUE ? "from " + least : least + " .. " + most);
    }

    /** A number; also one that is none, or infinite, if it says so. */
    double number(String expected) {
        String word = word(expected + ", a number");
        switch (word.toLowerCase(Locale.ROOT)) {
            case "nan", "+nan", "-nan" -> {
                return Double.NaN;
            }
            case "inf", "+inf", "infinity", "+infinity" -> {
                return Double.POSITIVE_INFINITY;
            }
            case "-inf", "-infinity" -> {
                return Double.NEGATIVE_INFINITY;
            }
            default -> {
                try {
                    double value = Double.parseDouble(word);
                    if (Character.isLetter(word.charAt(word.length() - 1)) || Double.isInfinite(value)) {
                        throw fault(expected + ", a number that a double holds", "'" + shown(word) + "'");
                    }
                    return value;
                } catch (NumberFormatException e) {
                    throw fault(expected + ", a number", "'" + shown(word) + "'");
                }
            }
        }
    }

    /** Refuses anything more in the line. */
    void end(String after) {
        if (!atEnd()) {
            throw fault("the end of the line after " + after, "'" + word("") + "'");
        }
    }

    /** What is wrong here. */
    UserError fault(String expected, String found) {
        return UserError.badInput(file + ":" + line + ": error: expected " + expected + "; found " + found);
    }

    /** What is wrong with the file as a whole. */
    UserError fault(String message) {
        return UserError.badInput(file + ":" + line + ": error: " + message);
    }

    @Override
    public void close() {
        try {
            input.close();
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }
}
