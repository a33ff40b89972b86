package tilewright.codegen.print;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.KernelProgram;
import tilewright.tiling.PlannedTraffic;

/** Counts what a C program loads from and stores to its arrays: one counter per array and kind of access. */
public final class CCounters {
    /** The exported array of counters. */
    public static final String ARRAY = "tilewright_counts";

    private static final String FUNCTION = "counted";

    private final List<String> arrays;

    CCounters(KernelProgram program) {
        this.arrays = program.arrays().stream().map(ArrayLayout::name).toList();
    }

    /** The counter of an array of a program. */
    public static int position(int array, PlannedTraffic.Kind kind) {
        return array * PlannedTraffic.Kind.values().length + kind.ordinal();
    }

    List<String> names() {
        return List.of(ARRAY, FUNCTION);
    }

    /** An offset that is counted when it is evaluated. */
    String counted(String array, PlannedTraffic.Kind kind, String offset) {
        return FUNCTION + "(" + position(arrays.indexOf(array), kind) + ", " + offset + ")";
    }

    CView.CountersText view() {
        String kinds = Arrays.stream(PlannedTraffic.Kind.values())
                .map(PlannedTraffic.Kind::words)
                .collect(Collectors.joining(", "));
        return new CView.CountersText(
                ARRAY,
                FUNCTION,
                arrays.size() * PlannedTraffic.Kind.values().length,
                List.of("For each of " + String.join(", ", arrays) + ": " + kinds + "."));
    }
}
