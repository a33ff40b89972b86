package tilewright.cli.output;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import tilewright.model.WrappedLine;

/** A terminal of known width: lines that are longer are broken at blanks. Documents go through as they are. */
public final class TerminalWriter extends PrintWriter {
    private final Lines lines;

    private TerminalWriter(Lines lines) {
        super(lines, true);
        this.lines = lines;
    }

    /**
     * What wraps lines for a terminal.
     *
     * @param columns characters of a line; {@link Integer#MAX_VALUE} where lines may have any length
     */
    public static PrintWriter of(PrintWriter writer, int columns) {
        return columns == Integer.MAX_VALUE ? writer : new TerminalWriter(new Lines(writer, columns));
    }

    /** Prints what programs read, as JSON, or what is copied, as source text: not a blank of it is changed. */
    public static void verbatim(PrintWriter writer, String document) {
        writer.flush();
        if (writer instanceof TerminalWriter terminal) {
            terminal.lines.verbatim = true;
        }
        writer.print(document);
        writer.flush();
        if (writer instanceof TerminalWriter terminal) {
            terminal.lines.verbatim = false;
        }
    }

    @Override
    public boolean checkError() {
        return super.checkError() | lines.hasFailed();
    }

    /** Holds a line until it ends. */
    private static final class Lines extends FilterWriter {
        private final int columns;
        private final StringBuilder line = new StringBuilder();
        private boolean verbatim;

        Lines(PrintWriter writer, int columns) {
            super(writer);
            this.columns = columns;
        }

        boolean hasFailed() {
            return ((PrintWriter) out).checkError();
        }

        @Override
        public void write(int letter) throws IOException {
            if (letter == '\n' && !verbatim) {
                out.write(String.join("\n", WrappedLine.of(line.toString(), columns)));
                line.setLength(0);
                out.write(letter);
            } else if (verbatim) {
                out.write(letter);
            } else {
                line.append((char) letter);
            }
        }

        @Override
        public void write(char[] letters, int offset, int length) throws IOException {
            for (int i = offset; i < offset + length; i++) {
                write(letters[i]);
            }
        }

        @Override
        public void write(String text, int offset, int length) throws IOException {
            write(text.toCharArray(), offset, length);
        }

        @Override
        public void flush() throws IOException {
            Writer writer = out;
            writer.write(line.toString());
            line.setLength(0);
            writer.flush();
        }
    }
}
