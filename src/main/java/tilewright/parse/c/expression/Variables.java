package tilewright.parse.c.expression;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTFieldReference;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTParameterDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTStandardFunctionDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTUnaryExpression;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.eclipse.cdt.core.dom.ast.IEnumerator;
import org.eclipse.cdt.core.dom.ast.IFunction;
import org.eclipse.cdt.core.dom.ast.IProblemBinding;
import org.eclipse.cdt.core.dom.ast.IQualifierType;
import org.eclipse.cdt.core.dom.ast.IType;
import org.eclipse.cdt.core.dom.ast.IVariable;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.LinearForm;
import tilewright.model.Load;
import tilewright.model.Refusal;
import tilewright.model.SourcePosition;
import tilewright.parse.Diagnostics;
import tilewright.parse.StepSizes;
import tilewright.parse.c.affine.CArray;
import tilewright.parse.c.affine.Known;
import tilewright.parse.c.affine.Location;
import tilewright.parse.c.affine.Meaning;
import tilewright.parse.c.affine.Names;
import tilewright.parse.c.affine.NestNames;
import tilewright.parse.c.affine.Scope;
import tilewright.parse.c.affine.Tracking;
import tilewright.parse.c.unit.Abbreviations;
import tilewright.parse.c.unit.CTypes;
import tilewright.parse.c.unit.ForParts;
import tilewright.parse.c.unit.LaterUses;
import tilewright.parse.c.unit.Missing;
import tilewright.parse.c.unit.Scop;
import tilewright.parse.c.unit.ScopNames;
import tilewright.parse.c.unit.TranslationUnit;

/**
 * The variables of one scop. An integer that the scop does not change is a parameter, or a constant where it is a {@code const}
 * with a known value; everything else that is no loop variable is data.
 */
public final class Variables {
    private final TranslationUnit unit;
    private final Diagnostics diagnostics;
    private final ScopNames scop;
    /** Function parameters in order, with the declarator that holds their outermost extent. */
    private final Map<IBinding, IASTDeclarator> arguments = new LinkedHashMap<>();

    private final Map<String, Load> loads = new HashMap<>();
    private final Set<IASTUnaryExpression> apart = new HashSet<>();

    private final Tracking tracking;
    private final Abbreviations abbreviations;
    private final Known known;
    private final List<IASTStatement> statements;
    private final @Nullable IBinding function;
    private final StructureMembers members;
    /** Integers whose values a pragma says, or the user for a step. */
    private final Map<String, Long> fixed;

    private final StepSizes steps;

    private final NestNames names = new NestNames();
    private final DataArrays data;
    private final Map<IBinding, String> parameters = new LinkedHashMap<>();

    /**
     * @param fixed values of integers that the scop does not change, where a fact says them
     * @param steps values of those that steps of loops need
     */
    public Variables(
            TranslationUnit unit,
            Scop scop,
            Diagnostics diagnostics,
            Tracking tracking,
            Known known,
            Map<String, Long> fixed,
            StepSizes steps) {
        this.unit = unit;
        this.fixed = new LinkedHashMap<>(steps.values());
        this.fixed.putAll(fixed);
        this.steps = steps;
        this.diagnostics = diagnostics;
        this.tracking = tracking;
        this.known = known;
        this.statements = scop.statements();
        this.function = scop.function().getDeclarator().getName().resolveBinding();
        this.scop = ScopNames.of(scop.statements());
        if (scop.function().getDeclarator() instanceof IASTStandardFunctionDeclarator f) {
            for (IASTParameterDeclaration parameter : f.getParameters()) {
                IASTDeclarator declarator = innermost(parameter.getDeclarator());
                IBinding binding = declarator.getName().resolveBinding();
                if (binding != null) {
                    arguments.put(binding, parameter.getDeclarator());
                }
            }
        }
        this.abbreviations = new Abbreviations(unit);
        this.data = new DataArrays(unit, diagnostics, names, arguments, this::in);
        this.members = new StructureMembers(unit, this.scop, tracking, names, data);
        arguments.keySet().stream().filter(this::isSize).forEach(names::of);
    }

    /** Whether it is a parameter if the scop has it: such ones keep their names, which the user gives with --set. */
    private boolean isSize(IBinding argument) {
        return argument instanceof IVariable v
                && CTypes.isInteger(v.getType())
                && !scop.assigned().contains(argument)
                && !scop.loopVariables().contains(argument)
                && unit.tree().getReferences(argument).length > 0;
    }

    private static IASTDeclarator innermost(IASTDeclarator declarator) {
        IASTDeclarator nested = declarator.getNestedDeclarator();
        return nested == null ? declarator : innermost(nested);
    }

