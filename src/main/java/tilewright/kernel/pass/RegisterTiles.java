package tilewright.kernel.pass;

import tilewright.kernel.Function;
import tilewright.kernel.GenerationLimits;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;

/**
 * Functions whose threads hold tiles of 32-bit numbers in registers, updated by single multiply-adds or minima. Such a thread makes a hundred
 * updates and more for each copy, so that it does not matter what addresses take, but it does which registers the compiler chooses: with split
 * quotients a product of 4096 x 4096 floats took 2.91 instead of 2.86 ms, LU 2.12 instead of 2.08 (reports/experiments/nvidia-h200-addresses.txt).
 */
final class RegisterTiles {
    private static final GenerationLimits LIMITS = GenerationLimits.shipped();

    private RegisterTiles() {}

    /** Whether threads hold such a tile, of numbers of any size, while the whole function runs. */
    static boolean areHeld(Function function) {
        return function.body().stream()
                .anyMatch(s -> s instanceof Statement.DeclareArray d
                        && d.array().shape().stream().reduce(1, (a, b) -> a * b) >= LIMITS.smallestTile());
    }

    static boolean areIn(Function function) {
        boolean[] found = {false};
        Statements.visit(
                function.body(),
                s -> found[0] |= s instanceof Statement.DeclareArray d
                        && d.array().type().bytes() <= Integer.BYTES
                        && d.array().shape().stream().reduce(1, (a, b) -> a * b) >= LIMITS.smallestTile());
        return found[0];
    }
}
