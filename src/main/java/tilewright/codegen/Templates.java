package tilewright.codegen;

import freemarker.cache.ClassTemplateLoader;
import freemarker.cache.FileTemplateLoader;
import freemarker.cache.MultiTemplateLoader;
import freemarker.cache.TemplateLoader;
import freemarker.core.ParseException;
import freemarker.core.PlainTextOutputFormat;
import freemarker.template.Configuration;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import freemarker.template.TemplateNotFoundException;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.model.UserError;

/**
 * The templates that print source text: those packed with the program, those of a folder, or those of a user's folder
 * before the packed ones.
 */
public final class Templates {
    private static final String PACKED = "/templates";

    private static final Pattern TEMPLATE = Pattern.compile(".*\\.ftlh?");
    /** The folders of templates that print programs. */
    private static final List<String> FOLDERS = List.of("c", "cuda", "hip", "driver", "sequential");

    private final Configuration configuration;
    /** The user's own templates; whatever goes wrong with them is for the user to put right. */
    private final @Nullable Path own;

    private Templates(Configuration configuration, @Nullable Path own) {
        this.configuration = configuration;
        this.own = own;
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
        return new Templates(configuration, null);
    }

    /**
     * The user's templates where there are any, else the packed ones.
     *
     * @param folder laid out like {@code templates/}; what is missing there is taken from the packed templates
     * @throws UserError where it is no folder of templates
     */
    public static Templates overriding(Path folder) {
        if (!Files.isDirectory(folder)) {
            String problem = Files.exists(folder) ? "this is not a directory" : "no such directory";
            throw UserError.badInput(folder + ": error: " + problem + "; give a folder laid out like templates/");
        }
        if (FOLDERS.stream().noneMatch(f -> Files.isDirectory(folder.resolve(f)))) {
            throw UserError.badInput(folder + ": error: no templates here; give a folder that holds one of "
                    + String.join("/, ", FOLDERS) + "/, as templates/ does");
        }
        FOLDERS.forEach(f -> requireFiles(folder.resolve(f)));
        Configuration configuration = new Configuration(Configuration.VERSION_2_3_34);
        try {
            configuration.setTemplateLoader(new MultiTemplateLoader(new TemplateLoader[] {
                new FileTemplateLoader(folder.toFile(), true), new ClassTemplateLoader(Templates.class, PACKED)
            }));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read templates from " + folder, e);
        }
        return new Templates(configuration, folder);
    }

    /** What has a template's name and is no file would be passed over. */
    private static void requireFiles(Path folder) {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try (Stream<Path> entries = Files.list(folder)) {
            entries.filter(entry -> TEMPLATE.matcher(entry.toString()).matches() && !Files.isRegularFile(entry))
                    .sorted()
                    .findFirst()
                    .ifPresent(entry -> {
                        throw UserError.badInput(entry + ": error: this has the name of a template and is "
                                + (Files.isDirectory(entry) ? "a directory" : "no file")
                                + "; give a file, or remove it for the packed template");
                    });
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read templates from " + folder, e);
        }
    }

    /** Whether some may be the user's own. */
    public boolean mayBeWrong() {
        return own != null;
    }

    /**
     * The text of one template.
     *
     * @param name path within the templates, e.g. {@code cuda/kernels.ftl}
     * @throws UserError where a user's template is wrong or does not go with the packed ones; the message says where
     * @throws IllegalStateException where a template of the program is wrong; the message says where
     */
    public String print(String name, Map<String, Object> model) {
        StringWriter text = new StringWriter();
        try {
            configuration.getTemplate(name).process(model, text);
        } catch (TemplateException e) {
            throw wrong(name, e);
        } catch (ParseException e) {
            throw wrong(e.getTemplateName(), e.getLineNumber(), e.getColumnNumber(), e.getEditorMessage(), e);
        } catch (TemplateNotFoundException e) {
            throw wrong(name, 1, 1, "no template " + e.getTemplateName(), e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read template " + name, e);
        }
        return text.toString();
    }

    /** A template that another one imports fails as that one's import; the cause knows the place. */
    private RuntimeException wrong(String name, TemplateException e) {
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof ParseException p) {
                return wrong(p.getTemplateName(), p.getLineNumber(), p.getColumnNumber(), p.getEditorMessage(), e);
            }
        }
        String source = Objects.requireNonNullElse(e.getTemplateSourceName(), name);
        return wrong(source, e.getLineNumber(), e.getColumnNumber(), e.getMessageWithoutStackTop(), e);
    }

    private RuntimeException wrong(
            String name, @Nullable Integer line, @Nullable Integer column, @Nullable String message, Exception e) {
        String place = name + ":" + Objects.requireNonNullElse(line, 1) + ":" + Objects.requireNonNullElse(column, 1);
        String problem = firstParagraph(Objects.requireNonNullElse(message, e.toString()));
        if (own == null) {
            return new IllegalStateException("template " + place + ": " + problem, e);
        }
        String where = Files.exists(own.resolve(name)) ? own.resolve(place).toString() : "template " + place;
        return new UserError(UserError.BAD_INPUT, where + ": error: " + problem, e);
    }

    /** What is wrong, on one line, without FreeMarker's general advice. */
    private static String firstParagraph(String message) {
        String paragraph = message.strip().split("\\R\\s*(\\R|----)", 2)[0];
        return paragraph.replaceAll("\\s*\\R\\s*", " ").replaceFirst(" Help \\(latest version\\).*", "");
    }
}
