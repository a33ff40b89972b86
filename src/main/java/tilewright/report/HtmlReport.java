package tilewright.report;

import freemarker.template.Configuration;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import tilewright.model.UserError;
import tilewright.report.page.Page;
import tilewright.report.stored.Results;

/** One self-contained HTML page: no network, no other file. */
public final class HtmlReport {
    /** The page's name in its results directory. */
    public static final String FILE = "report.html";

    private static final Configuration TEMPLATES = templates();

    private HtmlReport() {}

    /** The page as text. */
    public static String of(Results results) {
        StringWriter page = new StringWriter();
        try {
            TEMPLATES.getTemplate("page.ftlh").process(Map.of("page", Page.of(results)), page);
        } catch (TemplateException e) {
            throw new IllegalStateException("template of the report page: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return page.toString();
    }

    /**
     * Writes {@value #FILE} into the results' directory.
     *
     * @return the file
     * @throws UserError if it cannot be written
     */
    public static Path write(Results results) {
        Path file = results.directory().resolve(FILE);
        try {
            Files.writeString(file, of(results));
        } catch (IOException e) {
            throw new UserError(UserError.BAD_INPUT, file + ": error: cannot be written: " + e.getMessage(), e);
        }
        return file;
    }

    private static Configuration templates() {
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_34);
        configuration.setClassLoaderForTemplateLoading(HtmlReport.class.getClassLoader(), "templates/report");
        configuration.setDefaultEncoding(StandardCharsets.UTF_8.name());
        configuration.setLocale(Locale.ROOT);
        configuration.setNumberFormat("0.##");
        configuration.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
        configuration.setLogTemplateExceptions(false);
        configuration.setWrapUncheckedExceptions(true);
        return configuration;
    }
}
