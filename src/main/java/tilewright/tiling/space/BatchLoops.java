package tilewright.tiling.space;

import java.util.List;
import tilewright.dependence.Dependences;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;

/** The outermost loops of a nest whose iterations are problems of their own: a batch. */
public final class BatchLoops {
    private BatchLoops() {}

    /**
     * How many of the outermost loops, one inside another, all statements have, without a dependence from one iteration to another.
     *
     * @param dependences of the nest, silent iterations included
     */
    public static int count(Dependences dependences) {
        OrderCheck order = new OrderCheck(dependences);
        int count = 0;
        while (isOneLoop(dependences.nest(), count + 1) && order.isStill(count)) {
            count++;
        }
        return count;
    }

    /** Whether a batch's problems have a loop whose iterations do not do without each other: something to run in order. */
    public static boolean inSteps(Dependences dependences, int problems) {
        OrderCheck order = new OrderCheck(dependences);
        return dependences.loops().size() > problems && !order.isStill(problems);
    }

    /** Whether a nest is so many loops one inside another, and whatever is in the innermost of these. */
    public static boolean isOneLoop(LoopNest nest, int depth) {
        List<PlacedStatement> statements = nest.statements();
        List<Node.Loop> first = statements.getFirst().loops();
        return first.size() >= depth
                && statements.stream()
                        .allMatch(p -> p.depth() >= depth && p.loops().get(depth - 1) == first.get(depth - 1));
    }
}
