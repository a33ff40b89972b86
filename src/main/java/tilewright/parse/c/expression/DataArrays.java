package tilewright.parse.c.expression;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.eclipse.cdt.core.dom.ast.IASTArrayDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTDeclSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTParameterDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTSimpleDeclaration;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.eclipse.cdt.core.dom.ast.IField;
import org.eclipse.cdt.core.dom.ast.IType;
import org.eclipse.cdt.core.dom.ast.IVariable;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.DataType;
import tilewright.model.SourcePosition;
import tilewright.parse.Diagnostics;
import tilewright.parse.c.affine.CAffine;
import tilewright.parse.c.affine.CArray;
import tilewright.parse.c.affine.Meaning;
import tilewright.parse.c.affine.Names;
import tilewright.parse.c.affine.NestNames;
import tilewright.parse.c.affine.Scope;
import tilewright.parse.c.unit.CLayout;
import tilewright.parse.c.unit.CTypes;
import tilewright.parse.c.unit.Missing;
import tilewright.parse.c.unit.PragmaExpression;
import tilewright.parse.c.unit.TranslationUnit;

/** The arrays and scalars that a scop reads and writes: those behind variables of the file, and those that the nest needs besides. */
public final class DataArrays {
    /** C's name of the function (C17, 6.4.2.2), and GNU's. */
    private static final Set<String> FUNCTION_NAMES = Set.of("__func__", "__FUNCTION__", "__PRETTY_FUNCTION__");

    /** Floating-point types of 16 bits, under their names in C and CUDA. */
    private static final Set<String> HALF = Set.of("__half", "half");

    private static final Set<String> SHORT_FLOAT = Set.of("__bf16", "__nv_bfloat16", "nv_bfloat16");

    private final TranslationUnit unit;
    private final Diagnostics diagnostics;
    private final NestNames names;
    private final Map<IBinding, IASTDeclarator> arguments;
    private final Function<Scope, Names> in;
    private final Map<IBinding, CArray> arrays = new LinkedHashMap<>();
    private final Set<IBinding> refused = new HashSet<>();
    /** Where arrays are declared that the scop declares. */
    private final Map<IBinding, Scope> scopes = new HashMap<>();
    /** The structures whose members are arrays and scalars of their own, by member. */
    private final Map<IField, IVariable> structures = new HashMap<>();
    /** Arrays of pointers to rows. */
    private final Set<IVariable> rowPointers = new LinkedHashSet<>();
    /** Scalars that the source does not mention. */
    private final List<CArray> added = new ArrayList<>();
    /** Extents that pragmas give, and what the names in them mean. */
    private Map<String, List<PragmaExpression>> stated = Map.of();

    private Function<TranslationUnit, Names> statedNames = _ -> _ -> new Meaning.Faulty();

    /** Those of them that hold values of calls. */
    private final Map<IASTNode, CArray> values = new HashMap<>();

    /**
     * @param arguments of the function around the scop, with the declarators that hold their outermost extents
     * @param in names resolved in a scope
     */
    DataArrays(
            TranslationUnit unit,
            Diagnostics diagnostics,
            NestNames names,
            Map<IBinding, IASTDeclarator> arguments,
            Function<Scope, Names> in) {
        this.unit = unit;
        this.diagnostics = diagnostics;
        this.names = names;
        this.arguments = arguments;
        this.in = in;
    }

    /** Those of the file, by variable. */
    public Map<IBinding, CArray> declared() {
        return arrays;
    }

    /** Scalars that the source does not mention. */
    public List<CArray> added() {
        return added;
    }

    /** Notes that an array is declared here; in a function that is called, with the same extents every time. */
    void declare(IVariable array, Scope scope, boolean called) {
        scopes.put(array, scope);
        CArray before = arrays.get(array);
        if (before != null && called && !before.extents().equals(extents(array))) {
            diagnostics.error(
                    before.position(),
                    "'" + array.getName() + "' has other extents in another call of its function; give it the same"
                            + " ones in all");
        }
    }

    /** The scalar that has the value of a call already; null where the call is an expression. */
    @Nullable
    public CArray valueOf(IASTFunctionCallExpression call) {
        return values.get(call);
    }

