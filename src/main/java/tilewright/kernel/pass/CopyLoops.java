package tilewright.kernel.pass;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tilewright.kernel.Function;
import tilewright.kernel.Place;
import tilewright.kernel.Simt;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;

/** Loops between numbers that do nothing but start copies from memory to shared memory. */
final class CopyLoops {
    private CopyLoops() {}

    static boolean is(Statement.For loop) {
        return Iterations.of(loop).filter(i -> i.count() > 0).isPresent() && onlyCopies(loop.body());
    }

    private static boolean onlyCopies(List<Statement> statements) {
        return statements.stream()
                .allMatch(s -> s instanceof Statement.Comment
                        || s instanceof Statement.Declare d && d.constant()
                        || s instanceof Statement.If i && i.otherwise().isEmpty() && onlyCopies(i.then())
                        || s instanceof Statement.Copy c
                                && c.way() == Statement.Way.ASYNCHRONOUS
                                && c.to() instanceof Place.Shared
                                && c.from() instanceof Place.Global);
    }

    /**
     * Whether offsets of what it copies are worth instructions of their own.
     *
     * @param left loops that stay as they are ({@link #beforeWrittenOut})
     */
    static boolean takesOffsets(Statement.For loop, Set<Statement.For> left) {
        return is(loop) && !left.contains(loop);
    }

    /**
     * Whether all asynchronous copies of a function move less than one can, as those of a product a b^T do. Where some move 16 bytes, as in a b, there are few, and programs with copies between
     * iterations and other offsets took up to 4 % longer (reports/experiments/nvidia-h200-copies.txt).
     */
    static boolean areNarrow(Function function) {
        boolean[] wide = {false};
        Statements.visit(
                function.body(),
                s -> wide[0] |= s instanceof Statement.Copy c
                        && c.way() == Statement.Way.ASYNCHRONOUS
                        && c.width() * c.from().type().bytes() >= Simt.ACCESS_BYTES);
        return !wide[0];
    }

    /**
     * Those of a function that run right before a written-out loop under one condition, and stay there ({@link CopiesBefore} is empty): with other offsets, products of
     * 4096 x 4096 took 1 to 8 % longer (reports/experiments/nvidia-h100-copies.txt, f), although they have fewer instructions.
     */
    static Set<Statement.For> beforeWrittenOut(Function function) {
        Set<Statement.For> found = new HashSet<>();
        collect(function.body(), new FreeNames(function), found);
        return found;
    }

    private static void collect(List<Statement> statements, FreeNames names, Set<Statement.For> found) {
        for (int i = 0; i < statements.size(); i++) {
            if (i > 0
                    && statements.get(i) instanceof Statement.For loop
                    && isWrittenOut(loop)
                    && statements.get(i - 1) instanceof Statement.If copies
                    && CopiesBefore.of(copies, loop, names).isEmpty()) {
                copies.then().stream()
                        .filter(s -> s instanceof Statement.For f && is(f))
                        .forEach(s -> found.add((Statement.For) s));
            }
            statements.get(i).bodies().forEach(b -> collect(b, names, found));
        }
    }

    static boolean isWrittenOut(Statement.For loop) {
        return Iterations.of(loop).filter(i -> i.areWrittenOut(loop)).isPresent();
    }
}
