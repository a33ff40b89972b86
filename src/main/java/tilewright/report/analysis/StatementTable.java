package tilewright.report.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.locality.AccessMatrix;
import tilewright.locality.Estimate;
import tilewright.locality.Estimate.Order;
import tilewright.locality.ExactCount;
import tilewright.locality.ExactVolumes;
import tilewright.locality.LaurentPolynomial;
import tilewright.locality.UsedValues;
import tilewright.model.Access;
import tilewright.model.PlacedStatement;
import tilewright.report.AllSizes;

/**
 * The paper's table of one statement (section 4): a row per access and source of its values.
 *
 * @param loops names of the surrounding loops
 * @param allSizes what cuts move where blocks need not divide the sizes; null where nothing of it is known
 */
public record StatementTable(
        String id,
        int line,
        String text,
        List<String> loops,
        List<Row> rows,
        @Nullable AllSizes allSizes) {
    /**
     * One access and the values it uses; of a write only the access matrix.
     *
     * @param matrix access matrix F as rows of numbers, empty where the access is not linear
     * @param vector dependence vector, {@code input}, or empty for a write
     * @param rhoFixed rho^{d,z} per loop
     */
    public record Row(
            int access,
            String text,
            List<List<Long>> matrix,
            String vector,
            @Nullable Integer rho,
            List<Integer> rhoFixed,
            List<Cell> cells) {}

    /**
     * What cutting one loop moves.
     *
     * @param reads Theorem 1's order, null for none
     * @param writes the same for writes
     * @param exactReads the exact number for the access, null where there is none or it is said in a row before
     * @param exactWrites the same for writes
     */
    public record Cell(
            int loop,
            @Nullable Order reads,
            @Nullable Order writes,
            @Nullable LaurentPolynomial exactReads,
            @Nullable LaurentPolynomial exactWrites) {}

    /** The tables of all statements, in textual order. */
    public static List<StatementTable> all(Analysis analysis) {
        return analysis.dependences().nest().statements().stream()
                .map(placed -> of(analysis, placed))
                .toList();
    }

    static StatementTable of(Analysis analysis, PlacedStatement placed) {
        List<Row> rows = new ArrayList<>();
        for (Access access : placed.statement().accesses()) {
            List<List<Long>> matrix = AccessMatrix.of(
                            placed, access, analysis.dependences().nest().parameters())
                    .map(AccessMatrix::f)
                    .orElse(List.of());
            List<UsedValues> used = analysis.locality().values().stream()
                    .filter(v -> v.decides()
                            && v.access() == access.index()
                            && v.statement().equals(placed.statement().id()))
                    .toList();
            if (used.isEmpty()) {
                rows.add(new Row(access.index(), access.toString(), matrix, "", null, List.of(), List.of()));
            }
            for (int i = 0; i < used.size(); i++) {
                UsedValues values = used.get(i);
                rows.add(new Row(
                        access.index(),
                        access.toString(),
                        matrix,
                        values.vector() == null
                                ? "input"
                                : values.vector().toString().replace(" ", ""),
                        values.rho(),
                        values.rhoFixed(),
                        cells(analysis, placed, values, i == 0)));
            }
        }
        return new StatementTable(
                placed.statement().id(),
                placed.statement().position().line(),
                placed.statement().toString(),
                placed.loopVariables(),
                rows,
                allSizes(analysis, placed));
    }

    private static @Nullable AllSizes allSizes(Analysis analysis, PlacedStatement placed) {
        AllSizes all = analysis.exact() == null ? null : AllSizes.of(placed, analysis.exact());
        return all == null || all.rows().isEmpty() ? null : all;
    }

    private static List<Cell> cells(Analysis analysis, PlacedStatement placed, UsedValues values, boolean first) {
        List<Cell> cells = new ArrayList<>();
        for (int z = 0; z < placed.depth(); z++) {
            String loop = placed.loopVariables().get(z);
            Optional<Estimate> estimate = analysis.locality().estimates().stream()
                    .filter(e -> e.statement().equals(values.statement())
                            && e.access() == values.access()
                            && e.loop().equals(loop)
                            && java.util.Objects.equals(e.vector(), values.vector()))
                    .findFirst();
            Optional<ExactVolumes.Cut> cut = first ? cut(analysis, values, loop) : Optional.empty();
            cells.add(new Cell(
                    z + 1,
                    estimate.map(Estimate::reads).orElse(null),
                    estimate.map(Estimate::writes).orElse(null),
                    cut.map(ExactVolumes.Cut::reads)
                            .filter(count -> count.equalities().isEmpty())
                            .flatMap(ExactCount::formula)
                            .orElse(null),
                    cut.map(ExactVolumes.Cut::writes)
                            .filter(count -> count.equalities().isEmpty())
                            .flatMap(ExactCount::formula)
                            .orElse(null)));
        }
        return cells;
    }

    private static Optional<ExactVolumes.Cut> cut(Analysis analysis, UsedValues values, String loop) {
        return analysis.exact() == null
                ? Optional.empty()
                : analysis.exact().cuts().stream()
                        .filter(c -> c.statement().equals(values.statement())
                                && c.access() == values.access()
                                && c.loop().equals(loop))
                        .findFirst();
    }

    /** F as in the paper: {@code [0 1 0; 1 0 0]}. */
    static String matrix(List<List<Long>> rows) {
        return rows.stream()
                .map(row -> row.stream().map(String::valueOf).collect(Collectors.joining(" ")))
                .collect(Collectors.joining("; ", "[", "]"));
    }
}