    /** What is assumed of arrays, a line for each. */
    public List<String> notes() {
        return rowPointers.stream()
                .map(v -> declaration(v, unit.tree()))
                .map(at -> unit.position(at) + ": warning: '" + unit.text(at)
                        + "' is a pointer to pointers; its rows are taken for those of one array, one behind the other,"
                        + " and programs that are generated expect them so")
                .toList();
    }

    /** The type of an array or scalar of the nest. */
    public DataType type(String array) {
        return Stream.concat(arrays.values().stream(), added.stream())
                .filter(a -> a.name().equals(array))
                .map(CArray::type)
                .findFirst()
                .orElse(DataType.DOUBLE);
    }

    /** Adds a logical scalar, and gives its name. */
    String addLogical(String wanted, SourcePosition position) {
        return addScalar(wanted, DataType.LOGICAL, position).name();
    }

    /** Adds a scalar. */
    CArray addScalar(String wanted, DataType type, SourcePosition position) {
        CArray scalar = new CArray(names.fresh(wanted), type, new ArrayList<>(), false, null, false, position);
        added.add(scalar);
        return scalar;
    }

    /** The scalar that holds the value of a call which is done before its statement. */
    public CArray valueOf(IASTFunctionCallExpression call, String function, DataType type, boolean truth) {
        return values.computeIfAbsent(call, _ -> {
            CArray scalar =
                    new CArray(names.fresh(function), type, new ArrayList<>(), truth, null, false, unit.position(call));
            added.add(scalar);
            return scalar;
        });
    }

    /** The arrays and scalars, as the nest calls them, that a part of the code declares. */
    Set<String> declaredIn(IASTNode part) {
        Set<String> names = new HashSet<>();
        for (IBinding variable : CGuards.declared(part)) {
            CArray array = arrays.get(variable);
            if (array != null) {
                names.add(array.name());
            }
        }
        return names;
    }

    /**
     * The array or scalar that a member of a structure is by itself; null where it is refused, as where two structures have that member.
     *
     * @param structure one structure, or a pointer to one
     */
    @Nullable
    CArray member(IVariable structure, IField member, IASTNode use) {
        IVariable owner = structures.putIfAbsent(member, structure);
        if (owner != null && !owner.equals(structure)) {
            return null;
        }
        names.of(member, structure.getName() + "_" + member.getName());
        return of(member, use);
    }

    /** The array or scalar behind a variable; null where it is refused. */
    @Nullable
    CArray of(IVariable variable, IASTNode use) {
        CArray known = arrays.get(variable);
        if (known != null || refused.contains(variable)) {
            return known;
        }
        String fault = fault(variable);
        if (fault != null) {
            refused.add(variable);
            diagnostics.error(unit.position(use), fault);
            return null;
        }
        IType parts = CTypes.parts(variable.getType());
        DataType type = CTypes.of(variable.getType());
        List<@Nullable Affine> extents = extents(variable);
        boolean flat = extents.size() > CTypes.levels(variable.getType()).size();
        if (parts != null && CLayout.of(parts) instanceof CLayout.Numbers layout) {
            type = layout.type();
            extents.add(Affine.constant(layout.count()));
        }
        if (type == null) {
            throw new IllegalStateException("no type: " + variable);
        }
        IASTNode declaration = declaration(variable, use);
        CArray array = new CArray(
                names.of(variable),
                type,
                extents,
                CTypes.isTruth(variable.getType()),
                parts,
                flat,
                unit.position(declaration));
        arrays.put(variable, array);
        return array;
    }

    /** Where a variable is declared; the use where that is not known. */
    IASTNode declaration(IVariable variable, IASTNode use) {
        return Arrays.stream(unit.tree().getDeclarationsInAST(variable))
                .map(n -> (IASTNode) n)
                .findFirst()
                .orElse(use);
    }

