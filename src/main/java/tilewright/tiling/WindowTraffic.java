package tilewright.tiling;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;

/**
 * What a program with windows of its arrays moves between host and device, and what memory it takes there, at given sizes.
 *
 * @param in bytes to the device
 * @param out bytes back
 * @param windows that are copied to the device
 * @param deviceBytes of all memory for windows
 */
public record WindowTraffic(long in, long out, long windows, long deviceBytes) {
    /** @param streams windows of one kind that are on the device at a time where none stays */
    public static WindowTraffic of(Windows windows, Map<String, Long> sizes, int streams) {
        return new Walk(windows, sizes).traffic(deviceBytes(windows, windows.size(), sizes, streams));
    }

    /** Bytes of memory for windows of another size, of the same arrays. */
    public static long deviceBytes(Windows windows, int size, Map<String, Long> sizes, int streams) {
        long bytes = 0;
        for (Windows.Memory memory : windows.memories()) {
            ArrayDeclaration array = windows.plan().nest().array(memory.array());
            Integer along = memory.along();
            long slots = !memory.keeps()
                    ? streams
                    : along == null
                            ? 1
                            : Math.ceilDiv(array.bounds().get(along).extent().evaluate(sizes::get), (long) size);
            bytes += slots * size * size * array.type().bytes();
        }
        return bytes;
    }

    /** Goes through all windows. */
    private static final class Walk {
        private final Windows windows;
        private final Map<String, Long> values;
        private long in;
        private long out;
        private long count;

        Walk(Windows windows, Map<String, Long> sizes) {
            this.windows = windows;
            this.values = new HashMap<>(sizes);
        }

        WindowTraffic traffic(long deviceBytes) {
            windows.plan().host().forEach(this::step);
            return new WindowTraffic(in, out, count, deviceBytes);
        }

        private void step(HostStep step) {
            if (step instanceof HostStep.HostLoop loop && loop.windows() != null) {
                long last = loop.last().evaluate(values::get);
                for (long v = loop.first().evaluate(values::get); v <= last; v++) {
                    values.put(loop.variable(), v);
                    if (loop.windows().test(values::get)) {
                        loop.body().forEach(this::step);
                    }
                }
            } else {
                Set<Windows.View> read = new LinkedHashSet<>();
                Set<Windows.View> written = new LinkedHashSet<>();
                collect(List.of(step), read, written);
                for (Windows.View view : read) {
                    boolean writes = written.contains(view);
                    if (writes || !view.memory().keeps()) {
                        in += bytes(view);
                        count++;
                    }
                    out += writes ? bytes(view) : 0;
                }
            }
        }

        private final Map<HostStep, List<Set<Windows.View>>> known = new java.util.IdentityHashMap<>();

        private void collect(List<HostStep> steps, Set<Windows.View> read, Set<Windows.View> written) {
            for (HostStep step : steps) {
                List<Set<Windows.View>> found = known.get(step);
                if (found == null) {
                    found = List.of(new LinkedHashSet<>(), new LinkedHashSet<>());
                    switch (step) {
                        case HostStep.HostLoop l -> collect(l.body(), found.get(0), found.get(1));
                        case HostStep.Launch l -> ofLaunch(l, found.get(0), found.get(1));
                        case HostStep.AsWritten _ -> {}
                    }
                    known.put(step, found);
                }
                read.addAll(found.get(0));
                written.addAll(found.get(1));
            }
        }

        private void ofLaunch(HostStep.Launch launch, Set<Windows.View> read, Set<Windows.View> written) {
            for (Piece piece : launch.pieces()) {
                for (Piece.PlannedStatement statement : piece.statements()) {
                    for (Piece.PlannedAccess access : statement.accesses()) {
                        windows.view(access.access().array()).ifPresent(v -> {
                            read.add(v);
                            if (access.access().index() == 1) {
                                written.add(v);
                            }
                        });
                    }
                }
            }
        }

        private long bytes(Windows.View view) {
            ArrayDeclaration array = windows.plan().nest().array(view.array());
            long bytes = array.type().bytes();
            for (int d = 0; d < array.dimensions(); d++) {
                long first =
                        windows.size() * values.getOrDefault(view.coordinates().get(d), 0L);
                Affine extent = array.bounds().get(d).extent();
                bytes *= Math.clamp(extent.evaluate(values::get) - first, 0, windows.size());
            }
            return bytes;
        }
    }
}
