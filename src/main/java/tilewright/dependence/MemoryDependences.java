package tilewright.dependence;

import java.util.ArrayList;
import java.util.List;
import tilewright.dependence.NestRelations.StatementRelations;
import tilewright.isl.Map;
import tilewright.model.Access;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;

/**
 * Memory-based dependences: every pair of operations on one element, the second a write, in the order of execution;
 * anti where the first reads, output where it writes. They are split by the loop that carries them (all outer
 * components are zero, that one is positive) and then by vector.
 */
record MemoryDependences(List<Dependence> anti, List<Dependence> output) {
    static MemoryDependences of(NestRelations nest) {
        List<Dependence> anti = new ArrayList<>();
        List<Dependence> output = new ArrayList<>();
        for (StatementRelations sink : nest.statements()) {
            Access target = sink.placed().statement().target();
            for (StatementRelations source : nest.statements()) {
                for (Access access : source.placed().statement().accesses()) {
                    if (access.array().equals(target.array())) {
                        boolean write = access.index() == 1;
                        for (DependencePiece piece : pieces(nest, source, access, sink)) {
                            (write ? output : anti)
                                    .add(new Dependence(
                                            write ? Dependence.Kind.OUTPUT : Dependence.Kind.ANTI,
                                            target.array(),
                                            source.id(),
                                            sink.id(),
                                            access.index(),
                                            piece.relation(),
                                            piece.vector(),
                                            target.position()));
                        }
                    }
                }
            }
        }
        return new MemoryDependences(anti, output);
    }

    /** All pairs of writes of one element in order, over the analysed iterations. */
    static List<Map> outputRelations(NestRelations nest) {
        List<Map> relations = new ArrayList<>();
        for (StatementRelations sink : nest.statements()) {
            for (StatementRelations source : nest.statements()) {
                if (array(source).equals(array(sink))) {
                    relations.addAll(byLevel(nest, source, 1, sink));
                }
            }
        }
        return relations;
    }

    private static String array(StatementRelations statement) {
        return statement.placed().statement().target().array();
    }

    private static List<DependencePiece> pieces(
            NestRelations nest, StatementRelations source, Access access, StatementRelations sink) {
        List<Map> relations = byLevel(nest, source, access.index(), sink);
        return RelationPieces.of(nest, source, sink, relations);
    }

    /** The pairs on one element, one relation for each shared loop that may carry them, then the ones of one iteration. */
    private static List<Map> byLevel(
            NestRelations nest, StatementRelations source, int access, StatementRelations sink) {
        Map sameElement = source.accesses()
                .get(access - 1)
                .applyRange(sink.accesses().getFirst().reverse());
        List<Map> relations = new ArrayList<>();
        if (sameElement.isEmpty()) {
            return relations;
        }
        int shared = nest.shared(source.id(), sink.id());
        for (int level = 0; level <= shared; level++) {
            boolean textual = level == shared;
            if (textual && (source.id().equals(sink.id()) || !nest.textuallyBefore(source.id(), sink.id()))) {
                continue;
            }
            Map order = Map.parse(nest.context(), orderAt(source.placed(), sink.placed(), level, !textual));
            Map ordered = sameElement.intersect(order);
            if (!ordered.isEmpty()) {
                Map relation = ordered.intersectDomain(source.analysed())
                        .intersectRange(sink.analysed())
                        .coalesce();
                if (!relation.isEmpty()) {
                    relations.add(relation);
                }
            }
        }
        return relations;
    }

    private static String orderAt(PlacedStatement source, PlacedStatement sink, int equal, boolean carried) {
        List<String> conditions = new ArrayList<>();
        for (int z = 0; z < equal; z++) {
            conditions.add("s" + z + " = t" + z);
        }
        if (carried) {
            Node.Loop loop = source.loops().get(equal);
            conditions.add("s" + equal + (loop.step() > 0 ? " < " : " > ") + "t" + equal);
        }
        String constraints = conditions.isEmpty() ? "" : " : " + String.join(" and ", conditions);
        return "{ " + tuple(source, "s") + " -> " + tuple(sink, "t") + constraints + " }";
    }

    /** {@code S1[s0, s1]}. */
    static String tuple(PlacedStatement placed, String prefix) {
        List<String> names = new ArrayList<>();
        for (int z = 0; z < placed.depth(); z++) {
            names.add(prefix + z);
        }
        return placed.statement().id() + "[" + String.join(", ", names) + "]";
    }
}
