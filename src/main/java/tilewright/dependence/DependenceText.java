package tilewright.dependence;

import java.util.ArrayList;
import java.util.List;

/**
 * Domains and dependences as text, one line each; what follows the colon is isl's notation and parses back. Example: {@code flow S1 ->
 * S1 of a, access 3, vector (1,0,j - k): [n] -> { S1[k, i, j] -> S1[k', i' = i, j' = k'] : .. }}.
 */
public final class DependenceText {
    private DependenceText() {}

    public static String print(Dependences dependences) {
        List<String> lines = new ArrayList<>();
        dependences.domains().forEach(d -> lines.add("domain " + d.statement() + ": " + d.iterations()));
        dependences.dependences().forEach(d -> lines.add(line(d)));
        return String.join("\n", lines) + "\n";
    }

    private static String line(Dependence d) {
        return d.kind().jsonName() + " " + d.source() + " -> " + d.sink() + " of " + d.array() + ", access "
                + d.access() + ", vector " + d.vector() + ": " + d.relation();
    }
}
