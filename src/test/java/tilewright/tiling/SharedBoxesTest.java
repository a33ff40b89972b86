package tilewright.tiling;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tilewright.model.Affine;
import tilewright.model.DataType;

/** What blocks of fronts keep in shared memory. */
class SharedBoxesTest {
    private static final Affine ROW = Affine.variable("i");
    private static final Affine COLUMN = Affine.variable("wave").minus(ROW);

    /** The rows of an alignment are shifted by one against each other; 129 of 131 elements are 67,596 bytes. */
    @Test
    void theRowsOfAnAlignmentLieShiftedAgainstEachOther() {
        SharedBoxes.Box box = boxes(1).get("s0");
        assertEquals(List.of(129, 130), box.extents());
        assertEquals(List.of(-1), box.shear());
        assertEquals(67_596, box.bytes(DataType.INTEGER));
    }

    /** Two blocks fit on a multiprocessor: of boxes of 67,596 bytes each there is one. */
    @Test
    void thereAreAsManyBoxesAsThereIsRoomFor() {
        assertEquals(Set.of("s0"), boxes(2).keySet());
    }

    private static Map<String, SharedBoxes.Box> boxes(int count) {
        List<List<Affine>> accesses = List.of(
                List.of(ROW, COLUMN),
                List.of(ROW.plus(-1), COLUMN),
                List.of(ROW, COLUMN.plus(-1)),
                List.of(ROW.plus(-1), COLUMN.plus(-1)));
        Map<String, SharedBoxes.Accesses> arrays = new LinkedHashMap<>();
        for (int s = 0; s < count; s++) {
            arrays.put("s" + s, new SharedBoxes.Accesses(DataType.INTEGER, accesses, true));
        }
        return SharedBoxes.ofBlock(Map.of("i", 128, "wave", 128), Set.of("i", "wave"))
                .of(arrays);
    }
}
