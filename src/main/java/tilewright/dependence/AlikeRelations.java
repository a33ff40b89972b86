package tilewright.dependence;

import java.util.IdentityHashMap;
import tilewright.isl.Dim;
import tilewright.isl.Map;

/**
 * Relations that differ in nothing but the names of their statements. Long bodies have many: what takes long is asked of one, and the
 * others get its answer under their own names.
 */
final class AlikeRelations {
    private final java.util.Map<Map, Map> firsts = new IdentityHashMap<>();
    private final java.util.Map<Map, String> texts = new IdentityHashMap<>();

    /** The same relation between other statements. */
    Map named(Map relation, String source, String sink) {
        Map named = relation.setTupleName(Dim.IN, source).setTupleName(Dim.OUT, sink);
        firsts.put(named, firsts.getOrDefault(relation, relation));
        return named;
    }

    /** The relation as text without the names of its statements. */
    String unnamed(Map relation) {
        return texts.computeIfAbsent(
                firsts.getOrDefault(relation, relation),
                r -> r.resetTupleId(Dim.IN).resetTupleId(Dim.OUT).toString());
    }
}
