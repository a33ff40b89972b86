package tilewright.dependence;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.NestRelations.StatementRelations;
import tilewright.isl.Aff;
import tilewright.isl.BasicMap;
import tilewright.isl.Dim;
import tilewright.isl.Map;
import tilewright.isl.PwMultiAff;
import tilewright.isl.Set;

/** Gives vectors to relations in which a sink may have many sources; relations with equal vectors become one piece. */
final class RelationPieces {
    private final Map differences;
    private final List<String> sinkLoops;
    private final int shared;

    private RelationPieces(NestRelations nest, StatementRelations source, StatementRelations sink) {
        this.shared = nest.shared(source.id(), sink.id());
        this.sinkLoops = sink.placed().loopVariables();
        List<String> components = new ArrayList<>();
        for (int z = 0; z < shared; z++) {
            components.add("t" + z + " - s" + z);
        }
        this.differences = Map.parse(
                nest.context(),
                "{ [" + MemoryDependences.tuple(source.placed(), "s") + " -> "
                        + MemoryDependences.tuple(sink.placed(), "t") + "] -> [" + String.join(", ", components)
                        + "] }");
    }

    static List<DependencePiece> of(
            NestRelations nest, StatementRelations source, StatementRelations sink, List<Map> relations) {
        if (relations.isEmpty()) {
            return List.of();
        }
        RelationPieces pieces = new RelationPieces(nest, source, sink);
        java.util.Map<DependenceVector, Map> byVector = new LinkedHashMap<>();
        relations.forEach(relation -> byVector.merge(
                pieces.vector(relation), relation, (a, b) -> a.union(b).coalesce()));
        return byVector.entrySet().stream()
                .map(e -> new DependencePiece(e.getValue(), e.getKey()))
                .toList();
    }

    private DependenceVector vector(Map part) {
        Set deltas = part.wrap().apply(differences).coalesce();
        @Nullable BasicMap ofSink = null;
        List<Component> components = new ArrayList<>();
        for (int z = 0; z < shared; z++) {
            long least = Bounds.least(deltas, z);
            long greatest = Bounds.greatest(deltas, z);
            String text = Long.toString(least);
            if (least != greatest) {
                ofSink = ofSink != null
                        ? ofSink
                        : part.rangeMap().reverse().applyRange(differences).affineHull();
                text = text(ofSink, z, least, greatest);
            }
            components.add(new Component(text, least, greatest));
        }
        return new DependenceVector(components);
    }

    /** The component as a function of the sink where it is one, else its range. */
    private String text(BasicMap ofSink, int component, long least, long greatest) {
        BasicMap function = ofSink.projectOut(Dim.OUT, component + 1, shared - component - 1)
                .projectOut(Dim.OUT, 0, component);
        if (function.isSingleValued()) {
            List<PwMultiAff.Piece> pieces = function.toMap().lexminPwMultiAff().pieces();
            if (pieces.size() == 1) {
                Aff aff = pieces.getFirst().multiAff().getAff(0);
                for (int z = 0; z < sinkLoops.size(); z++) {
                    aff = aff.setDimName(Dim.IN, z, sinkLoops.get(z));
                }
                return AffineReader.read(aff).toString();
            }
        }
        return range(least, greatest);
    }

    /** {@code >= 1}, {@code <= -1}, {@code -1..1} or {@code *}. */
    private static String range(long least, long greatest) {
        boolean below = least != Component.UNBOUNDED_BELOW;
        boolean above = greatest != Component.UNBOUNDED_ABOVE;
        if (below && above) {
            return least + ".." + greatest;
        }
        return below ? ">= " + least : above ? "<= " + greatest : "*";
    }
}
