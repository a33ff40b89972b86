package tilewright.codegen.print;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import tilewright.model.DataType;

/** The helper functions that a file uses: copies of neighbours, one per width and type, minima of three, division. */
final class CudaCopies {
    /** What a copy does beside copying. */
    enum Way {
        PLAIN("copy"),
        /** It goes on while the thread computes. */
        ASYNC("copy_async"),
        /** Registers are free of what wide accesses ask of their numbers. */
        LOAD_APART("load_apart"),
        STORE_APART("store_apart");

        private final String prefix;

        Way(String prefix) {
            this.prefix = prefix;
        }
    }

    private record Kind(int width, DataType type, Way way) {
        String name() {
            return way.prefix + width;
        }
    }

    private final Set<Kind> used = new TreeSet<>(
            Comparator.comparing(Kind::way).thenComparing(Kind::type).thenComparing(Kind::width));

    private record Extreme(boolean minimum, DataType type) {
        String name() {
            return minimum ? "least3" : "greatest3";
        }
    }

    private final Set<Extreme> extremes =
            new TreeSet<>(Comparator.comparing(Extreme::minimum).thenComparing(Extreme::type));

    private boolean divides;
    private boolean pairs;
    private boolean awaits;
    private boolean startsShared;
    private boolean takesTurns;

    /** The function that divides real numbers without a branch. */
    String quotient() {
        divides = true;
        return "quotient";
    }

    /** The function that gives two neighbouring 16-bit integers as the halves of a word. */
    String pair() {
        pairs = true;
        return "pair";
    }

    /** A word of which both halves are a 16-bit integer. */
    String both(String value) {
        pairs = true;
        return "both(" + value + ")";
    }

    /** The start of shared memory, in a register. */
    String sharedStart() {
        startsShared = true;
        return "shared_start()";
    }

    /** The function that counts blocks. */
    String takeTurn() {
        takesTurns = true;
        return "take_turn";
    }

    boolean takesTurns() {
        return takesTurns;
    }

    boolean startsShared() {
        return startsShared;
    }

    boolean pairs() {
        return pairs;
    }

    boolean divides() {
        return divides;
    }

    /** The function that gives the least or greatest of three numbers, compared as integers. */
    String extreme(boolean minimum, DataType type) {
        Extreme extreme = new Extreme(minimum, type);
        extremes.add(extreme);
        return extreme.name();
    }

    List<CudaView.Extreme> extremes() {
        return extremes.stream()
                .map(e -> new CudaView.Extreme(
                        e.name(),
                        e.minimum() ? "least" : "greatest",
                        e.type().cName(),
                        e.minimum() ? "min" : "max",
                        e.type() == DataType.REAL))
                .toList();
    }

    /** The function that copies {@code width} neighbours. */
    String of(int width, DataType type) {
        return of(width, type, Way.PLAIN);
    }

    /** The function that starts such a copy from global to shared memory. */
    String async(int width, DataType type) {
        return of(width, type, Way.ASYNC);
    }

    /** The function that loads neighbours to registers, or stores them, without binding the registers' numbers. */
    String apart(int width, DataType type, boolean store) {
        if (width == 1 || type.bytes() != Integer.BYTES) {
            return of(width, type);
        }
        of(width, type);
        return of(width, type, store ? Way.STORE_APART : Way.LOAD_APART);
    }

    private String of(int width, DataType type, Way way) {
        Kind kind = new Kind(width, type == DataType.LOGICAL ? DataType.INTEGER : type, way);
        if (width > 1 || way == Way.ASYNC) {
            used.add(kind);
        }
        return kind.name();
    }

    /** A pipeline waits for copies, whether or not any of them could be started without waiting. */
    void await() {
        awaits = true;
    }

    boolean awaits() {
        return awaits || used.stream().anyMatch(k -> k.way() == Way.ASYNC);
    }

    List<CudaView.Copy> used() {
        return used.stream().map(CudaCopies::view).toList();
    }

    /** There are no vectors of eight 16-bit integers: words are copied. */
    private static String vectorType(Kind kind) {
        String type = kind.type().promoted().cName();
        int words = kind.width() * kind.type().bytes() / kind.type().promoted().bytes();
        return words > 1 ? type + words : type;
    }

    private static CudaView.Copy view(Kind kind) {
        String type = kind.type().cName();
        return new CudaView.Copy(
                kind.name(),
                kind.width(),
                type,
                vectorType(kind),
                kind.width() * kind.type().bytes(),
                kind.way().name().toLowerCase(Locale.ROOT),
                new Kind(kind.width(), kind.type(), Way.PLAIN).name(),
                kind.type() == DataType.REAL);
    }
}
