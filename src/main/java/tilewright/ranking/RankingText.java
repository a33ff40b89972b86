package tilewright.ranking;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tilewright.model.Counted;
import tilewright.model.TextTable;
import tilewright.ranking.cost.Prediction;
import tilewright.ranking.description.Amounts;
import tilewright.ranking.work.Resources;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.OptionWord;

/** The output of {@code rank} for people: a table of the first candidates, then the reasons of the very first. */
public final class RankingText {
    private static final int EXPLAINED = 3;

    /** Where the panel size stands, if any candidate has one. */
    private static final int PANEL_COLUMN = 5;

    /** Where the time of the whole program stands without a panel size before it, behind that of its part. */
    private static final int PROGRAM_COLUMN = 6;

    private RankingText() {}

    /**
     * The text.
     *
     * @param top how many candidates to show
     * @param width most characters of a line of a table
     */
    public static String of(Ranking ranking, int top, int width) {
        StringBuilder text = new StringBuilder();
        text.append(header(ranking)).append("\n\n");
        text.append(table(rows(ranking, top), width));
        if (ranking.isPartOfProgram()) {
            text.append("\n"
                    + "predicted: one run of the main part, to which the sizes belong; program: all parts, as"
                    + " often as they run; speed-up: of the program\n");
        }
        text.append(certainty(ranking));
        if (!ranking.runs()) {
            return text.append('\n').append(sentence(Reasons.NOTHING_TO_RUN)).toString();
        }
        for (RankedCandidate each : ranking.top(Math.min(top, EXPLAINED))) {
            text.append('\n')
                    .append("Rank ")
                    .append(each.rank())
                    .append(", ")
                    .append(each.candidate())
                    .append(":\n");
            ranking.reasons(each).forEach(r -> text.append("  - ").append(r).append('\n'));
        }
        return text.toString();
    }

    /**
     * What binds each candidate: the seconds that every resource alone would take, what they leave unexplained, and the
     * time below which the candidate cannot run.
     *
     * @param top how many candidates to show
     * @param width most characters of a line of a table
     */
    public static String terms(Ranking ranking, int top, int width) {
        List<List<String>> rows = new ArrayList<>();
        List<String> titles = new ArrayList<>(List.of("rank", "candidate", "predicted"));
        if (ranking.isPartOfProgram()) {
            titles.add("program");
        }
        for (Prediction.Term term : Prediction.Term.values()) {
            titles.add(term.words(ranking.device()));
        }
        titles.add("likely");
        titles.add("least");
        titles.add("bound by");
        rows.add(titles);
        for (RankedCandidate each : ranking.top(top)) {
            List<String> row = new ArrayList<>();
            row.add(Integer.toString(each.rank()));
            row.add(each.candidate().toString());
            row.add(Amounts.seconds(each.prediction().seconds()));
            if (ranking.isPartOfProgram()) {
                row.add(Amounts.seconds(ranking.programSeconds(each)));
            }
            for (Prediction.Term term : Prediction.Term.values()) {
                row.add(Amounts.seconds(each.prediction().term(term)));
            }
            row.add(likely(ranking, each));
            row.add(ranking.bound(each).map(b -> Amounts.seconds(b.seconds())).orElse("-"));
            row.add(each.prediction().binding().words(ranking.device()));
            rows.add(row);
        }
        StringBuilder text = new StringBuilder();
        text.append(header(ranking)).append("\n\n");
        text.append(table(rows, width));
        text.append("\n"
                + "Each resource's time is what it alone would take; latency is what the longest of them leaves of"
                + " the predicted time: launches,\n"
                + "barriers, loads and idle processors. least: what no program for the candidate can be faster"
                + " than.\n");
        if (!ranking.runs()) {
            text.append('\n').append(sentence(Reasons.NOTHING_TO_RUN));
        }
        return text.toString();
    }

