package tilewright.parse.c.affine;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IType;
import org.eclipse.cdt.core.dom.ast.IVariable;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.DataType;
import tilewright.model.LinearForm;
import tilewright.parse.c.unit.CLayout;
import tilewright.parse.c.unit.CTypes;

/**
 * A place in an array: what {@code &} makes a pointer to. {@code &a[i]}, and the array {@code a[i]} as a pointer to its first element, are
 * the places {@code a}, {@code [i]} and {@code a}, {@code [i]}, {@code [0]}.
 *
 * @param steps subscripts and members behind the array's name, in the source's order
 */
public record Location(CArray array, List<Step> steps) {
    /** The affine value of an extent; null where it has none. */
    @FunctionalInterface
    public interface Sizes {
        @Nullable
        Affine of(IASTExpression extent);
    }

    private static final Affine ZERO = Affine.constant(0);

    /** What follows a name. */
    sealed interface Step {
        record Index(Affine value) implements Step {}

        record Member(String name) implements Step {}
    }

    public Location {
        steps = List.copyOf(steps);
    }

    private Location(CArray array, List<Step> steps, Step last) {
        this(array, appended(steps, last));
    }

    private static List<Step> appended(List<Step> steps, Step last) {
        List<Step> all = new ArrayList<>(steps);
        all.add(last);
        return all;
    }

    /** The first element of the array that lies here. */
    public Location first() {
        return new Location(array, steps, new Step.Index(ZERO));
    }

    /** A member of the structure that lies here. */
    Location member(String name) {
        return new Location(array, steps, new Step.Member(name));
    }

    /** So many elements farther; null where this is no element of an array. */
    @Nullable
    public Location moved(Affine elements) {
        if (elements.equals(ZERO)) {
            return this;
        }
        if (steps.isEmpty() || !(steps.getLast() instanceof Step.Index(Affine before))) {
            return null;
        }
        Affine sum = before.equals(ZERO)
                ? elements
                : LinearForm.of(before.plus(elements)).toAffine();
        return new Location(array, steps.subList(0, steps.size() - 1), new Step.Index(sum));
    }

    /** Why a pointer cannot point here; null where it can. */
    @Nullable
    public String mismatch(IVariable pointer, Sizes sizes) {
        String name = "'" + pointer.getName() + "' ";
        IType type = pointer.getType();
        List<CTypes.Level> levels = CTypes.levels(type);
        if (levels.stream().skip(1).anyMatch(CTypes.Level::pointer)) {
            return name + "holds pointers; declare it as an array of arrays";
        }
        IType structure = CTypes.parts(type);
        DataType numbers = structure == null
                ? CTypes.of(type)
                : CLayout.of(structure) instanceof CLayout.Numbers layout ? layout.type() : null;
        boolean inStructure = array.parts() != null;
        if (numbers != array.type() || CTypes.isTruth(type) != array.truth() || structure != null && !inStructure) {
            return name + "points to data of another type than '" + array.name() + "'";
        }
        if (inStructure) {
            return null;
        }
        int dimensions = array.dimensions() - steps.size() + 1;
        if (dimensions != levels.size()) {
            return name + "has " + levels.size() + " dimensions, and what is passed has " + dimensions;
        }
        for (int l = 1; l < levels.size(); l++) {
            IASTExpression size = levels.get(l).size();
            Affine passed = array.extents().get(steps.size() - 1 + l);
            if (size == null || passed == null || !passed.equals(sizes.of(size))) {
                return name + "has rows of another length than '" + array.name() + "'";
            }
        }
        return null;
    }
}
