package tilewright.tiling.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import tilewright.model.ArrayDeclaration;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.model.Node;
import tilewright.parse.GuardedStatements;
import tilewright.parse.NestParser;
import tilewright.tiling.Plan;

/**
 * The nest of a plan whose values have other memory, as lines of {@code .nest} notation. Copies that come first are numbered after
 * the statements of the nest as written; a comment line ends them.
 */
final class OwnNest {
    private static final String MARK = "|";
    private static final String END_OF_COPIES = MARK + " ! what comes before are copies; the nest:";

    private OwnNest() {}

    /** Scratch arrays and statements; the rest is as in the nest as written. */
    static List<String> lines(Plan plan) {
        List<String> lines = new ArrayList<>();
        plan.scratch().forEach(a -> lines.add(MARK + " " + NestPrinter.declaration(a)));
        List<Node> body = plan.nest().body();
        int copies = copies(plan);
        add(body.subList(0, copies), lines);
        if (copies > 0) {
            lines.add(END_OF_COPIES);
        }
        add(body.subList(copies, body.size()), lines);
        return lines;
    }

    private static void add(List<Node> nodes, List<String> lines) {
        NestPrinter.print(nodes).lines().map(l -> MARK + " " + l).forEach(lines::add);
    }

    /** Nodes before the first statement of the nest as written. */
    private static int copies(Plan plan) {
        String first = plan.written().statements().getFirst().statement().id();
        return plan.nest().statement(first).order().getFirst();
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
        int copies = 0;
        for (String line : marked) {
            copies = line.equals(END_OF_COPIES) ? parsed(written, text).body().size() : copies;
            text.append(line.substring(MARK.length())).append('\n');
        }
        LoopNest parsed = parsed(written, text);
        List<ArrayDeclaration> arrays = new ArrayList<>(written.arrays());
        arrays.addAll(declared(
                parsed.arrays().subList(written.arrays().size(), parsed.arrays().size()), true));
        return new LoopNest(
                written.name(),
                written.parameters(),
                arrays,
                written.assumptions(),
                written.initializers(),
                lastNumbered(parsed.body(), copies),
                written.associative());
    }

    private static LoopNest parsed(LoopNest written, StringBuilder text) {
        return NestParser.parse(written.name() + ".nest", text.toString());
    }

    /** The nodes with the statements of the first few numbered after all others. */
    private static List<Node> lastNumbered(List<Node> nodes, int few) {
        List<Node> numbered = new ArrayList<>(nodes);
        Collections.rotate(numbered, -few);
        numbered = new ArrayList<>(GuardedStatements.numbered(numbered));
        Collections.rotate(numbered, few);
        return numbered;
    }

    private static List<ArrayDeclaration> declared(List<ArrayDeclaration> arrays, boolean inferred) {
        return arrays.stream()
                .map(a -> new ArrayDeclaration(a.name(), a.type(), a.bounds(), inferred, a.position()))
                .toList();
    }
}
