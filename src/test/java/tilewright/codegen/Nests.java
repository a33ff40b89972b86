package tilewright.codegen;

import java.util.List;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.Initializer;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.model.SourcePosition;
import tilewright.model.Statement;
import tilewright.model.Subscript;

/** Loop nests written down by hand, so that these tests need no parser. */
final class Nests {
    static final SourcePosition HERE = new SourcePosition("test.nest", 1, 1);
    static final Affine I = var("i");
    static final Affine J = var("j");
    static final Affine K = var("k");
    static final Affine N = var("n");

    private Nests() {}

    static Affine var(String name) {
        return Affine.variable(name);
    }

    static Affine num(long value) {
        return Affine.constant(value);
    }

    static Access access(int index, String array, Affine... subscripts) {
        List<Subscript> list = List.of(subscripts).stream()
                .<Subscript>map(Subscript.AffineSubscript::new)
                .toList();
        return new Access(index, array, list, HERE);
    }

    static Expression read(int index, String array, Affine... subscripts) {
        return new Expression.Read(access(index, array, subscripts));
    }

    static Expression apply(Operator operator, Expression... operands) {
        return Expression.apply(operator, operands);
    }

    static Node.Loop loop(String variable, Affine first, Affine last, Node... body) {
        return new Node.Loop(variable, first, last, 1, List.of(body), HERE);
    }

    static ArrayDeclaration array(String name, DataType type, Affine... extents) {
        return new ArrayDeclaration(
                name,
                type,
                List.of(extents).stream()
                        .map(e -> new ArrayDeclaration.Bounds(num(1), e))
                        .toList(),
                false,
                HERE);
    }

    static LoopNest nest(String name, List<ArrayDeclaration> arrays, Node... body) {
        return new LoopNest(name, List.of("n"), arrays, List.of(), List.of(), List.of(body));
    }

    /** The nest with a(i,j) = rnd() + merge(n, 0, i == j), which keeps eliminations stable. */
    private static LoopNest dominant(LoopNest nest) {
        Expression diagonal = apply(
                Operator.MERGE,
                new Expression.IndexValue(N),
                new Expression.IntegerLiteral(0),
                apply(Operator.EQ, new Expression.IndexValue(I), new Expression.IndexValue(J)));
        Initializer initializer =
                new Initializer("a", List.of("i", "j"), apply(Operator.ADD, apply(Operator.RANDOM), diagonal), HERE);
        return new LoopNest(
                nest.name(), nest.parameters(), nest.arrays(), nest.assumptions(), List.of(initializer), nest.body());
    }

    /** c(i,j) = c(i,j) + a(i,k) * b(k,j) */
    static LoopNest matmul() {
        Statement s = new Statement(
                "S1",
                access(1, "c", I, J),
                apply(Operator.ADD, read(2, "c", I, J), apply(Operator.MUL, read(3, "a", I, K), read(4, "b", K, J))),
                HERE);
        return nest(
                "matmul",
                List.of(
                        array("a", DataType.REAL, N, N),
                        array("b", DataType.REAL, N, N),
                        array("c", DataType.REAL, N, N)),
                loop("i", num(1), N, loop("j", num(1), N, loop("k", num(1), N, s))));
    }

    /** a(i,j) = min(a(i,j), a(i,k) + a(k,j)) */
    static LoopNest floydWarshall() {
        Statement s = new Statement(
                "S1",
                access(1, "a", I, J),
                apply(Operator.MIN, read(2, "a", I, J), apply(Operator.ADD, read(3, "a", I, K), read(4, "a", K, J))),
                HERE);
        return nest(
                "floyd-warshall",
                List.of(array("a", DataType.REAL, N, N)),
                loop("k", num(1), N, loop("i", num(1), N, loop("j", num(1), N, s))));
    }

    /** a(i,j) = a(i,j) - a(i,k) / a(k,k) * a(k,j) on an n x (n+1) matrix */
    static LoopNest gauss() {
        Statement s = new Statement(
                "S1",
                access(1, "a", I, J),
                apply(
                        Operator.SUB,
                        read(2, "a", I, J),
                        apply(
                                Operator.MUL,
                                apply(Operator.DIV, read(3, "a", I, K), read(4, "a", K, K)),
                                read(5, "a", K, J))),
                HERE);
        return dominant(nest(
                "gaussian-elimination",
                List.of(array("a", DataType.REAL, N, N.plus(1))),
                loop("k", num(1), N.plus(-1), loop("i", K.plus(1), N, loop("j", K.plus(1), N.plus(1), s)))));
    }

    /** a(i,k) = a(i,k) / a(k,k); a(i,j) = a(i,j) - a(i,k) * a(k,j) */
    static LoopNest lu() {
        Statement scale = new Statement(
                "S1", access(1, "a", I, K), apply(Operator.DIV, read(2, "a", I, K), read(3, "a", K, K)), HERE);
        Statement update = new Statement(
                "S2",
                access(1, "a", I, J),
                apply(Operator.SUB, read(2, "a", I, J), apply(Operator.MUL, read(3, "a", I, K), read(4, "a", K, J))),
                HERE);
        return dominant(nest(
                "lu",
                List.of(array("a", DataType.REAL, N, N)),
                loop("k", num(1), N, loop("i", K.plus(1), N, scale, loop("j", K.plus(1), N, update)))));
    }

    /** Sweeps of the mean of five points between a and b, with parameter n and n/4 steps. */
    static LoopNest jacobi() {
        Statement there = new Statement("S1", access(1, "b", I, J), fivePoints("a"), HERE);
        Statement back = new Statement("S2", access(1, "a", I, J), fivePoints("b"), HERE);
        return nest(
                "jacobi-2d",
                List.of(array("a", DataType.REAL, N, N), array("b", DataType.REAL, N, N)),
                loop(
                        "t",
                        num(1),
                        N.floorDiv(4),
                        loop("i", num(2), N.plus(-1), loop("j", num(2), N.plus(-1), there)),
                        loop("i", num(2), N.plus(-1), loop("j", num(2), N.plus(-1), back))));
    }

    private static Expression fivePoints(String array) {
        Expression sum = apply(
                Operator.ADD,
                apply(
                        Operator.ADD,
                        apply(
                                Operator.ADD,
                                apply(Operator.ADD, read(2, array, I, J), read(3, array, I, J.plus(-1))),
                                read(4, array, I, J.plus(1))),
                        read(5, array, I.plus(1), J)),
                read(6, array, I.plus(-1), J));
        return apply(Operator.MUL, new Expression.RealLiteral(0.2, "0.2"), sum);
    }
}
