package tilewright.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Band;
import tilewright.dependence.ClosedSemiring;
import tilewright.dependence.Dependence;
import tilewright.dependence.DependenceVector;
import tilewright.dependence.Dependences;
import tilewright.dependence.Reduction;
import tilewright.dependence.Reductions;
import tilewright.locality.ExactVolumes;
import tilewright.locality.Footprints;
import tilewright.locality.Locality;
import tilewright.locality.StatementSet;
import tilewright.locality.ThreadSizeAdvice;
import tilewright.locality.Volumes;
import tilewright.model.Assumption;
import tilewright.model.Counted;
import tilewright.model.LoopNest;
import tilewright.model.Operator;
import tilewright.model.PlacedStatement;
import tilewright.model.TextTable;

/** What {@code analyze} prints: ASCII, at most 100 columns wherever the nest's own text allows. */
public final class AnalysisText {
    private final Dependences dependences;
    private final Locality locality;
    private final LoopNest nest;
    private final List<String> lines = new ArrayList<>();

    private AnalysisText(Dependences dependences, Locality locality) {
        this.dependences = dependences;
        this.locality = locality;
        this.nest = dependences.nest();
    }

    /**
     * The analysis, each line ended by a newline.
     *
     * @param volumes exact volumes, where sizes and blocks were given
     */
    public static String of(Dependences dependences, Locality locality, @Nullable Volumes volumes) {
        return of(dependences, locality, new AtSizes(volumes, null, null), null, null);
    }

    /**
     * The same with volumes and footprints as functions of the sizes.
     *
     * @param at what was counted for given sizes
     * @param exact volumes, null to leave them out
     * @param footprints footprints, null to leave them out
     */
    public static String of(
            Dependences dependences,
            Locality locality,
            AtSizes at,
            @Nullable ExactVolumes exact,
            @Nullable Footprints footprints) {
        AnalysisText text = new AnalysisText(dependences, locality);
        ExactText functions = new ExactText(text.nest, dependences.loops());
        text.heading();
        for (PlacedStatement placed : text.nest.statements()) {
            text.lines.add("");
            text.lines.addAll(new StatementText(dependences, locality, exact, placed).lines());
        }
        text.section("Anti and output dependences (between operations on one element of memory)", text.memoryOrder());
        text.section("Bands", text.bands());
        text.section("Block sizes, the largest first (Theorem 1, section 2.2)", text.blockRanking());
        if (locality.statementSets().size() > 1) {
            text.section("Statement sets, with block sizes of their own", text.statementSets());
        }
        text.section("Thread sizes (Theorem 2 and Lemma 1)", text.threadSizes());
        if (exact != null) {
            text.section("Values moved by blocks, exactly", functions.blocks(exact));
        }
        if (footprints != null) {
            text.section("Elements that a block touches", functions.footprints(footprints));
        }
        if (at.volumes() != null) {
            text.section(
                    "Values moved by blocks of " + join(at.volumes().block(), " x "),
                    text.volumes(at.volumes(), at.estimate()));
        }
        if (at.footprint() != null) {
            text.section(FootprintText.title(at.footprint()), FootprintText.lines(at.footprint(), text.nest));
        }
        return ExactText.unglued(String.join("\n", text.lines)) + "\n";
    }

    /**
     * The same for a terminal.
     *
     * @param columns most characters of a line where it can be broken
     */
    public static String of(
            Dependences dependences,
            Locality locality,
            AtSizes at,
            @Nullable ExactVolumes exact,
            @Nullable Footprints footprints,
            int columns) {
        if (columns >= Paragraph.COLUMNS) {
            return of(dependences, locality, at, exact, footprints);
        }
        return ScopedValue.where(Paragraph.WIDTH, columns).call(() -> of(dependences, locality, at, exact, footprints));
    }

