package tilewright.tiling.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import tilewright.model.Affine;
import tilewright.model.Condition;

/** Affine expressions and conditions of every shape, simplified ones and others. */
final class RandomAffines {
    private static final List<String> NAMES = List.of("n", "min", "kb", "loop", "size", "statement");

    private final Random random;

    RandomAffines(long seed) {
        this.random = new Random(seed);
    }

    Affine affine(int depth) {
        return switch (random.nextInt(depth > 0 ? 10 : 2)) {
            case 0 -> new Affine.Constant(number());
            case 1 -> new Affine.Variable(NAMES.get(random.nextInt(NAMES.size())));
            case 2, 3 -> new Affine.Sum(affine(depth - 1), affine(depth - 1));
            case 4, 5 -> new Affine.Scaled(number(), affine(depth - 1));
            case 6 -> new Affine.FloorDiv(affine(depth - 1), 1 + random.nextInt(9));
            case 7 -> new Affine.Mod(affine(depth - 1), 1 + random.nextInt(9));
            case 8 ->
                random.nextBoolean()
                        ? new Affine.Min(some(() -> affine(depth - 1), 1))
                        : new Affine.Max(some(() -> affine(depth - 1), 1));
            default -> new Affine.Select(condition(depth - 1), affine(depth - 1), affine(depth - 1));
        };
    }

    Condition condition(int depth) {
        return switch (random.nextInt(depth > 0 ? 4 : 1)) {
            case 0 -> {
                Condition.Relation[] relations = Condition.Relation.values();
                yield new Condition.Compare(affine(depth), relations[random.nextInt(relations.length)], affine(depth));
            }
            case 1 -> new Condition.And(some(() -> condition(depth - 1), 0));
            case 2 -> new Condition.Or(some(() -> condition(depth - 1), 0));
            default -> new Condition.Not(condition(depth - 1));
        };
    }

    private long number() {
        return switch (random.nextInt(8)) {
            case 0 -> Long.MIN_VALUE;
            case 1 -> Long.MAX_VALUE;
            default -> random.nextInt(-3, 4);
        };
    }

    private <T> List<T> some(Supplier<T> maker, int least) {
        List<T> made = new ArrayList<>();
        int count = least + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            made.add(maker.get());
        }
        return made;
    }
}
