package tilewright.dependence;

import java.util.ArrayList;
import java.util.List;
import tilewright.isl.Set;
import tilewright.model.Expression.Apply;
import tilewright.model.Operator;
import tilewright.model.PlacedStatement;
import tilewright.model.ScalarOperation;

/**
 * Finds silent writes: iterations that provably write the value that is already there, by absorption in the statement's
 * expression ({@code min(x, x + p) = x} for p >= 0, {@code x or (x and y) = x}, {@code max(x, min(x, y)) = x},
 * {@code ior(x, iand(x, y)) = x}, {@code max(x, x * f) = x} for x >= 0 and f in [0, 1], and their duals; {@code merge(y, x, c) = x} where y is x or c does not
 * hold). Plain copies of an element to itself are left
 * alone: they are silent without any law.
 */
final class SilentWriteProver {
    private final NestRelations nest;
    private final DeclaredFacts facts;

    SilentWriteProver(NestRelations nest) {
        this.nest = nest;
        this.facts = new DeclaredFacts(nest);
    }

    DeclaredFacts facts() {
        return facts;
    }

    /** The silent writes of every statement, one entry for each proof that adds iterations. */
    List<SilentWrites> silentWrites() {
        return nest.statements().stream()
                .flatMap(s -> silentWrites(s.placed(), s.domain()).stream())
                .toList();
    }

    /** The silent writes that a statement would make on the given iterations. */
    List<SilentWrites> silentWrites(PlacedStatement placed, Set iterations) {
        List<SilentWrites> found = new ArrayList<>();
        if (!(placed.statement().value() instanceof Apply value)
                || law(value.operator()).isEmpty()) {
            return found;
        }
        Set known = iterations.subtract(iterations);
        for (Proof proof : new ValueOrder(nest, facts, placed, iterations).equal(value)) {
            if (!proof.where().isSubset(known)) {
                known = known.union(proof.where());
                found.add(
                        new SilentWrites(placed.statement().id(), proof.where().coalesce(), rule(value, proof)));
            }
        }
        return found;
    }

    private static String rule(Apply value, Proof proof) {
        return law(value.operator()) + ": " + value + " leaves the element as it is"
                + (proof.because().isEmpty() ? "" : " where " + String.join(", ", proof.because()));
    }

    private static String law(ScalarOperation operator) {
        return switch (operator) {
            case Operator.MIN -> "min(x, y) = x for y >= x";
            case Operator.MAX -> "max(x, y) = x for y <= x";
            case Operator.AND -> "x .and. y = x where x implies y";
            case Operator.OR -> "x .or. y = x where y implies x";
            case Operator.BIT_AND -> "iand(x, y) = x where y has all bits of x";
            case Operator.BIT_OR -> "ior(x, y) = x where x has all bits of y";
            case Operator.MERGE -> "merge(y, x, c) = x where y is x or c does not hold";
            default -> "";
        };
    }
}
