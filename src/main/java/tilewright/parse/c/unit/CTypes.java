package tilewright.parse.c.unit;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IArrayType;
import org.eclipse.cdt.core.dom.ast.IBasicType;
import org.eclipse.cdt.core.dom.ast.ICompositeType;
import org.eclipse.cdt.core.dom.ast.IEnumeration;
import org.eclipse.cdt.core.dom.ast.IPointerType;
import org.eclipse.cdt.core.dom.ast.IProblemType;
import org.eclipse.cdt.core.dom.ast.IQualifierType;
import org.eclipse.cdt.core.dom.ast.IType;
import org.eclipse.cdt.core.dom.ast.ITypedef;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.DataType;

/** Types of C variables. */
public final class CTypes {
    /** One array or pointer level of a type; the size expression is null where there is none. */
    public record Level(boolean pointer, @Nullable IASTExpression size) {}

    private CTypes() {}

    /** The type without typedefs and qualifiers. */
    static IType plain(IType type) {
        return switch (type) {
            case ITypedef t -> plain(t.getType());
            case IQualifierType q -> plain(q.getType());
            default -> type;
        };
    }

    /** The array and pointer levels around the element type, outermost first. */
    public static List<Level> levels(IType type) {
        List<Level> levels = new ArrayList<>();
        IType rest = plain(type);
        while (true) {
            if (rest instanceof IArrayType a) {
                levels.add(new Level(false, size(a)));
                rest = plain(a.getType());
            } else if (rest instanceof IPointerType p) {
                levels.add(new Level(true, null));
                rest = plain(p.getType());
            } else {
                return levels;
            }
        }
    }

    @SuppressWarnings("deprecation")
    private static @Nullable IASTExpression size(IArrayType array) {
        try {
            return array.getArraySizeExpression();
        } catch (org.eclipse.cdt.core.dom.ast.DOMException e) {
            return null;
        }
    }

    /** The type of the elements, without typedefs and qualifiers. */
    public static IType element(IType type) {
        IType rest = plain(type);
        while (true) {
            if (rest instanceof IArrayType a) {
                rest = plain(a.getType());
            } else if (rest instanceof IPointerType p) {
                rest = plain(p.getType());
            } else {
                return rest;
            }
        }
    }

    /** Whether a variable of this type can be made to point elsewhere. */
    public static boolean isPointer(IType type) {
        List<Level> levels = levels(type);
        return !levels.isEmpty() && levels.getFirst().pointer();
    }

    public static boolean isUnknown(IType type) {
        return element(type) instanceof IProblemType;
    }

    /** Whether it is a plain integer of any width. */
    public static boolean isInteger(IType type) {
        return switch (plain(type)) {
            case IEnumeration _ -> true;
            case IBasicType b ->
                switch (b.getKind()) {
                    case eInt, eChar, eBoolean, eInt128 -> true;
                    case eUnspecified -> !b.isComplex();
                    default -> false;
                };
            default -> false;
        };
    }

    /** The values of an integer; more than 32 bits hold whatever is counted, so that no greatest one is said of those. */
    public record Range(long least, long greatest) {
        public boolean holds(long value) {
            return least <= value && value <= greatest;
        }

        /** Whether a value stays what it is, as far as that can be told: one beyond the range becomes another. */
        public boolean keeps(Affine value) {
            return greatest == Long.MAX_VALUE || value instanceof Affine.Constant(long known) && holds(known);
        }
    }

    /** The values of an integer type. */
    public static Range range(IType type) {
        boolean unsigned = plain(type) instanceof IBasicType b && b.isUnsigned();
        return switch (of(type)) {
            case BYTE -> new Range(0, isTruth(type) ? 1 : 0xff);
            case SIGNED_BYTE -> new Range(Byte.MIN_VALUE, Byte.MAX_VALUE);
            case SHORT -> new Range(Short.MIN_VALUE, Short.MAX_VALUE);
            case UNSIGNED_SHORT -> new Range(0, 0xffff);
            case null, default -> new Range(unsigned ? 0 : Long.MIN_VALUE, Long.MAX_VALUE);
        };
    }

    /** The element type in the model; null where there is none that fits. */
    public static @Nullable DataType of(IType type) {
        if (isHalf(type)) {
            return DataType.HALF;
        }
        IType element = element(type);
        if (element instanceof IEnumeration) {
            return DataType.INTEGER;
        }
        if (!(element instanceof IBasicType b) || b.isComplex() || b.isImaginary()) {
            return null;
        }
        return switch (b.getKind()) {
            case eFloat -> DataType.REAL;
            case eDouble -> b.isLong() ? null : DataType.DOUBLE;
            case eInt, eUnspecified -> integer(b);
            case eChar -> b.isUnsigned() ? DataType.BYTE : DataType.SIGNED_BYTE;
            case eBoolean -> DataType.BYTE;
            default -> null;
        };
    }

    /** Whether elements have half precision: by the name of their type, see {@link StandardHeaders#BEFORE}. */
    private static boolean isHalf(IType type) {
        return switch (type) {
            case ITypedef t -> t.getName().equals(StandardHeaders.HALF) || isHalf(t.getType());
            case IQualifierType q -> isHalf(q.getType());
            case IArrayType a -> isHalf(a.getType());
            case IPointerType p -> isHalf(p.getType());
            default -> false;
        };
    }

    /** {@code long} has 64 bits, as on every 64-bit system but Windows. */
    private static DataType integer(IBasicType type) {
        if (type.isShort()) {
            return type.isUnsigned() ? DataType.UNSIGNED_SHORT : DataType.SHORT;
        }
        if (type.isLong() || type.isLongLong()) {
            return type.isUnsigned() ? DataType.UNSIGNED_LONG : DataType.LONG;
        }
        return type.isUnsigned() ? DataType.UNSIGNED : DataType.INTEGER;
    }

    /** The structure or union that the elements are; null where they are none. */
    public static @Nullable ICompositeType structure(IType type) {
        return element(type) instanceof ICompositeType structure ? structure : null;
    }

    /** The real type of a complex one; null where it is none. */
    public static @Nullable DataType complex(IType type) {
        return element(type) instanceof IBasicType b && b.isComplex()
                ? b.getKind() == IBasicType.Kind.eFloat
                        ? DataType.REAL
                        : b.getKind() == IBasicType.Kind.eDouble && !b.isLong() ? DataType.DOUBLE : null
                : null;
    }

    /** The structure, union or complex type that the elements are, of several numbers each; null where they are none. */
    public static @Nullable IType parts(IType type) {
        return complex(type) == null ? structure(type) : element(type);
    }

    /** Whether it is {@code _Bool}: what is stored becomes 0 or 1. */
    public static boolean isTruth(IType type) {
        return element(type) instanceof IBasicType b && b.getKind() == IBasicType.Kind.eBoolean;
    }
}
