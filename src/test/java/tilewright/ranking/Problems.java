package tilewright.ranking;

import static tilewright.tiling.LoopRole.HOST;
import static tilewright.tiling.LoopRole.HOST_BLOCKS;
import static tilewright.tiling.LoopRole.KERNEL;
import static tilewright.tiling.LoopRole.PARALLEL;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tilewright.model.Affine;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.parse.NestParser;
import tilewright.tiling.Candidate;
import tilewright.tiling.Family;

/** Nests of loopnests/ with families written by hand: ranking is tested without the analysis before it. */
final class Problems {
    private Problems() {}

    static Problem of(String nest, List<String> loops, Map<String, Long> sizes) {
        return of(NestParser.parse(Path.of("loopnests", nest + ".nest")), loops, sizes);
    }

    /** Statements that have fewer loops stand where the missing loops have the value of the first one. */
    static Problem of(LoopNest nest, List<String> loops, Map<String, Long> sizes) {
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
        return new Problem(nest, loops, coordinates, sizes);
    }

    static Problem floydWarshall(long n) {
        return of("floyd-warshall", List.of("k", "i", "j"), Map.of("n", n));
    }

    static Problem gauss(long n) {
        return of("gaussian-elimination", List.of("k", "i", "j"), Map.of("n", n));
    }

    static Problem lu(long n) {
        return of("lu", List.of("k", "i", "j"), Map.of("n", n));
    }

    static Problem matmul(long n) {
        return of("matmul", List.of("i", "j", "k"), Map.of("n", n));
    }

    static Problem jacobi(long n, long steps) {
        return of("jacobi-2d", List.of("t", "i", "j"), Map.of("n", n, "steps", steps));
    }

    /** Diagonal, panels, rest. */
    static Family elimination(String... statements) {
        List<String> all = List.of(statements);
        List<String> deepest = List.of(statements[statements.length - 1]);
        return new Family(
                "3D blocks",
                List.of(HOST_BLOCKS, PARALLEL, PARALLEL),
                List.of(
                        level("level 0 of the block dependence graph", new Family.PieceShape(List.of(), true, all)),
                        level(
                                "level 1 of the block dependence graph",
                                new Family.PieceShape(List.of(1), true, all),
                                new Family.PieceShape(List.of(2), true, deepest)),
                        level(
                                "level 2 of the block dependence graph",
                                new Family.PieceShape(List.of(1, 2), false, deepest))),
                List.of(new Family.Divides(0, 1), new Family.Divides(0, 2)),
                "by hand");
    }

    /** One launch per statement and step. */
    static Family flat(String... statements) {
        List<Family.Level> levels = java.util.Arrays.stream(statements)
                .map(s -> level("all iterations of a step", new Family.PieceShape(List.of(1, 2), false, List.of(s))))
                .toList();
        return new Family("2D blocks", List.of(HOST, PARALLEL, PARALLEL), levels, List.of(), "by hand");
    }

    /** The sequential loop inside the kernel. */
    static Family inner() {
        return new Family(
                "2D blocks",
                List.of(PARALLEL, PARALLEL, KERNEL),
                List.of(level("all blocks", new Family.PieceShape(List.of(0, 1), false, List.of("S1")))),
                List.of(),
                "by hand");
    }

    private static Family.Level level(String description, Family.PieceShape... pieces) {
        return new Family.Level(description, List.of(pieces));
    }

    static Candidate candidate(List<Integer> block, List<Integer> thread, int chunk) {
        return new Candidate(block, thread, new Candidate.Options(chunk, 1));
    }
}
