package tilewright.codegen.loops;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.KernelProgram;
import tilewright.kernel.Expression;
import tilewright.tiling.property.PlannedTraffic;

/**
 * Counters of what a program loads from and stores to its arrays: one per array and kind of access.
 *
 * @param arrays names in the order of the program
 */
public record AccessCounters(List<String> arrays) {
    public AccessCounters {
        arrays = List.copyOf(arrays);
    }

    public static AccessCounters of(KernelProgram program) {
        return new AccessCounters(
                program.arrays().stream().map(ArrayLayout::name).toList());
    }

    /** The counter of an array of a program. */
    public static int position(int array, PlannedTraffic.Kind kind) {
        return array * PlannedTraffic.Kind.values().length + kind.ordinal();
    }

    /** Number of counters. */
    public int size() {
        return position(arrays.size(), PlannedTraffic.Kind.values()[0]);
    }

    /** What the counters are, for people. */
    public String meaning() {
        String kinds = Arrays.stream(PlannedTraffic.Kind.values())
                .map(PlannedTraffic.Kind::words)
                .collect(Collectors.joining(", "));
        return "For each of " + String.join(", ", arrays) + ": " + kinds + ".";
    }

    /** The offset of an element, counted when it is computed. */
    Expression counted(String array, PlannedTraffic.Kind kind, Expression offset) {
        return new Expression.Counted(position(arrays.indexOf(array), kind), offset);
    }
}