    /** Parameters: those of the function in their order, then others by first use. */
    public List<String> parameters() {
        List<String> all = new ArrayList<>(inOrder(parameters));
        all.addAll(members.parameters());
        return all;
    }

    /** Parameters that the nest calls otherwise than the source, by their names in the source. */
    public Map<String, String> renamedParameters() {
        Map<String, String> renamed = new HashMap<>();
        parameters.forEach((binding, name) -> {
            if (!binding.getName().equals(name)) {
                renamed.put(binding.getName(), name);
            }
        });
        return renamed;
    }

    /**
     * Asks for the values of parameters on which a step depends.
     *
     * @param names of the model
     * @return their names in the file; empty where the step depends on anything else
     */
    public List<String> wantForStep(Set<String> names, SourcePosition position) {
        List<String> plain = new ArrayList<>();
        parameters.forEach((binding, name) -> {
            if (names.contains(name)) {
                plain.add(binding.getName());
            }
        });
        if (plain.size() < names.size()) {
            return List.of();
        }
        plain.forEach(name -> steps.want(name, position));
        return plain;
    }

    /** Those that statements read and write. */
    public DataArrays data() {
        return data;
    }

    /** Arrays and scalars, in the same order. */
    public List<CArray> arrays() {
        List<CArray> all = new ArrayList<>(inOrder(data.declared()));
        all.addAll(data.added());
        return all;
    }

    private <T> List<T> inOrder(Map<IBinding, T> used) {
        List<IBinding> order = new ArrayList<>(arguments.keySet());
        return used.entrySet().stream()
                .sorted(Comparator.comparingInt(e -> {
                    int position = order.indexOf(e.getKey());
                    return position < 0 ? order.size() : position;
                }))
                .map(Map.Entry::getValue)
                .toList();
    }

    /** The array, scalar or parameter that the source calls so; null where the scop uses none. */
    @Nullable
    public Meaning named(String sourceName) {
        for (Map.Entry<IBinding, CArray> array : data.declared().entrySet()) {
            if (array.getKey().getName().equals(sourceName)) {
                return new Meaning.Data(array.getValue());
            }
        }
        for (Map.Entry<IBinding, String> parameter : parameters.entrySet()) {
            if (parameter.getKey().getName().equals(sourceName)) {
                return new Meaning.Index(Affine.variable(parameter.getValue()));
            }
        }
        return null;
    }

    /** A number that the function is given and that only facts about data use, such as a root; null where there is none. */
    @Nullable
    public Meaning argument(String sourceName) {
        for (IBinding binding : arguments.keySet()) {
            if (binding.getName().equals(sourceName)
                    && binding instanceof IVariable variable
                    && CTypes.isInteger(variable.getType())
                    && CTypes.levels(variable.getType()).isEmpty()
                    && !scop.assigned().contains(variable)
                    && !scop.loopVariables().contains(variable)) {
                return new Meaning.Index(Affine.variable(parameters.computeIfAbsent(variable, names::of)));
            }
        }
        return null;
    }

    /** The function's parameters. */
    public Set<IBinding> arguments() {
        return arguments.keySet();
    }

    /** Whether the function or file declares a variable of that name. */
    public boolean isDeclared(String sourceName) {
        return arguments.keySet().stream().anyMatch(b -> b.getName().equals(sourceName));
    }

    /** The name of a loop variable in a scope. */
    public String loopVariable(IBinding binding, Scope around) {
        return names.loopVariable(binding, around);
    }

    /** Whether a statement of the scop is in no loop, branch or block of it. */
    public boolean isOutermost(IASTStatement statement) {
        return statements.contains(statement);
    }

    /** Whether some statement of the scop assigns to it. */
    public boolean isAssigned(IBinding binding) {
        return scop.assigned().contains(binding);
    }

    /** Notes that the scop assigns to it: it is data. */
    public void assign(IBinding binding) {
        scop.assigned().add(binding);
    }

    public boolean isLoopVariable(IBinding binding) {
        return scop.loopVariables().contains(binding);
    }

    public boolean isTracked(IBinding binding) {
        return tracking.isTracked(binding);
    }

    /** Whether its value is known or looked for at every place of the scop. */
    public boolean isFollowed(@Nullable IBinding binding) {
        return tracking.isTracked(binding) || scop.loopVariables().contains(binding);
    }

    /** Notes that an affine value is asked for. */
    public void want(IBinding binding) {
        if (binding instanceof IVariable v && isTrackable(v) && isAssigned(v)) {
            tracking.want(v);
        }
    }

