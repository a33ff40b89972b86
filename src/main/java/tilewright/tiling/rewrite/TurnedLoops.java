package tilewright.tiling.rewrite;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.tiling.space.OrderCheck;

/**
 * Loops that run the other way, because a loop around them walks the same rows or columns in that direction: {@code for k = n - 1 .. 0: for i = 0 .. k - 1: x(i,j) -=
 * a(i,k) * x(k,j)}. Blocks of both loops are cut from the same end then, so that the rows which are final when a block of k ends are a block of i; upwards, the last
 * block of i would hold rows of two blocks of k.
 *
 * <p>A loop may run either way where no dependence leads from one of its iterations to another. It turns if some array has a dimension that is indexed by its variable
 * and, elsewhere inside the loop around, by that loop's variable.
 */
public final class TurnedLoops {
    private TurnedLoops() {}

    /** @param dependences of the nest, silent iterations included */
    public static Set<Node.Loop> of(Dependences dependences) {
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
    private static boolean runsAgainst(LoopNest nest, List<Node.Loop> loops, int depth, Set<Node.Loop> turned) {
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
        Set<Dimension> own = walked(nest, loop, loop.variable());
        return walked(nest, around, around.variable()).stream().anyMatch(own::contains);
    }

    private record Dimension(String array, int number) {}

    /** Dimensions that a variable alone indexes inside a loop; loops of one iteration have the value that they have. */
    private static Set<Dimension> walked(LoopNest nest, Node.Loop loop, String variable) {
        Set<Dimension> walked = new HashSet<>();
        for (PlacedStatement placed : nest.statements()) {
            if (placed.loops().contains(loop)) {
                for (Access access : placed.statement().accesses()) {
                    for (int d = 0; access.isAffine() && d < access.indices().size(); d++) {
                        if (byValues(access.indices().get(d), placed.loops()).equals(Affine.variable(variable))) {
                            walked.add(new Dimension(access.array(), d));
                        }
                    }
                }
            }
        }
        return walked;
    }

    private static Affine byValues(Affine index, List<Node.Loop> loops) {
        Affine value = index;
        for (Node.Loop loop : loops.reversed()) {
            value = loop.lower().equals(loop.upper()) ? value.substitute(Map.of(loop.variable(), loop.lower())) : value;
        }
        return value;
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
