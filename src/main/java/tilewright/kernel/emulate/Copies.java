package tilewright.kernel.emulate;

import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;

/** Makes copies of neighbours ready. */
final class Copies {
    private final ExpressionCompiler expressions;
    private final Counters counters;
    private final int threads;

    Copies(ExpressionCompiler expressions, Counters counters, int threads) {
        this.expressions = expressions;
        this.counters = counters;
        this.threads = threads;
    }

    Step of(Statement.Copy copy, Site site) {
        Location to = expressions.location(copy.to(), site);
        Location from = expressions.location(copy.from(), site);
        if (to.type.bytes() != from.type.bytes()) {
            throw new IllegalArgumentException("a copy between types of different width: " + site.text());
        }
        return switch (copy.way()) {
            case WIDE -> inOne(copy.width(), to, true, from, true);
            case LOAD_APART -> inOne(copy.width(), to, false, from, true);
            case STORE_APART -> inOne(copy.width(), to, true, from, false);
            case ASYNCHRONOUS -> {
                if (!(to instanceof SharedLocation shared) || !(from instanceof GlobalLocation global)) {
                    throw new IllegalArgumentException(
                            "asynchronous copies go from global to shared memory: " + site.text());
                }
                yield copy.present() == null
                        ? asynchronous(copy.width(), shared, global)
                        : partly(copy.width(), shared, global, expressions.of(copy.present(), site), site);
            }
        };
    }

    private Step inOne(int width, Location to, boolean toAligned, Location from, boolean fromAligned) {
        Lanes[] values = new Lanes[width];
        for (int w = 0; w < width; w++) {
            values[w] = new Lanes(threads);
        }
        return (block, active) -> {
            from.find(block, active, width, fromAligned);
            from.count(block, active, Counts.Direction.LOAD, width);
            for (int w = 0; w < width; w++) {
                values[w].unset = false;
                from.load(block, active, w, values[w]);
            }
            to.find(block, active, width, toAligned);
            to.count(block, active, Counts.Direction.STORE, width);
            for (int w = 0; w < width; w++) {
                to.store(block, active, w, values[w]);
            }
            return active;
        };
    }

    /** Neighbours of which some may not exist: what does not is zero, and nothing is read for it. */
    private Step partly(int width, SharedLocation to, GlobalLocation from, Value present, Site site) {
        Counters.Counter started = counters.of("COPY_ASYNCHRONOUSLY", ScalarType.I32);
        Lanes value = new Lanes(threads);
        Lanes zero = Lanes.of(threads, 0);
        int[] many = new int[threads];
        return (block, active) -> {
            Lanes count = present.of(block, active);
            for (int i = 0; i < active.count; i++) {
                int t = active.threads[i];
                if (count.origin(t) != Lanes.SET) {
                    Checks.decided(block, t, count.origin(t), "how much is copied", site);
                }
                many[t] = (int) Math.clamp(count.bits[t], 0, width);
            }
            to.find(block, active, width, true);
            to.count(block, active, Counts.Direction.STORE, width);
            started.add(active);
            for (int most = 0; most <= width; most++) {
                int copied = most;
                Active some = Active.of(active, t -> many[t] == copied);
                if (some.count > 0 && copied > 0) {
                    from.find(block, some, copied, copied == width);
                    from.count(block, some, Counts.Direction.LOAD, copied);
                }
                for (int w = 0; w < width && some.count > 0; w++) {
                    value.unset = false;
                    if (w < copied) {
                        from.load(block, some, w, value);
                    }
                    to.startCopy(block, some, w, w < copied ? from : null, w < copied ? value : zero);
                }
            }
            return active;
        };
    }

    /** Accesses are counted when the copy begins. */
    private Step asynchronous(int width, SharedLocation to, GlobalLocation from) {
        Counters.Counter started = counters.of("COPY_ASYNCHRONOUSLY", ScalarType.I32);
        Lanes value = new Lanes(threads);
        return (block, active) -> {
            from.find(block, active, width, true);
            from.count(block, active, Counts.Direction.LOAD, width);
            to.find(block, active, width, true);
            to.count(block, active, Counts.Direction.STORE, width);
            started.add(active);
            for (int w = 0; w < width; w++) {
                value.unset = false;
                from.load(block, active, w, value);
                to.startCopy(block, active, w, from, value);
            }
            return active;
        };
    }
}
