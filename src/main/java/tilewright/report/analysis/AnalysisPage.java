package tilewright.report.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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

    /** One table row: the cells of the fixed columns, then one per loop. */
    public record Row(List<String> cells) {}

    /** One statement. */
    public record Table(
            String id,
            int line,
            String text,
            List<String> heading,
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
        model.put("graph", GraphFigure.of(DependenceGraph.of(analysis.dependences())));
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
        List<String> heading = new ArrayList<>(List.of("", "access", "F", "d", "rho", "rho per fixed loop"));
        statement.loops().forEach(l -> heading.add("cut " + l));
        List<Row> rows = statement.rows().stream().map(AnalysisPage::row).toList();
        return new Table(statement.id(), statement.line(), statement.text(), heading, rows, statement.allSizes());
    }

    private static Row row(StatementTable.Row row) {
        List<String> cells = new ArrayList<>(List.of(
                String.valueOf(row.access()),
                row.text(),
                row.matrix().isEmpty() ? "not linear" : StatementTable.matrix(row.matrix()),
                row.vector(),
                row.rho() == null ? "" : row.rho().toString(),
                row.rhoFixed().stream().map(String::valueOf).collect(Collectors.joining(","))));
        row.cells().forEach(cell -> cells.add(cell(cell)));
        return new Row(cells);
    }

    private static String cell(StatementTable.Cell cell) {
        String reads = part(cell.reads(), cell.exactReads(), cell.loop());
        String writes = part(cell.writes(), cell.exactWrites(), cell.loop());
        if (reads.equals(writes)) {
            return reads.isEmpty() ? "none" : reads + " r+w";
        }
        String both = reads.isEmpty() ? "" : reads + " r";
        return writes.isEmpty() ? both : (both.isEmpty() ? "" : both + "; ") + writes + " w";
    }

    private static String part(@Nullable Order order, @Nullable LaurentPolynomial exact, int z) {
        if (order == null && (exact == null || exact.isZero())) {
            return "";
        }
        String theorem = order == null
                ? ""
                : "O(" + ((order.parts() == 0 ? "" : "Q" + z + " ") + (order.power() == 0 ? "1" : "M^" + order.power()))
                        + ")";
        return exact == null ? theorem : (theorem.isEmpty() ? "" : theorem + ": ") + exact;
    }
}
