package tilewright.dependence;

import java.util.List;
import java.util.Optional;
import tilewright.dependence.StatementLaws.Finding;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Assumption;
import tilewright.model.Expression;
import tilewright.model.IndexRange;
import tilewright.model.LinearForm;
import tilewright.model.Load;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.model.PlacedStatement;
import tilewright.model.Subscript;

/**
 * Whether loops over rows and a loop over all arcs run the same iterations: row pointers that are monotone, begin at the first
 * arc and end behind the last make (i, e) -> e a bijection; sorted sources make the reverse.
 */
public final class RowOrder {
    private final LoopNest nest;

    public RowOrder(LoopNest nest) {
        this.nest = nest;
    }

    /** What is known of the loops around a statement; empty where neither rows nor arcs are visited. */
    Optional<Finding> finding(PlacedStatement placed) {
        for (Node.Loop loop : placed.loops()) {
            if (!loop.loads().isEmpty()) {
                return Optional.of(ofRows(loop));
            }
        }
        return sortedLoad(placed);
    }

    /**
     * The range of a loop over one row, whichever it is; empty where the declared facts give none.
     *
     * @param lower the first arc of all
     * @param upper the last arc of all
     */
    public record Arcs(Affine lower, Affine upper) {}

    /** Between which values the variable of a loop with loaded bounds lies. */
    public Optional<Arcs> arcs(Node.Loop loop) {
        if (!ofRows(loop).holds()) {
            return Optional.empty();
        }
        String array = loop.loads().getFirst().array();
        ArrayDeclaration.Bounds bounds = nest.array(array).bounds().getFirst();
        return value(array, bounds.lower())
                .flatMap(first -> value(array, bounds.upper()).map(last -> new Arcs(first, last.plus(-1))));
    }

    private Finding ofRows(Node.Loop loop) {
        Load pointer = loop.loads().getFirst();
        String array = pointer.array();
        if (!isRow(loop)) {
            return no("the bounds of " + loop.variable() + " are not those of one row, " + array + "(v) and " + array
                    + "(v+1) - 1");
        }
        ArrayDeclaration declaration = nest.array(array);
        Affine first = declaration.bounds().getFirst().lower();
        Affine last = declaration.bounds().getFirst().upper();
        if (!nest.indexFacts().isSorted(array)) {
            return no("write 'assume monotone(" + array + ")'");
        }
        if (value(array, first).isEmpty() || value(array, last).isEmpty()) {
            return no("say where the first row begins and the last ends: 'assume " + array + "(" + first
                    + ") == ..' and" + " 'assume " + array + "(" + last + ") == ..'");
        }
        return yes(array + " is monotone and its ends are known: every " + loop.variable()
                + " belongs to one row, in order");
    }

    /** {@code do e = ptr(v), ptr(v + 1) - 1}. */
    private static boolean isRow(Node.Loop loop) {
        if (loop.loads().size() != 2 || loop.step() != 1) {
            return false;
        }
        Load begin = loop.loads().get(0);
        Load end = loop.loads().get(1);
        boolean rows = loop.lower().equals(begin.variable())
                && LinearForm.of(loop.upper().minus(end.variable())).toAffine().equals(Affine.constant(-1));
        return rows
                && begin.array().equals(end.array())
                && begin.subscripts().size() == 1
                && end.subscripts().size() == 1
                && LinearForm.of(end.subscripts()
                                .getFirst()
                                .form()
                                .minus(begin.subscripts().getFirst().form()))
                        .toAffine()
                        .equals(Affine.constant(1));
    }

    /** The value that an assumption gives the element of that index. */
    private Optional<Affine> value(String array, Affine index) {
        return nest.assumptions().stream()
                .map(Assumption::condition)
                .flatMap(c -> value(c, array, index).stream())
                .findFirst();
    }

    private static Optional<Affine> value(Expression condition, String array, Affine index) {
        if (!(condition instanceof Expression.Apply(Operator operator, List<Expression> operands))) {
            return Optional.empty();
        }
        if (operator == Operator.AND) {
            return operands.stream()
                    .flatMap(o -> value(o, array, index).stream())
                    .findFirst();
        }
        if (operator != Operator.EQ) {
            return Optional.empty();
        }
        boolean left = isElement(operands.getFirst(), array, index);
        return left || isElement(operands.getLast(), array, index)
                ? Optional.ofNullable(IndexRange.affine(left ? operands.getLast() : operands.getFirst(), List.of()))
                : Optional.empty();
    }

    private static boolean isElement(Expression expression, String array, Affine index) {
        return expression instanceof Expression.Read(Access access)
                && access.array().equals(array)
                && access.isAffine()
                && LinearForm.of(access.subscripts().getFirst().form()).equals(LinearForm.of(index));
    }

    /** A sorted index array that the innermost loop runs through: its equal elements are consecutive. */
    private Optional<Finding> sortedLoad(PlacedStatement placed) {
        List<Load> loads = placed.statement().accesses().stream()
                .flatMap(a -> a.subscripts().stream())
                .flatMap((Subscript s) -> s.loads().stream())
                .toList();
        if (loads.isEmpty() || placed.loops().isEmpty()) {
            return Optional.empty();
        }
        return loads.stream()
                .map(Load::array)
                .filter(nest.indexFacts()::isSorted)
                .findFirst()
                .map(sorted -> yes(sorted + " is sorted: the arcs of one of its vertices are consecutive"))
                .or(() ->
                        Optional.of(no("no index array of the statement is declared sorted; write e.g. 'assume sorted("
                                + loads.getFirst().array() + ")'")));
    }

    private static Finding yes(String because) {
        return new Finding(Law.ROWS, true, because);
    }

    private static Finding no(String because) {
        return new Finding(Law.ROWS, false, because);
    }
}
