package tilewright.dependence;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.NestRelations.StatementRelations;
import tilewright.isl.Dim;
import tilewright.isl.Map;
import tilewright.isl.Scope;
import tilewright.isl.Set;
import tilewright.model.Access;
import tilewright.model.SetNotation;

/**
 * The last write before each read: the lexicographic maximum, in the space of 2d+1 execution times, of the earlier
 * writes of the element read (Feautrier 1991, by parametric integer programming). It gives what isl's own dataflow
 * analysis ({@code isl_union_access_info_compute_flow}) gives, several times faster where writes are left out.
 *
 * <p>Writes whose time shares more leading components with the read's are later than all that share fewer. So the deepest
 * level is asked first, and each level only for the reads that none before has answered: every maximum is one of few pieces
 * instead of one of all writes at once, which falls into hundreds where statements stand between nested loops.
 *
 * @param sink the statement that reads
 * @param writers of the array read, those left out that differ in a constant subscript
 * @param times of the sink, then of the writers, as isl's tuples
 */
record LastWrites(NestRelations nest, StatementRelations sink, Access read, List<Writer> writers, List<String> times) {
    /** A statement that writes the array read, with both subscripts. */
    record Writer(StatementRelations statement, SubscriptPair subscripts) {
        String id() {
            return statement.id();
        }
    }

    static LastWrites of(NestRelations nest, StatementRelations sink, Access read) {
        List<Writer> writers = new ArrayList<>();
        for (StatementRelations statement : nest.statements()) {
            Access target = statement.placed().statement().target();
            if (target.array().equals(read.array())) {
                SubscriptPair.of(read, target).ifPresent(s -> writers.add(new Writer(statement, s)));
            }
        }
        List<StatementRelations> group = Stream.concat(
                        Stream.of(sink), writers.stream().map(Writer::statement))
                .toList();
        return new LastWrites(nest, sink, read, List.copyOf(writers), NestRelations.times(group));
    }

    /**
     * What the answer depends on, but for the names of statements and array.
     *
     * @param sink the statement that reads; its subscripts stand beside those of each writer
     */
    record Shape(Part sink, List<Part> writers) {
        record Part(
                String iterations,
                List<String> loops,
                String time,
                int shared,
                @Nullable SubscriptPair subscripts) {}
    }

    Shape shape() {
        List<Shape.Part> parts = new ArrayList<>();
        for (int w = 0; w < writers.size(); w++) {
            parts.add(part(
                    writers.get(w).statement(), times.get(w + 1), writers.get(w).subscripts()));
        }
        return new Shape(part(sink, times.getFirst(), null), parts);
    }

    private Shape.Part part(StatementRelations statement, String time, @Nullable SubscriptPair subscripts) {
        return new Shape.Part(
                statement.iterations(),
                statement.placed().loopVariables(),
                time,
                nest.shared(sink.id(), statement.id()),
                subscripts);
    }

    /**
     * What a read reads.
     *
     * @param sources by number of the writer, in textual order, {@code { Sa[I] -> Sb[J] }}
     * @param unwritten the iterations before which nothing wrote the element
     */
    record Result(SortedMap<Integer, Map> sources, Set unwritten) {}

    Result find() {
        try (Scope scope = nest.context().scope()) {
            Result result = search();
            result.sources().values().forEach(scope::promote);
            scope.promote(result.unwritten());
            return result;
        }
    }

    private Result search() {
        Map readTime = time(sink, times.getFirst());
        List<Writes> writes = IntStream.range(0, writers.size())
                .mapToObj(this::writes)
                .filter(w -> !w.times.isEmpty())
                .toList();
        SortedMap<Integer, Map> sources = new TreeMap<>();
        Set open = sink.analysed();
        for (int level = levels(readTime); level > 0 && !writes.isEmpty() && !open.isEmpty(); level--) {
            Map before = readTime.applyRange(earlier(readTime, level - 1));
            Set left = open;
            List<Writes> near = writes.stream()
                    .map(w -> w.at(before, left))
                    .filter(w -> !w.times.isEmpty())
                    .toList();
            if (near.isEmpty()) {
                continue;
            }
            Map last = near.stream()
                    .map(Writes::times)
                    .reduce(Map::union)
                    .orElseThrow()
                    .coalesce()
                    .lexmax();
            for (Writes w : near) {
                Map relation = last.applyRange(w.iterations).reverse();
                if (!relation.isEmpty()) {
                    sources.merge(w.writer, relation, Map::union);
                }
            }
            open = open.subtract(last.domain()).coalesce();
        }
        sources.replaceAll((_, relation) -> relation.coalesce());
        return new Result(sources, open);
    }

    private static int levels(Map time) {
        return time.dim(Dim.OUT);
    }

    /** {@code { t -> t' }}: t' is earlier and differs first in that component. */
    private static Map earlier(Map time, int first) {
        Map map = Map.universe(Map.lexGt(time.getSpace().range()).getSpace());
        for (int z = 0; z < first; z++) {
            map = map.equate(Dim.IN, z, Dim.OUT, z);
        }
        return map.orderGt(Dim.IN, first, Dim.OUT, first);
    }

    private Map time(StatementRelations statement, String time) {
        return Map.parse(nest.context(), "{ " + SetNotation.tuple(statement.placed()) + " -> " + time + " }");
    }

    /**
     * Writes of one statement to elements that the sink reads.
     *
     * @param times from an iteration that reads to times at which the statement would write that element
     * @param iterations from times at which it does write
     */
    private record Writes(int writer, Map times, Map iterations) {
        /** Those before some iterations; domains of many pieces come last, when little is left to intersect with. */
        Writes at(Map before, Set reads) {
            Map near = times.intersect(before);
            return new Writes(
                    writer,
                    near.isEmpty() ? near : near.intersectDomain(reads).intersectRange(iterations.domain()),
                    iterations);
        }
    }

    private Writes writes(int number) {
        Writer writer = writers.get(number);
        Map sameElement = sink.subscripts()
                .get(read.index() - 1)
                .applyRange(writer.statement().subscripts().getFirst().reverse());
        Map toTime = time(writer.statement(), times.get(number + 1));
        return new Writes(
                number,
                sameElement.applyRange(toTime),
                toTime.intersectDomain(writer.statement().analysed()).reverse());
    }
}
