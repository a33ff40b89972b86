package tilewright.parse.fortran;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.LinearForm;

/**
 * A point of the iteration over array sections. A dimension of the target with stride 1 is iterated by its own subscript, any other
 * one from 0.
 *
 * @param sections of the target, the first one in Fortran first
 * @param variables of the loops over them
 */
record SectionIteration(List<Section> sections, List<String> variables) {
    /** The subscripts {@code lower}, {@code lower + stride}, .. up to {@code upper}. */
    record Section(Affine lower, Affine upper, long stride) {
        boolean isPlain() {
            return stride == 1;
        }

        /** How many elements it has more than another one; null where that is not known. */
        @Nullable
        Long longerThan(Section other) {
            LinearForm difference = LinearForm.of(steps().minus(other.steps()));
            return difference.isConstant() ? (Long) difference.constant() : null;
        }

        private Affine steps() {
            Affine span = LinearForm.of(stride > 0 ? upper.minus(lower) : lower.minus(upper))
                    .toAffine();
            return LinearForm.of(span.floorDiv(Math.abs(stride))).toAffine();
        }

        /** The first value of the variable that iterates over it. */
        Affine first() {
            return isPlain() ? lower : Affine.constant(0);
        }

        /** Its last value. */
        Affine last() {
            return isPlain() ? upper : steps();
        }
    }

    int rank() {
        return sections.size();
    }

    /** The subscript, at this point, of a section of any array in the target's dimension. */
    Affine subscript(int dimension, Affine lower, long stride) {
        Section target = sections.get(dimension);
        Affine variable = Affine.variable(variables.get(dimension));
        Affine steps = target.isPlain() ? variable.minus(target.lower) : variable;
        return LinearForm.of(steps.times(stride).plus(lower)).toAffine();
    }
}