    /** Notes a step that is done before or after the expression that it stands in; the value of its variable is asked for. */
    public void doApart(IASTUnaryExpression step) {
        apart.add(step);
        if (ForParts.target(step) instanceof IBinding variable) {
            want(variable);
        }
    }

    private static boolean isTrackable(IVariable variable) {
        return CTypes.isInteger(variable.getType()) || CTypes.isPointer(variable.getType());
    }

    /** Whether an affine value was asked for and there is none. */
    public boolean isData(IBinding binding) {
        return tracking.isData(binding);
    }

    /** Locals that stand for expressions. */
    public Abbreviations abbreviations() {
        return abbreviations;
    }

    /** Notes that a value is not known: unless this is a try, the variable is data. */
    public void fail(IBinding binding) {
        if (!diagnostics.isMuted()) {
            tracking.fail(binding);
        }
    }

    /** Whether a loop changes a variable otherwise than by its header. */
    public boolean isChangedInside(IVariable variable, IASTNode loop) {
        return loop instanceof IASTStatement s
                && ScopNames.of(List.of(s)).assigned().contains(variable);
    }

    /** Notes that an array is declared here. */
    public void declare(IVariable array, Scope scope) {
        data.declare(array, scope, isOfCalled(array));
    }

    /** What a use means in its scope; a name that means nothing is reported. */
    Meaning resolve(IASTIdExpression use, Scope scope) {
        IBinding binding = use.getName().resolveBinding();
        if (abbreviations.of(binding) instanceof IASTExpression value) {
            return new Meaning.Abbreviated(value);
        }
        if (binding instanceof IVariable v && tracking.isTracked(v) && CTypes.isPointer(v.getType())) {
            return moved(v, scope, use);
        }
        if (scope.pointers().get(binding) instanceof Location place) {
            return new Meaning.Pointer(place);
        }
        if (binding instanceof IVariable v && (scope.values().containsKey(v) || isFollowed(v))) {
            Affine value = value(v, scope, use);
            return value == null ? new Meaning.Faulty() : new Meaning.Index(value);
        }
        return switch (binding) {
            case IProblemBinding _ -> unknown(use);
            case IEnumerator e
            when e.getValue().numberValue() instanceof Number n -> new Meaning.Index(Affine.constant(n.longValue()));
            case IFunction _ -> fault(use, "'" + unit.text(use) + "' is a function; its address cannot be used here");
            case IVariable v -> variable(v, use);
            case null, default -> unknown(use);
        };
    }

    /** A pointer that is stepped; one that came with the scop began at the first element of an array of its name. */
    private Meaning moved(IVariable pointer, Scope scope, IASTIdExpression use) {
        Location start = scope.pointers().get(pointer);
        if (start == null) {
            CArray own = array(pointer, use);
            start = own == null ? null : new Location(own, List.of()).first();
        }
        Affine elements = start == null ? null : value(pointer, scope, use);
        if (start == null || elements == null) {
            return new Meaning.Faulty();
        }
        Location place = start.moved(elements);
        return place == null
                ? fault(use, "'" + unit.text(use) + "' is stepped and points into no array; use subscripts")
                : new Meaning.Pointer(place);
    }

    /** The affine value of an integer in a scope; null after a reported fault. */
    @Nullable
    public Affine value(IVariable variable, Scope scope, IASTNode use) {
        Affine value = known.get(scope.values(), variable);
        return plain(value, use);
    }

    /** The value in loop variables and parameters; null after a reported fault. */
    @Nullable
    public Affine plain(Affine value, IASTNode use) {
        Map<String, Affine> entries = new HashMap<>();
        for (String name : value.variables()) {
            Known.Symbol symbol = known.symbol(name);
            if (symbol == null) {
                continue;
            }
            switch (symbol.kind()) {
                case HEAD -> {}
                case ENTRY -> {
                    if (isDeclaredInside(symbol.binding(), use)) {
                        fail(symbol.binding());
                        fault(use, "'" + symbol.binding().getName() + "' has no value here; set it before");
                        return null;
                    }
                    entries.put(name, entry(symbol.binding()));
                }
                case UNKNOWN -> {
                    fail(symbol.binding());
                    fault(
                            use,
                            Refusal.NOT_AFFINE,
                            "the value of '" + symbol.binding().getName()
                                    + "' is no affine expression here; use a variable that only loops and affine"
                                    + " assignments set");
                    return null;
                }
            }
        }
        return entries.isEmpty()
                ? value
                : LinearForm.of(value.substitute(entries)).toAffine();
    }

