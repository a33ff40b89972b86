package tilewright.report.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The dependence graph as a drawing: statements in a column in textual order, dependences of a statement on itself as loops on
 * its right, others as arcs on the side of their direction.
 *
 * @param nodes boxes with their text
 * @param edges paths in SVG's notation
 */
public record GraphFigure(int width, int height, List<Box> nodes, List<Arc> edges) {
    /** A statement. */
    public record Box(int x, int y, int width, int height, String id, String text) {}

    /**
     * A dependence.
     *
     * @param kind flow, anti or output
     * @param anchor where the label's text is anchored: start or end
     */
    public record Arc(String kind, String path, int labelX, int labelY, String anchor, String label) {}

    private static final int BOX_HEIGHT = 44;
    private static final int LINE = 16;
    private static final int SIDE = 330;
    private static final int MOST_LETTERS = 60;
    private static final int LETTER = 8;

    /** The drawing of a graph. */
    public static GraphFigure of(DependenceGraph graph) {
        int boxWidth = 24
                + LETTER
                        * Math.clamp(
                                graph.nodes().stream()
                                        .mapToInt(n -> n.text().length() + n.id().length() + 2)
                                        .max()
                                        .orElse(8),
                                10,
                                MOST_LETTERS);
        boolean crosses = graph.edges().stream().anyMatch(e -> !e.source().equals(e.sink()));
        int left = crosses ? SIDE : 16;
        Map<String, Integer> tops = new HashMap<>();
        List<Box> boxes = new ArrayList<>();
        int y = 16;
        for (DependenceGraph.Node node : graph.nodes()) {
            long own = graph.edges().stream()
                    .filter(e -> e.source().equals(node.id()) && e.sink().equals(node.id()))
                    .count();
            tops.put(node.id(), y);
            boxes.add(new Box(left, y, boxWidth, BOX_HEIGHT, node.id(), shortened(node.text())));
            y += Math.max(BOX_HEIGHT, (int) own * LINE + 8) + 40;
        }
        List<Arc> arcs = new ArrayList<>();
        Map<String, Integer> used = new HashMap<>();
        for (DependenceGraph.Edge edge : graph.edges()) {
            int from = tops.getOrDefault(edge.source(), 0);
            int to = tops.getOrDefault(edge.sink(), 0);
            String label = edge.kind() + " " + edge.array() + " " + String.join(" ", edge.vectors());
            arcs.add(
                    edge.source().equals(edge.sink())
                            ? own(edge, from, left + boxWidth, used.merge(edge.source(), 1, Integer::sum) - 1, label)
                            : between(
                                    edge, from, to, boxWidth, used.merge(from + "-" + to, 1, Integer::sum) - 1, label));
        }
        return new GraphFigure(left + boxWidth + SIDE + LETTER * MOST_LETTERS / 2, y, boxes, arcs);
    }

    private static Arc own(DependenceGraph.Edge edge, int top, int right, int index, String label) {
        int at = top + 10 + index * LINE;
        String path = "M" + right + "," + (at - 4) + " C" + (right + 34) + "," + (at - 10) + " " + (right + 34) + ","
                + (at + 12) + " " + right + "," + (at + 4);
        return new Arc(edge.kind(), path, right + 34, at + 4, "start", shortened(label));
    }

    private static Arc between(DependenceGraph.Edge edge, int from, int to, int boxWidth, int index, String label) {
        boolean down = from < to;
        int side = down ? SIDE : SIDE + boxWidth;
        int start = from + (down ? BOX_HEIGHT - 8 : 8);
        int end = to + (down ? 8 : BOX_HEIGHT - 8);
        int out = side + (down ? -1 : 1) * (40 + 14 * index);
        String path =
                "M" + side + "," + start + " C" + out + "," + start + " " + out + "," + end + " " + side + "," + end;
        return new Arc(
                edge.kind(),
                path,
                side + (down ? -1 : 1) * (40 + 10 * index),
                (start + end) / 2 + index * LINE,
                down ? "end" : "start",
                shortened(label));
    }

    private static String shortened(String text) {
        return text.length() <= MOST_LETTERS ? text : text.substring(0, MOST_LETTERS - 1) + "…";
    }
}
