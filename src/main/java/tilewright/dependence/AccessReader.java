package tilewright.dependence;

import java.util.HashMap;
import java.util.List;
import tilewright.isl.Context;
import tilewright.isl.Dim;
import tilewright.isl.Map;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;

/** Makes access relations; those that differ in nothing but the names of statement and array are read once. */
final class AccessReader {
    private final Context context;
    private final SetNotation notation;
    private final java.util.Map<Shape, Map> known = new HashMap<>();

    /**
     * What an access relation says.
     *
     * @param tuple of the iterations, without the statement's name
     */
    private record Shape(String tuple, List<Affine> indices) {}

    AccessReader(Context context, SetNotation notation) {
        this.context = context;
        this.notation = notation;
    }

    /**
     * The relations of all accesses of a statement, of iterations anywhere.
     */
    List<Map> of(PlacedStatement placed) {
        String tuple = withoutName(placed, SetNotation.tuple(placed));
        return placed.statement().accesses().stream()
                .map(a -> known.computeIfAbsent(new Shape(tuple, a.indices()), _ -> read(placed, a))
                        .setTupleName(Dim.IN, placed.statement().id())
                        .setTupleName(Dim.OUT, a.array()))
                .toList();
    }

    private Map read(PlacedStatement placed, Access access) {
        return Map.parse(context, notation.subscripts(placed, access));
    }

    private static String withoutName(PlacedStatement placed, String text) {
        return text.replace(placed.statement().id() + "[", "[");
    }
}
