package tilewright.parse.fortran;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.DataType;
import tilewright.model.FreshName;
import tilewright.model.SourcePosition;
import tilewright.parse.ReservedNames;
import tilewright.parse.StepSizes;
import tilewright.parse.fortran.FortranArray.Dimension;
import tilewright.parse.fortran.FortranStatementParser.BoundsContext;
import tilewright.parse.fortran.FortranStatementParser.ExprContext;

/**
 * The variables of one scop. An integer that the scop does not change is a parameter, or a constant where it is declared as one;
 * everything else that is no loop variable is data.
 */
final class Variables {
    private final Syntax syntax;
    private final ProgramUnit unit;
    private final Declarations declarations;
    private final FortranOptions options;
    private final String missing;
    private final ScopNames scop;
    private final Types types;
    private final StepSizes steps;

    private final Map<String, String> names = new HashMap<>();
    private final Set<String> taken = new HashSet<>();
    private final Map<String, FortranArray> arrays = new LinkedHashMap<>();
    private final Map<String, String> parameters = new LinkedHashMap<>();
    /** Names that were reported, or whose value is being found. */
    private final Set<String> refused = new HashSet<>();
    /** Those of the arrays that the text does not have. */
    private final Set<String> added = new HashSet<>();

    /**
     * @param missing what to say of names that nothing declares
     * @param steps values of parameters on which steps of loops depend
     */
    Variables(
            Syntax syntax,
            ProgramUnit unit,
            Declarations declarations,
            FortranOptions options,
            ScopNames scop,
            String missing,
            StepSizes steps) {
        this.syntax = syntax;
        this.unit = unit;
        this.declarations = declarations;
        this.options = options;
        this.scop = scop;
        this.missing = missing;
        this.steps = steps;
        this.types = new Types(syntax, declarations, in(Scope.EMPTY));
    }

    /** Parameters: dummy arguments in their order, then others by first use. */
    List<String> parameters() {
        return inOrder(parameters);
    }

