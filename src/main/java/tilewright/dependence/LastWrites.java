package tilewright.dependence;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import tilewright.dependence.NestRelations.StatementRelations;
import tilewright.isl.Dim;
import tilewright.isl.Map;
import tilewright.isl.Set;
import tilewright.isl.Space;
import tilewright.model.Access;

/**
 * The last write before each read: the lexicographic maximum, in the space of 2d+1 execution times, of the earlier
 * writes of the element read (Feautrier 1991, by parametric integer programming). It gives what isl's own dataflow
 * analysis ({@link tilewright.isl.UnionAccessInfo}) gives, several times faster where writes are left out.
 *
 * <p>Earlier times are looked through by the first component in which they differ, the last component first: a write of the same
 * iteration comes after all those of iterations before, which then do not matter for what it reaches. What is unwritten is told from all
 * writes found, not from the last ones: it is the same set, and their maximum may fall into a hundred pieces.
 */
final class LastWrites {
    private final NestRelations nest;
    private final java.util.Map<String, Map> schedule;
    /** Earlier times by the first component that differs, the last one first: what differs later is nearer. */
    private final List<Map> earlier = new ArrayList<>();

    LastWrites(NestRelations nest) {
        this.nest = nest;
        this.schedule = nest.schedule();
        Space time = schedule.values().iterator().next().getSpace().range();
        Map equal = Map.universe(time.mapFromSet());
        for (int first = 0; first < time.dim(Dim.SET); first++) {
            earlier.addFirst(equal.orderGt(Dim.IN, first, Dim.OUT, first));
            equal = equal.equate(Dim.IN, first, Dim.OUT, first);
        }
    }

    /**
     * What a read reads.
     *
     * @param sources by source statement, in textual order, {@code { Sa[I] -> Sb[J] }}
     * @param unwritten the iterations before which nothing wrote the element
     */
    record Result(java.util.Map<String, Map> sources, Set unwritten) {}

    Result of(StatementRelations sink, Access read) {
        List<StatementRelations> writers = nest.statements().stream()
                .filter(s -> s.placed().statement().target().array().equals(read.array()))
                .toList();
        java.util.Map<String, Map> sources = new LinkedHashMap<>();
        if (writers.isEmpty()) {
            return new Result(sources, sink.analysed());
        }
        List<Writes> touched = writers.stream()
                .map(w -> Writes.of(sink, read, w, time(w.id())))
                .toList();
        Set unwritten = sink.analysed();
        Map last = Map.empty(time(sink.id()).getSpace());
        for (Map nearer : earlier) {
            Map before = time(sink.id()).applyRange(nearer);
            Map writes = Map.empty(last.getSpace());
            for (Writes each : touched) {
                writes = writes.union(each.at(before, unwritten));
            }
            if (!writes.isEmpty()) {
                writes = writes.coalesce();
                last = last.union(writes.lexmax());
                unwritten = unwritten.subtract(writes.domain()).coalesce();
                if (unwritten.isEmpty()) {
                    break;
                }
            }
        }
        for (StatementRelations writer : writers) {
            Map iterations = time(writer.id()).intersectDomain(writer.analysed());
            Map relation = last.applyRange(iterations.reverse()).reverse();
            if (!relation.isEmpty()) {
                sources.put(writer.id(), relation);
            }
        }
        return new Result(sources, unwritten);
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
