package tilewright.report;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tilewright.irregular.counts.GraphCounts;
import tilewright.irregular.counts.LevelCounts;
import tilewright.irregular.counts.Passes;
import tilewright.irregular.counts.Sectors;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What {@code analyze --graph} adds: counts on a user's graph. */
public final class GraphReport {
    private final String spec;
    private final List<String> made;
    private final GraphCounts counts;

    /**
     * @param spec the graph as its user wrote it
     * @param made what was generated, read and changed
     */
    public GraphReport(String spec, List<String> made, GraphCounts counts) {
        this.spec = spec;
        this.made = List.copyOf(made);
        this.counts = counts;
    }

    /** For people. */
    public String text() {
        StringBuilder text = new StringBuilder();
        GraphCounts.Degrees d = counts.degrees();
        line(text, "");
        line(text, "graph %s", spec);
        made.forEach(m -> line(text, "  %s", m));
        line(
                text,
                "  n = %,d, m = %,d; degrees: mean %.2f, greatest %,d; %,d vertices (%.1f %%) without arcs",
                d.vertices(),
                d.arcs(),
                d.mean(),
                d.most(),
                d.isolated(),
                percent(d.isolated(), d.vertices()));
        orders(text);
        cuts(text);
        searches(text);
        runs(text);
        return text.toString();
    }

    private void orders(StringBuilder text) {
        line(text, "");
        line(text, "sectors of 32 bytes that a warp touches, 32 arcs at a time, %d a thread", GraphCounts.PER_THREAD);
        line(text, "  %-26s %10s %10s %14s", "order", "tail", "head", "bytes a pass");
        for (GraphCounts.Order order : counts.orders()) {
            line(
                    text,
                    "  %-26s %10.2f %10.2f %,14d",
                    order.name(),
                    order.tails().perRequest(),
                    order.heads().perRequest(),
                    order.streamed());
        }
    }

    private void cuts(StringBuilder text) {
        line(text, "");
        line(
                text,
                "segments of P vertices: %s by the segment of their second end, then by their first end",
                counts.pairs() ? "pairs, each once for both directions," : "arcs");
        line(
                text,
                "  sectors per warp of 32, and distinct ones per %s within %,d of them (what a cache must fetch for so"
                        + " many)",
                one(),
                GraphCounts.BLOCK);
        for (boolean byDegree : List.of(false, true)) {
            line(text, "  %s", byDegree ? "vertices renumbered by degree" : "vertices as they are numbered");
            line(
                    text,
                    "  %9s %7s %8s %8s %10s %10s %10s %14s",
                    "P",
                    "Q",
                    "first",
                    "second",
                    "first/" + one(),
                    "second/" + one(),
                    "sum",
                    "bytes staged");
            GraphCounts.Cut best = counts.best(byDegree);
            for (GraphCounts.Cut cut : counts.cuts()) {
                if (cut.byDegree() == byDegree) {
                    line(
                            text,
                            "  %,9d %,7d %8.2f %8.2f %10.3f %10.3f %10.3f %,14d%s",
                            cut.vertices(),
                            cut.segments(),
                            cut.tails().perRequest(),
                            cut.heads().perRequest(),
                            cut.tails().perInstance(),
                            cut.heads().perInstance(),
                            cut.perPair(),
                            cut.staged(),
                            cut.equals(best) ? "  least" : "");
                }
            }
            if (best != null) {
                line(
                        text,
                        "  cutting into more segments raises the sectors of first ends (one more visit of each for"
                                + " every segment), and lowers those of second ends; fewest at P = %,d, Q = %,d",
                        best.vertices(),
                        best.segments());
            }
        }
    }

    private String one() {
        return counts.pairs() ? "pair" : "arc";
    }

    private void searches(StringBuilder text) {
        for (int s = 0; s < counts.searches().size(); s++) {
            LevelCounts search = counts.searches().get(s);
            line(text, "");
            line(
                    text,
                    "levels from source %d of %d: %,d vertices reached, %,d arcs looked at by push or pull (%.1f %% of"
                            + " all)",
                    s + 1,
                    counts.searches().size(),
                    search.reached(),
                    search.examined(),
                    percent(search.examined(), counts.degrees().arcs()));
            line(text, "  %5s %12s %14s %14s", "level", "frontier", "arcs pushed", "arcs pulled");
            List<LevelCounts.Level> levels = search.levels();
            for (int k = 0; k < Math.min(levels.size(), MOST_SHOWN); k++) {
                LevelCounts.Level level = levels.get(k);
                line(text, "  %5d %,12d %,14d %,14d", k, level.vertices(), level.pushed(), level.pulled());
            }
            if (levels.size() > MOST_SHOWN) {
                line(text, "  .. and %,d further levels (--json has all)", levels.size() - MOST_SHOWN);
            }
        }
    }