    /** The value that a variable has when the scop begins. */
    private Affine entry(IBinding variable) {
        if (variable instanceof IVariable v && CTypes.isPointer(v.getType())) {
            return Affine.constant(0);
        }
        return Affine.variable(parameters.computeIfAbsent(variable, names::of));
    }

    private boolean isDeclaredInside(IBinding variable, IASTNode use) {
        if (isOfCalled(variable)) {
            return true;
        }
        IASTNode node = variable instanceof IVariable v ? data.declaration(v, use) : use;
        while (node != null && node != use) {
            if (statements.contains(node)) {
                return true;
            }
            node = node.getParent();
        }
        return false;
    }

    /** Whether it belongs to a function that the scop calls. */
    private boolean isOfCalled(IBinding variable) {
        return variable.getOwner() instanceof IFunction f && !f.equals(function);
    }

    /** Whether a value that the scop leaves in a variable may be read behind it. */
    public boolean isReadAfterwards(IVariable variable) {
        if (isDeclaredInside(variable, unit.tree())) {
            return false;
        }
        boolean local = variable.getOwner() instanceof IFunction && !variable.isStatic() && !variable.isExtern();
        return !local || LaterUses.of(unit.tree(), variable, statements);
    }

    /** Whether a variable is there before the scop, and the scop may run again while it is. */
    public boolean mayOutlive(IVariable variable) {
        return !isDeclaredInside(variable, unit.tree()) && LaterUses.isInLoop(statements.getFirst());
    }

    /** The scalar that gets the last value of a tracked variable. */
    @Nullable
    public CArray result(IVariable variable, IASTNode at) {
        if (parameters.containsKey(variable)) {
            names.renew(variable);
        }
        return array(variable, at);
    }

    /** The array or scalar behind a variable; null where it is refused. */
    @Nullable
    public CArray array(IVariable variable, IASTNode use) {
        return data.of(variable, use);
    }

    private Meaning unknown(IASTIdExpression use) {
        return fault(use, Refusal.TEXT_MISSING, Missing.undeclared(unit, use));
    }

    private Meaning fault(IASTNode node, String message) {
        return fault(node, Refusal.NOT_SUPPORTED, message);
    }

    private Meaning fault(IASTNode node, Refusal refusal, String message) {
        diagnostics.error(unit.position(node), refusal, message);
        return new Meaning.Faulty();
    }

    /** What a variable means that no loop steps and no value is known of. */
    public Meaning variable(IVariable variable, IASTIdExpression use) {
        IType type = variable.getType();
        boolean constant = CTypes.isInteger(type) && !scop.assigned().contains(variable);
        if (constant) {
            Long known = constantValue(variable, type);
            Long value = known == null ? fixed.get(variable.getName()) : known;
            return new Meaning.Index(
                    value != null
                            ? Affine.constant(value)
                            : Affine.variable(parameters.computeIfAbsent(variable, names::of)));
        }
        CArray array = array(variable, use);
        return array == null ? new Meaning.Faulty() : new Meaning.Data(array);
    }

    private static @Nullable Long constantValue(IVariable variable, IType type) {
        boolean fixed = type instanceof IQualifierType q && q.isConst();
        return fixed
                        && variable.getInitialValue() != null
                        && variable.getInitialValue().numberValue() instanceof Number value
                ? (Long) value.longValue()
                : null;
    }

    /** Those of its variables that stand for indices read from arrays, in the order of their names. */
    public List<Load> loads(Affine form) {
        return form.variables().stream()
                .sorted()
                .map(loads::get)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Names resolved in a scope. */
    public Names in(Scope scope) {
        return new Names() {
            @Override
            public Meaning of(IASTIdExpression use) {
                return resolve(use, scope);
            }

            @Override
            public void want(IASTIdExpression use) {
                if (use.getName().resolveBinding() instanceof IBinding binding) {
                    Variables.this.want(binding);
                }
            }

            @Override
            public @Nullable Affine member(IASTFieldReference member) {
                return members.parameter(member, scope);
            }

            @Override
            public @Nullable CArray separate(IASTFieldReference member) {
                return members.separate(member, scope);
            }

            @Override
            public @Nullable CArray valueOf(IASTFunctionCallExpression call) {
                return data.valueOf(call);
            }

            @Override
            public boolean isDoneApart(IASTUnaryExpression step) {
                return apart.contains(step);
            }

            @Override
            public void loaded(Load load) {
                loads.put(load.toString(), load);
            }

            @Override
            public List<Load> loads(Affine form) {
                return Variables.this.loads(form);
            }
        };
    }
}
