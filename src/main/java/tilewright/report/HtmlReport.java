package tilewright.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import tilewright.model.FolderFile;
import tilewright.model.UserError;
import tilewright.report.page.Page;
import tilewright.report.stored.Results;

/** One self-contained HTML page: no network, no other file. */
public final class HtmlReport {
    /** The page's name in its results directory. */
    public static final String FILE = "report.html";

    private static final PageTemplates PAGES = new PageTemplates("report");

    private HtmlReport() {}

    /** The page as text. */
    public static String of(Results results) {
        return PAGES.print("page.ftlh", Map.of("page", Page.of(results)));
    }

    /**
     * Writes {@value #FILE} into the results' directory.
     *
     * @return the file
     * @throws UserError if it cannot be written
     */
    public static Path write(Results results) {
        try {
            return FolderFile.write(results.directory(), FILE, of(results));
        } catch (IOException e) {
            throw new UserError(
                    UserError.BAD_INPUT,
                    results.directory().resolve(FILE) + ": error: cannot be written: " + e.getMessage(),
                    e);
        }
    }
}
