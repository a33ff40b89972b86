package tilewright.irregular.loops;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Law;
import tilewright.dependence.Relaxation;
import tilewright.dependence.StatementLaws;
import tilewright.kernel.Expression;
import tilewright.kernel.ScalarType;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Statement;
import tilewright.model.Subscript;
import tilewright.model.Until;

/** What makes a repetition one that relaxes many columns along the same arcs: {@code d(dst(e), q) = min(d(dst(e), q), d(src(e), q) + w(e))} for all e and q. */
record ColumnShape(LoopNest nest, StatementLaws laws, Relaxation relaxation, Node.Loop arcs, Node.Loop columns) {
    /** The repetition as columns; empty where it is none. */
    static Optional<ColumnShape> of(LoopNest nest, Map<String, StatementLaws> laws, Node.Repeat repeat) {
        if (!(repeat.until() instanceof Until.Unchanged)
                || repeat.counter() != null
                || repeat.body().size() != 1
                || !(repeat.body().getFirst() instanceof Node.Loop arcs)
                || !arcs.loads().isEmpty()
                || arcs.step() != 1
                || arcs.body().size() != 1
                || !(arcs.body().getFirst() instanceof Node.Loop columns)
                || !columns.loads().isEmpty()
                || columns.step() != 1
                || columns.body().size() != 1
                || !(columns.body().getFirst() instanceof Statement statement)) {
            return Optional.empty();
        }
        StatementLaws own = laws.get(statement.id());
        if (own == null || own.relaxation() == null || !own.hold(Law.CHAOTIC) || !Updates.improves(nest, own)) {
            return Optional.empty();
        }
        Relaxation relaxation = own.relaxation();
        boolean fits = relaxation.reads().size() == 1
                && isColumn(relaxation.target(), columns.variable())
                && isColumn(relaxation.reads().getFirst(), columns.variable())
                && plainLoad(relaxation.reads().getFirst(), arcs.variable()) != null
                && relaxation.offer().reads().stream()
                        .filter(r -> !r.array().equals(relaxation.array()))
                        .allMatch(r -> r.subscripts().stream()
                                .noneMatch(s -> s.form().variables().contains(columns.variable())
                                        || !s.loads().isEmpty()))
                && columns.lower().variables().stream().noneMatch(arcs.variable()::equals)
                && columns.upper().variables().stream().noneMatch(arcs.variable()::equals);
        return fits ? Optional.of(new ColumnShape(nest, own, relaxation, arcs, columns)) : Optional.empty();
    }

    /** An element whose second subscript is the column, and whose first one is loaded and knows nothing of it. */
    private static boolean isColumn(Access access, String column) {
        return access.subscripts().size() == 2
                && access.subscripts().get(1).form().equals(Affine.variable(column))
                && access.subscripts().get(0) instanceof Subscript.LoadedSubscript first
                && first.loads().stream()
                        .flatMap(l -> l.subscripts().stream())
                        .noneMatch(s -> s.form().variables().contains(column));
    }

    /** The array whose element for an arc is the vertex that the arc leaves. */
    private static @Nullable String plainLoad(Access access, String arc) {
        Subscript first = access.subscripts().getFirst();
        boolean plain = first.loads().size() == 1
                && first.form().equals(first.loads().getFirst().variable())
                && first.loads().getFirst().subscripts().size() == 1
                && first.loads().getFirst().subscripts().getFirst().form().equals(Affine.variable(arc));
        return plain ? first.loads().getFirst().array() : null;
    }

    /** The array that is relaxed. */
    String array() {
        return relaxation.array();
    }

    /** The array that says which vertex an arc leaves. */
    String tails() {
        return Objects.requireNonNull(plainLoad(relaxation.reads().getFirst(), arcs.variable()));
    }

    /** The first number of a vertex. */
    Affine base() {
        return nest.array(relaxation.array()).bounds().getFirst().lower();
    }

    ArrayDeclaration.Bounds rowBounds() {
        return nest.array(relaxation.array()).bounds().getFirst();
    }

    ArrayDeclaration.Bounds columnBounds() {
        return nest.array(relaxation.array()).bounds().get(1);
    }

    /** The type of the values. */
    ScalarType type() {
        return ScalarType.of(nest.array(relaxation.array()).type());
    }

    /** Whether the least value is the best. */
    boolean least() {
        return Updates.of(relaxation.operator()) == Expression.Update.MIN;
    }
}