    private static String sentence(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1) + ".\n";
    }

    private static String header(Ranking ranking) {
        String sizes = ranking.sizes().entrySet().stream()
                .sorted(java.util.Map.Entry.comparingByKey())
                .map(e -> e.getKey() + " = " + e.getValue())
                .collect(Collectors.joining(", "));
        return ranking.nest() + (sizes.isEmpty() ? "" : ", " + sizes) + ", "
                + ranking.device().fullName() + ": "
                + Counted.of(ranking.candidates().size(), "candidate") + "; sizes of "
                + (ranking.loops().size() == 1 ? "loop " : "loops ")
                + String.join(", ", ranking.loops())
                + ranking.leftOut().stream().map(words -> "\n" + words).collect(Collectors.joining());
    }

    private static String likely(Ranking ranking, RankedCandidate each) {
        return ranking.likely(each)
                .map(l -> Amounts.seconds(l.low()) + " to " + Amounts.seconds(l.high()))
                .orElse("-");
    }

    /** What the columns say of errors, as far as they are known. */
    private static String certainty(Ranking ranking) {
        StringBuilder text = new StringBuilder();
        if (ranking.top(1).stream().anyMatch(first -> ranking.likely(first).isPresent())) {
            text.append("\nlikely: where ")
                    .append(Amounts.percent(ModelErrors.CERTAIN))
                    .append(" of the candidates that the same resource binds were measured (of all, where that is so on"
                            + " few nests), on nests that served no choice of the model\n");
        }
        int alike = ranking.alike();
        if (alike > 1) {
            text.append("\nThe first ")
                    .append(alike)
                    .append(" cannot be told apart: of pairs of candidates predicted so close less than ")
                    .append(Amounts.percent(ModelErrors.CERTAIN))
                    .append(" are in the right order. Measure them: tune --top ")
                    .append(alike)
                    .append('\n');
        }
        return text.toString();
    }

    private static List<List<String>> rows(Ranking ranking, int top) {
        List<List<String>> rows = new ArrayList<>();
        List<String> titles = new ArrayList<>(List.of(
                "rank",
                "block",
                "thread",
                "k-tile",
                "stages",
                "predicted",
                "likely",
                "speed-up",
                "bound by",
                "reads",
                "writes",
                "resident"));
        if (ranking.isPartOfProgram()) {
            titles.add(PROGRAM_COLUMN, "program");
        }
        boolean panels = ranking.top(top).stream()
                .anyMatch(each -> each.candidate().options().panel() > 0);
        if (panels) {
            titles.add(PANEL_COLUMN, "panel");
        }
        rows.add(titles);
        for (RankedCandidate each : ranking.top(top)) {
            rows.add(row(Integer.toString(each.rank()), each, ranking, panels));
        }
        rows.add(row("plain", ranking.baseline(), ranking, panels));
        return rows;
    }

    private static List<String> row(String rank, RankedCandidate each, Ranking ranking, boolean panels) {
        Candidate candidate = each.candidate();
        Prediction prediction = each.prediction();
        Resources resources = prediction.resources();
        List<String> cells = new ArrayList<>(List.of(
                rank,
                candidate.isAsWritten() ? candidate.toString() : sizes(candidate.block()),
                candidate.isAsWritten() ? "-" : sizes(candidate.thread()),
                candidate.isAsWritten()
                        ? "-"
                        : Integer.toString(candidate.options().kTile()),
                candidate.isAsWritten()
                        ? "-"
                        : Integer.toString(candidate.options().stages()),
                Amounts.seconds(prediction.seconds()),
                likely(ranking, each),
                speedUp(ranking, each),
                prediction.binding().words(ranking.device()),
                Amounts.count(ranking.volumes(each).reads()),
                Amounts.count(ranking.volumes(each).writes()),
                resources == null ? "-" : resources.residentBlocks() + " x " + resources.threads()));
        if (ranking.isPartOfProgram()) {
            cells.add(PROGRAM_COLUMN, Amounts.seconds(ranking.programSeconds(each)));
        }
        if (panels) {
            cells.add(PANEL_COLUMN, panel(candidate.options()));
        }
        return cells;
    }

    private static String speedUp(Ranking ranking, RankedCandidate each) {
        // Without threads the plain form only starts one thread again and again.
        if (!Reasons.runsInParallel(ranking.baseline().family())) {
            return "-";
        }
        return Amounts.number(ranking.programSeconds(ranking.baseline()) / ranking.programSeconds(each));
    }

    private static String panel(Candidate.Options options) {
        if (options.resident()) {
            return OptionWord.RESIDENT.word();
        }
        return options.panel() == 0
                ? "-"
                : options.advancesByPlanes() ? "by planes" : Integer.toString(options.panel());
    }

    private static String sizes(List<Integer> sizes) {
        return sizes.stream().map(String::valueOf).collect(Collectors.joining("x"));
    }

    /** Numbers to the right, what binds to the left. */
    private static String table(List<List<String>> rows, int width) {
        String alignment = rows.getFirst().stream()
                .map(title -> title.equals("bound by") ? "l" : "r")
                .collect(Collectors.joining());
        TextTable table = new TextTable(alignment);
        rows.forEach(table::row);
        return String.join("\n", table.lines("", width)) + "\n";
    }
}
