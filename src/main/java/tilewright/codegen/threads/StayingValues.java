package tilewright.codegen.threads;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tilewright.codegen.ir.Value;
import tilewright.codegen.scalar.AffineExpressions;
import tilewright.codegen.scalar.ValueExpressions;
import tilewright.kernel.Expression;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.tiling.plan.TimeTile;

/** Values of a statement at a point of a box: elements that blocks hold lie at offsets from the point, others in memory. */
final class StayingValues extends ValueExpressions {
    /** Where elements stand. */
    interface Source {
        Expression held(String array, List<Integer> offset);

        Expression memory(String array, List<Affine> indices);
    }

    private record Element(String array, List<Affine> indices) {}

    private final TimeTile.TimedStatement statement;
    private final AffineExpressions affine;
    private final Source source;
    private final Map<Element, List<Integer>> offsets = new HashMap<>();

    StayingValues(TimeTile.TimedStatement statement, AffineExpressions affine, Source source) {
        this.statement = statement;
        this.affine = affine;
        this.source = source;
        for (Access access : statement.statement().accesses()) {
            List<Integer> offset = statement.offsets().get(access.index());
            if (access.index() > 1 && offset != null) {
                offsets.put(new Element(access.array(), access.indices()), offset);
            }
        }
    }

    /** Whether it reads elements that blocks do not hold. */
    boolean readsMemory() {
        return statement.statement().accesses().stream()
                .anyMatch(a -> a.index() > 1 && !statement.offsets().containsKey(a.index()));
    }

    @Override
    protected Expression place(Value leaf) {
        if (!(leaf instanceof Value.GlobalElement element)) {
            throw new IllegalArgumentException("not an array element: " + leaf);
        }
        List<Integer> offset = offsets.get(new Element(element.array(), element.indices()));
        return offset != null
                ? source.held(element.array(), offset)
                : source.memory(
                        element.array(),
                        element.indices().stream()
                                .map(i -> i.substitute(statement.coordinates()))
                                .toList());
    }

    @Override
    protected Expression condition(Condition condition) {
        return affine.of(condition.substitute(statement.coordinates()));
    }

    @Override
    protected Expression index(Affine index) {
        return affine.of(index.substitute(statement.coordinates()));
    }
}
