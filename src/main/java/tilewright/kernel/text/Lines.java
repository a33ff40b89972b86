package tilewright.kernel.text;

import java.util.Collection;

/** Text under way, line by line, indented by blocks in braces. */
public final class Lines {
    private static final String INDENT = "  ";

    private final StringBuilder text = new StringBuilder();
    private int depth;

    public void line(String line) {
        text.append(line.isEmpty() ? "" : INDENT.repeat(depth)).append(line).append('\n');
    }

    public void lines(Collection<String> lines) {
        lines.forEach(this::line);
    }

    /** Begins a block; what follows is indented. */
    public void open(String head) {
        line(head + " {");
        depth++;
    }

    /** Ends one block and begins another: {@code else}. */
    public void between(String head) {
        depth--;
        line("} " + head + " {");
        depth++;
    }

    /** Ends a block. */
    public void close() {
        depth--;
        line("}");
    }

    /** A block in braces. */
    public void block(String head, Runnable inside) {
        open(head);
        inside.run();
        close();
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