    /**
     * Asks for the values of parameters on which a step depends.
     *
     * @param wanted names of the model
     * @return their names in the file, in lower case; empty where the step depends on anything else
     */
    List<String> wantForStep(Set<String> wanted, SourcePosition position) {
        List<String> plain = parameters.entrySet().stream()
                .filter(e -> wanted.contains(e.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        if (plain.size() < wanted.size()) {
            return List.of();
        }
        plain.forEach(name -> steps.want(name, position));
        return plain;
    }

    /** The value for which the nest is made, of a parameter by its name in lower case; null where it stays one. */
    @Nullable
    Long fixed(String name) {
        return steps.values().get(name);
    }

    /** Arrays and scalars, in the same order. */
    List<FortranArray> arrays() {
        return inOrder(arrays);
    }

    private <T> List<T> inOrder(Map<String, T> used) {
        return used.entrySet().stream()
                .sorted(Comparator.comparingInt(e -> {
                    int position = unit.arguments().indexOf(e.getKey());
                    return position < 0 ? unit.arguments().size() : position;
                }))
                .map(Map.Entry::getValue)
                .toList();
    }

    /** The array, scalar or parameter of that name in lower case; null where the scop uses none. */
    @Nullable
    Meaning named(String name) {
        FortranArray array = arrays.get(name);
        if (array != null) {
            return new Meaning.Data(array);
        }
        String parameter = parameters.get(name);
        return parameter == null ? null : new Meaning.Index(Affine.variable(parameter));
    }

    /** Whether the program unit declares a name in lower case. */
    boolean isDeclared(String name) {
        return declarations.find(name) != null || unit.arguments().contains(name);
    }

    /** The name of a loop variable in the model; null after a reported fault. */
    @Nullable
    String loopVariable(Token variable, Scope scope) {
        String key = ScopNames.key(variable);
        Entity entity = declarations.find(key);
        FortranType type = entity == null && declarations.isExplicit() ? undeclared(variable) : types.of(key, entity);
        if (type == null) {
            return null;
        }
        String fault = null;
        if (scope.values().containsKey(key)) {
            fault = "is already the variable of an outer loop; choose another variable";
        } else if (!type.isInteger()) {
            fault = "is " + type.text() + "; a loop variable is an integer";
        } else if (entity != null && (entity.isConstant() || !entity.shape().isEmpty())) {
            fault = "is " + (entity.isConstant() ? "a constant" : "an array") + "; choose another loop variable";
        } else if (scop.assigned().contains(key)) {
            fault = "is assigned to in this scop; its loop alone may change it, use another variable";
        }
        if (fault != null) {
            syntax.error(variable, "'" + variable.getText() + "' " + fault);
            return null;
        }
        return name(key);
    }

    private @Nullable FortranType undeclared(Token name) {
        syntax.error(name, "'" + name.getText() + "' is not declared" + advice());
        return null;
    }

    private String name(String key) {
        return names.computeIfAbsent(key, k -> {
            String legal = ReservedNames.legal(k);
            return legal.equals(k) && taken.add(k) ? k : unused(legal);
        });
    }

    /** A name of the model that nothing in the program unit has. */
    String unused(String wanted) {
        return FreshName.numbered(wanted, "_", name -> !isKnown(name) && taken.add(name));
    }

    /** An array that the text does not have: its extents follow from its accesses. */
    FortranArray temporary(FortranArray like, int rank) {
        String name = unused(like.name() + "_new");
        FortranArray temporary = new FortranArray(
                name, like.type(), Collections.nCopies(rank, new Dimension(null, null)), like.position());
        arrays.put(name, temporary);
        added.add(name);
        return temporary;
    }

    /** A new scalar that holds a condition. */
    String logical(SourcePosition position) {
        String name = unused("condition");
        arrays.put(name, new FortranArray(name, DataType.LOGICAL, List.of(), position));
        added.add(name);
        return name;
    }

    /**
     * What nothing but the scop uses, as the nest calls it: scalars of the unit, and arrays and scalars that the text does not have. An array of the unit may keep elements for the next time that
     * the scop runs, if it stands in a loop.
     */
    Set<String> own(LocalNames locals) {
        return arrays.entrySet().stream()
                .filter(a -> added.contains(a.getKey()) || a.getValue().rank() == 0 && locals.contains(a.getKey()))
                .map(a -> a.getValue().name())
                .collect(Collectors.toSet());
    }

    /** The type of an array or scalar by its name in the model. */
    DataType type(String array) {
        return arrays.values().stream()
                .filter(a -> a.name().equals(array))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no array " + array))
                .type();
    }

    private boolean isKnown(String name) {
        return isDeclared(name)
                || scop.assigned().contains(name)
                || scop.loopVariables().contains(name);
    }

    private String advice() {
        String advice = missing + declarations.advice();
        return advice.isEmpty() ? "; declare it" : advice;
    }

    /** Names resolved in a scope. */
    Names in(Scope scope) {
        return new Names() {
            @Override
            public Meaning of(Token name) {
                return resolve(name, scope);
            }

            @Override
            public boolean isIndex(Token name) {
                return Variables.this.isIndex(name, scope);
            }

            @Override
            public boolean isArray(Token name) {
                return Variables.this.isArray(name);
            }

            @Override
            public @Nullable Long kind(String text) {
                return Variables.this.kind(text);
            }

            @Override
            public String advice() {
                return Variables.this.advice();
            }
        };
    }

    private boolean isArray(Token name) {
        Entity entity = declarations.find(ScopNames.key(name));
        return entity != null && !entity.shape().isEmpty();
    }

    private boolean isIndex(Token name, Scope scope) {
        String key = ScopNames.key(name);
        if (scope.values().containsKey(key)) {
            return true;
        }
        Entity entity = declarations.find(key);
        if (isArray(name)
                || scop.loopVariables().contains(key)
                || scop.assigned().contains(key)) {
            return false;
        }
        if (entity == null && declarations.isExplicit()) {
            return knownConstant(key) != null;
        }
        FortranType type = types.of(key, entity);
        return type != null && type.isInteger();
    }

    private @Nullable Long knownConstant(String key) {
        Long given = options.constants().get(key);
        return given == null ? declarations.intrinsicConstant(key) : given;
    }

    /** The value of an integer, or of an integer constant. */
    private @Nullable Long kind(String text) {
        if (text.matches("\\d{1,4}")) {
            return Long.valueOf(text);
        }
        String key = text.toLowerCase(Locale.ROOT);
        Entity entity = declarations.find(key);
        if (entity == null) {
            return knownConstant(key);
        }
        ExprContext value = entity.value();
        return entity.isConstant() && value != null ? constant(key, value) : null;
    }

    /** The value of an integer constant; null after a reported fault. */
    private @Nullable Long constant(String key, ExprContext value) {
        if (!refused.add(key)) {
            return null;
        }
        Long known =
                new FortranAffine(syntax, in(Scope.EMPTY), Scope.EMPTY).constant(value, FortranAffine.Place.CONSTANT);
        if (known != null) {
            refused.remove(key);
        }
        return known;
    }

    private Meaning resolve(Token name, Scope scope) {
        String key = ScopNames.key(name);
        Affine value = scope.values().get(key);
        if (value != null) {
            return new Meaning.Index(value);
        }
        if (scop.loopVariables().contains(key)) {
            return fault(
                    name,
                    "loop variable '" + name.getText()
                            + "' is used outside its loop; its value there is not analysed, use another variable");
        }
        Entity entity = declarations.find(key);
        if (entity == null) {
            Long known = knownConstant(key);
            if (known != null) {
                return new Meaning.Index(Affine.constant(known));
            }
            if (declarations.isExplicit()) {
                undeclared(name);
                return new Meaning.Faulty();
            }
        }
        FortranType type = types.of(key, entity);
        return type == null ? new Meaning.Faulty() : variable(name, entity, type);
    }

    private Meaning fault(Token name, String message) {
        syntax.error(name, message);
        return new Meaning.Faulty();
    }

    private Meaning variable(Token name, @Nullable Entity entity, FortranType type) {
        String key = ScopNames.key(name);
        boolean scalar = entity == null || entity.shape().isEmpty();
        ExprContext given = entity == null ? null : entity.value();
        if (scalar && entity != null && entity.isConstant() && given != null) {
            if (!type.isInteger()) {
                return new Meaning.Constant(given, type);
            }
            Long value = constant(key, given);
            return value == null ? new Meaning.Faulty() : new Meaning.Index(Affine.constant(value));
        }
        Long fixed = steps.values().get(key);
        if (scalar && type.isInteger() && fixed != null) {
            return new Meaning.Index(Affine.constant(fixed));
        }
        if (scalar && type.isInteger() && !scop.assigned().contains(key)) {
            return new Meaning.Index(Affine.variable(parameters.computeIfAbsent(key, this::name)));
        }
        FortranArray array = array(name, key, entity, type);
        return array == null ? new Meaning.Faulty() : new Meaning.Data(array);
    }

    private @Nullable FortranArray array(Token use, String key, @Nullable Entity entity, FortranType type) {
        FortranArray known = arrays.get(key);
        if (known != null || refused.contains(key)) {
            return known;
        }
        DataType data = type.data();
        if (data == null) {
            refused.add(key);
            syntax.error(
                    use,
                    "'" + use.getText() + "' has type " + type.text()
                            + "; data are real, double precision, integer of 1, 2, 4 or 8 bytes, or logical");
            return null;
        }
        // An array may occur in its own bounds only by mistake: then it is reported as data.
        refused.add(key);
        List<Dimension> dimensions = entity == null ? List.of() : dimensions(entity);
        refused.remove(key);
        FortranArray array =
                new FortranArray(name(key), data, dimensions, syntax.position(entity == null ? use : entity.where()));
        arrays.put(key, array);
        return array;
    }

    private List<Dimension> dimensions(Entity entity) {
        FortranAffine affine = new FortranAffine(syntax, in(Scope.EMPTY), Scope.EMPTY);
        List<Dimension> dimensions = new ArrayList<>();
        for (BoundsContext bounds : entity.shape()) {
            Affine lower = bounds.lower != null
                    ? affine.build(bounds.lower, FortranAffine.Place.EXTENT)
                    : entity.isAllocatable() ? null : Affine.constant(1);
            dimensions.add(new Dimension(
                    lower, bounds.upper == null ? null : affine.build(bounds.upper, FortranAffine.Place.EXTENT)));
        }
        return dimensions;
    }
}
