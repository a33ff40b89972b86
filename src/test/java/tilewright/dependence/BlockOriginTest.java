package tilewright.dependence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static tilewright.model.Affine.constant;
import static tilewright.model.Affine.variable;

import java.util.List;
import org.junit.jupiter.api.Test;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Expression;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.SourcePosition;
import tilewright.model.Statement;
import tilewright.parse.NestParser;

class BlockOriginTest {
    private static final SourcePosition HERE = new SourcePosition("test.nest", 1, 1);

    @Test
    void isTheSmallestConstantLowerBound() {
        assertEquals(
                1,
                origin(
                        loop("k", constant(1), variable("n")),
                        loop("i", variable("k").plus(1), variable("n"))));
    }

    @Test
    void isZeroWithoutAConstantLowerBound() {
        assertEquals(
                0, origin(loop("i", variable("n"), variable("n").times(2)), loop("j", variable("i"), variable("n"))));
    }

    @Test
    void isWhereElementsBeginWithoutAConstantLowerBound() {
        String text = """
            param n, p
            real a(%s,n)
            do i = p, n
              do j = i, n
                a(%s,j) = 2.0 * a(%s,j)
              enddo
            enddo
            """;
        assertEquals(1, BlockOrigin.of(NestParser.parse("part.nest", text.formatted("n", "i", "i"))));
        assertEquals(0, BlockOrigin.of(NestParser.parse("part.nest", text.formatted("0:n", "i", "i"))));
        assertEquals(1, BlockOrigin.of(NestParser.parse("part.nest", text.formatted("p:n", "i", "i"))));
        assertEquals(0, BlockOrigin.of(NestParser.parse("part.nest", text.formatted("n", "n-i+1", "n-i+1"))));
    }

    @Test
    void looksAtTheLowEndOfALoopThatRunsDown() {
        assertEquals(2, origin(new Node.Loop("i", variable("n").minus(constant(1)), constant(2), -1, List.of(), HERE)));
    }

    @Test
    void seesThroughMaximaAndOuterLoops() {
        Affine lower =
                new Affine.Max(List.of(variable("n").times(-1), variable("t").times(-2)));
        assertEquals(-6, origin(loop("t", constant(-1), constant(3)), loop("i", lower, variable("n"))));
    }

    private static Node.Loop loop(String variable, Affine lower, Affine upper) {
        return new Node.Loop(variable, lower, upper, 1, List.of(), HERE);
    }

    /** The origin of a nest of these loops, outermost first, around one statement. */
    private static long origin(Node.Loop... loops) {
        Node body =
                new Statement("S1", new Access(1, "x", List.of(), HERE), new Expression.RealLiteral(0, "0.0"), HERE);
        for (int d = loops.length - 1; d >= 0; d--) {
            Node.Loop l = loops[d];
            body = new Node.Loop(l.variable(), l.lower(), l.upper(), l.step(), List.of(body), HERE);
        }
        return BlockOrigin.of(new LoopNest("test", List.of("n"), List.of(), List.of(), List.of(), List.of(body)));
    }
}
