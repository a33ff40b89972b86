package tilewright.tiling.window;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;

/**
 * What a program with windows of its arrays moves between host and device, and what memory it takes there, at given sizes.
 *
 * <p>Sizes of many windows are not walked through. Where all of them shrink by whole windows, what the last windows lack stays the same, and so do differences between sizes: every
 * sum over loops with bounds between affine forms of the numbers of windows is a polynomial then, of a degree that is not greater than the number of loops
 * around each other. A few small problems give it, and further ones check it; where they do not agree, all windows are walked through.
 *
 * <p>Example: Floyd-Warshall copies each window once in each step, so 27 windows of 3 a side, 64 of 4, 125 of 5 and 216 of 6: 1000 of 10.
 *
 * @param in bytes to the device
 * @param out bytes back
 * @param windows that are copied to the device
 * @param deviceBytes of all memory for windows
 */
public record WindowTraffic(long in, long out, long windows, long deviceBytes) {
    /** Windows along the shortest side of the smallest problem that gives the polynomial: more than loops with bounds a window or two apart leave out. */
    private static final int LEAST_WINDOWS = 4;

    /** @param streams windows of one kind that are on the device at a time where none stays */
    public static WindowTraffic of(Windows windows, Map<String, Long> sizes, int streams) {
        long deviceBytes = deviceBytes(windows, windows.size(), sizes, streams);
        return fromSmaller(windows, sizes, deviceBytes).orElseGet(() -> walked(windows, sizes, deviceBytes));
    }

    /** The same from all windows. */
    static WindowTraffic walked(Windows windows, Map<String, Long> sizes, long deviceBytes) {
        return new Walk(windows, sizes).traffic(deviceBytes);
    }

    /**
     * The same from smaller problems.
     *
     * @return nothing where the problem is as small, or smaller ones do not agree with a polynomial
     */
    static Optional<WindowTraffic> fromSmaller(Windows windows, Map<String, Long> sizes, long deviceBytes) {
        int degree = depth(windows.plan().host());
        // Two next ones, which what changes with every other window does not fit, and one far off.
        List<Integer> checks = List.of(degree + 1, degree + 2, 2 * degree + 3);
        long side = sizes.values().stream()
                .mapToLong(s -> Math.ceilDiv(s, (long) windows.size()))
                .min()
                .orElse(0);
        if (side <= LEAST_WINDOWS + checks.getLast()) {
            return Optional.empty();
        }
        IntFunction<WindowTraffic> at = step -> {
            Map<String, Long> smaller = new HashMap<>(sizes);
            smaller.replaceAll((_, s) -> s - (side - LEAST_WINDOWS - step) * windows.size());
            return walked(windows, smaller, deviceBytes);
        };
        List<WindowTraffic> known =
                IntStream.rangeClosed(0, degree).mapToObj(at).toList();
        LongFunction<WindowTraffic> polynomial = step -> new WindowTraffic(
                value(known, WindowTraffic::in, step),
                value(known, WindowTraffic::out, step),
                value(known, WindowTraffic::windows, step),
                deviceBytes);
        return checks.stream().allMatch(c -> polynomial.apply(c).equals(at.apply(c)))
                ? Optional.of(polynomial.apply(side - LEAST_WINDOWS))
                : Optional.empty();
    }

    /** The polynomial through values at 0, 1, 2, .., at another place: the sum of {@code binomial(place, i) * (i-th difference at 0)} (Newton). */
    private static long value(List<WindowTraffic> known, ToLongFunction<WindowTraffic> part, long place) {
        List<BigInteger> left =
                known.stream().map(k -> BigInteger.valueOf(part.applyAsLong(k))).toList();
        BigInteger sum = BigInteger.ZERO;
        BigInteger binomial = BigInteger.ONE;
        for (int i = 0; !left.isEmpty(); i++) {
            sum = sum.add(binomial.multiply(left.getFirst()));
            binomial = binomial.multiply(BigInteger.valueOf(place - i)).divide(BigInteger.valueOf(i + 1L));
            List<BigInteger> last = left;
            left = IntStream.range(1, last.size())
                    .mapToObj(j -> last.get(j).subtract(last.get(j - 1)))
                    .toList();
        }
        return sum.longValueExact();
    }

    /** The most loops over windows around each other. */
    private static int depth(List<HostStep> steps) {
        return steps.stream()
                .mapToInt(s -> s instanceof HostStep.HostLoop l && l.windows() != null ? 1 + depth(l.body()) : 0)
                .max()
                .orElse(0);
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
