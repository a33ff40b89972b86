package tilewright.report.analysis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IntSummaryStatistics;
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
    private static final int EDGE = 16;
    private static final int MOST_LETTERS = 60;
    private static final int LETTER = 8;
    /** Where a label is anchored: at its end, left of the boxes, or at its start, right of them. */
    private static final String LEFT = "end";

    private static final String RIGHT = "start";

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
        List<Integer> downwards = graph.edges().stream()
                .filter(e -> isDown(graph, e))
                .map(e -> label(e).length())
                .toList();
        int left = downwards.isEmpty() ? EDGE : EDGE + LETTER * Collections.max(downwards) + reach(downwards.size());
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
            int side = from < to ? left : left + boxWidth;
            arcs.add(
                    edge.source().equals(edge.sink())
                            ? own(edge, from, left + boxWidth, used.merge(edge.source(), 1, Integer::sum) - 1)
                            : between(edge, from, to, side, used.merge(from + "-" + to, 1, Integer::sum) - 1));
        }
        List<Arc> labelled = apart(arcs);
        int right = labelled.stream()
                .filter(arc -> arc.anchor.equals(RIGHT))
                .mapToInt(arc -> arc.labelX + LETTER * arc.label.length())
                .max()
                .orElse(0);
        int bottom = labelled.stream().mapToInt(arc -> arc.labelY + LINE).max().orElse(0);
        return new GraphFigure(Math.max(left + boxWidth, right) + EDGE, Math.max(y, bottom), boxes, labelled);
    }

    private static boolean isDown(DependenceGraph graph, DependenceGraph.Edge edge) {
        List<String> ids = graph.nodes().stream().map(DependenceGraph.Node::id).toList();
        return ids.indexOf(edge.source()) < ids.indexOf(edge.sink());
    }

    /** Labels of a side in a column behind all of its arcs, none over another one. */
    private static List<Arc> apart(List<Arc> arcs) {
        List<Arc> placed = new ArrayList<>();
        for (String side : List.of(LEFT, RIGHT)) {
            List<Arc> there = arcs.stream()
                    .filter(arc -> arc.anchor.equals(side))
                    .sorted(Comparator.comparingInt(Arc::labelY))
                    .toList();
            IntSummaryStatistics across = there.stream().mapToInt(Arc::labelX).summaryStatistics();
            int least = Integer.MIN_VALUE;
            for (Arc arc : there) {
                int at = Math.max(arc.labelY, least);
                least = at + LINE;
                int column = side.equals(LEFT) ? across.getMin() : across.getMax();
                placed.add(new Arc(arc.kind, arc.path, column, at, arc.anchor, arc.label));
            }
        }
        return placed;
    }

    private static String label(DependenceGraph.Edge edge) {
        return shortened(edge.kind() + " " + edge.array() + " " + String.join(" ", edge.vectors()));
    }

    /** How far from the boxes the label of the last of so many arcs between two of them begins. */
    private static int reach(int arcs) {
        return 40 + 10 * arcs;
    }

    private static Arc own(DependenceGraph.Edge edge, int top, int right, int index) {
        int at = top + 10 + index * LINE;
        String path = "M" + right + "," + (at - 4) + " C" + (right + 34) + "," + (at - 10) + " " + (right + 34) + ","
                + (at + 12) + " " + right + "," + (at + 4);
        return new Arc(edge.kind(), path, right + 34, at + 4, RIGHT, label(edge));
    }

    private static Arc between(DependenceGraph.Edge edge, int from, int to, int side, int index) {
        boolean down = from < to;
        int start = from + (down ? BOX_HEIGHT - 8 : 8);
        int end = to + (down ? 8 : BOX_HEIGHT - 8);
        int out = side + (down ? -1 : 1) * (40 + 14 * index);
        String path =
                "M" + side + "," + start + " C" + out + "," + start + " " + out + "," + end + " " + side + "," + end;
        return new Arc(
                edge.kind(),
                path,
                side + (down ? -1 : 1) * reach(index),
                (start + end) / 2 + index * LINE,
                down ? LEFT : RIGHT,
                label(edge));
    }

    private static String shortened(String text) {
        return text.length() <= MOST_LETTERS ? text : text.substring(0, MOST_LETTERS - 1) + "…";
    }
}
