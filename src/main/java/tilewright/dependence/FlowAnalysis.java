package tilewright.dependence;

import java.util.ArrayList;
import java.util.List;
import tilewright.dependence.NestRelations.StatementRelations;
import tilewright.isl.Map;
import tilewright.model.Access;

/**
 * Value-based flow dependences: for each read the last write of the element before it, one piece for each vector.
 */
record FlowAnalysis(List<Dependence> dependences, List<InputUse> inputs) {
    static FlowAnalysis of(NestRelations nest) {
        List<Dependence> dependences = new ArrayList<>();
        List<InputUse> inputs = new ArrayList<>();
        LastWrites lastWrites = new LastWrites(nest);
        for (StatementRelations sink : nest.statements()) {
            for (Access read : sink.reads()) {
                LastWrites.Result result = lastWrites.of(sink, read);
                result.sources()
                        .forEach((source, relation) -> dependences.addAll(pieces(nest, source, sink, read, relation)));
                if (!result.unwritten().isEmpty()) {
                    Map relation = sink.access(read.index()).intersectDomain(result.unwritten());
                    inputs.add(new InputUse(sink.id(), read.index(), read.array(), relation.coalesce()));
                }
            }
        }
        return new FlowAnalysis(dependences, inputs);
    }

    private static List<Dependence> pieces(
            NestRelations nest, String source, StatementRelations sink, Access read, Map relation) {
        int shared = nest.shared(source, sink.id());
        return FunctionalPieces.of(relation, shared).stream()
                .map(piece -> new Dependence(
                        Dependence.Kind.FLOW,
                        read.array(),
                        source,
                        sink.id(),
                        read.index(),
                        piece.relation(),
                        piece.vector(),
                        read.position()))
                .toList();
    }
}
