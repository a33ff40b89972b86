package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LoopNest;
import tilewright.parse.ConditionProver;
import tilewright.tiling.Piece;

/** What follows between conditions in blocks of a piece, proved with integer sets for all sizes. */
record PieceConditions(LoopNest nest, Piece piece) {
    /** Whether a condition holds only where another one does. */
    boolean implies(Condition condition, Condition conclusion) {
        return condition.conjuncts().contains(conclusion) || isImpossible(List.of(condition, conclusion.negated()));
    }

    /** The same in the iterations of the piece's loops. */
    boolean impliesInside(Condition condition, Condition conclusion) {
        List<Condition> all = new ArrayList<>(List.of(condition));
        piece.sequential().forEach(l -> {
            Affine variable = Affine.variable(l.variable());
            all.add(new Condition.Compare(l.first(), Condition.Relation.LE, variable));
            all.add(new Condition.Compare(variable, Condition.Relation.LE, l.last()));
        });
        return implies(Affines.and(all), conclusion);
    }

    /** Whether conditions hold together at no point of any block. */
    boolean isImpossible(List<Condition> conditions) {
        List<Condition> all = new ArrayList<>(conditions);
        all.add(piece.member());
        Set<String> variables = new LinkedHashSet<>();
        all.forEach(c -> variables.addAll(c.variables()));
        variables.removeAll(nest.parameters());
        return ConditionProver.isImpossible(all, List.copyOf(variables), nest.parameters()::contains);
    }
}
