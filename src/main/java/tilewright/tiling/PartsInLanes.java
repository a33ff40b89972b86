package tilewright.tiling;

import java.util.ArrayList;
import java.util.List;
import tilewright.tiling.plan.HostStep;

/**
 * The steps of a program's parts, one part after the other. Launches of the first part may stay in lanes of their own where the launch behind it lets both lanes meet: then that launch and all later
 * ones, which are in one lane, wait for all of it. Launches of other parts belong to one lane, as those of a lane that runs ahead would not wait for the part before.
 *
 * <p>Example: an elimination with panels ahead, and two substitutions: the first launch of the substitutions meets.
 */
final class PartsInLanes {
    private PartsInLanes() {}

    /** @param isPart whether the first part is one that no loop of the host runs several times */
    static List<HostStep> of(List<List<HostStep>> parts, boolean isPart) {
        if (parts.size() == 1 && isPart) {
            return parts.getFirst();
        }
        boolean stays = isPart && !parts.get(1).isEmpty() && parts.get(1).getFirst() instanceof HostStep.Launch;
        List<HostStep> all = new ArrayList<>();
        for (List<HostStep> part : parts) {
            boolean first = part == parts.getFirst();
            all.addAll(first && stays ? part : inMain(part));
        }
        int next = parts.getFirst().size();
        if (stays && !inMain(parts.getFirst()).equals(parts.getFirst())) {
            HostStep.Launch launch = (HostStep.Launch) all.get(next);
            all.set(next, in(launch, new HostStep.Lane(false, true)));
        }
        return all;
    }

    /** The steps without lanes of their own. */
    static List<HostStep> inMain(List<HostStep> steps) {
        return HostStep.map(steps, l -> in(l, HostStep.Lane.MAIN));
    }

    private static HostStep.Launch in(HostStep.Launch launch, HostStep.Lane lane) {
        return launch.in(lane);
    }
}
