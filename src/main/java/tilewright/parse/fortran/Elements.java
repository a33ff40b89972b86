package tilewright.parse.fortran;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Counted;
import tilewright.model.LinearForm;
import tilewright.model.Subscript;
import tilewright.parse.fortran.FortranArray.Dimension;
import tilewright.parse.fortran.FortranStatementParser.ArgumentContext;
import tilewright.parse.fortran.FortranStatementParser.ReferenceContext;
import tilewright.parse.fortran.SectionIteration.Section;

/** Elements of arrays that references denote: subscripts in the order of the model, which is Fortran's reversed. */
final class Elements {
    /** An array element or scalar as it is assigned to. */
    record Target(FortranArray array, List<Subscript> subscripts) {}

    private final Syntax syntax;
    private final Names names;
    private final FortranAffine affine;
    private final @Nullable SectionIteration iteration;

    Elements(Syntax syntax, Names names, FortranAffine affine, @Nullable SectionIteration iteration) {
        this.syntax = syntax;
        this.names = names;
        this.affine = affine;
        this.iteration = iteration;
    }

    /** Whether a reference is a section or a whole array. */
    static boolean isSection(ReferenceContext reference, Names names) {
        return reference.open == null
                ? names.isArray(reference.name)
                : reference.arguments.stream().anyMatch(a -> a.value == null);
    }

    /** The element or scalar that a reference denotes; null after a reported fault. */
    @Nullable
    Target target(ReferenceContext reference) {
        if (reference.component() != null) {
            syntax.error(
                    reference,
                    "'" + syntax.text(reference)
                            + "' is part of a structure; copy it to an array or scalar before the scop");
            return null;
        }
        return switch (names.of(reference.name)) {
            case Meaning.Data d -> target(reference, d.array());
            case Meaning.Index _, Meaning.Constant _ -> {
                syntax.error(
                        reference,
                        "'" + reference.name.getText() + "' is a loop variable, parameter or constant, not an array or"
                                + " scalar");
                yield null;
            }
            case Meaning.Faulty _ -> null;
        };
    }

    private @Nullable Target target(ReferenceContext reference, FortranArray array) {
        boolean whole = reference.open == null && array.rank() > 0;
        if (!whole && reference.arguments.size() != array.rank()) {
            syntax.error(
                    reference,
                    "'" + reference.name.getText() + "' has " + counted(array.rank(), "dimension") + " and '"
                            + syntax.text(reference) + "' gives " + counted(reference.arguments.size(), "subscript")
                            + "; give one for each");
            return null;
        }
        List<Subscript> subscripts = new ArrayList<>();
        int sections = 0;
        boolean faulty = false;
        for (int d = 0; d < array.rank(); d++) {
            ArgumentContext argument = whole ? null : reference.arguments.get(d);
            Affine index;
            if (argument != null && argument.value != null) {
                index = affine.build(argument.value, FortranAffine.Place.SUBSCRIPT);
                faulty |= affine.failed();
            } else {
                Section section = section(reference, argument, array, d);
                if (section == null || !fits(reference, sections, section)) {
                    return null;
                }
                index = iteration == null
                        ? section.lower()
                        : iteration.subscript(sections, section.lower(), section.stride());
                sections++;
            }
            subscripts.addFirst(new Subscript.AffineSubscript(index));
        }
        if (iteration != null && sections > 0 && sections < iteration.rank()) {
            syntax.error(reference, rankFault(reference, sections, iteration.rank()));
            return null;
        }
        return faulty ? null : new Target(array, subscripts);
    }

    private String rankFault(ReferenceContext reference, int sections, int rank) {
        return "'" + syntax.text(reference) + "' is a section of " + counted(sections, "dimension")
                + ", the statement assigns to one of " + rank + "; give both the same number of sections";
    }

    private boolean fits(ReferenceContext reference, int sections, Section section) {
        if (iteration == null) {
            syntax.error(
                    reference,
                    "'" + syntax.text(reference)
                            + "' is an array where a single value is wanted; sections stand in assignments to sections"
                            + " only, other operations need a loop");
            return false;
        }
        if (sections >= iteration.rank()) {
            syntax.error(reference, rankFault(reference, sections + 1, iteration.rank()));
            return false;
        }
        Long difference = section.longerThan(iteration.sections().get(sections));
        if (difference != null && difference != 0) {
            syntax.error(
                    reference,
                    "dimension " + (sections + 1) + " of '" + syntax.text(reference) + "' is "
                            + counted((int) Math.abs(difference), "element") + (difference > 0 ? " longer" : " shorter")
                            + " than that of the section assigned to; give both the same extent");
            return false;
        }
        return true;
    }

    private static String counted(int number, String noun) {
        return number == 0 ? "no " + noun + "s" : Counted.of(number, noun);
    }

    /**
     * One dimension of a section; null after a reported fault.
     *
     * @param argument null for a whole array
     */
    @Nullable
    Section section(ReferenceContext reference, @Nullable ArgumentContext argument, FortranArray array, int dimension) {
        Dimension declared = array.dimensions().get(dimension);
        Long stride = argument == null || argument.stride == null
                ? Long.valueOf(1)
                : affine.constant(argument.stride, FortranAffine.Place.STRIDE);
        if (stride == null) {
            return null;
        }
        if (stride == 0) {
            syntax.error(
                    reference,
                    "a stride of '" + syntax.text(reference) + "' is zero; write a positive or negative integer");
            return null;
        }
        Affine first = declared.lower();
        Affine last = declared.upper();
        if (argument != null && argument.lower != null) {
            first = affine.build(argument.lower, FortranAffine.Place.SUBSCRIPT);
        } else if (stride < 0) {
            first = declared.upper();
        }
        if (argument != null && argument.upper != null) {
            last = affine.build(argument.upper, FortranAffine.Place.SUBSCRIPT);
        } else if (stride < 0) {
            last = declared.lower();
        }
        if (first == null || last == null) {
            syntax.error(
                    reference,
                    "'" + syntax.text(reference) + "' needs both bounds of dimension " + (dimension + 1)
                            + ", which its declaration leaves open; write them");
            return null;
        }
        return new Section(LinearForm.of(first).toAffine(), LinearForm.of(last).toAffine(), stride);
    }
}
