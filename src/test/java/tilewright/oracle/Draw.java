package tilewright.oracle;

import java.util.List;
import java.util.Random;

/** Random choices that the generators of nests share. */
final class Draw {
    private final Random random;

    Draw(Random random) {
        this.random = random;
    }

    /** From 0 to one less than the limit. */
    int number(int limit) {
        return random.nextInt(limit);
    }

    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** Nothing, or one more or less. */
    String offset() {
        return switch (random.nextInt(5)) {
            case 0 -> " - 1";
            case 1 -> " + 1";
            default -> "";
        };
    }

    /** An index of an array within loops, now and then with a size in it, a quotient or a remainder. */
    String subscript(List<String> scope, String size) {
        if (scope.isEmpty() || chance(10)) {
            return String.valueOf(random.nextInt(3));
        }
        String first = pick(scope);
        String index = switch (random.nextInt(10)) {
            case 0 -> size + " - " + first;
            case 1 -> "2*" + first + offset();
            case 2 -> first + " + " + pick(scope);
            case 3 -> first + " - " + pick(scope);
            default -> first + offset();
        };
        if (chance(4)) {
            return "(" + index + ")/2";
        }
        return chance(4) ? "mod(" + index + ", 2)" : index;
    }
}
