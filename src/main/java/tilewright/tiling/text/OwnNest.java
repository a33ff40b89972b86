package tilewright.tiling.text;

import java.util.ArrayList;
import java.util.List;
import tilewright.model.ArrayDeclaration;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.parse.NestParser;
import tilewright.tiling.Plan;

/** The nest of a plan whose temporaries have memory of their own, as lines of {@code .nest} notation. */
final class OwnNest {
    private static final String MARK = "|";

    private OwnNest() {}

    /** Scratch arrays and statements; the rest is as in the nest as written. */
    static List<String> lines(Plan plan) {
        List<String> lines = new ArrayList<>();
        plan.scratch().forEach(a -> lines.add(NestPrinter.declaration(a)));
        NestPrinter.print(plan.nest().body()).lines().forEach(lines::add);
        return lines.stream().map(l -> MARK + " " + l).toList();
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
        marked.forEach(m -> text.append(m.substring(MARK.length())).append('\n'));
        LoopNest parsed = NestParser.parse(written.name() + ".nest", text.toString());
        List<ArrayDeclaration> arrays = new ArrayList<>(written.arrays());
        arrays.addAll(declared(
                parsed.arrays().subList(written.arrays().size(), parsed.arrays().size()), true));
        return new LoopNest(
                written.name(),
                written.parameters(),
                arrays,
                written.assumptions(),
                written.initializers(),
                parsed.body(),
                written.associative());
    }

    private static List<ArrayDeclaration> declared(List<ArrayDeclaration> arrays, boolean inferred) {
        return arrays.stream()
                .map(a -> new ArrayDeclaration(a.name(), a.type(), a.bounds(), inferred, a.position()))
                .toList();
    }
}
