package tilewright.tune.peer;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tilewright.tune.worker.Peer;

/** Calls of vendors' routines that do a nest's work together, one after the other. */
public record PeerWork(List<Peer> calls) {
    public PeerWork {
        calls = List.copyOf(calls);
    }

    /** For people and results, e.g. {@code 2 x cuBLAS DGEMM}. */
    public String title() {
        Map<String, Long> counts = calls.stream()
                .collect(Collectors.groupingBy(p -> p.routine().title(), LinkedHashMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                .map(e -> (e.getValue() > 1 ? e.getValue() + " x " : "") + e.getKey())
                .collect(Collectors.joining(" + "));
    }
}
