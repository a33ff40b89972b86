package tilewright.model;

import java.util.List;

/** One subscript of an array access. */
public sealed interface Subscript {
    /** The index as an affine form; the loads of an indirect one are variables of it. */
    Affine form();

    /** What is read from index arrays before the form has a value; none for an affine subscript. */
    List<Load> loads();

    /** Whether an element of the array is read for the index, at any depth. */
    default boolean reads(String array) {
        return loads().stream().anyMatch(l -> l.reads(array));
    }

    /** An affine subscript. */
    record AffineSubscript(Affine index) implements Subscript {
        @Override
        public Affine form() {
            return index;
        }

        @Override
        public List<Load> loads() {
            return List.of();
        }

        @Override
        public String toString() {
            return index.toString();
        }
    }

    /**
     * An indirect subscript, as in {@code dist(dst(e))} or {@code x(col(e) + 1)}.
     *
     * @param form affine in loop variables, parameters and the {@linkplain Load#variable variables} of the loads
     * @param loads in order of occurrence, at least one
     */
    record LoadedSubscript(Affine form, List<Load> loads) implements Subscript {
        public LoadedSubscript {
            loads = List.copyOf(loads);
        }

        @Override
        public String toString() {
            return form.toString();
        }
    }

    /** The subscript of a form with these loads. */
    static Subscript of(Affine form, List<Load> loads) {
        return loads.isEmpty() ? new AffineSubscript(form) : new LoadedSubscript(form, loads);
    }
}
