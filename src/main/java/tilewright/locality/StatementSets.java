package tilewright.locality;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;

/** Finds the {@link StatementSet}s of a nest. */
final class StatementSets {
    private StatementSets() {}

    /** A loop is told by the places of its ancestors and its own: those of one set agree in all of them. */
    static List<StatementSet> of(LoopNest nest, List<BlockRanking.Term> terms) {
        Map<List<Integer>, List<PlacedStatement>> byLoops = new LinkedHashMap<>();
        for (PlacedStatement placed : nest.statements()) {
            byLoops.computeIfAbsent(loops(placed), _ -> new ArrayList<>()).add(placed);
        }
        List<List<Integer>> keys = List.copyOf(byLoops.keySet());
        List<StatementSet> sets = new ArrayList<>();
        byLoops.forEach((key, members) -> {
            List<String> ids = members.stream().map(m -> m.statement().id()).toList();
            List<String> names = members.getFirst().loopVariables();
            List<BlockRanking.Term> own = terms.stream()
                    .filter(t -> ids.contains(t.estimate().statement()))
                    .toList();
            sets.add(new StatementSet(sets.size() + 1, ids, names, shared(key, keys), BlockRanking.of(names, own)));
        });
        return sets;
    }

    private static List<Integer> loops(PlacedStatement placed) {
        return placed.order().subList(0, placed.depth());
    }

    private static List<List<Integer>> shared(List<Integer> key, List<List<Integer>> keys) {
        List<List<Integer>> shared = new ArrayList<>();
        for (int z = 1; z <= key.size(); z++) {
            List<Integer> loop = key.subList(0, z);
            List<Integer> others = new ArrayList<>();
            for (int other = 0; other < keys.size(); other++) {
                List<Integer> its = keys.get(other);
                if (its != key
                        && its.size() >= loop.size()
                        && its.subList(0, loop.size()).equals(loop)) {
                    others.add(other + 1);
                }
            }
            shared.add(others);
        }
        return shared;
    }
}
