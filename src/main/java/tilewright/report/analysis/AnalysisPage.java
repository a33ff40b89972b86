package tilewright.report.analysis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.locality.Estimate.Order;
import tilewright.locality.LaurentPolynomial;
import tilewright.model.NestPrinter;
import tilewright.report.AllSizes;
import tilewright.report.AnalysisText;
import tilewright.report.FootprintText;

/** The analysis as one HTML page that needs no other file. */
public final class AnalysisPage {
    private AnalysisPage() {}

    /**
     * What cutting a loop moves for an access.
     *
     * @param what reads, writes or both
     * @param order by Theorem 1, empty for none
     * @param exactly the exact number, empty where none is known
     */
    public record Moved(String what, String order, String exactly) {
        boolean isNone() {
            return order.isEmpty() && exactly.isEmpty();
        }

        boolean sameAmount(Moved other) {
            return order.equals(other.order) && exactly.equals(other.exactly);
        }
    }

    /**
     * One table row.
     *
     * @param cells of the fixed columns
     * @param moved per loop
     */
    public record Row(List<String> cells, List<List<Moved>> moved) {}

    /** One statement. */
    public record Table(
            String id,
            int line,
            String text,
            List<String> loops,
            List<Row> rows,
            @Nullable AllSizes allSizes) {}

    /** The page. */
    public static String of(Analysis analysis) {
        Map<String, Object> model = new HashMap<>();
        model.put("nest", analysis.dependences().nest().name());
        model.put("parameters", String.join(", ", analysis.dependences().nest().parameters()));
        model.put(
                "tables",
                StatementTable.all(analysis).stream().map(AnalysisPage::table).toList());
        AnalysisText.Sections sections = AnalysisText.sections(analysis.dependences(), analysis.locality());
        model.put("source", NestPrinter.print(analysis.dependences().nest()).strip());
        model.put("bands", sections.bands());
        model.put("blockOrder", sections.blocks());
        model.put("threadOrder", sections.threads());
        DependenceGraph graph = DependenceGraph.of(analysis.dependences());
        model.put("graph", GraphFigure.of(graph));
        model.put("dependences", graph.edges());
        model.put("slices", SliceFigure.of(analysis.dependences()));
        model.put("sets", analysis.locality().statementSets());
        if (analysis.exact() != null) {
            model.put("exact", analysis.exact());
        }
        if (analysis.footprints() != null) {
            model.put("footprints", analysis.footprints());
        }
        if (analysis.footprint() != null) {
            model.put("held", analysis.footprint());
            model.put("heldTitle", FootprintText.title(analysis.footprint()));
            model.put(
                    "heldRows",
                    FootprintText.rows(
                            analysis.footprint(), analysis.dependences().nest()));
            model.put("heldTogether", FootprintText.together(analysis.footprint()));
        }
        return Pages.print("page.ftlh", model);
    }

    private static Table table(StatementTable statement) {
        return new Table(
                statement.id(),
                statement.line(),
                statement.text(),
                statement.loops(),
                statement.rows().stream().map(AnalysisPage::row).toList(),
                statement.allSizes());
    }

    private static Row row(StatementTable.Row row) {
        return new Row(
                List.of(
                        String.valueOf(row.access()),
                        row.text(),
                        row.matrix().isEmpty() ? "not linear" : StatementTable.matrix(row.matrix()),
                        row.vector(),
                        row.rho() == null ? "" : row.rho().toString(),
                        row.rhoFixed().stream().map(String::valueOf).collect(Collectors.joining(","))),
                row.cells().stream().map(AnalysisPage::moved).toList());
    }

    private static List<Moved> moved(StatementTable.Cell cell) {
        Moved reads = moved("reads", cell.reads(), cell.exactReads(), cell.loop());
        Moved writes = moved("writes", cell.writes(), cell.exactWrites(), cell.loop());
        if (reads.sameAmount(writes) && !reads.isNone()) {
            return List.of(new Moved("reads and writes", reads.order(), reads.exactly()));
        }
        return Stream.of(reads, writes).filter(each -> !each.isNone()).toList();
    }

    private static Moved moved(String what, @Nullable Order order, @Nullable LaurentPolynomial exact, int z) {
        String theorem = order == null
                ? ""
                : "O(" + (order.parts() == 0 ? "" : "Q" + z + " ") + (order.power() == 0 ? "1" : "M^" + order.power())
                        + ")";
        return new Moved(what, theorem, exact == null || (exact.isZero() && order == null) ? "" : exact.toString());
    }
}
