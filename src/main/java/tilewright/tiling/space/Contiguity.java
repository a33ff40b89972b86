package tilewright.tiling.space;

import java.util.Comparator;
import java.util.List;
import tilewright.dependence.Dependences;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;

/** Along which loop memory is read in order. */
public final class Contiguity {
    private Contiguity() {}

    /**
     * Whether a loop walks along rows of the largest arrays that statements read: those with most subscripts. Scratch arrays that nobody else has ({@link ArrayDeclaration#scratch}) do not count, as
     * registers mostly have their elements.
     *
     * @param loop of the common loop space
     */
    public static boolean isAlong(LoopNest nest, int loop) {
        int most = nest.statements().stream()
                .flatMap(p -> p.statement().value().reads().stream())
                .filter(r -> !nest.array(r.array()).isScratch())
                .mapToInt(r -> r.indices().size())
                .max()
                .orElse(0);
        int along = 0;
        for (PlacedStatement placed : nest.statements()) {
            for (Access read : placed.statement().value().reads()) {
                boolean counts = read.indices().size() == most
                        && loop < placed.depth()
                        && !nest.array(read.array()).isScratch();
                if (counts
                        && most > 0
                        && !read.indices().equals(placed.statement().target().indices())) {
                    Affine variable = Affine.variable(placed.loopVariables().get(loop));
                    LinearForm last = LinearForm.of(read.indices().getLast());
                    long step = last.terms().getOrDefault(variable, 0L);
                    boolean elsewhere = read.indices().subList(0, most - 1).stream()
                            .anyMatch(i -> i.variables()
                                    .contains(placed.loopVariables().get(loop)));
                    along += Math.abs(step) == 1 && !elsewhere ? 1 : elsewhere ? -1 : 0;
                }
            }
        }
        return along >= 0;
    }

    /**
     * Whether some read walks a row forwards along a loop: then it matters where the loop's chunks begin in memory.
     *
     * @param loop of the common loop space
     */
    public static boolean isForwards(Dependences dependences, int loop) {
        return dependences.nest().statements().stream()
                .filter(p -> loop < p.depth())
                .anyMatch(p -> p.statement().value().reads().stream()
                        .anyMatch(r -> isRowOf(r, p.loopVariables().get(loop))));
    }

    /** Whether an access walks a row forwards, element by element, along a variable's loop. */
    public static boolean isRowOf(Access access, String variable) {
        return !access.indices().isEmpty()
                && LinearForm.of(access.indices().getLast()).terms().getOrDefault(Affine.variable(variable), 0L) == 1;
    }

    /**
     * The loop of some along which most accesses walk rows; of several the last one.
     *
     * @param loops of the common loop space, not empty
     */
    public static int rows(Dependences dependences, List<Integer> loops) {
        return loops.stream()
                .max(Comparator.comparingLong((Integer z) -> alongLessAcross(dependences, z))
                        .thenComparingInt(z -> z))
                .orElseThrow();
    }

    /** How many accesses walk rows along a loop, less those that walk across them. */
    private static long alongLessAcross(Dependences dependences, int loop) {
        long score = 0;
        for (PlacedStatement placed : dependences.nest().statements()) {
            if (loop < placed.depth()) {
                String variable = placed.loopVariables().get(loop);
                for (Access access : placed.statement().accesses()) {
                    int rank = access.indices().size();
                    boolean across = access.indices().subList(0, Math.max(0, rank - 1)).stream()
                            .anyMatch(i -> i.variables().contains(variable));
                    boolean along =
                            rank > 0 && access.indices().getLast().variables().contains(variable);
                    score += across ? -1 : along ? 1 : 0;
                }
            }
        }
        return score;
    }
}
