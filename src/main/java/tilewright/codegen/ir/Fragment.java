package tilewright.codegen.ir;

import java.util.List;
import tilewright.model.DataType;

/**
 * A value that a thread computes once per iteration for each of its coordinates along some axes, and uses for all
 * its points there.
 *
 * @param axes ascending; none for a value that all points share
 */
public record Fragment(String name, DataType type, List<Integer> axes) {
    public Fragment {
        axes = List.copyOf(axes);
    }
}
