package tilewright.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tilewright.model.FolderFile;
import tilewright.model.UserError;
import tilewright.report.stored.Measurement;
import tilewright.report.stored.Results;
import tilewright.report.stored.ResultsReader;
import tilewright.report.stored.Summary;

/** One page over many sweeps: a row each, with the best peer first, and a link to the page of the sweep. */
public final class IndexPage {
    /** The page's name in the folder of a campaign. */
    public static final String FILE = "index.html";

    private static final PageTemplates PAGES = new PageTemplates("report");

    private IndexPage() {}

    /**
     * A sweep. What is null is not known.
     *
     * @param page relative address of its page
     * @param peer the fastest thing that it is compared with
     * @param timesPeer time of that over the time of the best candidate
     * @param seconds of the best candidate
     * @param end how the sweep ended
     */
    public record Row(
            String page,
            String nest,
            String sizes,
            String device,
            @Nullable String peer,
            @Nullable String peerTime,
            @Nullable Double peerSeconds,
            @Nullable Double timesPeer,
            @Nullable String best,
            @Nullable Double seconds,
            @Nullable String time,
            @Nullable String rate,
            @Nullable Double operations,
            int timed,
            int candidates,
            String end) {}

    /**
     * Writes {@value #FILE}.
     *
     * @param folder that holds the directories; made where it is missing
     * @param directories that tune wrote
     * @return the file
     * @throws UserError if a directory is damaged or the page cannot be written
     */
    public static Path write(Path folder, List<Path> directories) {
        List<Row> rows = directories.stream()
                .map(directory -> row(folder, ResultsReader.read(directory)))
                .sorted(Comparator.comparing(Row::nest)
                        .thenComparing(Row::device)
                        .thenComparing(Row::sizes))
                .toList();
        try {
            Files.createDirectories(folder);
            return FolderFile.write(folder, FILE, PAGES.print("index.ftlh", Map.of("rows", rows)));
        } catch (IOException e) {
            throw new UserError(
                    UserError.BAD_INPUT, folder.resolve(FILE) + ": error: cannot be written: " + e.getMessage(), e);
        }
    }

    private static Row row(Path folder, Results results) {
        Summary summary = results.summary();
        Optional<Measurement> best = results.ok().stream().findFirst();
        Optional<Summary.Baseline> peer = results.fastestBaseline();
        Summary.Best stored = summary.best();
        return new Row(
                folder.relativize(results.directory()).resolve(HtmlReport.FILE).toString(),
                summary.nest(),
                summary.sizesText(),
                summary.device(),
                peer.map(Summary.Baseline::name).orElse(null),
                peer.map(each -> Quantity.secondsSymbol(each.seconds())).orElse(null),
                peer.map(Summary.Baseline::seconds).orElse(null),
                best.isEmpty() || peer.isEmpty() || results.isUnsettled()
                        ? null
                        : (Double) (peer.get().seconds() / best.get().seconds()),
                best.map(each -> each.key().toString()).orElse(null),
                best.map(Measurement::seconds).orElse(null),
                best.map(each -> Quantity.secondsSymbol(each.seconds())).orElse(null),
                stored == null || stored.operationsPerSecond() == null
                        ? null
                        : Quantity.prefixed(stored.operationsPerSecond()),
                stored == null ? null : stored.operationsPerSecond(),
                results.ok().size(),
                results.measurements().size(),
                summary.end() == null ? "" : summary.end());
    }
}
