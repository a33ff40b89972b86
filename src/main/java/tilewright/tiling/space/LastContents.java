package tilewright.tiling.space;

import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.isl.Set;
import tilewright.model.PlacedStatement;

/** What is in memory when a nest has run. */
public final class LastContents {
    private LastContents() {}

    /**
     * The iterations of a statement whose result no later iteration of any statement overwrites; none where it is in an array of the nest's own, as nobody
     * wants what that one holds in the end.
     *
     * @param dependences without silent iterations these count as if they did not run
     */
    public static Set writtenLast(Dependences dependences, PlacedStatement placed) {
        String id = placed.statement().id();
        Set all = Iterations.domain(dependences, placed, true);
        if (dependences.nest().array(placed.statement().target().array()).local()) {
            return all.subtract(all);
        }
        return dependences.ofKind(Dependence.Kind.OUTPUT).stream()
                .filter(d -> d.source().equals(id))
                .map(d -> d.relation().domain())
                .reduce(all, Set::subtract)
                .coalesce();
    }
}
