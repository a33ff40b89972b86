package tilewright.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tilewright.algebra.Derivation;
import tilewright.algebra.NestSchemes;
import tilewright.algebra.SchemeLatex;
import tilewright.algebra.SchemeProgram;
import tilewright.model.LoopNest;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A nest as schemes, and the derivations of parallel ones: what {@code analyze --scheme} prints. */
public final class SchemeReport {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final PageTemplates TEMPLATES = new PageTemplates("analysis");

    private final SchemeProgram start;
    private final List<Derivation> derivations;

    public SchemeReport(LoopNest nest, List<Derivation> derivations) {
        this.start = NestSchemes.of(nest);
        this.derivations = List.copyOf(derivations);
    }

    /** The scheme, which {@code SchemeProgram.parse} reads, then every derivation as comments with the definitions that change. */
    public String text() {
        StringBuilder text = new StringBuilder(start.toString());
        for (Derivation derivation : derivations) {
            text.append("\n! ").append(derivation.title()).append('\n');
            SchemeProgram before = derivation.start();
            for (Derivation.Step step : derivation.steps()) {
                text.append("!   by ")
                        .append(step.law())
                        .append(": ")
                        .append(step.because())
                        .append('\n');
                step.program()
                        .beyond(before)
                        .forEach(d -> text.append("!     ").append(d).append('\n'));
                before = step.program();
            }
        }
        return text.toString();
    }

    /** One step in the template. */
    public record Step(String law, String because, List<String> definitions) {}

    /** One derivation in the template. */
    public record Chain(String title, List<Step> steps) {}

    /** A LaTeX document that compiles alone (packages amsmath and geometry). */
    public String latex() {
        List<Chain> chains = new ArrayList<>();
        for (Derivation derivation : derivations) {
            List<Step> steps = new ArrayList<>();
            SchemeProgram before = derivation.start();
            for (Derivation.Step step : derivation.steps()) {
                steps.add(new Step(
                        step.law(), plain(step.because()), latex(step.program().beyond(before))));
                before = step.program();
            }
            chains.add(new Chain(plain(derivation.title()), steps));
        }
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("nest", plain(start.name()));
        model.put("definitions", latex(start.definitions()));
        model.put("chains", chains);
        return TEMPLATES.print("schemes.tex.ftl", model);
    }

    private static List<String> latex(List<SchemeProgram.Definition> definitions) {
        return definitions.stream().map(SchemeLatex::of).toList();
    }

    private static String plain(String words) {
        return words.replaceAll("([_&%#$])", "\\\\$1")
                .replace(">=", "$\\ge$")
                .replace("<", "$<$")
                .replace(">", "$>$")
                .replace("^", "\\^{}");
    }

    /** The same for programs: every step with its whole program. */
    public ObjectNode json() {
        ObjectNode root = MAPPER.createObjectNode().put("schema", "tilewright/scheme/1");
        root.put("nest", start.name()).put("scheme", start.toString());
        ArrayNode chains = root.putArray("derivations");
        for (Derivation derivation : derivations) {
            ArrayNode steps =
                    chains.addObject().put("title", derivation.title()).putArray("steps");
            derivation
                    .steps()
                    .forEach(s -> steps.addObject()
                            .put("law", s.law())
                            .put("because", s.because())
                            .put("scheme", s.program().toString()));
        }
        return root;
    }
}
