package tilewright.report;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tilewright.model.UserError;
import tilewright.report.stored.Results;
import tilewright.report.stored.ResultsReader;

/** What {@code tilewright report DIR..} does. */
public final class Report {
    private Report() {}

    /** {@link #run(List, int)} for whatever shows lines of any length. */
    public static String run(List<Path> directories) {
        return run(directories, Integer.MAX_VALUE);
    }

    /**
     * Reads results directories and writes a page into each. Every directory is read before any page is
     * written, so that a damaged one leaves nothing half done.
     *
     * @param directories one or more that {@code tune} wrote
     * @param width most characters of a line of a table
     * @return text for the terminal: the report of one directory, or a table over several
     * @throws UserError if a file is missing, damaged or cannot be written
     */
    public static String run(List<Path> directories, int width) {
        List<Path> schedules =
                directories.stream().filter(SchedulesReport::isOne).toList();
        if (!schedules.isEmpty()) {
            List<Path> others =
                    directories.stream().filter(d -> !schedules.contains(d)).toList();
            String text = others.isEmpty() ? "" : run(others, width) + "\n";
            return text + schedules.stream().map(SchedulesReport::run).collect(Collectors.joining("\n"));
        }
        List<Results> results = directories.stream().map(ResultsReader::read).toList();
        List<String> pages = new ArrayList<>();
        results.forEach(each -> pages.add(HtmlReport.write(each).toString()));
        String text = results.size() == 1
                ? TextReport.of(results.getFirst(), width)
                : Comparison.of(results).toText(width);
        return text + "\n" + String.join("\n", pages) + "\n";
    }
}
