package tilewright.report;

import freemarker.template.Configuration;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/** The templates of one kind of pages. Those of HTML escape what they print, the others do not. */
public final class PageTemplates {
    private final String folder;
    private final Configuration configuration = new Configuration(Configuration.VERSION_2_3_34);

    /**
     * @param folder the folder within {@code templates/}
     */
    public PageTemplates(String folder) {
        configuration.setClassLoaderForTemplateLoading(PageTemplates.class.getClassLoader(), "templates");
        this.folder = folder;
        configuration.setDefaultEncoding(StandardCharsets.UTF_8.name());
        configuration.setLocale(Locale.ROOT);
        configuration.setNumberFormat("0.##");
        configuration.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
        configuration.setLogTemplateExceptions(false);
        configuration.setWrapUncheckedExceptions(true);
    }

    /**
     * A page as text.
     *
     * @throws IllegalStateException if the template does not fit the model
     */
    public String print(String template, Map<String, Object> model) {
        StringWriter page = new StringWriter();
        try {
            configuration.getTemplate(folder + "/" + template).process(model, page);
        } catch (TemplateException e) {
            throw new IllegalStateException("template " + template + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return page.toString();
    }
}
