package tilewright.parse.c.expression;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTFieldReference;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.ICompositeType;
import org.eclipse.cdt.core.dom.ast.IField;
import org.eclipse.cdt.core.dom.ast.IType;
import org.eclipse.cdt.core.dom.ast.IVariable;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.parse.c.affine.CArray;
import tilewright.parse.c.affine.NestNames;
import tilewright.parse.c.affine.Scope;
import tilewright.parse.c.affine.Tracking;
import tilewright.parse.c.unit.CLayout;
import tilewright.parse.c.unit.CTypes;
import tilewright.parse.c.unit.ForParts;
import tilewright.parse.c.unit.ScopNames;
import tilewright.parse.c.unit.TranslationUnit;

/** Members of structures that have names: numbers that a scop does not change are parameters, others that no array holds have arrays of their own. */
final class StructureMembers {
    private final TranslationUnit unit;
    private final ScopNames scop;
    private final Tracking tracking;
    private final NestNames names;
    private final DataArrays data;
    /** By their text. */
    private final Map<String, String> parameters = new LinkedHashMap<>();

    StructureMembers(TranslationUnit unit, ScopNames scop, Tracking tracking, NestNames names, DataArrays data) {
        this.unit = unit;
        this.scop = scop;
        this.tracking = tracking;
        this.names = names;
        this.data = data;
    }

    /** Names of those that are parameters, by first use. */
    Collection<String> parameters() {
        return parameters.values();
    }

    /**
     * A member of a structure that has a name, or to which a pointer of that name points all the time.
     *
     * @param separate whether its type has numbers of several types, so that no array holds them all
     */
    private record Member(IVariable structure, IField field, boolean separate) {}

    /** Null where it is none of such a structure. */
    private @Nullable Member member(IASTFieldReference member, Scope scope) {
        IASTExpression owner = ForParts.plain(member.getFieldOwner());
        boolean starred = owner instanceof IASTUnaryExpression u && u.getOperator() == IASTUnaryExpression.op_star;
        if (starred && owner instanceof IASTUnaryExpression u) {
            owner = ForParts.plain(u.getOperand());
        }
        if (!(owner instanceof IASTIdExpression id)
                || !(id.getName().resolveBinding() instanceof IVariable structure)
                || !(member.getFieldName().resolveBinding() instanceof IField field)
                || !(CTypes.parts(structure.getType()) instanceof ICompositeType type)
                || type.getKey() != ICompositeType.k_struct
                || CLayout.isOfBits(field)
                || scope.pointers().containsKey(structure)
                || tracking.isTracked(structure)
                || scop.assigned().contains(structure)) {
            return null;
        }
        boolean named = starred || member.isPointerDereference()
                ? CTypes.isPointer(structure.getType())
                        && CTypes.levels(structure.getType()).size() == 1
                : CTypes.levels(structure.getType()).isEmpty();
        boolean separate = CLayout.of((IType) type) instanceof CLayout.Fault;
        return named && (separate || !starred) ? new Member(structure, field, separate) : null;
    }

    /** A number of a structure that the scop does not change, as a parameter; null where it is none. */
    @Nullable
    Affine parameter(IASTFieldReference use, Scope scope) {
        Member member = member(use, scope);
        return member != null
                        && !scop.changed().contains(member.separate ? member.field : member.structure)
                        && CTypes.isInteger(use.getExpressionType())
                ? Affine.variable(parameters.computeIfAbsent(
                        unit.text(use).replace(" ", ""), text -> names.fresh(text.replaceAll("\\W+", "_"))))
                : null;
    }

    /** The array of a member whose structure no array holds as a whole; null where it is none of such a one. */
    @Nullable
    CArray separate(IASTFieldReference use, Scope scope) {
        Member member = member(use, scope);
        return member != null && member.separate ? data.member(member.structure, member.field, use) : null;
    }
}
