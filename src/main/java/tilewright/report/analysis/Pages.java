package tilewright.report.analysis;

import freemarker.template.Configuration;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;

/** The templates of {@code templates/analysis}; those of HTML escape what they print, the others do not. */
final class Pages {
    private static final Configuration TEMPLATES = templates();

    private Pages() {}

    static String print(String template, Map<String, Object> model) {
        StringWriter page = new StringWriter();
        try {
            TEMPLATES.getTemplate(template).process(model, page);
        } catch (TemplateException e) {
            throw new IllegalStateException("template " + template + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return page.toString();
    }

    private static Configuration templates() {
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_34);
        configuration.setClassLoaderForTemplateLoading(Pages.class.getClassLoader(), "templates/analysis");
        configuration.setDefaultEncoding(StandardCharsets.UTF_8.name());
        configuration.setLocale(Locale.ROOT);
        configuration.setNumberFormat("0.##");
        configuration.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
        configuration.setLogTemplateExceptions(false);
        configuration.setWrapUncheckedExceptions(true);
        return configuration;
    }
}
