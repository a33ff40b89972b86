package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tilewright.codegen.ir.Value;
import tilewright.codegen.ir.Values;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.parse.ConditionProver;
import tilewright.tiling.Piece;

/**
 * Reads of global memory by points outside a statement's domain. What they read is not used, but nothing orders it with the write of
 * the point that owns the element. Example: {@code corr(j,i) = corr(i,j)} for {@code i < j}, where a point with {@code i > j} would read what
 * another one writes. Such reads get the conditions of the domain whose violation lets them meet a write of the piece; for most
 * elements there are none.
 */
final class UnorderedReads {
    /** Ends the names of a writer's variables. */
    private static final String OF_WRITER = "_w";

    private final PieceContext context;
    private final Condition domain;
    private final Condition checked;

    /**
     * @param domain what of the statement's domain is not known to hold
     * @param checked what of it the update itself checks
     */
    UnorderedReads(PieceContext context, Condition domain, Condition checked) {
        this.context = context;
        this.domain = domain;
        this.checked = checked;
    }

    /** The value with guards on these reads. */
    Value guarded(Value value) {
        return domain.equals(Condition.TRUE)
                ? value
                : Values.mapLeaves(value, leaf -> leaf instanceof Value.GlobalElement g ? guarded(g) : leaf);
    }

    private Value guarded(Value.GlobalElement element) {
        List<Piece.PlannedStatement> writers = context.piece().statements().stream()
                .filter(s -> s.access(1).access().array().equals(element.array()))
                .toList();
        // What depends on every axis is read where the update checks its guard, anything else before.
        boolean early = context.axesOf(element.indices()).size() < context.axes().size();
        List<Condition> already = checked.conjuncts();
        List<Condition> conditions = new ArrayList<>(element.guard().conjuncts());
        domain.conjuncts().stream()
                .filter(c -> early || !already.contains(c))
                .filter(c -> writers.stream().anyMatch(w -> mayMeet(element, c.negated(), w)))
                .forEach(conditions::add);
        return new Value.GlobalElement(element.array(), element.type(), element.indices(), Affines.and(conditions));
    }

    /** Whether a point that violates the domain may read what a point of the writer's domain writes. */
    private boolean mayMeet(Value.GlobalElement element, Condition violation, Piece.PlannedStatement writer) {
        Set<String> points = new LinkedHashSet<>();
        context.axes().forEach(a -> points.add(a.variable()));
        points.addAll(context.sequentialVariables());
        points.addAll(Lanes.variables(context.piece()));
        Map<String, Affine> renamed = new HashMap<>();
        points.forEach(v -> renamed.put(v, Affine.variable(v + OF_WRITER)));
        List<Condition> all = new ArrayList<>(List.of(violation, writer.domain().substitute(renamed)));
        List<Affine> written = writer.access(1).indices();
        for (int d = 0; d < written.size(); d++) {
            all.add(new Condition.Compare(
                    element.indices().get(d), Condition.Relation.EQ, written.get(d).substitute(renamed)));
        }
        List<String> variables = new ArrayList<>(points);
        points.forEach(v -> variables.add(v + OF_WRITER));
        return !ConditionProver.isImpossible(
                all, variables, context.nest().parameters()::contains);
    }
}
