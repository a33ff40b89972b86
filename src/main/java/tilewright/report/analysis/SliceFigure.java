package tilewright.report.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import tilewright.dependence.BlockOrigin;
import tilewright.dependence.Dependence;
import tilewright.dependence.DependenceInstances;
import tilewright.dependence.Dependences;
import tilewright.isl.Dim;
import tilewright.isl.Scope;
import tilewright.model.PlacedStatement;

/**
 * Two loops of a statement, the others fixed: its iterations, the blocks that they fall into and the flow dependences between
 * them.
 *
 * @param title what is shown, e.g. {@code S1, loops k and i, j = 3; n = 6, blocks of 3}
 * @param down name of the outer loop, drawn downwards
 * @param across name of the inner loop
 */
public record SliceFigure(
        String title,
        int width,
        int height,
        String down,
        String across,
        List<Block> blocks,
        List<Point> points,
        List<Arrow> arrows,
        List<Label> labels) {
    /** A block of iterations. */
    public record Block(int x, int y, int width, int height) {}

    /** An iteration. */
    public record Point(int x, int y, String tip) {}

    /** A flow dependence. */
    public record Arrow(int x1, int y1, int x2, int y2, String tip) {}

    /** A number along an axis. */
    public record Label(int x, int y, String text) {}

    /** Value of every parameter in a drawing. */
    private static final long SIZE = 6;

    private static final int BLOCK = 3;
    private static final int STEP = 44;
    private static final int MARGIN = 56;
    private static final int MOST_INSTANCES = 4000;

    /** All pairs of loops of the deepest statement; none where it has fewer than two. */
    public static List<SliceFigure> of(Dependences dependences) {
        PlacedStatement deepest = dependences.nest().statements().stream()
                .filter(s -> s.depth() == dependences.nest().depth())
                .findFirst()
                .orElseThrow();
        Map<String, Long> sizes = new TreeMap<>();
        dependences.nest().parameters().forEach(p -> sizes.put(p, SIZE));
        List<List<Long>> iterations = iterations(dependences, deepest, sizes);
        List<List<List<Long>>> flows = flows(dependences, deepest.depth(), sizes);
        List<SliceFigure> figures = new ArrayList<>();
        for (int y = 0; y < deepest.depth(); y++) {
            for (int x = y + 1; x < deepest.depth(); x++) {
                if (!iterations.isEmpty() && iterations.size() <= MOST_INSTANCES) {
                    figures.add(slice(dependences, deepest, sizes, iterations, flows, y, x));
                }
            }
        }
        return figures;
    }

    private static List<List<Long>> iterations(
            Dependences dependences, PlacedStatement placed, Map<String, Long> sizes) {
        tilewright.isl.Set domain = dependences.domain(placed.statement().id());
        List<List<Long>> found = new ArrayList<>();
        try (Scope _ = domain.context().scope()) {
            tilewright.isl.Set fixed = domain;
            for (Map.Entry<String, Long> size : sizes.entrySet()) {
                int position = fixed.findDimByName(Dim.PARAM, size.getKey());
                if (position >= 0) {
                    fixed = fixed.fixSi(Dim.PARAM, position, Math.toIntExact(size.getValue()));
                }
            }
            fixed.points().forEach(p -> found.add(Arrays.stream(p).boxed().toList()));
        }
        found.sort((a, b) -> Arrays.compare(
                a.stream().mapToLong(v -> v).toArray(),
                b.stream().mapToLong(v -> v).toArray()));
        return found;
    }

    /** Between statements of that depth, whose iteration vectors compare. */
    private static List<List<List<Long>>> flows(Dependences dependences, int depth, Map<String, Long> sizes) {
        List<List<List<Long>>> pairs = new ArrayList<>();
        for (Dependence flow : dependences.ofKind(Dependence.Kind.FLOW)) {
            if (dependences.nest().statement(flow.source()).depth() == depth
                    && dependences.nest().statement(flow.sink()).depth() == depth) {
                DependenceInstances.of(flow, sizes).stream()
                        .filter(i -> !i.source().equals(i.sink()))
                        .forEach(i -> pairs.add(List.of(i.source(), i.sink())));
            }
        }
        return pairs;
    }

    private static SliceFigure slice(
            Dependences dependences,
            PlacedStatement placed,
            Map<String, Long> sizes,
            List<List<Long>> iterations,
            List<List<List<Long>>> flows,
            int y,
            int x) {
        List<Long> middle = middle(iterations, y, x);
        List<List<Long>> shown =
                iterations.stream().filter(j -> isIn(j, middle, y, x)).toList();
        long top = shown.stream().mapToLong(j -> j.get(y)).min().orElse(0);
        long left = shown.stream().mapToLong(j -> j.get(x)).min().orElse(0);
        long bottom = shown.stream().mapToLong(j -> j.get(y)).max().orElse(0);
        long right = shown.stream().mapToLong(j -> j.get(x)).max().orElse(0);
        long origin = BlockOrigin.of(dependences);
        Set<Block> blocks = new LinkedHashSet<>();
        List<Point> points = new ArrayList<>();
        for (List<Long> j : shown) {
            points.add(new Point(
                    at(j.get(x) - left), at(j.get(y) - top), placed.statement().id() + j));
            long row = Math.floorDiv(j.get(y) - origin, (long) BLOCK) * BLOCK + origin;
            long column = Math.floorDiv(j.get(x) - origin, (long) BLOCK) * BLOCK + origin;
            blocks.add(block(
                    Math.max(column, left) - left,
                    Math.max(row, top) - top,
                    Math.min(column + BLOCK - 1, right) - left,
                    Math.min(row + BLOCK - 1, bottom) - top));
        }
        List<Arrow> arrows = flows.stream()
                .filter(p -> isIn(p.getFirst(), middle, y, x) && isIn(p.getLast(), middle, y, x))
                .map(p -> arrow(p, y, x, top, left))
                .distinct()
                .toList();
        List<Label> labels = new ArrayList<>();
        for (long v = left; v <= right; v++) {
            labels.add(new Label(at(v - left), 20, String.valueOf(v)));
        }
        for (long v = top; v <= bottom; v++) {
            labels.add(new Label(20, at(v - top) + 4, String.valueOf(v)));
        }
        String down = placed.loopVariables().get(y);
        String across = placed.loopVariables().get(x);
        return new SliceFigure(
                title(placed, middle, sizes, y, x),
                blocks.stream().mapToInt(b -> b.x() + b.width()).max().orElse(at(right - left)) + 8,
                blocks.stream().mapToInt(b -> b.y() + b.height()).max().orElse(at(bottom - top)) + 8,
                down,
                across,
                List.copyOf(blocks),
                points,
                arrows,
                labels);
    }

    /** As much of a block as there are iterations for, from the first to the last column and row. */
    private static Block block(long fromX, long fromY, long toX, long toY) {
        return new Block(
                at(fromX) - STEP / 2 + 2,
                at(fromY) - STEP / 2 + 2,
                at(toX) - at(fromX) + STEP - 4,
                at(toY) - at(fromY) + STEP - 4);
    }

    /** The median of every loop where iterations have it, else the one in the middle. */
    private static List<Long> middle(List<List<Long>> iterations, int y, int x) {
        List<Long> median = IntStream.range(0, iterations.getFirst().size())
                .mapToObj(z -> iterations.stream()
                        .map(j -> j.get(z))
                        .sorted()
                        .skip(iterations.size() / 2)
                        .findFirst()
                        .orElseThrow())
                .toList();
        boolean exists = iterations.stream().anyMatch(j -> isIn(j, median, y, x));
        return exists ? median : iterations.get(iterations.size() / 2);
    }

    private static boolean isIn(List<Long> iteration, List<Long> middle, int y, int x) {
        return IntStream.range(0, middle.size())
                .allMatch(z -> z == y || z == x || iteration.get(z).equals(middle.get(z)));
    }

    private static Arrow arrow(List<List<Long>> pair, int y, int x, long top, long left) {
        List<Long> from = pair.getFirst();
        List<Long> to = pair.getLast();
        int x1 = at(from.get(x) - left);
        int y1 = at(from.get(y) - top);
        int x2 = at(to.get(x) - left);
        int y2 = at(to.get(y) - top);
        double length = Math.hypot(x2 - x1, y2 - y1);
        double cut = length == 0 ? 0 : 7 / length;
        return new Arrow(
                (int) Math.round(x1 + cut * (x2 - x1)),
                (int) Math.round(y1 + cut * (y2 - y1)),
                (int) Math.round(x2 - cut * (x2 - x1)),
                (int) Math.round(y2 - cut * (y2 - y1)),
                from + " to " + to);
    }

    private static int at(long offset) {
        return MARGIN + Math.toIntExact(offset) * STEP;
    }

    private static String title(PlacedStatement placed, List<Long> middle, Map<String, Long> sizes, int y, int x) {
        List<String> fixed = IntStream.range(0, middle.size())
                .filter(z -> z != y && z != x)
                .mapToObj(z -> placed.loopVariables().get(z) + " = " + middle.get(z))
                .toList();
        List<String> values = sizes.entrySet().stream()
                .map(e -> e.getKey() + " = " + e.getValue())
                .toList();
        return placed.statement().id() + ", loops " + placed.loopVariables().get(y) + " (down) and "
                + placed.loopVariables().get(x) + " (across)" + (fixed.isEmpty() ? "" : ", " + String.join(", ", fixed))
                + (values.isEmpty() ? "" : "; " + String.join(", ", values)) + "; blocks of " + BLOCK;
    }
}
