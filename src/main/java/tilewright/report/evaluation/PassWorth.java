package tilewright.report.evaluation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import tilewright.report.Quantity;
import tilewright.report.stored.Ablation;
import tilewright.report.stored.Summary;

/** What passes are worth in several sweeps, as a table: a row for each program, a column for each pass that changes one. */
final class PassWorth {
    private PassWorth() {}

    /**
     * The table of the sweeps below a folder that have such times; nothing where there are none.
     *
     * @param sweeps by the links to their directories
     */
    static Optional<String> table(String folder, Map<String, Summary> sweeps) {
        SortedMap<String, Summary> timed = new TreeMap<>(sweeps);
        timed.keySet().removeIf(link -> !link.startsWith(folder + "/"));
        timed.values().removeIf(sweep -> sweep.ablation() == null);
        Set<String> passes = new LinkedHashSet<>();
        timed.values()
                .forEach(sweep ->
                        shares(sweep).stream().map(Ablation.Share::pass).forEach(passes::add));
        passes.removeIf(pass -> timed.values().stream()
                .flatMap(sweep -> shares(sweep).stream())
                .noneMatch(share -> share.pass().equals(pass) && share.changes()));
        if (passes.isEmpty()) {
            return Optional.empty();
        }
        List<String> lines = new ArrayList<>();
        lines.add("| program | sizes | time | " + String.join(" | ", passes) + " |");
        lines.add("|---|---|---:|" + String.join("", Collections.nCopies(passes.size(), "---:|")));
        timed.forEach((link, sweep) -> lines.add(row(link, sweep, passes)));
        return Optional.of(String.join("\n", lines) + "\n");
    }

    private static List<Ablation.Share> shares(Summary sweep) {
        return sweep.ablation() == null ? List.of() : sweep.ablation().passes();
    }

    private static String row(String link, Summary sweep, Set<String> passes) {
        Ablation ablation = Objects.requireNonNull(sweep.ablation());
        List<String> cells = new ArrayList<>();
        cells.add("[" + sweep.nest() + "](" + link + ")");
        cells.add(sweep.sizesText());
        cells.add(Quantity.seconds(ablation.seconds()));
        for (String pass : passes) {
            cells.add(ablation.passes().stream()
                    .filter(share -> share.pass().equals(pass) && share.changes())
                    .findFirst()
                    .map(share -> cell(ablation, share))
                    .orElse(""));
        }
        return "| " + String.join(" | ", cells) + " |";
    }

    private static String cell(Ablation ablation, Ablation.Share share) {
        return ablation.times(share)
                .map(times -> share.tied() ? "=" : Quantity.fixed(times, 3))
                .orElseGet(() -> String.valueOf(share.status()));
    }
}
