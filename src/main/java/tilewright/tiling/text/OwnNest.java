package tilewright.tiling.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import tilewright.model.ArrayDeclaration;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.parse.GuardedStatements;
import tilewright.parse.NestParser;
import tilewright.tiling.Plan;

/**
 * The nest of a plan whose values have other memory, as lines of {@code .nest} notation. Where statements are not called S1, S2, .. in the order of
 * their lines, because copies were added, a comment line says what they are called.
 */
final class OwnNest {
    private static final String MARK = "|";
    private static final String NAMES = MARK + " ! statements, line by line: ";
    private static final String BETWEEN = " ";

    private OwnNest() {}

    /** Scratch arrays and statements; the rest is as in the nest as written. */
    static List<String> lines(Plan plan) {
        List<String> lines = new ArrayList<>();
        plan.scratch().forEach(a -> lines.add(MARK + " " + NestPrinter.declaration(a)));
        List<String> names = names(plan.nest());
        if (!names.equals(numbers(names.size()))) {
            lines.add(NAMES + String.join(BETWEEN, names));
        }
        NestPrinter.print(plan.nest().body()).lines().map(l -> MARK + " " + l).forEach(lines::add);
        return lines;
    }

    private static List<String> names(LoopNest nest) {
        return nest.statements().stream().map(p -> p.statement().id()).toList();
    }

    /** S1, S2, .. */
    private static List<String> numbers(int statements) {
        return IntStream.rangeClosed(1, statements).mapToObj(s -> "S" + s).toList();
    }

    /**
     * The nest that such lines stand for.
     *
     * @throws tilewright.model.UserError where they are no nest
     */
    static LoopNest parse(LoopNest written, List<String> marked) {
        StringBuilder text = new StringBuilder();
        text.append(NestPrinter.print(new LoopNest(
                written.name(),
                written.parameters(),
                declared(written.arrays(), false),
                written.assumptions(),
                List.of(),
                List.of(),
                written.associative())));
        marked.forEach(l -> text.append(l.substring(MARK.length())).append('\n'));
        LoopNest parsed = NestParser.parse(written.name() + ".nest", text.toString());
        int statements = parsed.statements().size();
        List<String> names = marked.stream()
                .filter(l -> l.startsWith(NAMES))
                .map(l -> List.of(l.substring(NAMES.length()).split(BETWEEN)))
                .filter(n -> n.size() == statements)
                .findFirst()
                .orElseGet(() -> numbers(statements));
        List<ArrayDeclaration> arrays = new ArrayList<>(written.arrays());
        arrays.addAll(declared(
                parsed.arrays().subList(written.arrays().size(), parsed.arrays().size()), true));
        return written.with(arrays, GuardedStatements.named(parsed.body(), names.iterator()));
    }

    private static List<ArrayDeclaration> declared(List<ArrayDeclaration> arrays, boolean inferred) {
        return arrays.stream()
                .map(a -> new ArrayDeclaration(a.name(), a.type(), a.bounds(), inferred, a.position()))
                .toList();
    }
}
