package tilewright.codegen.loops;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.scalar.CNames;
import tilewright.codegen.scalar.ElementOffsets;
import tilewright.kernel.Expression;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.model.Affine;
import tilewright.tiling.property.PlannedTraffic;

/**
 * The elements of global memory that the functions of one launch see.
 *
 * @param arrays by the name in the program, those of {@link CNames#otherCopy other copies} included
 * @param counters null for a program that does not count
 */
record GlobalArrays(
        KernelProgram program,
        Map<String, Memory.Global> arrays,
        ElementOffsets offsets,
        @Nullable AccessCounters counters) {
    GlobalArrays {
        arrays = Map.copyOf(arrays);
    }

    Place element(String array, List<Affine> indices, PlannedTraffic.Kind kind) {
        return element(array, array, indices, kind);
    }

    /** An element of the copy of an array that the launch writes. */
    Place otherElement(String array, List<Affine> indices, PlannedTraffic.Kind kind) {
        return element(CNames.otherCopy(array), array, indices, kind);
    }

    private Place element(String copy, String array, List<Affine> indices, PlannedTraffic.Kind kind) {
        Memory.Global memory = Objects.requireNonNull(arrays.get(copy), copy);
        Expression offset = offsets.of(program.array(array), indices);
        return new Place.Global(memory, counters == null ? offset : counters.counted(array, kind, offset));
    }
}
