package tilewright.locality;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tilewright.dependence.Component;
import tilewright.dependence.DependenceVector;
import tilewright.locality.Estimate.Case;
import tilewright.locality.Estimate.Order;

/** The rows of Theorem 1, by the worked example in the Javadoc and at the borders between rows. */
class Theorem1Test {
    private static final Component ONE = new Component("1", 1, 1);
    private static final Component ZERO = new Component("0", 0, 0);
    private static final Component FAR = new Component("j - k", Component.UNBOUNDED_BELOW, Component.UNBOUNDED_ABOVE);

    @Test
    void floydWarshallsColumnIsTheWorkedExample() {
        UsedValues column = values(2, List.of(2, 2, 3), vector(ONE, ZERO, FAR));
        check(Case.NEAR, new Order(1, 1), new Order(1, 1), estimate(column, 0, OptionalLong.empty()));
        check(Case.NONE, null, null, estimate(column, 1, OptionalLong.empty()));
        check(Case.FAR_REPEATED, new Order(1, 2), new Order(0, 2), estimate(column, 2, OptionalLong.empty()));
    }

    @Test
    void aDistanceOfABlockIsFar() {
        UsedValues values = values(3, List.of(3), vector(new Component("-2", -2, -2)));
        check(Case.NEAR, new Order(1, 2), new Order(1, 2), estimate(values, 0, OptionalLong.of(3)));
        check(Case.FAR_ONCE, new Order(0, 3), new Order(0, 3), estimate(values, 0, OptionalLong.of(2)));
    }

    @Test
    void aLargeConstantDistanceIsFarUntilTheBlockIsKnown() {
        UsedValues values = values(1, List.of(1), vector(new Component("100", 100, 100)));
        check(Case.FAR_ONCE, new Order(0, 1), new Order(0, 1), estimate(values, 0, OptionalLong.empty()));
        check(Case.NEAR, new Order(1, 0), new Order(1, 0), estimate(values, 0, OptionalLong.of(128)));
    }

    @Test
    void inputDataIsReadOnly() {
        check(
                Case.INPUT_REPEATED,
                new Order(1, 2),
                null,
                estimate(values(2, List.of(3), null), 0, OptionalLong.empty()));
        check(Case.INPUT_ONCE, new Order(0, 2), null, estimate(values(2, List.of(2), null), 0, OptionalLong.empty()));
    }

    @Test
    void aLoopAroundTheSinkAloneReadsLikeInput() {
        UsedValues values = values(2, List.of(2, 3), vector(ZERO));
        check(Case.INPUT_REPEATED, new Order(1, 2), null, estimate(values, 1, OptionalLong.empty()));
    }

    private static Estimate estimate(UsedValues values, int z, OptionalLong blockSize) {
        return Theorem1.estimate(values, z, "z", blockSize);
    }

    private static void check(Case theoremCase, @Nullable Order reads, @Nullable Order writes, Estimate estimate) {
        assertEquals(theoremCase, estimate.theoremCase());
        assertEquals(reads, estimate.reads());
        assertEquals(writes, estimate.writes());
    }

    private static UsedValues values(int rho, List<Integer> rhoFixed, @Nullable DependenceVector vector) {
        return new UsedValues("S1", 2, "a", vector == null ? null : "S1", vector, 3, rho, rhoFixed, true);
    }

    private static DependenceVector vector(Component... components) {
        return new DependenceVector(List.of(components));
    }
}
