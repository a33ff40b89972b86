package tilewright.graph;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * What a graph file held, in binary form beside it ({@code FILE.tilewright}), valid as long as the file's length and time
 * are those of its reading. Little-endian: magic, version, length, time, vertices, tuples, flags, description, then sources,
 * targets and weights. A cache that is damaged or cannot be written is passed over; the file itself is always enough.
 */
final class GraphCache {
    private static final long MAGIC = 0x50415247_454C4954L;
    private static final int VERSION = 1;
    private static final int HEADER = 48;
    private static final int BLOCK = 1 << 20;
    private static final int SYMMETRIC = 1;
    private static final int WEIGHTED = 2;

    private GraphCache() {}

    static Path of(Path file) {
        return file.resolveSibling(file.getFileName() + ".tilewright");
    }

    static @Nullable TupleList read(Path file) {
        Path cache = of(file);
        if (!Files.exists(cache) || !Files.exists(file)) {
            return null;
        }
        try (FileChannel channel = FileChannel.open(cache, StandardOpenOption.READ)) {
            ByteBuffer head = buffer(HEADER);
            fill(channel, head);
            boolean valid = head.getLong() == MAGIC
                    && head.getInt() == VERSION
                    && head.getLong() == Files.size(file)
                    && head.getLong() == Files.getLastModifiedTime(file).toMillis();
            int vertices = head.getInt();
            long tuples = head.getLong();
            int flags = head.getInt();
            int text = head.getInt();
            boolean weighted = (flags & WEIGHTED) != 0;
            long expected = HEADER + text + tuples * (weighted ? 16 : 8);
            if (!valid || text < 0 || tuples < 0 || tuples > TupleList.MOST || channel.size() != expected) {
                return null;
            }
            ByteBuffer description = buffer(text);
            fill(channel, description);
            String what = StandardCharsets.UTF_8.decode(description).toString();
            return arcs(channel, (int) tuples, weighted).close(vertices, (flags & SYMMETRIC) != 0, what);
        } catch (IOException e) {
            return null;
        }
    }

    private static TupleList arcs(FileChannel channel, int tuples, boolean weighted) throws IOException {
        TupleList arcs = new TupleList(weighted);
        int bytes = weighted ? 16 : 8;
        ByteBuffer block = buffer(BLOCK / 16 * bytes);
        for (int done = 0; done < tuples; ) {
            int count = Math.min(block.capacity() / bytes, tuples - done);
            block.clear().limit(count * bytes);
            fill(channel, block);
            for (int i = 0; i < count; i++) {
                int source = block.getInt();
                int target = block.getInt();
                arcs.add(source, target, weighted ? block.getDouble() : 1);
            }
            done += count;
        }
        return arcs;
    }

    /** Keeps the arcs beside their file; nothing happens where that cannot be written. */
    static void write(Path file, TupleList arcs) {
        Path cache = of(file);
        Path partial = cache.resolveSibling(
                cache.getFileName() + "." + ProcessHandle.current().pid());
        try {
            store(file, partial, arcs);
            Files.move(partial, cache, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            try {
                Files.deleteIfExists(partial);
            } catch (IOException again) {
                e.addSuppressed(again);
            }
        }
    }

    private static void store(Path file, Path partial, TupleList arcs) throws IOException {
        Files.deleteIfExists(partial);
        try (FileChannel channel = FileChannel.open(partial, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            double[] weights = arcs.weights() instanceof Weights.Stored s ? s.values() : new double[0];
            boolean weighted = arcs.weights() instanceof Weights.Stored;
            byte[] description = arcs.description().getBytes(StandardCharsets.UTF_8);
            drain(
                    channel,
                    buffer(HEADER)
                            .putLong(MAGIC)
                            .putInt(VERSION)
                            .putLong(Files.size(file))
                            .putLong(Files.getLastModifiedTime(file).toMillis())
                            .putInt(arcs.vertices())
                            .putLong(arcs.tuples())
                            .putInt((arcs.isSymmetric() ? SYMMETRIC : 0) | (weighted ? WEIGHTED : 0))
                            .putInt(description.length));
            drain(channel, buffer(description.length).put(description));
            ByteBuffer block = buffer(BLOCK);
            for (int tuple = 0; tuple < arcs.tuples(); tuple++) {
                block.putInt(arcs.source(tuple)).putInt(arcs.target(tuple));
                if (weighted) {
                    block.putDouble(weights[tuple]);
                }
                if (block.remaining() < 16) {
                    drain(channel, block);
                    block.clear();
                }
            }
            drain(channel, block);
        }
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static void fill(FileChannel channel, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new IOException("the cache ends early");
            }
        }
        buffer.flip();
    }

    private static void drain(FileChannel channel, ByteBuffer buffer) throws IOException {
        buffer.flip();
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }
}
