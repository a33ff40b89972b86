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
                yield asynchronous(copy.width(), shared, global);
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
