package tilewright.codegen.threads;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import tilewright.codegen.ir.Value;
import tilewright.codegen.lower.Affines;
import tilewright.kernel.Memory;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;

/** Elements that may be read anywhere: scalars, and those of small tables, of which a stencil has its weights. */
final class Coefficients {
    private Coefficients() {}

    /** Whether an element is the same one in every iteration and at every point, lies inside its array whatever the sizes are, and is written by nobody meanwhile. */
    static boolean isOne(Value.GlobalElement element, Memory.Global array, List<ArrayDeclaration.Bounds> bounds) {
        return !array.written()
                && IntStream.range(0, bounds.size())
                        .allMatch(d -> isInside(element.indices().get(d), bounds.get(d)));
    }

    private static boolean isInside(Affine index, ArrayDeclaration.Bounds bounds) {
        OptionalLong at = Affines.constantValue(index);
        OptionalLong low = Affines.constantValue(bounds.lower());
        OptionalLong high = Affines.constantValue(bounds.upper());
        return at.isPresent()
                && low.isPresent()
                && high.isPresent()
                && low.getAsLong() <= at.getAsLong()
                && at.getAsLong() <= high.getAsLong();
    }
}
