package tilewright.report.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.locality.Estimate.Order;
import tilewright.locality.ExactCount;
import tilewright.locality.ExactVolumes;
import tilewright.locality.LaurentPolynomial;
import tilewright.report.AllSizes;

/** The tables of an analysis in LaTeX (packages amsmath, booktabs, longtable and geometry); compiles alone. */
public final class LatexDocument {
    private LatexDocument() {}

    /** One row of a table: cells of a row joined by the template. */
    public record Row(List<String> cells) {}

    /**
     * One statement.
     *
     * @param parts what cuts move for all sizes; empty where it is not known
     * @param where what these formulas mean and when they hold
     */
    public record Table(
            String title,
            String source,
            String columns,
            List<String> heading,
            List<Row> rows,
            List<Row> parts,
            String where) {}

    /** One formula with what it says. */
    public record Formula(String says, String formula) {}

    /** The document. */
    public static String of(Analysis analysis) {
        String size = analysis.dependences().nest().parameters().size() == 1
                ? analysis.dependences().nest().parameters().getFirst()
                : "M";
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("nest", text(analysis.dependences().nest().name()));
        model.put(
                "tables",
                StatementTable.all(analysis).stream().map(t -> table(t, size)).toList());
        model.put("formulas", formulas(analysis.exact()));
        model.put("kinds", kinds(analysis.exact()));
        return Pages.print("analysis.tex.ftl", model);
    }

    private static Table table(StatementTable statement, String size) {
        List<String> heading = new ArrayList<>(List.of("", "access", "$F$", "$d$", "$\\rho^d$", "$\\rho^{d,z}$"));
        statement.loops().forEach(l -> heading.add("cut $" + variable(l) + "$"));
        List<Row> rows = new ArrayList<>();
        for (StatementTable.Row row : statement.rows()) {
            List<String> cells = new ArrayList<>(List.of(
                    String.valueOf(row.access()),
                    "\\texttt{" + text(row.text()) + "}",
                    matrix(row.matrix()),
                    row.vector().isEmpty() ? "" : row.vector().equals("input") ? "input" : vector(row.vector()),
                    row.rho() == null ? "" : "$" + row.rho() + "$",
                    row.rhoFixed().isEmpty()
                            ? ""
                            : "$" + row.rhoFixed().stream().map(String::valueOf).collect(Collectors.joining(","))
                                    + "$"));
            for (int z = 0; z < statement.loops().size(); z++) {
                cells.add(row.cells().isEmpty() ? "" : cell(row.cells().get(z), size));
            }
            rows.add(new Row(cells));
        }
        return new Table(
                statement.id() + ", line " + statement.line(),
                text(statement.text()),
                "rlllcl" + "l".repeat(statement.loops().size()),
                heading,
                rows,
                statement.allSizes() == null ? List.of() : parts(statement.allSizes()),
                statement.allSizes() == null ? "" : math(statement.allSizes().where()));
    }

    private static List<Row> parts(AllSizes all) {
        return all.rows().stream()
                .map(row -> new Row(List.of(
                        String.valueOf(row.access()),
                        "\\texttt{" + text(row.text()) + "}",
                        "$" + variable(row.loop()) + "$",
                        row.moves().replace("+", ","),
                        "$" + row.count().value().toLatex() + "$")))
                .toList();
    }

    /** A definition or condition in words of formulas: {@code Q1 = ceil(n/r1), r1 >= 2}. */
    private static String math(String text) {
        return text(text).replaceAll("\\b([Qr])(\\d+)\\b", "\\$$1_{$2}\\$").replace(">=", "$\\ge$");
    }

    private static String cell(StatementTable.Cell cell, String size) {
        String reads = part(cell.reads(), cell.exactReads(), cell.loop(), size);
        String writes = part(cell.writes(), cell.exactWrites(), cell.loop(), size);
        if (reads.equals(writes)) {
            return reads.isEmpty() ? "none" : reads + " r,w";
        }
        List<String> lines = new ArrayList<>();
        if (!reads.isEmpty()) {
            lines.add(reads + " r");
        }
        if (!writes.isEmpty()) {
            lines.add(writes + " w");
        }
        return "\\begin{tabular}[t]{@{}l@{}}" + String.join("\\\\", lines) + "\\end{tabular}";
    }

    private static String part(@Nullable Order order, @Nullable LaurentPolynomial exact, int z, String size) {
        boolean nothing = order == null && (exact == null || exact.isZero());
        if (nothing) {
            return "";
        }
        String theorem = order == null ? "" : "$O(" + order(order, z, size) + ")$";
        return theorem + (exact == null ? "" : (theorem.isEmpty() ? "" : ": ") + "$" + exact.toLatex() + "$");
    }

    private static String order(Order order, int z, String size) {
        String power =
                order.power() == 0 ? "" : variable(size) + (order.power() == 1 ? "" : "^{" + order.power() + "}");
        String parts = order.parts() == 0 ? "" : "Q_{" + z + "} ";
        return power.isEmpty() && parts.isEmpty() ? "1" : (parts + power).strip();
    }

    private static List<Formula> formulas(@Nullable ExactVolumes exact) {
        List<Formula> formulas = new ArrayList<>();
        if (exact == null) {
            return formulas;
        }
        ExactVolumes.Inner inner = exact.inner();
        if (inner != null) {
            add(formulas, "An inner block reads", inner.reads());
            add(formulas, "and writes", inner.writes());
            add(formulas, "All blocks read, leading term,", inner.allReads());
            add(formulas, "and write", inner.allWrites());
        }
        add(formulas, "With blocks of one size $r$ all of them read", exact.reads());
        add(formulas, "and write", exact.writes());
        return formulas;
    }

    private static void add(List<Formula> formulas, String says, ExactCount count) {
        if (count instanceof ExactCount.Known known) {
            String equal =
                    known.equalities().stream().map(c -> " (" + text(c) + ")").collect(Collectors.joining());
            formulas.add(new Formula(says + equal, known.value().toLatex()));
        }
    }

    private static List<Row> kinds(@Nullable ExactVolumes exact) {
        return exact == null
                ? List.of()
                : exact.kinds().stream()
                        .map(k -> new Row(List.of(
                                k.where().isEmpty() ? "all" : text(k.where()).replace("!=", "$\\neq$"),
                                latex(k.blocks()),
                                latex(k.iterations()),
                                latex(k.reads()),
                                latex(k.writes()))))
                        .toList();
    }

    private static String latex(ExactCount count) {
        return count.formula().map(f -> "$" + f.toLatex() + "$").orElse("--");
    }

    private static String matrix(List<List<Long>> rows) {
        if (rows.isEmpty() || rows.getFirst().isEmpty()) {
            return rows.isEmpty() ? "--" : "";
        }
        return rows.stream()
                .map(row -> row.stream().map(String::valueOf).collect(Collectors.joining(" & ")))
                .collect(Collectors.joining(" \\\\ ", "$\\begin{bsmallmatrix} ", " \\end{bsmallmatrix}$"));
    }

    private static String vector(String vector) {
        return "$" + text(vector).replace(">=", "\\ge ").replace("<=", "\\le ").replace("*", "{*}") + "$";
    }

    private static String variable(String name) {
        return name.length() == 1 ? name : "\\mathit{" + text(name) + "}";
    }

    /** Text with LaTeX's special characters escaped. */
    static String text(String text) {
        return text.replace("\\", "\\textbackslash ")
                .replaceAll("([&%$#_{}])", "\\\\$1")
                .replace("~", "\\textasciitilde ")
                .replace("^", "\\textasciicircum ");
    }
}
