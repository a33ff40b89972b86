package tilewright.parse.fortran;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tilewright.model.DataType;

/**
 * A type with its kind.
 *
 * @param kind bytes of an element, as most compilers count; 0 where it is not known
 * @param text as the user may know it, e.g. {@code real(8)}
 */
record FortranType(Category category, long kind, String text) {
    /** What a type holds. */
    enum Category {
        INTEGER,
        REAL,
        LOGICAL,
        /** Characters, complex numbers, structures. */
        OTHER
    }

    static final int DEFAULT_KIND = 4;
    static final int DOUBLE_KIND = 8;

    static FortranType of(Category category, long kind) {
        return new FortranType(category, kind, category.name().toLowerCase(Locale.ROOT) + "(" + kind + ")");
    }

    boolean isInteger() {
        return category == Category.INTEGER;
    }

    /** The element type in the model; null where there is none that fits. */
    @Nullable
    DataType data() {
        return switch (category) {
            case INTEGER -> kind == 4 ? DataType.INTEGER : kind == 2 ? DataType.SHORT : null;
            case REAL -> kind == DOUBLE_KIND ? DataType.DOUBLE : kind == 4 ? DataType.REAL : null;
            case LOGICAL -> kind == 4 ? DataType.LOGICAL : null;
            case OTHER -> null;
        };
    }
}
