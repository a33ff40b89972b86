package tilewright.codegen;

import static tilewright.codegen.Nests.I;
import static tilewright.codegen.Nests.J;
import static tilewright.codegen.Nests.K;
import static tilewright.codegen.Nests.N;
import static tilewright.codegen.Nests.num;
import static tilewright.codegen.Nests.var;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.Condition.Compare;
import tilewright.model.Condition.Relation;
import tilewright.model.LoopNest;
import tilewright.model.Statement;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Strategy;
import tilewright.tiling.space.Candidate;

/** Plans written down by hand: the shapes that the tiler makes from the nests of {@link Nests}. */
final class Plans {
    /**
     * Sizes of a plan.
     *
     * @param r1 block size of k
     * @param t2 points per thread along i
     */
    record Sizes(int r1, int r2, int r3, int t2, int t3, int chunk, int buffers) {
        static Sizes small() {
            return new Sizes(8, 16, 16, 2, 4, 4, 1);
        }

        static Sizes fast() {
            return new Sizes(64, 128, 128, 8, 8, 16, 1);
        }
    }

    private static final Affine KB = var("kb");
    private static final Affine IB = var("ib");
    private static final Affine JB = var("jb");
    private static final Strategy OWN = Strategy.OWN;
    private static final Strategy STAGED = Strategy.STAGED;
    private static final Strategy EXCHANGED = Strategy.EXCHANGED;
    private static final Strategy DIRECT = Strategy.DIRECT;

    private Plans() {}

    static Plan matmul(Sizes s) {
        LoopNest nest = Nests.matmul();
        Piece piece = new Piece(
                "blocks of c",
                List.of(grid("ib", num(0), blocks(N, s.r2)), grid("jb", num(0), blocks(N, s.r3))),
                Condition.TRUE,
                and(le(lastOf(IB, s.r2), N), le(lastOf(JB, s.r3), N)),
                List.of(new Piece.SequentialLoop("k", num(1), N, num(1), s.chunk)),
                points(s),
                List.of(tile("c", true, and(le(I, N), le(J, N)))),
                List.of(statement(nest.statement("S1").statement(), and(le(I, N), le(J, N)), OWN, OWN, STAGED, STAGED)),
                false);
        return plan(nest, s, List.of(new HostStep.Launch("matmul", "all blocks of c", List.of(piece))));
    }

    static Plan floydWarshall(Sizes s) {
        LoopNest nest = Nests.floydWarshall();
        Statement update = nest.statement("S1").statement();
        Condition domain = and(le(I, N), le(J, N));
        Condition interior = and(le(lastOf(IB, s.r2), N), le(lastOf(JB, s.r3), N));
        return plan(
                nest,
                s,
                gep(
                        s,
                        num(1),
                        N,
                        N,
                        N,
                        false,
                        new Members(
                                interior, domain, List.of(statement(update, domain, OWN, OWN, EXCHANGED, EXCHANGED))),
                        new Members(interior, domain, List.of(statement(update, domain, OWN, OWN, STAGED, EXCHANGED))),
                        new Members(interior, domain, List.of(statement(update, domain, OWN, OWN, EXCHANGED, STAGED))),
                        new Members(interior, domain, List.of(statement(update, domain, OWN, OWN, STAGED, STAGED)))));
    }

    static Plan gauss(Sizes s) {
        LoopNest nest = Nests.gauss();
        Statement update = nest.statement("S1").statement();
        Affine columns = N.plus(1);
        Condition full = and(gt(I, K), gt(J, K), le(I, N), le(J, columns));
        Condition stored = and(ge(I, first(s).plus(1)), ge(J, first(s).plus(1)), le(I, N), le(J, columns));
        Condition interior = and(le(lastOf(IB, s.r2), N), le(lastOf(JB, s.r3), columns));
        return plan(
                nest,
                s,
                gep(
                        s,
                        num(1),
                        N.plus(-1),
                        N,
                        columns,
                        true,
                        new Members(
                                Condition.FALSE,
                                stored,
                                List.of(statement(update, full, OWN, OWN, EXCHANGED, EXCHANGED, EXCHANGED))),
                        new Members(
                                Condition.FALSE,
                                stored,
                                List.of(statement(update, full, OWN, OWN, STAGED, STAGED, EXCHANGED))),
                        new Members(
                                Condition.FALSE,
                                stored,
                                List.of(statement(update, full, OWN, OWN, EXCHANGED, STAGED, STAGED))),
                        new Members(
                                interior,
                                and(le(I, N), le(J, columns)),
                                List.of(statement(
                                        update, and(le(I, N), le(J, columns)), OWN, OWN, STAGED, STAGED, STAGED)))));
    }

