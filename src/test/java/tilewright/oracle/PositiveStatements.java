package tilewright.oracle;

import java.util.List;
import java.util.Random;

/** Sums, minima and maxima of positive real elements: what absorption can be proved of. */
final class PositiveStatements implements RandomStatements {
    private final Draw draw;

    PositiveStatements(Random random) {
        this.draw = new Draw(random);
    }

    @Override
    public String size() {
        return "n";
    }

    @Override
    public String declarations(String loops) {
        return "param n\nreal s\n" + assumption(loops);
    }

    /** A fact that is true of all nests here: initial values lie in (0,1), and nothing is subtracted. */
    private String assumption(String loops) {
        if (!loops.contains("b(") || draw.chance(60)) {
            return "";
        }
        return draw.chance(50) ? "assume b(k,k) >= 0\n" : "assume b(i,j) > 0\n";
    }

    /** Sums of elements, or updates that absorption may prove silent; all values stay positive. */
    @Override
    public String statement(List<String> scope) {
        String target = access(scope);
        String first = draw.chance(60) ? target : access(scope);
        String value = switch (draw.number(6)) {
            case 0 -> "min(" + first + ", " + access(scope) + " + " + access(scope) + ")";
            case 1 -> "max(" + first + ", min(" + access(scope) + ", " + access(scope) + "))";
            case 2 -> "min(" + first + ", max(" + access(scope) + ", " + first + "))";
            case 3 -> first;
            case 4 -> first + " + " + access(scope);
            default -> first + " + " + access(scope) + " + " + access(scope);
        };
        return target + " = " + value;
    }

    private String access(List<String> scope) {
        return switch (draw.number(8)) {
            case 0 -> "s";
            case 1, 2, 3 -> "a(" + draw.subscript(scope, "n") + ")";
            default -> "b(" + draw.subscript(scope, "n") + "," + draw.subscript(scope, "n") + ")";
        };
    }
}
