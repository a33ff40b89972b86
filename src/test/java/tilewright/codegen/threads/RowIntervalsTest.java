package tilewright.codegen.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tilewright.model.Affine;
import tilewright.model.Condition;

/** How many places of a row lie beside an interval. */
class RowIntervalsTest {
    private static final Affine ROW = Affine.variable("r");
    private static final Affine PLACE = Affine.variable("c");
    private static final Affine SIZE = Affine.variable("n");

    /** Columns 0..n of an array; of it all but borders, all but five columns, and a band. */
    static Stream<Arguments> intervals() {
        return Stream.of(
                Arguments.of(List.of(from(Affine.constant(1)), to(SIZE.plus(-1))), true),
                Arguments.of(List.of(from(Affine.constant(0)), to(SIZE)), true),
                Arguments.of(List.of(from(Affine.constant(5)), to(SIZE)), false),
                Arguments.of(List.of(from(Affine.constant(1)), from(ROW.plus(-8)), to(SIZE)), false),
                Arguments.of(List.of(from(Affine.constant(1)), to(ROW.plus(8)), to(SIZE)), false),
                Arguments.of(List.of(from(Affine.constant(-1)), to(SIZE)), false));
    }

    @ParameterizedTest
    @MethodSource("intervals")
    void fewPlacesBeside(List<Condition> written, boolean few) {
        RowIntervals array = RowIntervals.of(List.of(from(Affine.constant(0)), to(SIZE)), "c")
                .orElseThrow();
        assertEquals(few, RowIntervals.of(written, "c").orElseThrow().hasFewBeside(array, 4));
    }

    private static Condition from(Affine first) {
        return new Condition.Compare(PLACE, Condition.Relation.GE, first);
    }

    private static Condition to(Affine last) {
        return new Condition.Compare(PLACE, Condition.Relation.LE, last);
    }
}