    static Plan lu(Sizes s) {
        LoopNest nest = Nests.lu();
        Statement scale = nest.statement("S1").statement();
        Statement update = nest.statement("S2").statement();
        Condition inside = and(le(I, N), le(J, N));
        Condition scales = and(gt(I, K), new Compare(J, Relation.EQ, K), le(I, N));
        Condition updates = and(gt(I, K), gt(J, K), le(I, N), le(J, N));
        Condition stored = and(ge(I, first(s).plus(1)), ge(J, first(s)), le(I, N), le(J, N));
        Condition interior = and(le(lastOf(IB, s.r2), N), le(lastOf(JB, s.r3), N));
        return plan(
                nest,
                s,
                gep(
                        s,
                        num(1),
                        N,
                        N,
                        N,
                        true,
                        new Members(
                                Condition.FALSE,
                                stored,
                                List.of(
                                        statement(scale, scales, OWN, OWN, EXCHANGED),
                                        statement(update, updates, OWN, OWN, EXCHANGED, EXCHANGED))),
                        new Members(
                                Condition.FALSE,
                                stored,
                                List.of(statement(update, updates, OWN, OWN, STAGED, EXCHANGED))),
                        new Members(
                                Condition.FALSE,
                                stored,
                                List.of(
                                        statement(scale, scales, OWN, OWN, STAGED),
                                        statement(update, updates, OWN, OWN, EXCHANGED, STAGED))),
                        new Members(interior, inside, List.of(statement(update, inside, OWN, OWN, STAGED, STAGED)))));
    }

    static Plan jacobi(Sizes s) {
        LoopNest nest = Nests.jacobi();
        return plan(
                nest,
                s,
                List.of(new HostStep.HostLoop(
                        "t",
                        num(1),
                        N.floorDiv(4),
                        List.of(
                                sweep("there", "b", nest.statement("S1").statement(), s),
                                sweep("back", "a", nest.statement("S2").statement(), s)))));
    }

    private static HostStep sweep(String name, String target, Statement statement, Sizes s) {
        Condition domain = and(le(num(2), I), le(I, N.plus(-1)), le(num(2), J), le(J, N.plus(-1)));
        Piece piece = new Piece(
                "all blocks",
                List.of(grid("ib", num(0), blocks(N, s.r2)), grid("jb", num(0), blocks(N, s.r3))),
                Condition.TRUE,
                and(ge(IB, num(1)), ge(JB, num(1)), le(lastOf(IB, s.r2), N.plus(-1)), le(lastOf(JB, s.r3), N.plus(-1))),
                List.of(),
                points(s),
                List.of(tile(target, false, domain)),
                List.of(statement(statement, domain, OWN, DIRECT, DIRECT, DIRECT, DIRECT, DIRECT)),
                false);
        return new HostStep.Launch(name, "one sweep", List.of(piece));
    }

    /** What the blocks of one piece do. */
    private record Members(Condition interior, Condition stored, List<Piece.PlannedStatement> statements) {}

