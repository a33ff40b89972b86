package tilewright.codegen;

import freemarker.core.PlainTextOutputFormat;
import freemarker.template.Configuration;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/**
 * The templates that print source text: those packed with the program, or those of a folder that a user is
 * changing.
 */
public final class Templates {
    private static final String PACKED = "/templates";

    private final Configuration configuration;

    private Templates(Configuration configuration) {
        this.configuration = configuration;
        configuration.setDefaultEncoding(StandardCharsets.UTF_8.name());
        configuration.setLocale(Locale.ROOT);
        configuration.setOutputFormat(PlainTextOutputFormat.INSTANCE);
        configuration.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
        configuration.setLogTemplateExceptions(false);
        configuration.setWrapUncheckedExceptions(true);
    }

    /** The templates that came with the program. */
    public static Templates packed() {
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_34);
        configuration.setClassForTemplateLoading(Templates.class, PACKED);
        return new Templates(configuration);
    }

    /**
     * The templates of a folder with the layout of {@code templates/}.
     *
     * @throws UncheckedIOException where it is no readable folder
     */
    public static Templates ofFolder(Path folder) {
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_34);
        try {
            configuration.setDirectoryForTemplateLoading(folder.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read templates from " + folder, e);
        }
        return new Templates(configuration);
    }

    /**
     * The text of one template.
     *
     * @param name path within the templates, e.g. {@code cuda/kernels.ftl}
     * @throws IllegalStateException where the template is wrong; the message says where
     */
    public String print(String name, Map<String, Object> model) {
        StringWriter text = new StringWriter();
        try {
            configuration.getTemplate(name).process(model, text);
        } catch (TemplateException e) {
            throw new IllegalStateException("template " + name + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read template " + name, e);
        }
        return text.toString();
    }
}
