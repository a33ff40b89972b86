package tilewright.dependence;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import tilewright.dependence.NestRelations.StatementRelations;
import tilewright.isl.Dim;
import tilewright.isl.Map;
import tilewright.isl.UnionAccessInfo;
import tilewright.isl.UnionFlow;
import tilewright.isl.UnionMap;
import tilewright.model.Access;

/**
 * Value-based flow dependences: for each read the last write of the element before it, by isl's exact dataflow
 * analysis, one piece for each vector.
 */
record FlowAnalysis(List<Dependence> dependences, List<InputUse> inputs) {
    static FlowAnalysis of(NestRelations nest) {
        List<Dependence> dependences = new ArrayList<>();
        List<InputUse> inputs = new ArrayList<>();
        UnionMap schedule = nest.schedule();
        for (StatementRelations sink : nest.statements()) {
            for (Access read : sink.reads()) {
                List<StatementRelations> writers = writers(nest, read.array());
                Map reads = sink.access(read.index());
                if (writers.isEmpty()) {
                    addInput(inputs, sink.id(), read, reads);
                    continue;
                }
                UnionFlow flow = flow(reads, writers, schedule);
                for (Map relation : inTextualOrder(flow.getMustDependence(), writers)) {
                    dependences.addAll(pieces(nest, sink, read, relation));
                }
                for (Map unwritten : flow.getMustNoSource().getMapList()) {
                    addInput(inputs, sink.id(), read, unwritten);
                }
            }
        }
        return new FlowAnalysis(dependences, inputs);
    }

    private static List<StatementRelations> writers(NestRelations nest, String array) {
        return nest.statements().stream()
                .filter(s -> s.placed().statement().target().array().equals(array))
                .toList();
    }

    private static UnionFlow flow(Map reads, List<StatementRelations> writers, UnionMap schedule) {
        UnionMap writes = writers.stream()
                .map(w -> w.write().toUnionMap())
                .reduce(UnionMap::union)
                .orElseThrow();
        return UnionAccessInfo.fromSink(reads.toUnionMap())
                .setMustSource(writes)
                .setScheduleMap(schedule)
                .computeFlow();
    }

    private static List<Map> inTextualOrder(UnionMap flow, List<StatementRelations> writers) {
        List<Map> relations = flow.getMapList();
        return writers.stream()
                .flatMap(w -> relations.stream().filter(r -> w.id().equals(r.getTupleName(Dim.IN))))
                .filter(r -> !r.isEmpty())
                .toList();
    }

    private static List<Dependence> pieces(NestRelations nest, StatementRelations sink, Access read, Map relation) {
        String source = Objects.requireNonNull(relation.getTupleName(Dim.IN));
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

    private static void addInput(List<InputUse> inputs, String statement, Access read, Map relation) {
        if (!relation.isEmpty()) {
            inputs.add(new InputUse(statement, read.index(), read.array(), relation.coalesce()));
        }
    }
}
