package tilewright.dependence;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tilewright.dependence.NestRelations.StatementRelations;
import tilewright.isl.Dim;
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
    static MemoryDependences of(NestRelations nest, AlikeRelations alike) {
        List<Dependence> anti = new ArrayList<>();
        List<Dependence> output = new ArrayList<>();
        for (StatementRelations sink : nest.statements()) {
            Access target = sink.write();
            for (StatementRelations source : nest.statements()) {
                for (Access access : source.placed().statement().accesses()) {
                    boolean write = access.index() == 1;
                    for (DependencePiece piece : ordered(nest, source, access, sink, target)) {
                        (write ? output : anti)
                                .add(new Dependence(
                                        write ? Dependence.Kind.OUTPUT : Dependence.Kind.ANTI,
                                        target.array(),
                                        source.id(),
                                        sink.id(),
                                        access.index(),
                                        alike.named(piece.relation(), source.id(), sink.id()),
                                        piece.vector(),
                                        target.position()));
                    }
                }
            }
        }
        return new MemoryDependences(anti, output);
    }

    /** Flow dependences of the same kind: every read of an element after a write of it, also where another write comes between. */
    static List<Dependence> flow(NestRelations nest, AlikeRelations alike) {
        List<Dependence> flow = new ArrayList<>();
        for (StatementRelations sink : nest.statements()) {
            for (Access read : sink.reads()) {
                for (StatementRelations source : nest.statements()) {
                    for (DependencePiece piece : ordered(nest, source, source.write(), sink, read)) {
                        flow.add(new Dependence(
                                Dependence.Kind.FLOW,
                                read.array(),
                                source.id(),
                                sink.id(),
                                read.index(),
                                alike.named(piece.relation(), source.id(), sink.id()),
                                piece.vector(),
                                read.position()));
                    }
                }
            }
        }
        return flow;
    }

    /** All pairs of two accesses to one element, that of the source first; none where they never meet. */
    private static List<DependencePiece> ordered(
            NestRelations nest, StatementRelations source, Access first, StatementRelations sink, Access second) {
        Optional<SubscriptPair> subscripts =
                first.array().equals(second.array()) ? SubscriptPair.of(first, second) : Optional.empty();
        return subscripts
                .map(pair -> nest.context()
                        .known(
                                Shape.of(nest, source, pair, sink),
                                () -> pieces(nest, source, first, sink, second),
                                pieces -> pieces.stream().map(DependencePiece::relation)))
                .orElse(List.of());
    }

    /**
     * What the pairs of two accesses depend on, but for the names of their statements.
     *
     * @param source iterations
     * @param steps of the loops around the source, whose signs say what comes first
     * @param shared loops around both
     * @param textual whether they may meet in one iteration, the source before the sink
     */
    private record Shape(
            String source,
            List<String> sourceLoops,
            String sink,
            List<String> sinkLoops,
            SubscriptPair subscripts,
            List<Long> steps,
            int shared,
            boolean textual) {
        static Shape of(
                NestRelations nest, StatementRelations source, SubscriptPair subscripts, StatementRelations sink) {
            return new Shape(
                    source.iterations(),
                    source.placed().loopVariables(),
                    sink.iterations(),
                    sink.placed().loopVariables(),
                    subscripts,
                    source.placed().loops().stream().map(Node.Loop::step).toList(),
                    nest.shared(source.id(), sink.id()),
                    nest.textuallyBefore(source.id(), sink.id()));
        }
    }

    /** All pairs of writes of one element in order, over the analysed iterations. */
    static List<Map> outputRelations(NestRelations nest) {
        List<Map> relations = new ArrayList<>();
        for (StatementRelations sink : nest.statements()) {
            for (StatementRelations source : nest.statements()) {
                if (array(source).equals(array(sink))) {
                    relations.addAll(byLevel(nest, source, 1, sink, 1));
                }
            }
        }
        return relations;
    }

    private static String array(StatementRelations statement) {
        return statement.placed().statement().target().array();
    }

    private static List<DependencePiece> pieces(
            NestRelations nest, StatementRelations source, Access first, StatementRelations sink, Access second) {
        return nest.costs()
                .part(
                        first.position(),
                        () -> "what orders " + first + " in " + source.id() + " and the "
                                + (second.index() == 1 ? "write" : "read") + " of " + second + " in " + sink.id(),
                        () -> RelationPieces.of(
                                nest, source, sink, byLevel(nest, source, first.index(), sink, second.index())));
    }

    /** The pairs on one element, one relation for each shared loop that may carry them, then the ones of one iteration. */
    private static List<Map> byLevel(
            NestRelations nest, StatementRelations source, int access, StatementRelations sink, int later) {
        Map sameElement = source.subscripts()
                .get(access - 1)
                .applyRange(sink.subscripts().get(later - 1).reverse());
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
                Map relation = named(ordered, source.placed(), sink.placed())
                        .intersectDomain(source.analysed())
                        .intersectRange(sink.analysed())
                        .coalesce();
                if (!relation.isEmpty()) {
                    relations.add(relation);
                }
            }
        }
        return relations;
    }

    /** With the loops' names: of two relations of which one holds everywhere, isl keeps those of the other. */
    private static Map named(Map relation, PlacedStatement source, PlacedStatement sink) {
        Map named = relation;
        for (int z = 0; z < source.depth(); z++) {
            named = named.setDimName(Dim.IN, z, source.loopVariables().get(z));
        }
        for (int z = 0; z < sink.depth(); z++) {
            named = named.setDimName(Dim.OUT, z, sink.loopVariables().get(z));
        }
        return named;
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
