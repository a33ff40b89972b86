package tilewright.tiling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tilewright.dependence.Dependences;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.BatchLoops;
import tilewright.tiling.space.StatementGroups;

/**
 * Takes a batch of problems apart ({@link Schedule.Problems}).
 *
 * @param parts takes apart what is inside
 */
record BatchRegions(Distribution parts, Dependences dependences) {
    /** The host runs the loops over problems of a batch, and each problem is taken apart by itself; what has nothing to run in parallel but problems stands between such loops. */
    List<Region> of(List<PlacedStatement> statements) {
        List<Node.Loop> batch = statements.getFirst().loops().subList(0, BatchLoops.count(dependences));
        List<Region> regions = new ArrayList<>();
        List<PlacedStatement> staying = new ArrayList<>();
        for (List<PlacedStatement> group : StatementGroups.components(dependences, statements, batch.size())) {
            Optional<Region> beside = besideProblems(group, batch);
            if (beside.isPresent()) {
                regions.addAll(problems(staying, batch));
                staying.clear();
                regions.add(beside.get());
            } else {
                staying.addAll(group);
            }
        }
        regions.addAll(problems(staying, batch));
        return regions;
    }

    private List<Region> problems(List<PlacedStatement> among, List<Node.Loop> batch) {
        if (among.isEmpty()) {
            return List.of();
        }
        List<Region> regions = parts.regions(parts.joined(among, List.of()), batch);
        for (Node.Loop loop : batch.reversed()) {
            regions = List.of(new Region.HostLoop(loop, regions, true));
        }
        return regions;
    }

    /**
     * A component of all problems, if one launch runs it in parallel, and of a problem by itself nothing runs in parallel. Example: a substitution behind an elimination, of which each thread runs one
     * problem's.
     */
    private Optional<Region> besideProblems(List<PlacedStatement> component, List<Node.Loop> batch) {
        if (RegionOrder.isParallel(parts.region(component, batch))) {
            return Optional.empty();
        }
        Region all = parts.with(new Schedule.Auto()).region(component, List.of());
        return RegionOrder.isParallel(all) && RegionOrder.isOneLaunch(List.of(all))
                ? Optional.of(all)
                : Optional.empty();
    }
}
