package tilewright.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tilewright.locality.ExactCount;
import tilewright.locality.ExactVolumes;
import tilewright.model.PlacedStatement;

/**
 * What cutting one loop moves, in terms of the number of its parts: for sizes that blocks need not divide. What is not known
 * or nothing is left out.
 *
 * @param definitions of the numbers of parts, e.g. {@code Q1 = ceil(n/r1)}
 * @param conditions under which all rows hold, e.g. {@code r1 >= 2}
 */
public record AllSizes(List<Row> rows, List<String> definitions, List<String> conditions) {
    /**
     * One number.
     *
     * @param access number of the access
     * @param text the access
     * @param moves {@code r} for reads, {@code w} for writes, {@code r+w} where both are the same
     */
    public record Row(int access, String text, String loop, String moves, ExactCount.Known count) {
        /** {@link #moves} for where there is room. */
        public String movesInWords() {
            return switch (moves) {
                case "r" -> "reads";
                case "w" -> "writes";
                default -> "reads and writes";
            };
        }
    }

    public AllSizes {
        rows = List.copyOf(rows);
        definitions = List.copyOf(definitions);
        conditions = List.copyOf(conditions);
    }

    /** {@code Q1 = ceil(n/r1); valid for r1 >= 2}. */
    public String where() {
        String valid = conditions.isEmpty() ? "" : "; valid for " + ExactText.unglued(ExactText.together(conditions));
        return String.join(", ", definitions) + valid;
    }

    /** The rows of one statement, by access and loop. */
    public static AllSizes of(PlacedStatement placed, ExactVolumes exact) {
        List<Row> rows = new ArrayList<>();
        Set<String> definitions = new LinkedHashSet<>();
        Set<String> conditions = new LinkedHashSet<>();
        for (ExactVolumes.Cut cut : exact.cuts()) {
            List<Row> own = cut.statement().equals(placed.statement().id()) ? rows(placed, cut) : List.of();
            if (!own.isEmpty()) {
                rows.addAll(own);
                definitions.add(cut.inParts().definition());
                conditions(cut.inParts().reads(), conditions);
                conditions(cut.inParts().writes(), conditions);
            }
        }
        return new AllSizes(rows, List.copyOf(definitions), List.copyOf(conditions));
    }

    private static List<Row> rows(PlacedStatement placed, ExactVolumes.Cut cut) {
        String text = placed.statement().accesses().get(cut.access() - 1).toString();
        ExactVolumes.InParts parts = cut.inParts();
        boolean same = parts.reads().equals(parts.writes());
        List<Row> rows = new ArrayList<>();
        if (parts.reads() instanceof ExactCount.Known reads && !reads.value().isZero()) {
            rows.add(new Row(cut.access(), text, cut.loop(), same ? "r+w" : "r", reads));
        }
        if (!same
                && parts.writes() instanceof ExactCount.Known writes
                && !writes.value().isZero()) {
            rows.add(new Row(cut.access(), text, cut.loop(), "w", writes));
        }
        return rows;
    }

    /** What a formula holds under, without the equalities, which stand beside it. */
    static void conditions(ExactCount count, Collection<String> conditions) {
        if (count instanceof ExactCount.Known known) {
            known.conditions().stream().filter(c -> !c.contains(" = ")).forEach(conditions::add);
        }
    }
}
