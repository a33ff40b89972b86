package tilewright.locality;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.dependence.Embedding;
import tilewright.dependence.InputUse;
import tilewright.dependence.SilentWrites;
import tilewright.isl.Context;
import tilewright.isl.Map;
import tilewright.isl.Set;

/**
 * Dependences with their sets and relations as text, which another thread reads into an isl context of its own. Anti
 * dependences stay behind: they move no values.
 */
final class PortableDependences {
    private final Dependences original;
    private final List<String> texts = new ArrayList<>();

    /** In the thread to which the dependences belong. */
    PortableDependences(Dependences dependences) {
        this.original = dependences;
        copy(dependences, this::store, this::store);
    }

    private Set store(Set set) {
        texts.add(set.toString());
        return set;
    }

    private Map store(Map map) {
        texts.add(map.toString());
        return map;
    }

    /** The same in a context of the thread that calls. */
    Dependences in(Context context) {
        java.util.Iterator<String> next = texts.iterator();
        return copy(original, _ -> Set.parse(context, next.next()), _ -> Map.parse(context, next.next()));
    }

    private static Dependences copy(Dependences from, Function<Set, Set> set, Function<Map, Map> map) {
        return new Dependences(
                from.nest(),
                from.silentRemoved(),
                from.loops(),
                from.domains().stream()
                        .map(d -> new Dependences.Domain(d.statement(), set.apply(d.iterations())))
                        .toList(),
                from.dependences().stream()
                        .filter(d -> d.kind() != Dependence.Kind.ANTI)
                        .map(d -> new Dependence(
                                d.kind(),
                                d.array(),
                                d.source(),
                                d.sink(),
                                d.access(),
                                map.apply(d.relation()),
                                d.vector(),
                                d.position()))
                        .toList(),
                from.inputs().stream()
                        .map(i -> new InputUse(i.statement(), i.access(), i.array(), map.apply(i.relation())))
                        .toList(),
                from.silent().stream()
                        .map(s -> new SilentWrites(s.statement(), set.apply(s.iterations()), s.rule()))
                        .toList(),
                from.semirings(),
                from.embeddings().stream()
                        .map(e -> new Embedding(e.statement(), e.coordinates(), map.apply(e.relation())))
                        .toList(),
                from.bands());
    }
}
