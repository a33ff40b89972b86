package tilewright.parse.c;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.eclipse.cdt.core.dom.ast.IASTArraySubscriptExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTFieldReference;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.ICompositeType;
import org.eclipse.cdt.core.dom.ast.IType;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.LinearForm;
import tilewright.model.Subscript;
import tilewright.parse.Diagnostics;

/** Array elements, scalars and members of structures that expressions denote. */
final class CElements {
    /** An array element or scalar as it is read or assigned to. */
    record Target(CArray array, List<Subscript> subscripts) {}

    /** What follows a name: a subscript, or a member. */
    private sealed interface Step {
        record Index(IASTExpression index) implements Step {}

        record Member(String name, boolean ofPointer) implements Step {}
    }

    private final TranslationUnit unit;
    private final Diagnostics diagnostics;
    private final Names names;
    private final CAffine affine;
    private boolean faulty;

    CElements(TranslationUnit unit, Diagnostics diagnostics, Names names, CAffine affine) {
        this.unit = unit;
        this.diagnostics = diagnostics;
        this.names = names;
        this.affine = affine;
    }

    private @Nullable Target fault(IASTNode at, String message) {
        diagnostics.error(unit.position(at), message);
        return null;
    }

    /** The element or scalar that an expression denotes; null after a reported fault. */
    @Nullable
    Target target(IASTExpression expression) {
        Deque<Step> steps = new ArrayDeque<>();
        IASTExpression base = expression;
        while (true) {
            if (base instanceof IASTArraySubscriptExpression a && a.getArgument() instanceof IASTExpression index) {
                steps.push(new Step.Index(index));
                base = a.getArrayExpression();
            } else if (base instanceof IASTFieldReference f) {
                steps.push(new Step.Member(f.getFieldName().toString(), f.isPointerDereference()));
                base = f.getFieldOwner();
            } else if (base instanceof IASTUnaryExpression u
                    && u.getOperator() == IASTUnaryExpression.op_bracketedPrimary) {
                base = u.getOperand();
            } else {
                break;
            }
        }
        if (!(base instanceof IASTIdExpression id)) {
            return fault(
                    base,
                    "'" + unit.text(expression) + "' is no element of a named array; write a[i][j], without pointers");
        }
        return switch (names.of(id)) {
            case Meaning.Data d -> target(expression, d.array(), steps);
            case Meaning.Index _ ->
                fault(expression, "'" + unit.text(id) + "' is a loop variable or parameter, not an array or scalar");
            case Meaning.Faulty _ -> null;
        };
    }

    private @Nullable Target target(IASTExpression at, CArray array, Deque<Step> steps) {
        ICompositeType structure = array.structure();
        int outside = array.dimensions() - (structure == null ? 0 : 1);
        List<Subscript> subscripts = new ArrayList<>();
        faulty = false;
        while (steps.peek() instanceof Step.Index(IASTExpression index)) {
            subscripts.add(new Subscript.AffineSubscript(index(index)));
            steps.pop();
        }
        if (structure != null
                && subscripts.size() == outside - 1
                && steps.peek() instanceof Step.Member member
                && member.ofPointer) {
            subscripts.add(new Subscript.AffineSubscript(Affine.constant(0)));
        }
        if (subscripts.size() != outside) {
            return fault(
                    at,
                    "'" + array.name() + "' has " + outside + " dimensions and '" + unit.text(at) + "' gives "
                            + subscripts.size() + " subscripts; give one for each");
        }
        if (structure == null && !steps.isEmpty()) {
            return fault(at, "'" + array.name() + "' is no structure and has no members");
        }
        if (structure != null) {
            Affine number = number(at, structure, steps);
            if (number == null) {
                return null;
            }
            subscripts.add(new Subscript.AffineSubscript(LinearForm.of(number).toAffine()));
        }
        return faulty ? null : new Target(array, subscripts);
    }

    private Affine index(IASTExpression index) {
        Affine value = affine.build(index, CAffine.Place.SUBSCRIPT);
        faulty |= affine.failed();
        return value;
    }

    /** The place of a number in its structure, see {@link CLayout}; null after a reported fault. */
    private @Nullable Affine number(IASTExpression at, ICompositeType structure, Deque<Step> steps) {
        Affine number = Affine.constant(0);
        IType type = structure;
        while (type instanceof ICompositeType inner) {
            CLayout.Place place =
                    steps.poll() instanceof Step.Member member ? CLayout.member(inner, member.name) : null;
            if (place == null) {
                fault(at, "'" + unit.text(at) + "' is a structure; use its members one by one");
                return null;
            }
            number = number.plus(place.offset());
            for (long stride : CLayout.strides(place.type())) {
                if (!(steps.poll() instanceof Step.Index(IASTExpression index))) {
                    fault(at, "'" + unit.text(at) + "' is an array; use one of its elements");
                    return null;
                }
                number = number.plus(index(index).times(stride));
            }
            type = CTypes.element(place.type());
        }
        if (!steps.isEmpty()) {
            fault(at, "'" + unit.text(at) + "' has more subscripts or members than its type");
            return null;
        }
        return number;
    }
}
