package tilewright.codegen.ir;

import java.util.List;
import tilewright.model.DataType;

/**
 * A value that a thread computes once per iteration for each of its coordinates along some axes, and uses for all
 * its points there.
 *
 * @param axes ascending; none for a value that all points share
 * @param doubled whether a 16-bit value stands twice, in both halves of a word; a printer may ignore it
 */
public record Fragment(String name, DataType type, List<Integer> axes, boolean doubled) {
    public Fragment {
        axes = List.copyOf(axes);
    }

    /** What a value is kept as: a word where it stands twice. */
    public DataType elementType() {
        return doubled ? DataType.INTEGER : type;
    }
}
