package tilewright.parse.c.affine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.eclipse.cdt.core.dom.ast.IASTArraySubscriptExpression;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTCastExpression;
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
import tilewright.model.Refusal;
import tilewright.model.Subscript;
import tilewright.parse.Diagnostics;
import tilewright.parse.NotAffine;
import tilewright.parse.c.affine.Location.Step;
import tilewright.parse.c.unit.CLayout;
import tilewright.parse.c.unit.CTypes;
import tilewright.parse.c.unit.ForParts;
import tilewright.parse.c.unit.ScopNames;
import tilewright.parse.c.unit.TranslationUnit;

/** Array elements, scalars and members of structures that expressions denote, and what pointers point to. */
public final class CElements {
    /** An array element or scalar as it is read or assigned to. */
    public record Target(CArray array, List<Subscript> subscripts) {}

    private final TranslationUnit unit;
    private final Diagnostics diagnostics;
    private final Names names;
    private final CAffine affine;
    private boolean faulty;

    public CElements(TranslationUnit unit, Diagnostics diagnostics, Names names, CAffine affine) {
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
    public Target target(IASTExpression expression) {
        faulty = false;
        Location place = place(expression, expression);
        return place == null ? null : target(expression, place);
    }

    /** The place that a pointer points to; null after a reported fault. */
    @Nullable
    public Location pointee(IASTExpression pointer) {
        faulty = false;
        Location place = pointee(pointer, pointer);
        return faulty ? null : place;
    }

    /** Where an lvalue lies. */
    private @Nullable Location place(IASTExpression lvalue, IASTExpression whole) {
        return switch (lvalue) {
            case IASTIdExpression id ->
                switch (names.of(id)) {
                    case Meaning.Data d -> new Location(d.array(), List.of());
                    case Meaning.Pointer _ -> {
                        fault(whole, "'" + unit.text(id) + "' is a pointer; write what it points to");
                        yield null;
                    }
                    case Meaning.Index _ -> {
                        fault(whole, "'" + unit.text(id) + "' is a loop variable or parameter, not an array or scalar");
                        yield null;
                    }
                    case Meaning.Faulty _, Meaning.Infinity _, Meaning.Abbreviated _ -> null;
                };
            case IASTArraySubscriptExpression a
            when a.getArgument() instanceof IASTExpression index
                    && ForParts.plain(a.getArrayExpression()) instanceof IASTIdExpression id
                    && names.of(id) instanceof Meaning.Data(CArray array)
                    && array.flat() -> flat(a, array, index);
            case IASTArraySubscriptExpression a
            when a.getArgument() instanceof IASTExpression index ->
                moved(a, pointee(a.getArrayExpression(), whole), index, false);
            case IASTFieldReference f when names.separate(f) instanceof CArray own -> new Location(own, List.of());
            case IASTFieldReference f -> {
                Location owner =
                        f.isPointerDereference() ? pointee(f.getFieldOwner(), whole) : place(f.getFieldOwner(), whole);
                yield owner == null ? null : owner.member(f.getFieldName().toString());
            }
            case IASTUnaryExpression u
            when u.getOperator() == IASTUnaryExpression.op_bracketedPrimary -> place(u.getOperand(), whole);
            case IASTUnaryExpression u
            when u.getOperator() == IASTUnaryExpression.op_star -> pointee(u.getOperand(), whole);
            case IASTUnaryExpression u
            when ScopNames.isStep(u.getOperator()) -> {
                fault(u, "'" + unit.text(u) + "' steps a pointer inside an expression; make it a statement of its own");
                yield null;
            }
            default -> {
                fault(
                        lvalue,
                        "'" + unit.text(whole) + "' is no element of a named array; write a[i][j], without pointers");
                yield null;
            }
        };
    }

    /** What an expression points to: {@code &x} to {@code x}, an array to its first element. */
    private @Nullable Location pointee(IASTExpression pointer, IASTExpression whole) {
        return switch (pointer) {
            case IASTIdExpression id when names.of(id) instanceof Meaning.Pointer(Location place) -> place;
            case IASTUnaryExpression u
            when u.getOperator() == IASTUnaryExpression.op_bracketedPrimary -> pointee(u.getOperand(), whole);
            case IASTUnaryExpression u when names.isDoneApart(u) -> pointee(u.getOperand(), whole);
            case IASTUnaryExpression u
            when u.getOperator() == IASTUnaryExpression.op_amper -> place(u.getOperand(), whole);
            case IASTCastExpression c
            when isSame(c.getExpressionType(), c.getOperand().getExpressionType()) -> pointee(c.getOperand(), whole);
            case IASTBinaryExpression b
            when b.getOperator() == IASTBinaryExpression.op_plus && isInteger(b.getOperand1()) ->
                moved(b, pointee(b.getOperand2(), whole), b.getOperand1(), false);
            case IASTBinaryExpression b
            when b.getOperator() == IASTBinaryExpression.op_plus ->
                moved(b, pointee(b.getOperand1(), whole), b.getOperand2(), false);
            case IASTBinaryExpression b
            when b.getOperator() == IASTBinaryExpression.op_minus && isInteger(b.getOperand2()) ->
                moved(b, pointee(b.getOperand1(), whole), b.getOperand2(), true);
            default -> {
                Location array = place(pointer, whole);
                yield array == null ? null : array.first();
            }
        };
    }

    private @Nullable Location flat(IASTExpression at, CArray array, IASTExpression index) {
        try {
            List<Step> steps = new ArrayList<>();
            new FlatSubscript(array, affine).of(index).forEach(i -> steps.add(new Step.Index(i)));
            return new Location(array, steps);
        } catch (NotAffine e) {
            if (!e.reason().isEmpty()) {
                diagnostics.error(
                        unit.position(at),
                        Refusal.NOT_AFFINE,
                        "subscript '" + unit.text(index) + "' of '" + array.name() + "' is no row and column: "
                                + e.reason());
            }
            return null;
        }
    }

    /** Whether two types of pointers point to the same. */
    private static boolean isSame(IType one, IType other) {
        return CTypes.levels(one).size() == CTypes.levels(other).size()
                && CTypes.element(one).isSameType(CTypes.element(other));
    }

    private static boolean isInteger(IASTExpression expression) {
        return CTypes.isInteger(expression.getExpressionType());
    }

    private @Nullable Location moved(IASTExpression at, @Nullable Location place, IASTExpression index, boolean back) {
        if (place == null) {
            return null;
        }
        Affine elements = index(index);
        Location moved = place.moved(back ? elements.times(-1) : elements);
        if (moved == null) {
            fault(
                    at,
                    "'" + unit.text(at) + "' is no place of an array: '"
                            + place.array().name() + "' is one number");
        }
        return moved;
    }

    /** The numbers of the structure that an expression denotes; none after a reported fault. */
    public List<Target> numbers(IASTExpression structure) {
        faulty = false;
        Location place = place(structure, structure);
        Numbers numbers = place == null ? null : numbers(structure, place);
        if (numbers == null || faulty) {
            return List.of();
        }
        List<Target> targets = new ArrayList<>();
        for (long n = 0; n < numbers.count; n++) {
            targets.add(numbers.target(n, names));
        }
        return targets;
    }

    private @Nullable Target target(IASTExpression at, Location place) {
        Numbers numbers = numbers(at, place);
        if (numbers != null && numbers.isStructure) {
            return fault(at, "'" + unit.text(at) + "' is a structure; use its members one by one");
        }
        return numbers == null || faulty ? null : numbers.target(0, names);
    }

    /**
     * Numbers side by side.
     *
     * @param subscripts of the element
     * @param first the place of the first number in its structure; null where the element is a number
     */
    private record Numbers(
            CArray array,
            List<Subscript> subscripts,
            @Nullable Affine first,
            long count,
            boolean isStructure) {
        public Target target(long number, Names names) {
            List<Subscript> all = new ArrayList<>(subscripts);
            if (first != null) {
                Affine value = LinearForm.of(first.plus(number)).toAffine();
                all.add(Subscript.of(value, names.loads(value)));
            }
            return new Target(array, all);
        }
    }

    private @Nullable Numbers numbers(IASTExpression at, Location place) {
        CArray array = place.array();
        Deque<Step> steps = new ArrayDeque<>(place.steps());
        IType structure = array.parts();
        int outside = array.dimensions() - (structure == null ? 0 : 1);
        List<Subscript> subscripts = new ArrayList<>();
        while (steps.peek() instanceof Step.Index(Affine value)) {
            subscripts.add(Subscript.of(value, names.loads(value)));
            steps.pop();
        }
        if (subscripts.size() != outside) {
            fault(
                    at,
                    "'" + array.name() + "' has " + outside + " dimensions and '" + unit.text(at) + "' gives "
                            + subscripts.size() + " subscripts; give one for each");
            return null;
        }
        if (structure == null && !steps.isEmpty()) {
            fault(at, "'" + array.name() + "' is no structure and has no members");
            return null;
        }
        return structure == null
                ? new Numbers(array, subscripts, null, 1, false)
                : numbers(at, array, subscripts, structure, steps);
    }

    private Affine index(IASTExpression index) {
        Affine value = affine.build(index, CAffine.Place.SUBSCRIPT);
        faulty |= affine.failed();
        return value;
    }

    /** What a path of members leads to, see {@link CLayout}; null after a reported fault. */
    private @Nullable Numbers numbers(
            IASTExpression at, CArray array, List<Subscript> subscripts, IType structure, Deque<Step> steps) {
        Affine number = Affine.constant(0);
        IType type = structure;
        while (type instanceof ICompositeType inner) {
            if (steps.isEmpty() && CLayout.of((IType) inner) instanceof CLayout.Numbers all) {
                return new Numbers(array, subscripts, number, all.count(), true);
            }
            CLayout.Place place = steps.poll() instanceof Step.Member(String name) ? CLayout.member(inner, name) : null;
            if (place == null) {
                fault(at, "'" + unit.text(at) + "' is a structure; use its members one by one");
                return null;
            }
            number = number.plus(place.offset());
            for (long stride : CLayout.strides(place.type())) {
                if (!(steps.poll() instanceof Step.Index(Affine value))) {
                    fault(at, "'" + unit.text(at) + "' is an array; use one of its elements");
                    return null;
                }
                number = number.plus(value.times(stride));
            }
            type = CTypes.element(place.type());
        }
        if (steps.isEmpty() && CTypes.complex(type) != null) {
            return new Numbers(array, subscripts, number, 2, true);
        }
        if (!steps.isEmpty()) {
            fault(at, "'" + unit.text(at) + "' has more subscripts or members than its type");
            return null;
        }
        return new Numbers(array, subscripts, number, 1, false);
    }
}
