package tilewright.report.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.model.PlacedStatement;

/**
 * Statements and the dependences between them; dependences of one kind, array and pair of statements are one edge.
 */
public record DependenceGraph(String nest, List<Node> nodes, List<Edge> edges) {
    /** A statement. */
    public record Node(String id, int line, String text) {}

    /**
     * Dependences from one statement to another.
     *
     * @param kind flow, anti or output
     * @param vectors all different vectors
     */
    public record Edge(String kind, String array, String source, String sink, List<String> vectors) {}

    /** The graph of a nest. */
    public static DependenceGraph of(Dependences dependences) {
        List<Node> nodes = dependences.nest().statements().stream()
                .map(PlacedStatement::statement)
                .map(s -> new Node(s.id(), s.position().line(), s.toString()))
                .toList();
        Map<List<String>, List<String>> vectors = new LinkedHashMap<>();
        for (Dependence d : dependences.dependences()) {
            List<String> key = List.of(d.kind().jsonName(), d.array(), d.source(), d.sink());
            List<String> known = vectors.computeIfAbsent(key, _ -> new ArrayList<>());
            String vector = d.vector().toString().replace(" ", "");
            if (!known.contains(vector)) {
                known.add(vector);
            }
        }
        List<Edge> edges = new ArrayList<>();
        vectors.forEach((k, v) -> edges.add(new Edge(k.get(0), k.get(1), k.get(2), k.get(3), List.copyOf(v))));
        return new DependenceGraph(dependences.nest().name(), nodes, edges);
    }

    /** The text that Graphviz draws: {@code dot -Tsvg}. */
    public String toDot() {
        DependenceGraph escaped = new DependenceGraph(
                quoted(nest),
                nodes.stream().map(n -> new Node(n.id, n.line, quoted(n.text))).toList(),
                edges);
        return Pages.print("dependences.dot.ftl", Map.of("graph", escaped));
    }

    private static String quoted(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
    }
}
