package tilewright.tiling.space;

import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.isl.Set;
import tilewright.model.PlacedStatement;

/** What is in memory when a nest has run. */
public final class LastContents {
    private LastContents() {}

    /**
     * The iterations of a statement whose result no later iteration of any statement overwrites.
     *
     * @param dependences without silent iterations these count as if they did not run
     */
    public static Set writtenLast(Dependences dependences, PlacedStatement placed) {
        String id = placed.statement().id();
        return dependences.ofKind(Dependence.Kind.OUTPUT).stream()
                .filter(d -> d.source().equals(id))
                .map(d -> d.relation().domain())
                .reduce(Iterations.domain(dependences, placed, true), Set::subtract)
                .coalesce();
    }
}
