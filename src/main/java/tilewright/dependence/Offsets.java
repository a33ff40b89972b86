package tilewright.dependence;

import java.util.List;
import java.util.stream.IntStream;
import tilewright.isl.Dim;
import tilewright.isl.Map;
import tilewright.isl.Set;

/**
 * The differences sink - source of a relation between points of one space, seen in the direction of execution: a loop
 * that runs down counts negatively.
 */
final class Offsets {
    private final Set differences;
    private final List<Boolean> down;

    private Offsets(Set differences, List<Boolean> down) {
        this.differences = differences;
        this.down = down;
    }

    /** The differences of a relation {@code { [x] -> [y] }} of one space. */
    static Offsets of(Map relation, List<Boolean> down) {
        return new Offsets(relation.deltas().coalesce(), down);
    }

    /** Whether there is a difference that is zero in the first {@code count} components. */
    boolean reaches(int count) {
        return !zeroIn(count).isEmpty();
    }

    /** Whether, with the first {@code fixed} components zero, component z is never negative. */
    boolean isNonNegative(int z, int fixed) {
        return side(zeroIn(fixed), z, false).isEmpty();
    }

    /** Whether component z is zero wherever the components before it are. */
    boolean isZero(int z) {
        Set inside = zeroIn(z);
        return side(inside, z, false).isEmpty() && side(inside, z, true).isEmpty();
    }

    /** Whether the differences are never lexicographically negative. */
    boolean isLexicographicallyNonNegative() {
        return IntStream.range(0, down.size()).allMatch(z -> isNonNegative(z, z));
    }

    private Set zeroIn(int count) {
        Set result = differences;
        for (int z = 0; z < count; z++) {
            result = result.fixSi(Dim.SET, z, 0);
        }
        return result;
    }

    /** The differences that go forward, or backward, in component z. */
    private Set side(Set set, int z, boolean forward) {
        return forward != down.get(z) ? set.lowerBoundSi(Dim.SET, z, 1) : set.upperBoundSi(Dim.SET, z, -1);
    }
}
