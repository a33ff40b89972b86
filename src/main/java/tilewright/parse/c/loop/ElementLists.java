package tilewright.parse.c.loop;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.eclipse.cdt.core.dom.ast.IASTInitializerList;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IVariable;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Expression;
import tilewright.model.Node;
import tilewright.model.Subscript;
import tilewright.parse.c.affine.CArray;
import tilewright.parse.c.affine.CElements.Target;
import tilewright.parse.c.affine.Known;
import tilewright.parse.c.affine.Scope;
import tilewright.parse.c.expression.Assignments;
import tilewright.parse.c.expression.Variables;
import tilewright.parse.c.unit.CLiterals;
import tilewright.parse.c.unit.CTypes;

/** Small arrays that are declared inside the scop with the values of their elements. */
final class ElementLists {
    /** Arrays with more elements are left to loops. */
    private static final int MOST_ELEMENTS = 64;

    private final Variables variables;
    private final Known known;
    private final Assignments assignments;
    private final StatementCalls calls;

    ElementLists(Variables variables, Known known, Assignments assignments, StatementCalls calls) {
        this.variables = variables;
        this.known = known;
        this.assignments = assignments;
        this.calls = calls;
    }

    /** {@code double w[3] = {0.25, 0.5, 0.25};}: an assignment for each element, those that are not given 0; false where it is no such array. */
    boolean take(
            IVariable variable, IASTDeclarator declarator, IASTInitializerList list, Scope scope, List<Node> nodes) {
        List<CTypes.Level> levels = CTypes.levels(variable.getType());
        if (levels.isEmpty() || levels.stream().anyMatch(CTypes.Level::pointer) || !isOfNumbers(list, levels.size())) {
            return false;
        }
        variables.declare(variable, scope.knowing(known.copy()));
        CArray array = variables.array(variable, declarator);
        if (array == null || array.parts() != null || array.dimensions() != levels.size()) {
            return false;
        }
        List<Long> extents = new ArrayList<>();
        long elements = 1;
        for (int d = 0; d < levels.size(); d++) {
            long extent = array.extents().get(d) instanceof Affine.Constant(long size)
                    ? size
                    : d == 0 ? list.getClauses().length : MOST_ELEMENTS + 1;
            extents.add(extent);
            elements *= Math.min(extent, MOST_ELEMENTS + 1);
        }
        if (elements > MOST_ELEMENTS) {
            return false;
        }
        elements(array, extents, List.of(), list, declarator, scope, nodes);
        return true;
    }

    /** Whether brackets stand around each row, and numbers alone in the innermost ones. */
    private static boolean isOfNumbers(IASTInitializerList list, int dimensions) {
        return Arrays.stream(list.getClauses())
                .allMatch(c -> c instanceof IASTInitializerList inner
                        ? dimensions > 1 && isOfNumbers(inner, dimensions - 1)
                        : c instanceof IASTExpression && dimensions == 1
                                || c instanceof IASTExpression zero
                                        && list.getClauses().length == 1
                                        && CLiterals.isZero(zero));
    }

    /** @param list null for elements that are not given */
    private void elements(
            CArray array,
            List<Long> extents,
            List<Subscript> outer,
            @Nullable IASTInitializerList list,
            IASTNode at,
            Scope scope,
            List<Node> nodes) {
        IASTInitializerClause[] clauses = list == null ? new IASTInitializerClause[0] : list.getClauses();
        for (int k = 0; k < extents.get(outer.size()); k++) {
            List<Subscript> place = new ArrayList<>(outer);
            place.add(new Subscript.AffineSubscript(Affine.constant(k)));
            IASTInitializerClause clause = k < clauses.length ? clauses[k] : null;
            if (place.size() < extents.size()) {
                elements(array, extents, place, clause instanceof IASTInitializerList l ? l : null, at, scope, nodes);
            } else if (clause instanceof IASTExpression value) {
                nodes.addAll(calls.hoisted(value, scope));
                nodes.addAll(assignments.assign(clause, new Target(array, place), null, value, scope, Map.of()));
            } else {
                nodes.add(assignments.statement(at, new Target(array, place), zero(array)));
            }
        }
    }

    private static Expression zero(CArray array) {
        return array.type().isFloating() ? new Expression.RealLiteral(0, "0.0") : new Expression.IntegerLiteral(0);
    }
}
