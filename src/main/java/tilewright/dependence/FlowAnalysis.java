package tilewright.dependence;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import tilewright.dependence.NestRelations.StatementRelations;
import tilewright.isl.Dim;
import tilewright.isl.Map;
import tilewright.isl.Relation;
import tilewright.isl.Set;
import tilewright.model.Access;
import tilewright.model.Affine;

/**
 * Value-based flow dependences: for each read the last write of the element before it, one piece for each vector.
 */
record FlowAnalysis(List<Dependence> dependences, List<InputUse> inputs) {
    /**
     * What a read reads, under the names of the statements for which it was found.
     *
     * @param sink id of the statement that reads
     * @param sources by number of the writer
     * @param unwritten the iterations before which nothing wrote the element
     */
    private record Answer(String sink, SortedMap<Integer, List<DependencePiece>> sources, Set unwritten) {
        static Answer of(LastWrites question) {
            LastWrites.Result found = question.find();
            String sink = question.sink().id();
            SortedMap<Integer, List<DependencePiece>> sources = new TreeMap<>();
            found.sources().forEach((writer, relation) -> {
                int shared =
                        question.nest().shared(question.writers().get(writer).id(), sink);
                sources.put(writer, FunctionalPieces.of(relation, shared));
            });
            return new Answer(sink, sources, found.unwritten().copy());
        }

        Stream<Relation<?>> relations() {
            return Stream.concat(
                    sources.values().stream().flatMap(List::stream).map(DependencePiece::relation),
                    Stream.of(unwritten));
        }

        /** The elements read before any write. */
        Map input(Map access) {
            return access.setTupleName(Dim.IN, sink).intersectDomain(unwritten).coalesce();
        }
    }

    /** What elements are read before any write depends on, but for the names of statement and array. */
    private record InputShape(LastWrites.Shape reads, List<Affine> indices) {}

    static FlowAnalysis of(NestRelations nest, AlikeRelations alike) {
        List<Dependence> dependences = new ArrayList<>();
        List<InputUse> inputs = new ArrayList<>();
        for (StatementRelations sink : nest.statements()) {
            for (Access read : sink.reads()) {
                LastWrites question = LastWrites.of(nest, sink, read);
                LastWrites.Shape shape = question.shape();
                Answer answer = nest.context().known(shape, () -> answer(question), Answer::relations);
                answer.sources().forEach((writer, pieces) -> {
                    String source = question.writers().get(writer).id();
                    pieces.forEach(piece -> dependences.add(new Dependence(
                            Dependence.Kind.FLOW,
                            read.array(),
                            source,
                            sink.id(),
                            read.index(),
                            alike.named(piece.relation(), source, sink.id()),
                            piece.vector(),
                            read.position())));
                });
                if (!answer.unwritten().isEmpty()) {
                    Map relation = nest.context()
                            .known(
                                    new InputShape(shape, read.indices()),
                                    () -> answer.input(sink.access(read.index())),
                                    Stream::of)
                            .setTupleName(Dim.IN, sink.id())
                            .setTupleName(Dim.OUT, read.array());
                    inputs.add(new InputUse(sink.id(), read.index(), read.array(), relation));
                }
            }
        }
        return new FlowAnalysis(dependences, inputs);
    }

    private static Answer answer(LastWrites question) {
        Access read = question.read();
        return question.nest()
                .costs()
                .part(
                        read.position(),
                        () -> "which writes " + read + " in " + question.sink().id() + " reads",
                        () -> Answer.of(question));
    }
}
