package tilewright.parse.c.data;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Assumption;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.GraphArrays;
import tilewright.model.IndexFacts;
import tilewright.model.Initializer;
import tilewright.model.Operator;
import tilewright.model.Property;
import tilewright.model.Subscript;
import tilewright.parse.AccessNumbers;
import tilewright.parse.Associativity;
import tilewright.parse.Diagnostics;
import tilewright.parse.ReservedNames;
import tilewright.parse.TypedOperations.Typed;
import tilewright.parse.c.affine.CArray;
import tilewright.parse.c.affine.CElements.Target;
import tilewright.parse.c.affine.Meaning;
import tilewright.parse.c.affine.Names;
import tilewright.parse.c.affine.Scope;
import tilewright.parse.c.expression.CExpressions;
import tilewright.parse.c.expression.Variables;
import tilewright.parse.c.unit.PragmaExpression;
import tilewright.parse.c.unit.TranslationUnit;
import tilewright.parse.c.unit.TranslationUnit.Pragma;
import tilewright.parse.c.unit.UsedNames;

/**
 * The pragmas that speak about data and sizes: {@code #pragma tilewright assume(a[k][k] >= 0)},
 * {@code init(a[i][j] = rnd())} and {@code dataset(LARGE, n = 2000)}. They stand in the function of the scop, or before it and
 * after the function before.
 */
public final class Facts {
    private static final Pattern FORM = Pattern.compile("tilewright\\s+(\\w+)\\s*\\((.*)\\)\\s*;?", Pattern.DOTALL);
    private static final Pattern ASSOCIATIVE =
            Pattern.compile("\\s*associative\\s*\\((.*)\\)\\s*", Pattern.CASE_INSENSITIVE);
    private static final Pattern PROPERTY = Pattern.compile("\\s*(\\w+)\\s*\\(([^()]*)\\)\\s*");
    private static final Pattern SIZE = Pattern.compile("\\s*(\\w+)\\s*=\\s*(\\d{1,9})\\s*");

    /** {@code assume(inc == 2)}, which makes a constant of a parameter. */
    private static final Pattern FIXED =
            Pattern.compile("tilewright\\s+assume\\s*\\(\\s*([A-Za-z_]\\w*)\\s*==\\s*(-?\\d{1,9})\\s*\\)\\s*;?");

    private final TranslationUnit unit;
    private final Variables variables;
    private final Diagnostics diagnostics;
    private final List<Assumption> assumptions = new ArrayList<>();
    private final List<Initializer> initializers = new ArrayList<>();
    private final SequencedMap<String, SequencedMap<String, Long>> datasets = new LinkedHashMap<>();
    private final Set<String> initialised = new HashSet<>();
    private final Set<Operator> associative = new LinkedHashSet<>();
    private final List<Property> properties = new ArrayList<>();
    private @Nullable GraphArrays graph;

    public Facts(TranslationUnit unit, Variables variables, Diagnostics diagnostics) {
        this.unit = unit;
        this.variables = variables;
        this.diagnostics = diagnostics;
    }

    public List<Assumption> assumptions() {
        return assumptions;
    }

    public List<Initializer> initializers() {
        return initializers;
    }

    /** Sizes by dataset, in the order of the file. */
    public SequencedMap<String, SequencedMap<String, Long>> datasets() {
        return datasets;
    }

    /** The integers whose values pragmas of a scop say. */
    public static Map<String, Long> fixed(List<Pragma> pragmas, int from, int to) {
        Map<String, Long> fixed = new LinkedHashMap<>();
        for (Pragma pragma : pragmas) {
            Matcher form = FIXED.matcher(pragma.text());
            if (from <= pragma.offset() && pragma.offset() < to && form.matches()) {
                fixed.put(form.group(1), Long.parseLong(form.group(2)));
            }
        }
        return fixed;
    }

    /** Reads the pragmas that belong to a scop, once its statements are known. */
    public void read(List<Pragma> pragmas, int from, int to) {
        for (Pragma pragma : pragmas) {
            if (pragma.text().startsWith("tilewright") && from <= pragma.offset() && pragma.offset() < to) {
                read(pragma);
            }
        }
    }

