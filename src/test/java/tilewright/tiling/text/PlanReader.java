package tilewright.tiling.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tilewright.kernel.text.TextErrors;
import tilewright.model.ArrayDeclaration;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.parse.GuardedStatements;
import tilewright.parse.NestParser;
import tilewright.tiling.plan.Plan;

/**
 * Plans from the texts that {@link PlanText} prints: tests ask that the text of a plan gives an equal one, up to the source positions of a nest
 * that is not as written.
 */
public final class PlanReader {
    /** A line that declares an array: its type in one word or two, and its name. */
    private static final Pattern DECLARATION = Pattern.compile("\\| (?:[a-z0-9]+ )+(\\w+)\\(");

    private PlanReader() {}

    /**
     * A plan from its text.
     *
     * @param name how messages call the text
     * @param written the nest that it is a plan of, as its user wrote it
     * @throws tilewright.model.UserError at the first fault, as {@code name:line:column: error: ..}
     */
    public static Plan parse(String name, String text, LoopNest written) {
        TextErrors errors = new TextErrors(name);
        return new PlanBuilder(errors, written).of(PlanText.parser(errors, text).plan());
    }

    /**
     * The nest that lines of {@link OwnNest#lines} stand for.
     *
     * @throws tilewright.model.UserError where they are no nest
     */
    static LoopNest ownNest(LoopNest written, List<String> marked) {
        StringBuilder text = new StringBuilder();
        java.util.Set<String> declaredAnew = marked.stream()
                .map(DECLARATION::matcher)
                .filter(Matcher::lookingAt)
                .map(m -> m.group(1))
                .collect(Collectors.toSet());
        text.append(NestPrinter.print(new LoopNest(
                written.name(),
                written.parameters(),
                declared(written.arrays().stream()
                        .filter(a -> !declaredAnew.contains(a.name()))
                        .toList()),
                written.assumptions(),
                List.of(),
                List.of(),
                written.associative())));
        marked.forEach(l -> text.append(l.substring(OwnNest.MARK.length())).append('\n'));
        LoopNest parsed = NestParser.parse(written.name() + ".nest", text.toString());
        int statements = parsed.statements().size();
        List<String> names = marked.stream()
                .filter(l -> l.startsWith(OwnNest.NAMES))
                .map(l -> List.of(l.substring(OwnNest.NAMES.length()).split(OwnNest.BETWEEN)))
                .filter(n -> n.size() == statements)
                .findFirst()
                .orElseGet(() -> OwnNest.numbers(statements));
        List<ArrayDeclaration> arrays = new ArrayList<>();
        written.arrays().forEach(a -> arrays.add(declaredAnew.contains(a.name()) ? parsed.array(a.name()) : a));
        parsed.arrays().stream()
                .filter(a -> written.arrays().stream().noneMatch(w -> w.name().equals(a.name())))
                .forEach(a -> arrays.add(ArrayDeclaration.scratch(a.name(), a.type(), a.bounds(), a.position())));
        return written.with(arrays, GuardedStatements.named(parsed.body(), names.iterator()));
    }

    /** As declarations that are printed: those of the nest's own arrays are anyway, and stand where the others do. */
    private static List<ArrayDeclaration> declared(List<ArrayDeclaration> arrays) {
        return arrays.stream()
                .map(a -> new ArrayDeclaration(a.name(), a.type(), a.bounds(), false, a.position()))
                .toList();
    }
}