    private void heading() {
        int count = nest.statements().size();
        String statements = Counted.of(count, "statement");
        String loops = dependences.loops().isEmpty() ? "" : ", loops " + join(dependences.loops(), ", ");
        String parameters = nest.parameters().isEmpty()
                ? ""
                : (nest.parameters().size() == 1 ? ", parameter " : ", parameters ") + join(nest.parameters(), ", ");
        lines.addAll(Paragraph.lines("", "  ", nest.name() + ": " + statements + loops + parameters));
        for (Assumption assumption : nest.assumptions()) {
            lines.addAll(Paragraph.lines("  assumes ", "    ", assumption.toString()));
        }
        if (!nest.associative().isEmpty()) {
            String operators =
                    join(nest.associative().stream().map(Operator::notation).toList(), ", ");
            lines.add("  assumes associative(" + operators + ")");
        }
        if (dependences.silentRemoved()) {
            lines.addAll(Paragraph.lines("  ", "  ", "Silent writes are left out of the analysis."));
        }
    }

    /** Parts of the text that pages show too. */
    public record Sections(String bands, String blocks, String threads) {}

    /** Bands, order of block sizes and of thread sizes; a sentence is one line, however long. */
    public static Sections sections(Dependences dependences, Locality locality) {
        AnalysisText text = new AnalysisText(dependences, locality);
        return ScopedValue.where(Paragraph.WIDTH, Integer.MAX_VALUE)
                .call(() -> new Sections(
                        String.join("\n", text.bands()),
                        String.join("\n", text.blockRanking()),
                        String.join("\n", text.threadSizes())));
    }

    private void section(String title, List<String> body) {
        if (!body.isEmpty()) {
            lines.add("");
            lines.add(title);
            lines.addAll(body);
        }
    }

    /** Anti and output dependences: per array and pair of statements their vectors. */
    private List<String> memoryOrder() {
        Map<String, List<String>> vectors = new LinkedHashMap<>();
        for (Dependence d : dependences.dependences()) {
            if (d.kind() != Dependence.Kind.FLOW) {
                String between = d.kind().jsonName() + " of " + d.array() + ", " + d.source() + " -> " + d.sink();
                List<String> known = vectors.computeIfAbsent(between, _ -> new ArrayList<>());
                String vector = compact(d.vector());
                if (!known.contains(vector)) {
                    known.add(vector);
                }
            }
        }
        int width = vectors.keySet().stream().mapToInt(String::length).max().orElse(0);
        List<String> found = new ArrayList<>();
        vectors.forEach((between, all) -> found.addAll(Paragraph.labelled("  ", between, width, join(all, " "))));
        return found;
    }

    /** {@code (1,0,j-k)}. */
    static String compact(DependenceVector vector) {
        return vector.toString().replace(" ", "");
    }

    private List<String> bands() {
        List<String> found = new ArrayList<>();
        for (Band band : dependences.bands()) {
            String parallel = band.parallel().isEmpty() ? "none parallel" : "parallel " + join(band.parallel(), ", ");
            found.add("  (" + join(band.loops(), ",") + ") of " + join(band.statements(), ", ") + ": "
                    + (band.permutable() ? "permutable" : "not permutable") + ", " + parallel);
            found.addAll(Paragraph.lines("    ", "    ", band.rule()));
        }
        for (ClosedSemiring semiring : dependences.semirings()) {
            String needs = semiring.needs().isEmpty() ? "" : "; needs " + join(semiring.needs(), ", ");
            found.addAll(Paragraph.lines(
                    "  ", "    ", semiring.statement() + " is a closed-semiring update: " + semiring.rule() + needs));
        }
        for (Reduction reduction : Reductions.of(dependences)) {
            String operator = reduction.operator().notation();
            String order = switch (reduction.regrouping()) {
                case EXACT -> "in any order: the result is the same";
                case DECLARED -> "in any order: " + operator + " is declared associative";
                case REFUSED ->
                    "in the order as written, on which rounding depends (assume associative(" + operator
                            + ") lets it change)";
            };
            found.addAll(Paragraph.lines(
                    "  ",
                    "    ",
                    reduction.statement() + " is a reduction of " + reduction.array() + " by " + operator + " along "
                            + join(reduction.variables(nest), ", ") + ", " + order));
        }
        return found;
    }

