package tilewright.cli.output;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Standard output that knows whether its reader went away, which is no fault, or whether it cannot be written. */
public final class StandardOutput extends FilterOutputStream {
    private boolean unread;

    public StandardOutput(OutputStream out) {
        super(out);
    }

    /** Whether nobody reads any more. */
    public boolean isUnread() {
        return unread;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            unread = String.valueOf(e.getMessage()).contains("Broken pipe");
            throw e;
        }
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }
}
