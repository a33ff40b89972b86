package tilewright.tiling.rewrite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.dependence.InputUse;
import tilewright.model.Access;
import tilewright.model.PlacedStatement;

/**
 * Webs of accesses: a write and a read belong to one web where the write produces a value that the read uses. Two webs of
 * one array pass each other no value, so they may live in different memory (F. E. Allen, J. Cocke, A catalogue of
 * optimizing transformations, 1972, where webs of scalars are renamed).
 */
record Webs(List<Web> all) {
    /** An access of a statement, by its number. */
    record Occurrence(PlacedStatement placed, Access access) {
        String statement() {
            return placed.statement().id();
        }

        boolean isWrite() {
            return access.index() == 1;
        }
    }

    /**
     * @param flows values passed inside the web
     * @param readsInput whether some read of it uses what was in memory before the program
     */
    record Web(String array, List<Occurrence> occurrences, List<Dependence> flows, boolean readsInput) {
        Web {
            occurrences = List.copyOf(occurrences);
            flows = List.copyOf(flows);
        }

        /** Its statements, each once. */
        List<PlacedStatement> statements() {
            return occurrences.stream().map(Occurrence::placed).distinct().toList();
        }

        boolean contains(String statement, int access) {
            return occurrences.stream()
                    .anyMatch(o -> o.statement().equals(statement) && o.access().index() == access);
        }
    }

    private record Key(String statement, int access) {}

    /** @param dependences of the nest as written, silent iterations included */
    static Webs of(Dependences dependences) {
        Map<Key, Occurrence> occurrences = occurrences(dependences);
        Map<Key, Key> leader = new LinkedHashMap<>();
        occurrences.keySet().forEach(k -> leader.put(k, k));
        List<Dependence> flows = dependences.ofKind(Dependence.Kind.FLOW);
        for (Dependence flow : flows) {
            Key write = find(leader, new Key(flow.source(), 1));
            Key read = find(leader, new Key(flow.sink(), flow.access()));
            leader.put(read, write);
        }
        Map<Key, List<Occurrence>> members = new LinkedHashMap<>();
        occurrences.forEach((key, occurrence) -> members.computeIfAbsent(find(leader, key), _ -> new ArrayList<>())
                .add(occurrence));
        List<Web> webs = new ArrayList<>();
        for (List<Occurrence> own : members.values()) {
            webs.add(web(own, flows, dependences.inputs()));
        }
        return new Webs(List.copyOf(webs));
    }

    private static Map<Key, Occurrence> occurrences(Dependences dependences) {
        TreeSet<String> written = new TreeSet<>();
        dependences
                .nest()
                .statements()
                .forEach(p -> written.add(p.statement().target().array()));
        Map<Key, Occurrence> found = new LinkedHashMap<>();
        for (PlacedStatement placed : dependences.nest().statements()) {
            for (Access access : placed.statement().accesses()) {
                if (written.contains(access.array())) {
                    found.put(new Key(placed.statement().id(), access.index()), new Occurrence(placed, access));
                }
            }
        }
        return found;
    }

    private static Key find(Map<Key, Key> leader, Key key) {
        Key found = key;
        for (Key next = leader.get(found); next != null && !next.equals(found); next = leader.get(found)) {
            found = next;
        }
        return found;
    }

    private static Web web(List<Occurrence> own, List<Dependence> flows, List<InputUse> inputs) {
        Web members = new Web(own.getFirst().access().array(), own, List.of(), false);
        return new Web(
                members.array(),
                own,
                flows.stream()
                        .filter(f -> members.contains(f.sink(), f.access()))
                        .toList(),
                inputs.stream().anyMatch(i -> members.contains(i.statement(), i.access())));
    }
}