    /** {@code 1: S1 in (k,i); k shared with 2; r1^1..r2^1: k, then i}. */
    private List<String> statementSets() {
        List<String> found = new ArrayList<>();
        for (StatementSet set : locality.statementSets()) {
            List<String> cuts = new ArrayList<>();
            for (int z = 0; z < set.loops().size(); z++) {
                List<Integer> others = set.shared().get(z);
                cuts.add(set.loops().get(z) + " (r" + (z + 1) + "^" + set.number()
                        + (others.isEmpty() ? "" : ", cut as in " + join(others, ", ")) + ")");
            }
            found.addAll(Paragraph.lines(
                    "  " + set.number() + "  ",
                    "     ",
                    join(set.statements(), ", ")
                            + (cuts.isEmpty()
                                    ? ": outside of all loops"
                                    : " in " + join(cuts, ", ") + "; the largest first: "
                                            + ranking(set.blockRanking()))));
        }
        return found;
    }

    private List<String> blockRanking() {
        return locality.blockRanking().isEmpty() ? List.of() : List.of("  " + ranking(locality.blockRanking()));
    }

    /** {@code k first, then i and j equally}. */
    private static String ranking(List<List<String>> groups) {
        return groups.stream()
                .map(group -> group.size() == 1 ? group.getFirst() : join(group, " and ") + " equally")
                .collect(Collectors.joining(", then "));
    }

    private List<String> threadSizes() {
        List<String> found = new ArrayList<>();
        int width = locality.threadSizes().stream()
                .mapToInt(a -> sizeLabel(a).length())
                .max()
                .orElse(0);
        for (ThreadSizeAdvice advice : locality.threadSizes()) {
            found.addAll(Paragraph.labelled("  ", sizeLabel(advice), width, advice.because()));
        }
        return found;
    }

    /** {@code k: r12 = 1 or r1 with a barrier}. */
    private String sizeLabel(ThreadSizeAdvice advice) {
        int z = dependences.loops().indexOf(advice.loop()) + 1;
        String or = advice.or() == null ? "" : " or r" + z + " with a barrier per " + advice.loop();
        String size = advice.size().equals("free") ? " free" : " = " + advice.size();
        return advice.loop() + ": r" + z + "2" + size + or;
    }

    private List<String> volumes(Volumes volumes, @Nullable Volumes estimate) {
        TextTable table = new TextTable(estimate == null ? "lr" : "lrr");
        List<String> found = new ArrayList<>();
        if (estimate != null) {
            table.row("", "exact", "Theorem 1");
            found.add("  (Theorem 1: its terms with a factor Q, constants 1)");
        }
        row(table, "reads from outside", volumes.reads(), estimate == null ? null : estimate.reads());
        row(table, "writes for outside", volumes.writes(), estimate == null ? null : estimate.writes());
        row(table, "together", together(volumes), estimate == null ? null : together(estimate));
        List<String> lines = new ArrayList<>(table.lines("  "));
        lines.addAll(found);
        return lines;
    }

    private static long together(Volumes volumes) {
        return Math.addExact(volumes.reads(), volumes.writes());
    }

    private static void row(TextTable table, String label, long exact, @Nullable Long estimate) {
        if (estimate == null) {
            table.row(label, String.valueOf(exact));
        } else {
            table.row(label, String.valueOf(exact), estimate.toString());
        }
    }

    static String join(Iterable<?> parts, String separator) {
        StringBuilder text = new StringBuilder();
        for (Object part : parts) {
            text.append(text.isEmpty() ? "" : separator).append(part);
        }
        return text.toString();
    }
}
