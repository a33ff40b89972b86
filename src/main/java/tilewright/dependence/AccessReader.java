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
     * @param domain constraints of the iterations; empty where they are left out
     */
    private record Shape(String tuple, String domain, List<Affine> indices) {}

    AccessReader(Context context, SetNotation notation) {
        this.context = context;
        this.notation = notation;
    }

    /**
     * The relations of all accesses of a statement.
     *
     * @param onDomain whether they are those of the iteration domain, or of iterations anywhere
     */
    List<Map> of(PlacedStatement placed, boolean onDomain) {
        String domain = onDomain ? withoutName(placed, notation.domain(placed)) : "";
        String tuple = withoutName(placed, SetNotation.tuple(placed));
        return placed.statement().accesses().stream()
                .map(a -> known.computeIfAbsent(new Shape(tuple, domain, a.indices()), _ -> read(placed, a, onDomain))
                        .setTupleName(Dim.IN, placed.statement().id())
                        .setTupleName(Dim.OUT, a.array()))
                .toList();
    }

    private Map read(PlacedStatement placed, Access access, boolean onDomain) {
        return Map.parse(
                context, onDomain ? notation.accessRelation(placed, access) : notation.subscripts(placed, access));
    }

    private static String withoutName(PlacedStatement placed, String text) {
        return text.replace(placed.statement().id() + "[", "[");
    }
}
