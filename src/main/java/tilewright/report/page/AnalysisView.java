package tilewright.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.report.stored.Analysis;

/**
 * The analysis as tables.
 *
 * @param loops names of the loops; the block size of the z-th is r_z, the number of its parts Q_z
 */
public record AnalysisView(
        Analysis analysis,
        List<String> loops,
        List<DependenceRow> flow,
        List<DependenceRow> memoryBased,
        List<EstimateRow> estimates,
        List<LoopRank> ranking,
        List<AccessRow> accesses) {
    /** One piece of a dependence relation. */
    public record DependenceRow(
            String kind, String array, String between, String access, String vector, String max, String relation) {}

    /** One access in the paper's table: theory.md, section 4. */
    public record EstimateRow(
            String statement, int index, String access, String vector, int rho, String rhoFixed, List<Cell> cells) {}

    /**
     * Communication caused by cutting one loop.
     *
     * @param theoremCase the row of Theorem 1
     */
    public record Cell(
            int loop,
            String theoremCase,
            @Nullable Order reads,
            @Nullable Order writes) {
        /** Whether reads and writes have the same order, so that one term says both. */
        public boolean same() {
            return reads != null && reads.equals(writes);
        }
    }

    /**
     * O(Q_loop^parts M^power).
     *
     * @param loop position of the cut loop, from 1
     * @param decides whether no other term of the loop falls faster as its block grows
     */
    public record Order(boolean parts, int loop, int power, boolean decides) {}

    /**
     * One loop in the order in which loops deserve large blocks.
     *
     * @param place 1 for the largest; loops with the same place deserve equal blocks
     * @param largest the greatest term that falls as the block grows, or null where there is none
     * @param where the accesses that cause it
     */
    public record LoopRank(
            int place, String loop, int index, @Nullable Order largest, List<Cause> where) {}

    /** {@code read}, {@code written} or both, and the accesses of which it is true. */
    public record Cause(List<String> accesses, String verbs) {}

    /** What threads share at one access. */
    public record AccessRow(String statement, int index, String access, String broadcast, String spatial) {}

    /** The tables of an analysis. */
    public static AnalysisView of(Analysis analysis) {
        List<String> loops = analysis.nest().loops();
        return new AnalysisView(
                analysis,
                loops,
                dependences(analysis, true),
                dependences(analysis, false),
                estimates(analysis, loops),
                ranking(analysis, loops),
                analysis.locality().stream()
                        .map(l -> new AccessRow(
                                l.statement(),
                                l.access(),
                                analysis.accessText(l.statement(), l.access()),
                                String.join(", ", l.broadcast()),
                                String.join(", ", l.spatial())))
                        .toList());
    }

    private static List<DependenceRow> dependences(Analysis analysis, boolean flow) {
        return analysis.dependences().stream()
                .filter(d -> d.kind().equals("flow") == flow)
                .map(d -> dependence(analysis, d))
                .toList();
    }

    private static DependenceRow dependence(Analysis analysis, Analysis.Dependence d) {
        String accessOf = d.kind().equals("anti") ? d.source() : d.sink();
        return new DependenceRow(
                d.kind(),
                d.array(),
                d.source() + " → " + d.sink(),
                analysis.accessText(accessOf, d.access()),
                vector(d),
                "(" + String.join(", ", d.max()) + ")",
                d.relation());
    }

    private static String vector(Analysis.Dependence d) {
        return "(" + String.join(", ", d.vector()) + ")";
    }

    /** Estimates of one access and one piece of its dependences stand together. */
    private static List<EstimateRow> estimates(Analysis analysis, List<String> loops) {
        Map<List<Object>, List<Analysis.Estimate>> rows = new LinkedHashMap<>();
        for (Analysis.Estimate each : analysis.estimates()) {
            List<Object> piece = List.of(each.statement(), each.access(), vector(each));
            rows.computeIfAbsent(piece, p -> new ArrayList<>()).add(each);
        }
        return rows.values().stream()
                .map(row -> estimateRow(analysis, row, loops))
                .toList();
    }

    private static String vector(Analysis.Estimate estimate) {
        return estimate.vector() == null ? "input" : estimate.vector().replace(",", ", ");
    }

    private static EstimateRow estimateRow(Analysis analysis, List<Analysis.Estimate> row, List<String> loops) {
        Analysis.Estimate first = row.getFirst();
        return new EstimateRow(
                first.statement(),
                first.access(),
                analysis.accessText(first.statement(), first.access()),
                vector(first),
                first.rho(),
                row.stream().map(e -> String.valueOf(e.rhoFixed())).collect(Collectors.joining(", ")),
                loops.stream()
                        .map(loop -> cell(row, loop, loops.indexOf(loop) + 1, greatest(analysis, loop)))
                        .toList());
    }

    private static Cell cell(List<Analysis.Estimate> row, String loop, int index, int greatest) {
        return row.stream()
                .filter(e -> e.loop().equals(loop))
                .findFirst()
                .map(e -> new Cell(
                        index, e.theoremCase(), order(e.reads(), index, greatest), order(e.writes(), index, greatest)))
                .orElse(new Cell(index, "none", null, null));
    }

    private static @Nullable Order order(Analysis.@Nullable Order order, int loop, int greatest) {
        return order == null
                ? null
                : new Order(order.parts() > 0, loop, order.power(), powerWithParts(order) == greatest && greatest >= 0);
    }

    private static List<LoopRank> ranking(Analysis analysis, List<String> loops) {
        List<LoopRank> ranks = new ArrayList<>();
        int place = 1;
        for (List<String> group : analysis.blockRanking()) {
            for (String loop : group) {
                ranks.add(rank(analysis, place, loop, loops.indexOf(loop) + 1));
            }
            place++;
        }
        return ranks;
    }

    /** The paper's reason (section 2.2): only terms with the factor Q_z count, reads and writes together. */
    private static LoopRank rank(Analysis analysis, int place, String loop, int index) {
        int power = greatest(analysis, loop);
        if (power < 0) {
            return new LoopRank(place, loop, index, null, List.of());
        }
        Map<String, List<String>> byVerbs = analysis.estimates().stream()
                .filter(e -> e.loop().equals(loop) && powerWithParts(e) == power)
                .collect(Collectors.groupingBy(
                        e -> verbs(e, power),
                        LinkedHashMap::new,
                        Collectors.mapping(e -> analysis.accessText(e.statement(), e.access()), Collectors.toList())));
        List<Cause> where = byVerbs.entrySet().stream()
                .map(e -> new Cause(e.getValue().stream().distinct().toList(), e.getKey()))
                .toList();
        return new LoopRank(place, loop, index, new Order(true, index, power, true), where);
    }

    /** The greatest power of M beside a factor Q of this loop, -1 where there is none. */
    private static int greatest(Analysis analysis, String loop) {
        return analysis.estimates().stream()
                .filter(e -> e.loop().equals(loop))
                .mapToInt(AnalysisView::powerWithParts)
                .max()
                .orElse(-1);
    }

    private static String verbs(Analysis.Estimate e, int power) {
        boolean reads = powerWithParts(e.reads()) == power;
        boolean writes = powerWithParts(e.writes()) == power;
        return reads && writes ? "read and written" : reads ? "read" : "written";
    }

    private static int powerWithParts(Analysis.Estimate e) {
        return Math.max(powerWithParts(e.reads()), powerWithParts(e.writes()));
    }

    private static int powerWithParts(Analysis.@Nullable Order order) {
        return order == null || order.parts() == 0 ? -1 : order.power();
    }
}
