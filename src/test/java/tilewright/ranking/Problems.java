package tilewright.ranking;

import static tilewright.tiling.space.LoopRole.HOST;
import static tilewright.tiling.space.LoopRole.HOST_BLOCKS;
import static tilewright.tiling.space.LoopRole.KERNEL;
import static tilewright.tiling.space.LoopRole.PARALLEL;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.parse.NestParser;
import tilewright.ranking.work.Problem;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.Strategy;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

/** Nests of loopnests/ with families written by hand: ranking is tested without the analysis before it. */
public final class Problems {
    private Problems() {}

    public static Problem of(String nest, List<String> loops, Map<String, Long> sizes) {
        return of(NestParser.parse(Path.of("loopnests", nest + ".nest")), loops, sizes);
    }

    /** Statements that have fewer loops stand where the missing loops have the value of the first one. */
    public static Problem of(LoopNest nest, List<String> loops, Map<String, Long> sizes) {
        Map<String, List<Affine>> coordinates = new HashMap<>();
        for (PlacedStatement placed : nest.statements()) {
            List<Affine> place = new java.util.ArrayList<>();
            for (int d = 0; d < loops.size(); d++) {
                String own = d < placed.depth()
                        ? placed.loopVariables().get(d)
                        : placed.loopVariables().getFirst();
                place.add(Affine.variable(own));
            }
            coordinates.put(placed.statement().id(), place);
        }
        return new Problem(nest, loops, coordinates, sizes, Set.of());
    }

    public static Problem floydWarshall(long n) {
        return of("floyd-warshall", List.of("k", "i", "j"), Map.of("n", n));
    }

    public static Problem gauss(long n) {
        return of("gaussian-elimination", List.of("k", "i", "j"), Map.of("n", n));
    }

    public static Problem lu(long n) {
        return of("lu", List.of("k", "i", "j"), Map.of("n", n));
    }

    public static Problem matmul(long n) {
        return of("matmul", List.of("i", "j", "k"), Map.of("n", n));
    }

    public static Problem jacobi(long n, long steps) {
        return of("jacobi-2d", List.of("t", "i", "j"), Map.of("n", n, "steps", steps));
    }

    /** Diagonal, panels, rest. */
    public static Family elimination(Problem problem, String... statements) {
        List<LoopRole> roles = List.of(HOST_BLOCKS, PARALLEL, PARALLEL);
        String deepest = statements[statements.length - 1];
        return new Family(
                "3D blocks",
                roles,
                List.of(
                        level(
                                "level 0 of the block dependence graph",
                                piece(problem, roles, List.of(), true, statements)),
                        level(
                                "level 1 of the block dependence graph",
                                piece(problem, roles, List.of(1), true, statements),
                                piece(problem, roles, List.of(2), true, deepest)),
                        level(
                                "level 2 of the block dependence graph",
                                piece(problem, roles, List.of(1, 2), false, deepest))),
                List.of(new Family.Divides(0, 1), new Family.Divides(0, 2)),
                "by hand");
    }

    /** One launch per statement and step. */
    public static Family flat(Problem problem, String... statements) {
        List<LoopRole> roles = List.of(HOST, PARALLEL, PARALLEL);
        List<Family.Level> levels = Stream.of(statements)
                .map(s -> level("all iterations of a step", piece(problem, roles, List.of(1, 2), false, s)))
                .toList();
        return new Family("2D blocks", roles, levels, List.of(), "by hand");
    }

    /** The sequential loop inside the kernel. */
    public static Family inner(Problem problem) {
        List<LoopRole> roles = List.of(PARALLEL, PARALLEL, KERNEL);
        return new Family(
                "2D blocks",
                roles,
                List.of(level("all blocks", piece(problem, roles, List.of(0, 1), false, "S1"))),
                List.of(),
                "by hand");
    }

    private static Family.Level level(String description, Family.PieceShape... pieces) {
        return new Family.Level(description, List.of(pieces));
    }

    /**
     * A piece whose points have what the last statement writes, with places as plans of such nests have them: what a block's own points have is exchanged, and staged is what
     * several of them read along the loop inside.
     */
    public static Family.PieceShape piece(
            Problem problem, List<LoopRole> roles, List<Integer> free, boolean exchanged, String... statements) {
        PlacedStatement last = problem.nest().statement(statements[statements.length - 1]);
        List<Affine> tile = indices(problem, last, last.statement().target());
        boolean perPoint = IntStream.range(0, roles.size())
                .allMatch(z -> tile.stream().noneMatch(i -> uses(problem, i, z))
                        || !roles.get(z).runsInside());
        List<Family.Place> places = new ArrayList<>();
        for (String id : statements) {
            PlacedStatement placed = problem.nest().statement(id);
            for (Access access : placed.statement().accesses()) {
                List<Affine> indices = indices(problem, placed, access);
                Access target = placed.statement().target();
                boolean own = perPoint
                        && access.array().equals(target.array())
                        && indices.equals(indices(problem, placed, target));
                Strategy strategy = own
                        ? Strategy.OWN
                        : exchanged && isOfBlock(problem, free, tile, indices)
                                ? Strategy.EXCHANGED
                                : isStaged(problem, roles, indices) ? Strategy.STAGED : Strategy.DIRECT;
                places.add(new Family.Place(id, access.index(), strategy, indices, own ? tile : null, own));
            }
        }
        return new Family.PieceShape(free, exchanged, List.of(statements), places);
    }

    private static List<Affine> indices(Problem problem, PlacedStatement placed, Access access) {
        Map<String, Affine> names = new HashMap<>();
        for (int d = 0; d < placed.depth(); d++) {
            names.put(
                    placed.loopVariables().get(d),
                    Affine.variable(problem.loops().get(d)));
        }
        return access.indices().stream().map(i -> i.substitute(names)).toList();
    }

    /** Whether each subscript is the point's, or an iteration of the block along a loop that the piece does not range over. */
    private static boolean isOfBlock(Problem problem, List<Integer> free, List<Affine> tile, List<Affine> indices) {
        return IntStream.range(0, tile.size())
                .allMatch(d -> indices.get(d).equals(tile.get(d))
                        || free.stream().noneMatch(z -> uses(problem, tile.get(d), z)));
    }

    private static boolean isStaged(Problem problem, List<LoopRole> roles, List<Affine> indices) {
        List<Integer> used = IntStream.range(0, roles.size())
                .filter(z -> indices.stream().anyMatch(i -> uses(problem, i, z)))
                .boxed()
                .toList();
        return Strategy.isStagingWorth(
                used.stream().anyMatch(z -> roles.get(z).runsInside()),
                (int) used.stream().filter(z -> roles.get(z) == PARALLEL).count(),
                Collections.frequency(roles, PARALLEL));
    }

    private static boolean uses(Problem problem, Affine index, int loop) {
        return index.variables().contains(problem.loops().get(loop));
    }

    public static Candidate candidate(List<Integer> block, List<Integer> thread, int chunk) {
        return new Candidate(block, thread, new Candidate.Options(chunk, 1));
    }
}
