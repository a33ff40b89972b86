package tilewright.report.analysis;

import java.util.Map;
import tilewright.report.PageTemplates;

/** The pages of {@code templates/analysis}. */
final class Pages {
    private static final PageTemplates TEMPLATES = new PageTemplates("analysis");

    private Pages() {}

    static String print(String template, Map<String, Object> model) {
        return TEMPLATES.print(template, model);
    }
}
