package tilewright.algebra;

import java.util.stream.Collectors;
import tilewright.algebra.SchemeProgram.Definition;

/**
 * Schemes in the signs of the literature, as LaTeX for math mode: {@code \times}, {@code \vee}, {@code \dot\bigvee}, brackets around
 * conditions, braces around what is repeated. Lines may break after every {@code \times}.
 */
public final class SchemeLatex {
    private SchemeLatex() {}

    /** {@code name(parameters) = scheme}. */
    public static String of(Definition definition) {
        return of(definition.call()) + " = " + of(definition.scheme());
    }

    /** A scheme. */
    public static String of(Scheme scheme) {
        return switch (scheme) {
            case Scheme.Identity _ -> "E";
            case Scheme.Assign a -> "(" + text(a.target()) + " := " + text(a.value()) + ")";
            case Scheme.Increment i -> "(" + "{+}{+}" + text(i.variable()) + ")";
            case Scheme.Call c ->
                "\\mathit{" + escaped(c.name()) + "}"
                        + (c.arguments().isEmpty()
                                ? ""
                                : c.arguments().stream()
                                        .map(SchemeLatex::text)
                                        .collect(Collectors.joining(", ", "(", ")")));
            case Scheme.Composition c ->
                c.factors().stream().map(SchemeLatex::of).collect(Collectors.joining(" \\times\\allowbreak "));
            case Scheme.Alternative a ->
                "([" + text(a.condition()) + "]\\, " + of(a.then()) + " \\vee " + of(a.otherwise()) + ")";
            case Scheme.Cycle c -> "[" + text(c.condition()) + "]\\{" + of(c.body()) + "\\}";
            case Scheme.Repetition r -> "\\{" + of(r.body()) + "\\}[" + text(r.condition()) + "]";
            case Scheme.Disjunction d ->
                "\\dot{\\bigvee}_{" + text(d.variable()) + "=" + text(d.first()) + "}^{" + text(d.last()) + "}("
                        + of(d.body()) + ")";
            case Scheme.Both b ->
                b.branches().stream()
                        .map(SchemeLatex::of)
                        .collect(Collectors.joining(" \\mathbin{\\dot\\vee} ", "(", ")"));
            case Scheme.Barrier b -> "B_{" + text(b.name()) + "}(" + text(b.count()) + ")";
        };
    }

    private static String text(String notation) {
        return "\\texttt{" + escaped(notation) + "}";
    }

    private static String escaped(String notation) {
        return notation.replace("_", "\\_");
    }
}
