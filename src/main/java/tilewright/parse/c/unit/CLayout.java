package tilewright.parse.c.unit;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.cdt.core.dom.ast.IASTFieldDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IArrayType;
import org.eclipse.cdt.core.dom.ast.ICompositeType;
import org.eclipse.cdt.core.dom.ast.IField;
import org.eclipse.cdt.core.dom.ast.IType;
import org.eclipse.cdt.internal.core.dom.parser.c.ICInternalBinding;
import org.jspecify.annotations.Nullable;
import tilewright.model.DataType;

/**
 * How a structure lies in memory. A structure whose numbers all have one type is so many numbers side by side, as C lays them out, and an array of
 * such structures is an array with one more dimension: {@code p[i].y} of {@code struct { double x, y; } p[n]} is {@code p(i,1)}.
 * Arrays inside are numbers side by side too, and a complex number is two: {@code z[i]} of {@code double complex z[n]} is {@code z(i,0)} and
 * {@code z(i,1)}.
 */
public sealed interface CLayout {
    /** So many numbers of one type. */
    record Numbers(DataType type, long count) implements CLayout {}

    /** What is wrong with a type that has no layout in the model. */
    record Fault(String reason) implements CLayout {}

    /** A number of a structure. */
    record Place(long offset, IType type) {}

    /** The layout of a structure or complex type. */
    static CLayout of(IType parts) {
        DataType complex = CTypes.complex(parts);
        return complex != null
                ? new Numbers(complex, 2)
                : parts instanceof ICompositeType structure ? of(structure) : new Fault("has no parts");
    }

    private static CLayout of(ICompositeType structure) {
        if (structure.getKey() != ICompositeType.k_struct) {
            return new Fault("is a union, whose members share memory");
        }
        DataType common = null;
        long numbers = 0;
        for (IField field : structure.getFields()) {
            if (isOfBits(field)) {
                return new Fault("has a member of some bits, '" + field.getName() + "'");
            }
            switch (part(field.getType())) {
                case Fault fault -> {
                    return fault;
                }
                case Numbers part -> {
                    if (common != null && common != part.type) {
                        return new Fault("is a structure of " + common.cName() + " and " + part.type.cName()
                                + ", whose layout no array of one type can keep");
                    }
                    common = part.type;
                    numbers += part.count;
                }
            }
        }
        return common == null ? new Fault("is a structure without known members") : new Numbers(common, numbers);
    }

    /** {@code int low : 3}: whose values are cut to fewer bits than its type has. */
    static boolean isOfBits(IField field) {
        return field instanceof ICInternalBinding declared
                && declared.getPhysicalNode() instanceof IASTNode name
                && name.getParent() instanceof IASTFieldDeclarator;
    }

    private static CLayout part(IType type) {
        long count = 1;
        IType rest = CTypes.plain(type);
        while (rest instanceof IArrayType array) {
            Long size = size(array);
            if (size == null) {
                return new Fault("has a member whose size is not known");
            }
            count *= size;
            rest = CTypes.plain(array.getType());
        }
        if (CTypes.levels(rest).isEmpty() && CTypes.parts(rest) instanceof IType inner) {
            CLayout layout = of(inner);
            return layout instanceof Numbers one ? new Numbers(one.type, count * one.count) : layout;
        }
        DataType number = CTypes.levels(rest).isEmpty() && !CTypes.isTruth(rest) ? CTypes.of(rest) : null;
        return number == null
                ? new Fault("has a member of type '" + type + "', which is no number")
                : new Numbers(number, count);
    }

    private static @Nullable Long size(IArrayType array) {
        return array.getSize() != null && array.getSize().numberValue() instanceof Number n && n.longValue() > 0
                ? (Long) n.longValue()
                : null;
    }

    /** Where a member begins; null where there is none of that name. */
    static @Nullable Place member(ICompositeType structure, String name) {
        long offset = 0;
        for (IField field : structure.getFields()) {
            if (field.getName().equals(name)) {
                return new Place(offset, CTypes.plain(field.getType()));
            }
            if (!(part(field.getType()) instanceof Numbers before)) {
                return null;
            }
            offset += before.count;
        }
        return null;
    }

    /** Numbers of one element of an array inside a structure, for each of its dimensions. */
    static List<Long> strides(IType type) {
        List<Long> strides = new ArrayList<>();
        IType rest = CTypes.plain(type);
        while (rest instanceof IArrayType array) {
            rest = CTypes.plain(array.getType());
            strides.add(part(rest) instanceof Numbers one ? one.count : 1L);
        }
        return strides;
    }
}
