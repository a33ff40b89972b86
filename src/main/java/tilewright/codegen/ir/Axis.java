package tilewright.codegen.ir;

import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Condition;

/**
 * One dimension of a block's points: {@code variable} takes the values {@code base .. base + extent - 1}. Each of
 * {@code extent / perThread} threads along it owns {@code perThread} points in groups of {@code vector} neighbours:
 * register m of thread t holds the point at offset {@code (m / vector) * (threads * vector) + t * vector + m % vector}.
 *
 * <p>Example: extent 128, perThread 8, vector 4 gives 16 threads; thread 3 owns offsets 12..15 and 76..79.
 *
 * @param vector 1, 2 or 4, or all points of a thread; it divides {@code perThread}
 * @param jump where points of another block follow, or null
 */
public record Axis(
        String variable,
        Affine base,
        int extent,
        int perThread,
        int vector,
        @Nullable Jump jump) {
    /**
     * Points that do not lie where they are numbered: from offset {@code at} on, {@code by} further in memory. Conditions on
     * the iterations count them as they are numbered.
     */
    public record Jump(int at, Affine by) {}

    /** An axis of neighbours. */
    public Axis(String variable, Affine base, int extent, int perThread, int vector) {
        this(variable, base, extent, perThread, vector, null);
    }

    /** The same with points of another block from the middle on. */
    public Axis joined(Affine by) {
        return new Axis(variable, base, extent, perThread, vector, new Jump(extent / 2, by));
    }

    public Axis {
        if (perThread < 1 || extent % perThread != 0) {
            throw new IllegalArgumentException(
                    "axis " + variable + ": " + perThread + " points per thread do not divide " + extent);
        }
        if (vector < 1 || perThread % vector != 0) {
            throw new IllegalArgumentException(
                    "axis " + variable + ": vector width " + vector + " does not divide " + perThread);
        }
    }

    /** Threads along the axis. */
    public int threads() {
        return extent / perThread;
    }

    /** Offset of register {@code m} of thread {@code t} from the base. */
    public int offset(int m, int t) {
        return m / vector * (threads() * vector) + t * vector + m % vector;
    }

    /** The order of axes outermost first: one that a guard fixes leads, its test then skips all points along others. */
    public static List<Integer> equalitiesFirst(IntFunction<Axis> axes, List<Integer> among, Condition guard) {
        return among.stream()
                .sorted(Comparator.comparing(d -> !axes.apply(d).isFixed(guard)))
                .toList();
    }

    private boolean isFixed(Condition guard) {
        return guard.conjuncts().stream()
                .anyMatch(c -> c instanceof Condition.Compare compare
                        && compare.relation() == Condition.Relation.EQ
                        && compare.variables().contains(variable));
    }
}
