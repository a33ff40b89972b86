package tilewright.tiling.property;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.DataType;

/** What blocks of fronts keep in shared memory. */
class SharedBoxesTest {
    private static final Affine ROW = Affine.variable("i");
    private static final Affine COLUMN = Affine.variable("wave").minus(ROW);

    /** The rows of an alignment are shifted by one against each other; 129 of 131 elements are 67,596 bytes. */
    @Test
    void theRowsOfAnAlignmentLieShiftedAgainstEachOther() {
        SharedBoxes.Box box = boxes(1).get("s0").getFirst();
        assertEquals(List.of(129, 130), box.extents());
        assertEquals(List.of(-1), box.shear());
        assertEquals(67_596, box.bytes(DataType.INTEGER));
    }

    /** Two blocks fit on a multiprocessor: of boxes of 67,596 bytes each there is one. */
    @Test
    void thereAreAsManyBoxesAsThereIsRoomFor() {
        assertEquals(Set.of("s0"), boxes(2).keySet());
    }

    /** Points (p,q) of a tile whose columns begin at 32 m, in the order of w: what they write, and what they read of their columns in rows further down. */
    @Test
    void whatLiesADistanceApartThatIsNoNumberHasBoxesOfItsOwn() {
        Affine m = Affine.variable("m").times(32);
        Affine p = Affine.variable("p");
        Affine q = Affine.variable("q");
        Affine w = Affine.variable("w");
        Condition where = Condition.and(List.of(
                new Condition.Compare(w, Condition.Relation.GE, p.plus(1)),
                new Condition.Compare(p.plus(q), Condition.Relation.GE, w)));
        SharedBoxes.Accesses accesses = new SharedBoxes.Accesses(
                DataType.REAL,
                List.of(
                        new SharedBoxes.Element(List.of(p, m.plus(q)), where, true),
                        new SharedBoxes.Element(List.of(p, m.plus(w).minus(p).plus(-1)), where, false),
                        new SharedBoxes.Element(List.of(m.plus(w).minus(p), m.plus(q)), where, false)));
        SharedBoxes boxes = new SharedBoxes(
                Map.of("p", offset("p"), "q", offset("q"), "w", offset("w")),
                Map.of("p'", 32, "q'", 32, "w'", 63),
                Set.of("p", "q", "w"));
        assertEquals(Map.of(), boxes.of(Map.of("t", accesses), false, false).boxes());

        SharedBoxes.Found found = boxes.of(Map.of("t", accesses), true, false);
        List<SharedBoxes.Box> all = found.boxes().get("t");
        assertEquals(2, all.size());
        assertEquals(List.of(32, 32), all.getFirst().extents(), "w - p - 1 is no column left of the tile");
        assertEquals(List.of(31, 31), all.getLast().extents(), "w - p is 1 to q");
        assertEquals("m - 1 >= 0 .or. -m - 1 >= 0", found.apart().toString());
    }

    private static Affine offset(String variable) {
        return Affine.variable(variable + "'");
    }

    private static Map<String, List<SharedBoxes.Box>> boxes(int count) {
        List<List<Affine>> accesses = List.of(
                List.of(ROW, COLUMN),
                List.of(ROW.plus(-1), COLUMN),
                List.of(ROW, COLUMN.plus(-1)),
                List.of(ROW.plus(-1), COLUMN.plus(-1)));
        Map<String, SharedBoxes.Accesses> arrays = new LinkedHashMap<>();
        for (int s = 0; s < count; s++) {
            arrays.put(
                    "s" + s,
                    new SharedBoxes.Accesses(
                            DataType.INTEGER,
                            accesses.stream()
                                    .map(a -> new SharedBoxes.Element(a, Condition.TRUE, true))
                                    .toList()));
        }
        return SharedBoxes.ofBlock(Map.of("i", 128, "wave", 128), Map.of(), Set.of("i", "wave"))
                .of(arrays, false, false)
                .boxes();
    }
}
