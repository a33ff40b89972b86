package tilewright.tiling.rewrite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tilewright.dependence.Dependences;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.model.UserError;
import tilewright.tiling.space.BatchLoops;
import tilewright.tiling.space.Iterations;

/**
 * An order in which all problems of a batch take a step together (loop interchange: J. R. Allen, K. Kennedy, Automatic loop interchange, SIGPLAN '84): the loops over problems run inside the loop that they stand
 * around, so that a launch has blocks of all problems, and time tiles are cut from the loop over steps. As problems do without each other, each of them keeps its order.
 *
 * <p>Before: {@code do o; do t; {do i: S1; do j: S2}}. After: {@code do t; {do o; do i: S1}; {do o; do j: S2}}.
 */
public final class StepTimes {
    private StepTimes() {}

    /**
     * The times by statement, {@code { S[..] -> [..] }} on its domain, of one length; nothing where the nest is no batch of problems in steps.
     *
     * @param dependences of the nest, none removed
     */
    public static Optional<Map<String, tilewright.isl.Map>> of(Dependences dependences) {
        LoopNest nest = dependences.nest();
        int problems = BatchLoops.count(dependences);
        if (problems == 0 || !BatchLoops.isOneLoop(nest, problems + 1) || !BatchLoops.inSteps(dependences, problems)) {
            return Optional.empty();
        }
        Map<String, tilewright.isl.Map> times = new LinkedHashMap<>();
        for (PlacedStatement placed : nest.statements()) {
            tilewright.isl.Map map = tilewright.isl.Map.parse(
                    dependences.context(),
                    new SetNotation(nest).parameters() + "{ " + SetNotation.tuple(placed) + " -> ["
                            + String.join(", ", time(nest, placed, problems)) + "] }");
            times.put(placed.statement().id(), map.intersectDomain(Iterations.domain(dependences, placed, true)));
        }
        return Optional.of(times);
    }

    private static List<String> time(LoopNest nest, PlacedStatement placed, int problems) {
        List<String> time = new ArrayList<>();
        time.add(variable(placed, problems));
        time.add(placed.order().get(problems + 1).toString());
        for (int d = 0; d < problems; d++) {
            time.add(variable(placed, d));
        }
        for (int d = problems + 1; d < nest.depth(); d++) {
            time.add(variable(placed, d));
            time.add(d < placed.depth() ? placed.order().get(d + 1).toString() : "0");
        }
        return time;
    }

    private static String variable(PlacedStatement placed, int depth) {
        return depth >= placed.depth()
                ? "0"
                : (placed.loops().get(depth).step() < 0 ? "-" : "")
                        + placed.loops().get(depth).variable();
    }

    /** What is said of a nest that is no such batch. */
    public static UserError noSteps(LoopNest nest) {
        return UserError.badInput("--schedule steps: " + nest.name()
                + " is no batch of problems in steps: an outermost loop whose iterations do without each other, and in"
                + " it nothing but one loop whose iterations do not; leave --schedule out");
    }
}
