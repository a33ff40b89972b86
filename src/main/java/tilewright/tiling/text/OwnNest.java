package tilewright.tiling.text;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.tiling.plan.Plan;

/**
 * The nest of a plan whose values have other memory, as lines of {@code .nest} notation. Where statements are not called S1, S2, .. in the order of
 * their lines, because copies were added, a comment line says what they are called.
 */
final class OwnNest {
    static final String MARK = "|";
    static final String NAMES = MARK + " ! statements, line by line: ";
    static final String BETWEEN = " ";

    private OwnNest() {}

    /** Arrays that have two of their dimensions as one, scratch arrays (the nest's own, which goes without saying) and statements; the rest is as in the nest as written. */
    static List<String> lines(Plan plan) {
        List<String> lines = new ArrayList<>();
        if (plan.coalesced() == null) {
            plan.inMemory().stream()
                    .filter(a -> a.dimensions() < plan.written().array(a.name()).dimensions())
                    .forEach(a -> lines.add(MARK + " " + NestPrinter.declaration(a)));
        }
        plan.scratch().forEach(a -> lines.add(MARK + " " + NestPrinter.declaration(a.named(a.name()))));
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
    static List<String> numbers(int statements) {
        return IntStream.rangeClosed(1, statements).mapToObj(s -> "S" + s).toList();
    }
}
