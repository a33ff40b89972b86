package tilewright.cli.pipeline;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tilewright.dependence.Dependences;
import tilewright.dependence.Reduction;
import tilewright.dependence.Reductions;
import tilewright.model.DataType;
import tilewright.model.LoopNest;
import tilewright.model.Operator;
import tilewright.model.Statement;
import tilewright.ranking.RankedCandidate;
import tilewright.ranking.Ranking;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.ProgramPart;
import tilewright.tiling.property.SumTerms;
import tilewright.tiling.space.ParallelLoops;
import tilewright.tiling.strategy.FamilySearch;

/**
 * Says which sums keep threads from working, because they run in the order in which they are written: those beside which too few loops are parallel, and those of several products in double
 * precision, which matrix units would compute one product after the other. What rounding may do is the user's word ({@code assume associative(+)}); nobody need know that it is worth asking.
 */
public final class OrderedSums {
    private static final int MOST_PLACES = 3;

    private OrderedSums() {}

    /** What to tell a user, in a line; nothing where no sum is held up so. */
    public static Optional<String> note(Tiler tiler, Ranking ranking, Map<String, Long> sizes) {
        LoopNest nest = tiler.written();
        RankedCandidate first = ranking.candidates().getFirst();
        if (nest.associative().contains(Operator.ADD) || first.candidate().isAsWritten()) {
            return Optional.empty();
        }
        List<String> held = tiler.parts(first.candidate(), first.family(), sizes).stream()
                .flatMap(part -> ordered(part).stream())
                .distinct()
                .limit(MOST_PLACES)
                .toList();
        return held.isEmpty()
                ? Optional.empty()
                : Optional.of("note: sums run in the order in which they are written (" + String.join(", ", held)
                        + "); if rounding may differ, say so: assume associative(+), in C '#pragma tilewright"
                        + " assume(associative(+))', in Fortran '!$tilewright assume(associative(+))'. Then they are"
                        + " computed in shares, or by matrix units");
    }

    private static List<String> ordered(ProgramPart part) {
        boolean few = FamilySearch.parallelLoops(part.family().roles()) < ParallelLoops.ENOUGH;
        return Reductions.of(part.dependences()).stream()
                .filter(r -> !r.mayRegroup() && r.operator() == Operator.ADD)
                .filter(r -> few || isOfProducts(part.dependences(), r))
                .map(r -> part.dependences().nest().statement(r.statement()))
                .map(placed -> placed.statement().target().position().toString())
                .toList();
    }

    private static boolean isOfProducts(Dependences dependences, Reduction reduction) {
        Statement statement =
                dependences.nest().statement(reduction.statement()).statement();
        return dependences.nest().array(reduction.array()).type() == DataType.DOUBLE
                && SumTerms.updates(statement, Set.of(Operator.ADD)).size() > 1;
    }
}