    private void read(Pragma pragma) {
        if (FIXED.matcher(pragma.text()).matches() || StatedExtents.isOne(pragma)) {
            return;
        }
        Matcher form = FORM.matcher(pragma.text());
        if (!form.matches()) {
            error(
                    pragma,
                    "this pragma is not understood; write '#pragma tilewright assume(a[k][k] >= 0)',"
                            + " 'init(a[i][j] = rnd())' or 'dataset(LARGE, n = 2000)'");
            return;
        }
        String text = form.group(2);
        switch (form.group(1)) {
            case "assume" -> {
                Matcher property = PROPERTY.matcher(text);
                if (ASSOCIATIVE.matcher(text).matches()) {
                    associative(pragma, text);
                } else if (property.matches() && Property.Kind.of(property.group(1)) instanceof Property.Kind kind) {
                    property(pragma, kind, property.group(2));
                } else {
                    assume(pragma, expression(pragma, text, form.start(2)));
                }
            }
            case "init" -> init(pragma, expression(pragma, text, form.start(2)));
            case "dataset" -> dataset(pragma, text);
            case "graph" -> graph(pragma, text);
            default -> error(pragma, "there is no '" + form.group(1) + "'; use assume, extent, init, dataset or graph");
        }
    }

    private void error(Pragma pragma, String message) {
        diagnostics.error(unit.position(pragma.offset()), message);
    }

    private @Nullable PragmaExpression expression(Pragma pragma, String text, int start) {
        PragmaExpression parsed = PragmaExpression.of(unit, pragma, text, start);
        if (parsed == null) {
            error(pragma, "'" + text + "' is no C expression");
        }
        return parsed;
    }

    /** Whether the scop uses every array of the expression; a name that nothing has is reported. */
    private boolean arraysAreUsed(Pragma pragma, IASTExpression expression) {
        for (String array : UsedNames.arrays(expression)) {
            if (!(variables.named(array) instanceof Meaning.Data)) {
                if (!variables.isDeclared(array)) {
                    error(pragma, "'" + array + "' is no array of this scop; correct the name or remove the line");
                }
                return false;
            }
        }
        return UsedNames.plain(expression).stream()
                .noneMatch(name -> variables.named(name) == null && variables.isDeclared(name));
    }

    /** {@code assume(associative(+))}. */
    private void associative(Pragma pragma, String text) {
        Matcher form = ASSOCIATIVE.matcher(text);
        for (String sign : form.replaceFirst("$1").split(",", -1)) {
            Operator operator = Associativity.operator(sign.strip());
            if (operator == null) {
                error(pragma, Associativity.fault(sign.strip(), "assume(associative(+))"));
            } else {
                associative.add(operator);
            }
        }
    }

    /** What is said of index arrays. */
    public IndexFacts indexFacts() {
        return new IndexFacts(properties, graph);
    }

    /** {@code assume(sorted(src))}. */
    private void property(Pragma pragma, Property.Kind kind, String text) {
        List<String> names = arrayNames(pragma, text);
        if (!names.isEmpty() && !kind.takes(names.size())) {
            error(pragma, "write assume(" + kind.form() + ")");
        } else if (!names.isEmpty()) {
            properties.add(new Property(kind, names, unit.position(pragma.offset())));
        }
    }

    /** {@code graph(src, dst, w)}. */
    private void graph(Pragma pragma, String text) {
        List<String> names = arrayNames(pragma, text);
        if (!names.isEmpty() && (names.size() < 2 || names.size() > 3)) {
            error(pragma, "a graph fills two or three arrays; write graph(src, dst) or graph(src, dst, w)");
        } else if (!names.isEmpty()) {
            String weights = names.size() == 3 ? names.get(2) : null;
            graph = new GraphArrays(names.get(0), names.get(1), weights, unit.position(pragma.offset()));
        }
    }

    /** The arrays of a list as the model names them; empty after a reported fault. */
    private List<String> arrayNames(Pragma pragma, String text) {
        List<String> names = new ArrayList<>();
        for (String each : text.split(",", -1)) {
            if (!(variables.named(each.strip()) instanceof Meaning.Data(CArray array)) || array.dimensions() == 0) {
                error(pragma, "'" + each.strip() + "' is no array of this scop; correct the name or remove the line");
                return List.of();
            }
            names.add(array.name());
        }
        return names;
    }

    /** Operators that may be regrouped. */
    public Set<Operator> associative() {
        return associative;
    }

