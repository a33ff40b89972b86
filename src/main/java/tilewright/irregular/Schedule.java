package tilewright.irregular;

import java.util.ArrayList;
import java.util.List;

/** How the arcs of a relaxation are gone through; the text is what candidates are written as. */
public sealed interface Schedule {
    /**
     * Every arc in every pass, as pairs of ends: {@code edges coo atomic}, {@code edges coo racing}.
     *
     * @param racing whether updates may be lost and made up for later
     */
    record Edges(boolean racing) implements Schedule {
        @Override
        public String toString() {
            return "edges coo " + (racing ? "racing" : "atomic");
        }
    }

    /**
     * Level by level, pushed or pulled: {@code vertices levels together 4 ahead 4 blocks 2 push 64}.
     *
     * @param together words of 32 vertices that a warp looks at together; 1 is not written
     * @param ahead arcs that a thread loads before it looks at the first
     * @param blocks per multiprocessor
     * @param push levels are pushed while at most a share of 1 / push of the arcs leaves them
     * @param mark levels that more than a share of 1 / mark of the arcs leaves are the last that are pushed, without a queue of those that they
     *     reach; {@code push} is not written
     */
    record ByLevels(int together, int ahead, int blocks, int push, int mark) implements Schedule {
        @Override
        public String toString() {
            return "vertices levels " + (together == 1 ? "" : "together " + together + " ") + "ahead " + ahead
                    + " blocks " + blocks + " push " + push + (mark == push ? "" : " mark " + mark);
        }
    }

    /**
     * Pushed from a queue, then swept by rows, best arcs first: {@code vertices rows ahead 2 blocks 3 push 32 core 8 6 1}.
     *
     * @param ahead arcs that a thread loads before it looks at the first
     * @param blocks per multiprocessor
     * @param push changes are pushed while at most a share of 1 / push of the arcs leaves them
     * @param core a share of 1 / core of the rows are the core
     * @param first sweeps over the core before the first one over all rows
     * @param later sweeps over the core before each other one over all rows
     * @param stale whether sweeps may read values from caches that are not the newest: faster, but a race by the letter of the memory
     *     model, so it is measured only where it is asked for
     */
    record ByRows(int ahead, int blocks, int push, int core, int first, int later, boolean stale) implements Schedule {
        @Override
        public String toString() {
            return "vertices rows " + (stale ? "stale " : "") + "ahead " + ahead + " blocks " + blocks + " push " + push
                    + " core " + core + " " + first + " " + later;
        }
    }

    /**
     * Level by level, each by all pairs, cell by cell: {@code edges cells 32768}.
     *
     * @param pairs of a unit of work, at most
     */
    record Cells(int pairs) implements Schedule {
        @Override
        public String toString() {
            return "edges cells " + pairs;
        }
    }

    /**
     * Every pair of both directions in every sweep, by segments of second ends: {@code edges segments 8192}.
     *
     * @param vertices of a segment, whose values a block stages
     * @param stale as in {@link ByRows}
     */
    record Segments(int vertices, boolean stale) implements Schedule {
        @Override
        public String toString() {
            return "edges segments " + (stale ? "stale " : "") + vertices;
        }
    }

    /**
     * Pushed from a queue, some rounds by each block before all wait for each other: {@code vertices queue window 16 rounds 16 blocks 1}.
     *
     * @param window how far beyond the least of what is left values are pushed, in mean weights of arcs; others wait in a pile. 0, which is not
     *     written: all are pushed
     * @param rounds of a block whose share of the queue is small
     * @param blocks per multiprocessor
     */
    record Queue(int window, int rounds, int blocks) implements Schedule {
        @Override
        public String toString() {
            return "vertices queue " + (window == 0 ? "" : "window " + window + " ") + "rounds " + rounds + " blocks "
                    + blocks;
        }
    }

    /**
     * The schedule that a text means.
     *
     * @throws IllegalArgumentException where it means none
     */
    static Schedule parse(String text) {
        String[] words = text.strip().split("\\s+");
        List<Integer> numbers = new ArrayList<>();
        StringBuilder form = new StringBuilder();
        for (String word : words) {
            boolean number = !word.isEmpty() && word.chars().allMatch(Character::isDigit);
            if (number) {
                numbers.add(Integer.parseInt(word));
            }
            form.append(form.isEmpty() ? "" : " ").append(number ? "N" : word);
        }
        return switch (form.toString()) {
            case "edges coo atomic" -> new Edges(false);
            case "edges coo racing" -> new Edges(true);
            case "edges segments N" -> new Segments(numbers.getFirst(), false);
            case "edges segments stale N" -> new Segments(numbers.getFirst(), true);
            case "vertices queue rounds N blocks N" -> new Queue(0, numbers.get(0), numbers.get(1));
            case "vertices queue window N rounds N blocks N" ->
                new Queue(numbers.get(0), numbers.get(1), numbers.get(2));
            case "edges cells N" -> new Cells(numbers.getFirst());
            case "vertices levels ahead N blocks N push N" ->
                new ByLevels(1, numbers.get(0), numbers.get(1), numbers.get(2), numbers.get(2));
            case "vertices levels together N ahead N blocks N push N" ->
                new ByLevels(numbers.get(0), numbers.get(1), numbers.get(2), numbers.get(3), numbers.get(3));
            case "vertices levels together N ahead N blocks N push N mark N" ->
                new ByLevels(numbers.get(0), numbers.get(1), numbers.get(2), numbers.get(3), numbers.get(4));
            case "vertices rows ahead N blocks N push N core N N N",
                    "vertices rows stale ahead N blocks N push N core N N N" ->
                new ByRows(
                        numbers.get(0),
                        numbers.get(1),
                        numbers.get(2),
                        numbers.get(3),
                        numbers.get(4),
                        numbers.get(5),
                        form.toString().contains("stale"));
            default ->
                throw new IllegalArgumentException("'" + text + "' is no schedule; write one as 'edges coo atomic',"
                        + " 'edges coo racing', 'edges cells 32768', 'edges"
                        + " segments 8192', 'vertices levels together 4 ahead 4"
                        + " blocks 2 push 64', 'vertices queue window 16 rounds"
                        + " 16 blocks 1' or 'vertices rows ahead 2 blocks 3 push"
                        + " 32 core 8 6 1'");
        };
    }
}
