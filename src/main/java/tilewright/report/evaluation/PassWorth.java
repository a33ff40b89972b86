package tilewright.report.evaluation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import tilewright.report.Quantity;
import tilewright.report.stored.Ablation;
import tilewright.report.stored.Summary;

/** What passes are worth in several sweeps, as a table: a row for each program, a column for each pass that changes one. */
final class PassWorth {
    private PassWorth() {}

    /** The table of the sweeps below a folder that have such times; nothing where there are none. */
    static Optional<String> table(String folder, List<PerformanceDocument.Entry> entries) {
        List<PerformanceDocument.Entry> timed = entries.stream()
                .filter(e -> e.link().startsWith(folder + "/")
                        && e.results().summary().ablation() != null)
                .toList();
        Set<String> passes = new LinkedHashSet<>();
        timed.forEach(e -> shares(e).stream().map(Ablation.Share::pass).forEach(passes::add));
        passes.removeIf(pass -> timed.stream()
                .flatMap(e -> shares(e).stream())
                .noneMatch(share -> share.pass().equals(pass) && share.changes()));
        if (passes.isEmpty()) {
            return Optional.empty();
        }
        List<String> lines = new ArrayList<>();
        lines.add("| program | sizes | time | " + String.join(" | ", passes) + " |");
        lines.add("|---|---|---:|" + String.join("", Collections.nCopies(passes.size(), "---:|")));
        timed.forEach(e -> lines.add(row(e, passes)));
        return Optional.of(String.join("\n", lines) + "\n");
    }

    private static List<Ablation.Share> shares(PerformanceDocument.Entry entry) {
        Ablation ablation = entry.results().summary().ablation();
        return ablation == null ? List.of() : ablation.passes();
    }

    private static String row(PerformanceDocument.Entry entry, Set<String> passes) {
        Summary summary = entry.results().summary();
        Ablation ablation = Objects.requireNonNull(summary.ablation());
        List<String> cells = new ArrayList<>();
        cells.add("[" + summary.nest() + "](" + entry.link() + ")");
        cells.add(summary.sizesText());
        cells.add(Quantity.seconds(ablation.seconds()));
        for (String pass : passes) {
            cells.add(shares(entry).stream()
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
