package tilewright.isl;

import java.util.LinkedHashMap;
import java.util.Map.Entry;
import java.util.function.LongSupplier;
import tilewright.isl.Native.Returns;

/**
 * The objects of the texts that a context read last. A plan is asked for the same few sets again and again; to copy one only counts
 * a reference, to read one takes up to a millisecond.
 */
final class Texts {
    private static final int MOST = 1_000;

    private record Text(Type<?> type, String notation) {}

    /** The one that was not asked for longest comes first. */
    private final LinkedHashMap<Text, Long> pointers = new LinkedHashMap<>(16, 0.75f, true);

    /** A pointer that the caller must free, to what a text means. */
    long read(Type<?> type, String notation, LongSupplier reading) {
        Text text = new Text(type, notation);
        Long known = pointers.get(text);
        if (known == null) {
            known = reading.getAsLong();
            if (pointers.size() == MOST) {
                free(pointers.pollFirstEntry());
            }
            pointers.put(text, known);
        }
        return Native.pointers(Returns.POINTER, type.copyFunction(), known);
    }

    /** Frees what is kept. */
    void close() {
        pointers.entrySet().forEach(Texts::free);
        pointers.clear();
    }

    private static void free(Entry<Text, Long> kept) {
        Native.pointers(Returns.POINTER, kept.getKey().type.freeFunction(), kept.getValue());
    }
}
