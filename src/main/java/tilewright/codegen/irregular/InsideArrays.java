package tilewright.codegen.irregular;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.RowOrder;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.IndexRange;
import tilewright.model.LinearForm;
import tilewright.model.Load;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Subscript;

/**
 * Which subscripts are plainly inside their arrays: a loop variable or a loaded index, plus a constant, whose loop bounds, rows or
 * declared range (checked on the data) lie within the array's bounds. Whatever is not plain is compared while the program runs.
 */
public final class InsideArrays {
    private record Range(Affine lower, Affine upper) {}

    private final LoopNest nest;
    private final Map<String, Range> variables = new HashMap<>();
    /** Arrays whose elements change: what was checked before says nothing of them. */
    private final Set<String> written;

    public InsideArrays(LoopNest nest) {
        this.nest = nest;
        this.written = nest.statements().stream()
                .map(s -> s.statement().target().array())
                .collect(Collectors.toSet());
    }

    /** What follows is inside a loop. */
    public void enter(Node.Loop loop) {
        if (loop.loads().isEmpty()) {
            boolean up = loop.step() > 0;
            variables.put(
                    loop.variable(), new Range(up ? loop.lower() : loop.upper(), up ? loop.upper() : loop.lower()));
        } else if (loop.loads().stream().noneMatch(l -> written.contains(l.array()))) {
            new RowOrder(nest)
                    .arcs(loop)
                    .ifPresent(a -> variables.put(loop.variable(), new Range(a.lower(), a.upper())));
        }
    }

    /** What follows is no longer inside it. */
    public void leave(Node.Loop loop) {
        variables.remove(loop.variable());
    }

    /** Whether a subscript of a dimension with these bounds stays inside. */
    public boolean isProved(Subscript subscript, ArrayDeclaration.Bounds bounds) {
        LinearForm form = LinearForm.of(subscript.form());
        if (form.terms().size() != 1
                || !(form.terms().keySet().iterator().next() instanceof Affine.Variable v)
                || form.coefficient(v.name()) != 1) {
            return false;
        }
        Optional<Load> load = subscript.loads().stream()
                .filter(l -> l.toString().equals(v.name()))
                .findFirst();
        Range range = load.isPresent() ? range(load.get()) : variables.get(v.name());
        return range != null
                && isNotNegative(range.lower.plus(form.constant()).minus(bounds.lower()))
                && isNotNegative(bounds.upper().minus(range.upper.plus(form.constant())));
    }

    private @Nullable Range range(Load load) {
        IndexRange declared = IndexRange.of(nest, load.array());
        Affine lower = declared.lower();
        Affine upper = declared.upper();
        if (lower == null || upper == null || written.contains(load.array())) {
            return null;
        }
        return new Range(lower, upper);
    }

    private static boolean isNotNegative(Affine difference) {
        LinearForm form = LinearForm.of(difference);
        return form.isConstant() && form.constant() >= 0;
    }
}
