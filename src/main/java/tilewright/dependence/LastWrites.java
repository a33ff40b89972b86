package tilewright.dependence;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import tilewright.dependence.NestRelations.StatementRelations;
import tilewright.isl.Dim;
import tilewright.isl.Map;
import tilewright.isl.Scope;
import tilewright.isl.Set;
import tilewright.isl.Space;
import tilewright.model.Access;

/**
 * The last write before each read: the lexicographic maximum, in the space of 2d+1 execution times, of the earlier
 * writes of the element read (Feautrier 1991, by parametric integer programming). It gives what isl's own dataflow
 * analysis ({@code isl_union_access_info_compute_flow}) gives, several times faster where writes are left out.
 *
 * <p>Writes whose time shares more leading components with the read's are later than all that share fewer. So the deepest
 * level is asked first, and each level only for the reads that none before has answered: every maximum is one of few pieces
 * instead of one of all writes at once, which falls into hundreds where statements stand between nested loops.
 */
final class LastWrites {
    private final NestRelations nest;
    private final java.util.Map<String, Map> schedule;
    /** {@code { t -> t' }}: t' is earlier and differs first in one component, the last component first. */
    private final List<Map> earlier;

    LastWrites(NestRelations nest) {
        this.nest = nest;
        this.schedule = nest.schedule();
        Space times = schedule.values().iterator().next().getSpace().range();
        Space pairs = Map.lexGt(times).getSpace();
        int dimensions = times.dim(Dim.SET);
        this.earlier = IntStream.range(0, dimensions)
                .mapToObj(k -> earlier(pairs, dimensions - 1 - k))
                .toList();
    }

    private static Map earlier(Space pairs, int first) {
        Map map = Map.universe(pairs);
        for (int z = 0; z < first; z++) {
            map = map.equate(Dim.IN, z, Dim.OUT, z);
        }
        return map.orderGt(Dim.IN, first, Dim.OUT, first);
    }

    /**
     * What a read reads.
     *
     * @param sources by source statement, in textual order, {@code { Sa[I] -> Sb[J] }}
     * @param unwritten the iterations before which nothing wrote the element
     */
    record Result(java.util.Map<String, Map> sources, Set unwritten) {}

    Result of(StatementRelations sink, Access read) {
        try (Scope scope = nest.context().scope()) {
            Result result = find(sink, read);
            result.sources().values().forEach(scope::promote);
            scope.promote(result.unwritten());
            return result;
        }
    }

    private Result find(StatementRelations sink, Access read) {
        List<StatementRelations> writers = nest.statements().stream()
                .filter(s -> s.placed().statement().target().array().equals(read.array()))
                .toList();
        java.util.Map<String, Map> sources = new LinkedHashMap<>();
        if (writers.isEmpty()) {
            return new Result(sources, sink.analysed());
        }
        List<Writes> writes = writers.stream()
                .map(w -> Writes.of(sink, read, w, time(w.id())))
                .toList();
        Set open = sink.analysed();
        for (Map level : earlier) {
            Map before = time(sink.id()).applyRange(level);
            Set left = open;
            Map all = writes.stream()
                    .map(w -> w.at(before, left))
                    .reduce(Map::union)
                    .orElseThrow();
            if (all.isEmpty()) {
                continue;
            }
            Map last = all.coalesce().lexmax();
            for (StatementRelations writer : writers) {
                Map iterations = time(writer.id()).intersectDomain(writer.analysed());
                Map relation = last.applyRange(iterations.reverse()).reverse();
                if (!relation.isEmpty()) {
                    sources.merge(writer.id(), relation, Map::union);
                }
            }
            open = open.subtract(last.domain()).coalesce();
            if (open.isEmpty()) {
                break;
            }
        }
        java.util.Map<String, Map> inOrder = new LinkedHashMap<>();
        for (StatementRelations writer : writers) {
            Map relation = sources.get(writer.id());
            if (relation != null) {
                inOrder.put(writer.id(), relation.coalesce());
            }
        }
        return new Result(inOrder, open);
    }

    /**
     * Writes of one statement to elements that another one reads.
     *
     * @param times from an iteration that reads to all times at which the statement would write that element
     * @param written times at which it does write
     */
    private record Writes(Map times, Set written) {
        static Writes of(StatementRelations sink, Access read, StatementRelations writer, Map time) {
            Map sameElement = sink.subscripts()
                    .get(read.index() - 1)
                    .applyRange(writer.subscripts().getFirst().reverse());
            return new Writes(
                    sameElement.applyRange(time),
                    time.intersectDomain(writer.analysed()).range());
        }

        /** Those before some iterations; domains of many pieces come last, when little is left to intersect with. */
        Map at(Map before, Set iterations) {
            Map near = times.intersect(before);
            return near.isEmpty() ? near : near.intersectDomain(iterations).intersectRange(written);
        }
    }

    private Map time(String statement) {
        return Objects.requireNonNull(schedule.get(statement));
    }
}