    private static final int MOST_SHOWN = 32;

    private void runs(StringBuilder text) {
        line(text, "");
        line(
                text,
                "passes of the Jacobi order, the last of which changes nothing; in place with atomic updates there are"
                        + " no more");
        for (int s = 0; s < counts.runs().size(); s++) {
            Passes run = counts.runs().get(s);
            if (run == null) {
                line(text, "  source %d: no end within n passes: a cycle improves for ever", s + 1);
                continue;
            }
            long improved =
                    run.passes().stream().mapToLong(Passes.Pass::improved).sum();
            line(
                    text,
                    "  source %d: %,d passes, %.2f improvements an arc; arcs that leave changed vertices: %.2f times"
                            + " all",
                    s + 1,
                    run.passes().size(),
                    counts.degrees().arcs() == 0
                            ? 0.0
                            : (double) improved / counts.degrees().arcs(),
                    leaving(run));
        }
    }

    private double leaving(Passes run) {
        long sum = run.passes().stream().mapToLong(Passes.Pass::leaving).sum();
        return counts.degrees().arcs() == 0
                ? 0
                : (double) sum / counts.degrees().arcs();
    }

    private static double percent(long part, long whole) {
        return whole == 0 ? 0 : 100.0 * part / whole;
    }

    private static void line(StringBuilder text, String form, @Nullable Object... values) {
        text.append(String.format(Locale.ROOT, form, values).stripTrailing()).append('\n');
    }

    /** Adds {@code graph}, {@code sectors}, {@code segments}, {@code levels} and {@code passes} to a document. */
    public void into(ObjectNode root) {
        GraphCounts.Degrees d = counts.degrees();
        ObjectNode graph = root.putObject("graph").put("spec", spec);
        made.forEach(graph.putArray("made")::add);
        graph.put("vertices", d.vertices()).put("arcs", d.arcs());
        graph.putObject("degrees").put("mean", d.mean()).put("most", d.most()).put("isolated", d.isolated());
        ArrayNode orders = root.putArray("sectors");
        for (GraphCounts.Order order : counts.orders()) {
            ObjectNode node = orders.addObject()
                    .put("order", order.name())
                    .put("perThread", order.perThread())
                    .put("streamedBytes", order.streamed());
            sectors(node.putObject("tail"), order.tails());
            sectors(node.putObject("head"), order.heads());
        }
        ObjectNode segments = root.putObject("segments")
                .put("of", counts.pairs() ? "pairs" : "arcs")
                .put("block", GraphCounts.BLOCK);
        ArrayNode cuts = segments.putArray("cuts");
        for (GraphCounts.Cut cut : counts.cuts()) {
            ObjectNode node = cuts.addObject()
                    .put("numbering", cut.byDegree() ? "degree" : "own")
                    .put("vertices", cut.vertices())
                    .put("segments", cut.segments())
                    .put("gatheredSectors", cut.gathered())
                    .put("stagedBytes", cut.staged())
                    .put("least", cut.equals(counts.best(cut.byDegree())));
            sectors(node.putObject("first"), cut.tails());
            sectors(node.putObject("second"), cut.heads());
        }
        ArrayNode searches = root.putArray("levels");
        for (LevelCounts search : counts.searches()) {
            ArrayNode levels = searches.addArray();
            search.levels()
                    .forEach(l -> levels.addObject()
                            .put("vertices", l.vertices())
                            .put("pushed", l.pushed())
                            .put("pulled", l.pulled()));
        }
        ArrayNode runs = root.putArray("passes");
        for (Passes run : counts.runs()) {
            if (run == null) {
                runs.addNull();
                continue;
            }
            ArrayNode passes = runs.addArray();
            run.passes()
                    .forEach(p -> passes.addObject()
                            .put("changed", p.changed())
                            .put("improved", p.improved())
                            .put("leaving", p.leaving()));
        }
    }

    private static void sectors(ObjectNode node, Sectors sectors) {
        node.put("requests", sectors.requests())
                .put("sectors", sectors.ofWarps())
                .put("perWarp", sectors.perRequest())
                .put("perInstanceInBlock", sectors.perInstance());
    }
}