    private void assume(Pragma pragma, @Nullable PragmaExpression text) {
        if (text == null || !arraysAreUsed(pragma, text.expression())) {
            return;
        }
        Set<String> free = new LinkedHashSet<>();
        Typed condition = expressions(text, CExpressions.Place.ASSUMPTION, id -> assumed(id, free))
                .truth(text.expression());
        if (condition == null) {
            return;
        }
        if (!Assumption.isFact(condition.expression(), free)) {
            error(
                    pragma,
                    "an assumption is a comparison of array elements or of parameters, or several joined by &&; write"
                            + " e.g. assume(a[k][k] >= 0)");
            return;
        }
        Expression numbered = new AccessNumbers(0).number(condition.expression());
        assumptions.add(new Assumption(numbered, List.copyOf(free), unit.position(pragma.offset())));
    }

    private Meaning assumed(IASTIdExpression id, Set<String> free) {
        String name = id.getName().toString();
        Meaning known = variables.named(name);
        if (known == null) {
            String legal = ReservedNames.legal(name);
            free.add(legal);
            return new Meaning.Index(Affine.variable(legal));
        }
        return known;
    }

    private CExpressions expressions(PragmaExpression text, CExpressions.Place place, Names names) {
        return new CExpressions(text.unit(), diagnostics, names, Scope.EMPTY, place, DataType.DOUBLE, Map.of());
    }

    private void init(Pragma pragma, @Nullable PragmaExpression text) {
        if (text == null) {
            return;
        }
        if (!(text.expression() instanceof IASTBinaryExpression b)
                || b.getOperator() != IASTBinaryExpression.op_assign) {
            error(pragma, "an initialisation is an assignment; write e.g. init(a[i][j] = rnd())");
            return;
        }
        String array = UsedNames.base(b.getOperand1());
        if (array == null || !arraysAreUsed(pragma, b.getOperand1().copy())) {
            if (array == null) {
                error(pragma, "an initialisation assigns to a whole array; write e.g. init(a[i][j] = rnd())");
            }
            return;
        }
        initialise(pragma, text, b, array);
    }

    private void initialise(Pragma pragma, PragmaExpression text, IASTBinaryExpression assignment, String array) {
        Set<String> indices = new LinkedHashSet<>();
        CExpressions left = expressions(text, CExpressions.Place.ASSUMPTION, id -> assumed(id, indices));
        Target target = left.target(assignment.getOperand1());
        if (target == null) {
            return;
        }
        List<Subscript> expected = indices.stream()
                .map(i -> (Subscript) new Subscript.AffineSubscript(Affine.variable(i)))
                .toList();
        if (!target.subscripts().equals(expected)) {
            error(
                    pragma,
                    "init sets the whole array: its subscripts must be distinct new names like " + array + "[i][j]");
            return;
        }
        if (!initialised.add(array)) {
            error(pragma, "second init of '" + array + "'; join them by ?:");
            return;
        }
        Names names = id -> indices.contains(ReservedNames.legal(id.getName().toString()))
                ? new Meaning.Index(
                        Affine.variable(ReservedNames.legal(id.getName().toString())))
                : known(text.unit(), id, target.array().type());
        Typed value = expressions(text, CExpressions.Place.INIT, names).number(assignment.getOperand2());
        if (value != null) {
            initializers.add(new Initializer(
                    target.array().name(), List.copyOf(indices), value.expression(), unit.position(pragma.offset())));
        }
    }

    /** @param type of the array that is initialised, whose infinity {@code INFINITY} is */
    private Meaning known(TranslationUnit own, IASTIdExpression id, DataType type) {
        String name = id.getName().toString();
        Meaning meaning = variables.named(name);
        if (meaning == null) {
            meaning = variables.argument(name);
        }
        if (meaning == null && name.equalsIgnoreCase(Expression.INFINITY)) {
            return type.isInteger()
                    ? new Meaning.Index(Affine.constant((long) type.infinity()))
                    : new Meaning.Infinity();
        }
        if (meaning == null) {
            diagnostics.error(
                    own.position(id),
                    "'" + id.getName()
                            + "' is neither an index nor a parameter of this scop; init may use those, rnd(),"
                            + " INFINITY and ?:");
            return new Meaning.Faulty();
        }
        return meaning;
    }

    private void dataset(Pragma pragma, String text) {
        String[] parts = text.split(",");
        SequencedMap<String, Long> sizes = new LinkedHashMap<>();
        for (int p = 1; p < parts.length; p++) {
            Matcher size = SIZE.matcher(parts[p]);
            if (!size.matches()) {
                error(pragma, "'" + parts[p].strip() + "' is no size; write e.g. dataset(LARGE, n = 2000)");
                return;
            }
            sizes.put(size.group(1), Long.parseLong(size.group(2)));
        }
        datasets.put(parts[0].strip(), sizes);
    }
}
