package tilewright.kernel.pass;

import java.util.List;
import tilewright.kernel.Place;
import tilewright.kernel.Statement;

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
}
