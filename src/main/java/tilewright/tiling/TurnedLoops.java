package tilewright.tiling;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;

/**
 * Loops that run the other way, because a loop around them walks the same rows or columns in that direction: {@code for k = n - 1 .. 0: for i = 0 .. k - 1: x(i,j) -=
 * a(i,k) * x(k,j)}. Blocks of both loops are cut from the same end then, so that the rows which are final when a block of k ends are a block of i; upwards, the last
 * block of i would hold rows of two blocks of k.
 *
 * <p>A loop may run either way where no dependence leads from one of its iterations to another. It turns if some array has a dimension that is indexed by its variable
 * and, elsewhere inside the loop around, by that loop's variable.
 */
final class TurnedLoops {
    private TurnedLoops() {}

    /** @param dependences of the nest, silent iterations included */
    static Set<Node.Loop> of(Dependences dependences) {
        Set<Node.Loop> turned = new HashSet<>();
        Set<Node.Loop> seen = new HashSet<>();
        List<PlacedStatement> statements = dependences.nest().statements();
        boolean anyDown = statements.stream().flatMap(p -> p.loops().stream()).anyMatch(l -> l.step() == -1);
        for (PlacedStatement placed : anyDown ? statements : List.<PlacedStatement>of()) {
            for (int depth = 1; depth < placed.depth(); depth++) {
                Node.Loop loop = placed.loops().get(depth);
                if (seen.add(loop)
                        && runsAgainst(dependences.nest(), placed.loops(), depth, turned)
                        && isFree(dependences, loop, depth)) {
                    turned.add(loop);
                }
            }
        }
        return turned;
    }

    /** Whether the nearest loop around that walks the same dimension of an array runs the other way, as it is turned itself. */
    private static boolean runsAgainst(
            LoopNest nest, List<Node.Loop> loops, int depth, Set<Node.Loop> turned) {
        Node.Loop loop = loops.get(depth);
        if (Math.abs(loop.step()) != 1) {
            return false;
        }
        return loops.subList(0, depth).reversed().stream()
                .filter(around -> walkTogether(nest, around, loop))
                .findFirst()
                .filter(around -> (turned.contains(around) ? -around.step() : around.step()) == -loop.step())
                .isPresent();
    }

    private static boolean walkTogether(LoopNest nest, Node.Loop around, Node.Loop loop) {
        List<Access> all = accesses(nest, around);
        List<Access> own = accesses(nest, loop);
        return own.stream().anyMatch(a -> {
            for (int d = 0; d < a.indices().size(); d++) {
                int dimension = d;
                boolean walks = a.indices().get(d).equals(Affine.variable(loop.variable()));
                if (walks
                        && all.stream()
                                .anyMatch(b -> b.isAffine()
                                        && b.array().equals(a.array())
                                        && b.indices().get(dimension).equals(Affine.variable(around.variable())))) {
                    return true;
                }
            }
            return false;
        });
    }

    private static List<Access> accesses(LoopNest nest, Node.Loop loop) {
        return nest.statements().stream()
                .filter(p -> p.loops().contains(loop))
                .flatMap(p -> p.statement().accesses().stream())
                .filter(Access::isAffine)
                .toList();
    }

    /** Whether no iteration of the loop depends on another one. */
    private static boolean isFree(Dependences dependences, Node.Loop loop, int depth) {
        LoopNest nest = dependences.nest();
        return dependences.dependences().stream()
                .filter(d -> isInside(nest.statement(d.source()), loop, depth)
                        && isInside(nest.statement(d.sink()), loop, depth))
                .map(Dependence::relation)
                .map(relation -> OrderCheck.agreeingIn(relation, depth))
                .allMatch(relation -> relation.isSubset(OrderCheck.agreeingIn(relation, depth + 1)));
    }

    private static boolean isInside(PlacedStatement placed, Node.Loop loop, int depth) {
        return placed.depth() > depth && placed.loops().get(depth).equals(loop);
    }
}