    private @Nullable String fault(IVariable variable) {
        String name = variable.getName();
        if (FUNCTION_NAMES.contains(name)) {
            return "'" + name + "' is the text of the function's name, and texts are no data; write the number that"
                    + " stands there";
        }
        if (CTypes.isUnknown(variable.getType()) && declaredAs(variable, HALF) instanceof String half) {
            return "'" + name + "' is '" + half + "', which nothing declares; include cuda_fp16.h, or say by -D " + half
                    + "=_Float16 what it is";
        }
        if (CTypes.isUnknown(variable.getType()) && declaredAs(variable, SHORT_FLOAT) instanceof String half) {
            return "'" + name + "' is '" + half
                    + "', which has no arithmetic that C and CUDA share; give it as float, or"
                    + " read it as float by -D " + half + "=float";
        }
        if (CTypes.isUnknown(variable.getType())) {
            return "the type of '" + name + "' is not known" + Missing.hint(unit);
        }
        IType structure = CTypes.parts(variable.getType());
        if (structure != null && CLayout.of(structure) instanceof CLayout.Fault(String reason)) {
            return "'" + name + "' " + reason + "; give each member an array of its own";
        }
        if (structure == null && CTypes.of(variable.getType()) == null) {
            return "'" + name + "' has type '" + CTypes.element(variable.getType())
                    + "'; data are float, double, their complex types, _Float16, _Bool, char and integers of up to 64"
                    + " bits";
        }
        List<CTypes.Level> levels = CTypes.levels(variable.getType());
        if (levels.stream().skip(1).anyMatch(CTypes.Level::pointer) && !diagnostics.isMuted()) {
            rowPointers.add(variable);
        }
        return null;
    }

    /** The one of some types that a variable is declared with by name; null for any other. */
    private @Nullable String declaredAs(IVariable variable, Set<String> types) {
        IASTNode node = declaration(variable, unit.tree());
        while (node != null && !(node instanceof IASTSimpleDeclaration || node instanceof IASTParameterDeclaration)) {
            node = node.getParent();
        }
        IASTDeclSpecifier specifier = switch (node) {
            case IASTSimpleDeclaration s -> s.getDeclSpecifier();
            case IASTParameterDeclaration p -> p.getDeclSpecifier();
            case null, default -> null;
        };
        return specifier == null
                ? null
                : Arrays.stream(specifier.getRawSignature().split("\\W+"))
                        .filter(types::contains)
                        .findFirst()
                        .orElse(null);
    }

    /**
     * Takes the extents that pragmas give.
     *
     * @param names what names mean in the unit that holds an extent
     */
    public void extents(Map<String, List<PragmaExpression>> extents, Function<TranslationUnit, Names> names) {
        stated = extents;
        statedNames = names;
    }

    private Affine stated(PragmaExpression extent) {
        CAffine affine = new CAffine(extent.unit(), diagnostics, statedNames.apply(extent.unit()), Scope.EMPTY);
        Affine value = affine.build(extent.expression(), CAffine.Place.EXTENT);
        if (!affine.failed() && value instanceof Affine.Constant c && c.value() < 1) {
            diagnostics.error(extent.unit().position(extent.expression()), "an extent is at least 1");
        }
        return value;
    }

    private List<@Nullable Affine> extents(IVariable variable) {
        List<PragmaExpression> given = stated.getOrDefault(variable.getName(), List.of());
        int levels = CTypes.levels(variable.getType()).size();
        if (!given.isEmpty() && CTypes.isPointer(variable.getType())) {
            if (levels == 1 || levels == given.size()) {
                List<@Nullable Affine> extents = new ArrayList<>();
                given.forEach(e -> extents.add(stated(e)));
                return extents;
            }
            diagnostics.error(
                    given.getFirst().unit().position(given.getFirst().expression()),
                    "'" + variable.getName() + "' has " + levels + " dimensions, and extent gives " + given.size());
        }
        Scope scope = scopes.getOrDefault(variable, Scope.EMPTY);
        CAffine affine = new CAffine(unit, diagnostics, in.apply(scope), scope);
        List<@Nullable Affine> extents = new ArrayList<>();
        for (CTypes.Level level : CTypes.levels(variable.getType())) {
            IASTExpression size = level.size() == null && extents.isEmpty() ? argumentSize(variable) : level.size();
            extents.add(size == null ? null : affine.build(size, CAffine.Place.EXTENT));
        }
        return extents;
    }

    /** The outermost extent of an array parameter, which its C type forgets. */
    private @Nullable IASTExpression argumentSize(IVariable variable) {
        return arguments.get(variable) instanceof IASTArrayDeclarator a
                        && a.getArrayModifiers().length > 0
                        && a.getNestedDeclarator() == null
                ? a.getArrayModifiers()[0].getConstantExpression()
                : null;
    }
}
