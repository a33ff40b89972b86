package tilewright.dependence;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import tilewright.dependence.NestRelations.StatementRelations;
import tilewright.isl.Map;
import tilewright.isl.Set;
import tilewright.model.Access;

/**
 * The last write before each read: the lexicographic maximum, in the space of 2d+1 execution times, of the earlier
 * writes of the element read (Feautrier 1991, by parametric integer programming). It gives what isl's own dataflow
 * analysis ({@link tilewright.isl.UnionAccessInfo}) gives, several times faster where writes are left out.
 *
 * <p>What is unwritten is told from all earlier writes, not from the last ones: it is the same set, and their maximum may
 * fall into a hundred pieces.
 */
final class LastWrites {
    private final NestRelations nest;
    private final java.util.Map<String, Map> schedule;
    private final Map earlier;

    LastWrites(NestRelations nest) {
        this.nest = nest;
        this.schedule = nest.schedule();
        this.earlier = Map.lexGt(schedule.values().iterator().next().getSpace().range());
    }

    /**
     * What a read reads.
     *
     * @param sources by source statement, in textual order, {@code { Sa[I] -> Sb[J] }}
     * @param unwritten the iterations before which nothing wrote the element
     */
    record Result(java.util.Map<String, Map> sources, Set unwritten) {}

    Result of(StatementRelations sink, Access read) {
        Map reads = sink.access(read.index());
        Map before = time(sink.id()).applyRange(earlier);
        List<StatementRelations> writers = nest.statements().stream()
                .filter(s -> s.placed().statement().target().array().equals(read.array()))
                .toList();
        java.util.Map<String, Map> sources = new LinkedHashMap<>();
        if (writers.isEmpty()) {
            return new Result(sources, sink.analysed());
        }
        Map all = writers.stream()
                .map(w -> reads.applyRange(w.write().reverse())
                        .applyRange(time(w.id()))
                        .intersect(before))
                .reduce(Map::union)
                .orElseThrow()
                .coalesce();
        Map last = all.lexmax();
        for (StatementRelations writer : writers) {
            Map iterations = time(writer.id()).intersectDomain(writer.analysed());
            Map relation = last.applyRange(iterations.reverse()).reverse();
            if (!relation.isEmpty()) {
                sources.put(writer.id(), relation);
            }
        }
        return new Result(sources, sink.analysed().subtract(all.domain()));
    }

    private Map time(String statement) {
        return Objects.requireNonNull(schedule.get(statement));
    }
}
