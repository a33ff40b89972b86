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
            case INTEGER ->
                switch ((int) kind) {
                    case 1 -> DataType.SIGNED_BYTE;
                    case 2 -> DataType.SHORT;
                    case 4 -> DataType.INTEGER;
                    case 8 -> DataType.LONG;
                    default -> null;
                };
            case REAL ->
                switch ((int) kind) {
                    case 2 -> DataType.HALF;
                    case DEFAULT_KIND -> DataType.REAL;
                    case DOUBLE_KIND -> DataType.DOUBLE;
                    default -> null;
                };
            case LOGICAL -> kind == DEFAULT_KIND ? DataType.LOGICAL : null;
            case OTHER -> null;
        };
    }
}