    /**
     * Diagonal, panels, rest for every step of k.
     *
     * @param trailing whether only blocks behind the diagonal take part
     */
    private static List<HostStep> gep(
            Sizes s,
            Affine k1,
            Affine kn,
            Affine rows,
            Affine columns,
            boolean trailing,
            Members diagonal,
            Members row,
            Members column,
            Members rest) {
        Affine di = KB.times(s.r1).floorDiv(s.r2);
        Affine dj = KB.times(s.r1).floorDiv(s.r3);
        if (s.r1 % s.r2 == 0) {
            di = KB.times(s.r1 / s.r2);
        }
        if (s.r1 % s.r3 == 0) {
            dj = KB.times(s.r1 / s.r3);
        }
        Affine lastRow = blocks(rows, s.r2);
        Affine lastColumn = blocks(columns, s.r3);
        Affine i0 = trailing ? di.plus(1) : num(0);
        Affine j0 = trailing ? dj.plus(1) : num(0);
        Condition otherRow = trailing ? Condition.TRUE : new Compare(IB, Relation.NE, di);
        Condition otherColumn = trailing ? Condition.TRUE : new Compare(JB, Relation.NE, dj);
        List<HostStep> levels = List.of(
                new HostStep.Launch(
                        "level0",
                        "the diagonal block",
                        List.of(piece(
                                "diagonal: the block (K,K)",
                                s,
                                kn,
                                grid("ib", di, di),
                                grid("jb", dj, dj),
                                Condition.TRUE,
                                diagonal))),
                new HostStep.Launch(
                        "level1",
                        "blocks beside, above and below the diagonal",
                        List.of(
                                piece(
                                        "row panel: blocks (K,J)",
                                        s,
                                        kn,
                                        grid("ib", di, di),
                                        grid("jb", j0, lastColumn),
                                        otherColumn,
                                        row),
                                piece(
                                        "column panel: blocks (I,K)",
                                        s,
                                        kn,
                                        grid("ib", i0, lastRow),
                                        grid("jb", dj, dj),
                                        otherRow,
                                        column))),
                new HostStep.Launch(
                        "level2",
                        "all other blocks",
                        List.of(piece(
                                "rest: blocks (I,J)",
                                s,
                                kn,
                                grid("ib", i0, lastRow),
                                grid("jb", j0, lastColumn),
                                and(otherRow, otherColumn),
                                rest))));
        return List.of(new HostStep.HostLoop("kb", num(0), blocks(kn, s.r1), levels));
    }

    private static Affine first(Sizes s) {
        return KB.times(s.r1).plus(1);
    }

    private static Piece piece(
            String role,
            Sizes s,
            Affine kn,
            Piece.GridDimension i,
            Piece.GridDimension j,
            Condition member,
            Members members) {
        Affine last = new Affine.Min(List.of(kn, KB.times(s.r1).plus(s.r1)));
        return new Piece(
                role,
                List.of(i, j),
                member,
                members.interior,
                List.of(new Piece.SequentialLoop("k", first(s), last, first(s), s.chunk)),
                points(s),
                List.of(tile("a", true, members.stored)),
                members.statements,
                false);
    }

    private static List<Piece.PointDimension> points(Sizes s) {
        return List.of(
                new Piece.PointDimension("i", IB.times(s.r2).plus(1), s.r2, s.t2, false),
                new Piece.PointDimension("j", JB.times(s.r3).plus(1), s.r3, s.t3, false));
    }

    private static Piece.RegisterTile tile(String array, boolean loaded, Condition stored) {
        return new Piece.RegisterTile(array, List.of(I, J), loaded, stored, null);
    }

    /** Strategies of the accesses in the paper's numbering, the target first. */
    static Piece.PlannedStatement statement(Statement statement, Condition domain, Strategy... strategies) {
        Map<String, Affine> coordinates = Map.of("i", I, "j", J, "k", K);
        List<Piece.PlannedAccess> planned = new ArrayList<>();
        List<Access> accesses = statement.accesses();
        for (int a = 0; a < accesses.size(); a++) {
            Strategy strategy = strategies[a];
            @Nullable Integer tile = strategy == OWN || strategy == EXCHANGED ? 0 : null;
            planned.add(new Piece.PlannedAccess(
                    accesses.get(a), strategy, accesses.get(a).indices(), tile));
        }
        return new Piece.PlannedStatement(statement, coordinates, domain, planned);
    }

    private static Plan plan(LoopNest nest, Sizes s, List<HostStep> host) {
        Candidate candidate = new Candidate(
                List.of(s.r1, s.r2, s.r3), List.of(1, s.t2, s.t3), new Candidate.Options(s.chunk, s.buffers));
        Family family = new Family("blocks in levels", List.of(), List.of(), List.of(), "written by hand");
        return new Plan(nest, candidate, family, "the test says so", host);
    }

    private static Piece.GridDimension grid(String variable, Affine first, Affine last) {
        return new Piece.GridDimension(variable, first, last);
    }

    /** Number of the block that holds the last of {@code extent} values from 1. */
    private static Affine blocks(Affine extent, int size) {
        return extent.plus(-1).floorDiv(size);
    }

    private static Affine lastOf(Affine block, int size) {
        return block.times(size).plus(size);
    }

    static Condition and(Condition... operands) {
        return new Condition.And(List.of(operands));
    }

    static Condition le(Affine left, Affine right) {
        return new Compare(left, Relation.LE, right);
    }

    static Condition ge(Affine left, Affine right) {
        return new Compare(left, Relation.GE, right);
    }

    static Condition gt(Affine left, Affine right) {
        return new Compare(left, Relation.GT, right);
    }
}
