package tilewright.parse.fortran;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Assumption;
import tilewright.model.DataType;
import tilewright.model.Initializer;
import tilewright.model.Operator;
import tilewright.model.Subscript;
import tilewright.parse.AccessNumbers;
import tilewright.parse.Associativity;
import tilewright.parse.Diagnostics;
import tilewright.parse.ReservedNames;
import tilewright.parse.TypedOperations.Typed;
import tilewright.parse.fortran.Elements.Target;
import tilewright.parse.fortran.FortranStatementParser.AssignmentLineContext;
import tilewright.parse.fortran.FortranStatementParser.ExprContext;
import tilewright.parse.fortran.FortranStatementParser.ReferenceContext;
import tilewright.parse.fortran.FortranStatementParser.ReferenceValueContext;

/**
 * The directives that speak about data and sizes: {@code !$tilewright assume(a(k,k) >= 0)}, {@code init(a(i,j) = rnd())} and
 * {@code dataset(LARGE, n = 2000)}. They stand in the program unit of the scop, or before it and after the unit before.
 */
final class Facts {
    private static final Pattern FORM = Pattern.compile("(\\w+)\\s*\\((.*)\\)", Pattern.DOTALL);
    private static final Pattern ASSOCIATIVE =
            Pattern.compile("\\s*associative\\s*\\((.*)\\)\\s*", Pattern.CASE_INSENSITIVE);
    private static final Pattern SIZE = Pattern.compile("\\s*(\\w+)\\s*=\\s*(\\d{1,9})\\s*");

    private static final Pattern FIXED = Pattern.compile("\\s*(\\w+)\\s*==\\s*(-?\\d{1,9})\\s*");

    private final Syntax syntax;
    private final Variables variables;
    private final ProgramUnit unit;
    private final Diagnostics diagnostics;
    private final List<Assumption> assumptions = new ArrayList<>();
    private final List<Initializer> initializers = new ArrayList<>();
    private final SequencedMap<String, SequencedMap<String, Long>> datasets = new LinkedHashMap<>();
    private final Set<String> initialised = new HashSet<>();
    private final Map<String, Long> fixed = new HashMap<>();
    private final Set<Operator> associative = new LinkedHashSet<>();

    Facts(Syntax syntax, Variables variables, ProgramUnit unit, Diagnostics diagnostics) {
        this.syntax = syntax;
        this.variables = variables;
        this.unit = unit;
        this.diagnostics = diagnostics;
    }

    List<Assumption> assumptions() {
        return assumptions;
    }

    List<Initializer> initializers() {
        return initializers;
    }

    /** Sizes by dataset in capitals, in the order of the file. */
    SequencedMap<String, SequencedMap<String, Long>> datasets() {
        return datasets;
    }

    /** Values that assumptions say of single parameters, by name in lower case. */
    Map<String, Long> fixed() {
        return fixed;
    }

    /** Operators that may be regrouped. */
    Set<Operator> associative() {
        return associative;
    }

    /** Reads the directives of the unit, once its statements are known. */
    void read() {
        for (SourceLine line : unit.lines()) {
            String word = Scops.keyword(line.lower());
            if (line.directive() && !word.equals(Scops.BEGIN) && !word.equals(Scops.END)) {
                read(line);
            }
        }
    }

    private void read(SourceLine line) {
        Matcher form = FORM.matcher(line.text());
        if (!form.matches()) {
            error(
                    line,
                    "this directive is not understood; write '!$tilewright assume(a(k,k) >= 0)', 'init(a(i,j) ="
                            + " rnd())', 'dataset(LARGE, n = 2000)', 'scop' or 'endscop'");
            return;
        }
        SourceLine inside = line.part(form.start(2), form.end(2));
        switch (form.group(1).toLowerCase(Locale.ROOT)) {
            case "assume" -> {
                if (ASSOCIATIVE.matcher(inside.text()).matches()) {
                    associative(inside);
                } else {
                    assume(inside);
                }
            }
            case "init" -> init(inside);
            case "dataset" -> dataset(inside);
            default -> error(line, "there is no '" + form.group(1) + "'; use assume, init or dataset");
        }
    }

    private void error(SourceLine line, String message) {
        diagnostics.error(line.position(), message);
    }

    private void associative(SourceLine line) {
        for (String sign : ASSOCIATIVE.matcher(line.text()).replaceFirst("$1").split(",", -1)) {
            Operator operator = Associativity.operator(sign.strip());
            if (operator == null) {
                error(line, Associativity.fault(sign.strip(), "assume(associative(+))"));
            } else {
                associative.add(operator);
            }
        }
    }

    private void assume(SourceLine line) {
        Matcher value = FIXED.matcher(line.lower());
        if (value.matches()) {
            fixed.put(value.group(1), Long.valueOf(value.group(2)));
            Long taken = variables.fixed(value.group(1));
            if (taken != null) {
                if (!taken.equals(fixed.get(value.group(1)))) {
                    error(line, "the nest is made for " + value.group(1) + " = " + taken + ", which this excludes");
                }
                return;
            }
        }
        var tree = syntax.parse(line, FortranStatementParser::expressionLine, "assume(a(k,k) >= 0)");
        if (tree == null || !isOfScop(tree.expr())) {
            return;
        }
        FreeNames names = new FreeNames(true);
        Typed condition =
                expressions(names, FortranExpressions.Place.ASSUMPTION).truth(tree.expr());
        if (condition == null) {
            return;
        }
        if (!Assumption.isFact(condition.expression(), names.free)) {
            error(
                    line,
                    "an assumption is a comparison of array elements or of parameters, or several joined by .and.;"
                            + " write e.g. assume(a(k,k) >= 0)");
            return;
        }
        assumptions.add(new Assumption(
                new AccessNumbers(0).number(condition.expression()), List.copyOf(names.free), line.position()));
    }

    /** Whether the scop uses every array and argument that the expression names; a name that nothing has is reported. */
    private boolean isOfScop(ExprContext expression) {
        if (!(expression instanceof ReferenceValueContext value)) {
            return expression.getRuleContexts(ExprContext.class).stream().allMatch(this::isOfScop);
        }
        ReferenceContext reference = value.reference();
        return isOfScop(reference) && reference.arguments.stream().allMatch(a -> a.value != null && isOfScop(a.value));
    }

    private boolean isOfScop(ReferenceContext reference) {
        String name = ScopNames.key(reference.name);
        if (variables.named(name) != null) {
            return true;
        }
        if (reference.open == null) {
            return !unit.arguments().contains(name);
        }
        if (Functions.isKnown(Functions.general(name)) || name.equals("rnd")) {
            return true;
        }
        if (!variables.isDeclared(name)) {
            syntax.error(
                    reference,
                    "'" + reference.name.getText() + "' is no array of this scop; correct the name or remove the line");
        }
        return false;
    }

    private FortranExpressions expressions(Names names, FortranExpressions.Place place) {
        return new FortranExpressions(syntax, names, Scope.EMPTY, place, DataType.DOUBLE, null);
    }

    private void init(SourceLine line) {
        var tree = syntax.parse(line, FortranStatementParser::assignmentLine, "init(a(i,j) = rnd())");
        if (tree != null && isOfScop(tree.target)) {
            initialise(line, tree);
        }
    }

    private void initialise(SourceLine line, AssignmentLineContext tree) {
        FreeNames left = new FreeNames(true);
        Target target = expressions(left, FortranExpressions.Place.ASSUMPTION).target(tree.target);
        if (target == null) {
            return;
        }
        List<String> indices = new ArrayList<>(left.free).reversed();
        List<Subscript> expected = indices.stream()
                .map(i -> (Subscript) new Subscript.AffineSubscript(Affine.variable(i)))
                .toList();
        String array = tree.target.name.getText();
        if (!target.subscripts().equals(expected)) {
            error(line, "init sets the whole array: its subscripts must be distinct new names like " + array + "(i,j)");
            return;
        }
        if (!initialised.add(target.array().name())) {
            error(line, "second init of '" + array + "'; join them by merge");
            return;
        }
        FreeNames right = new FreeNames(false);
        right.free.addAll(left.free);
        Typed value = expressions(right, FortranExpressions.Place.INIT).build(tree.value);
        if (value != null) {
            initializers.add(
                    new Initializer(target.array().name(), List.copyOf(indices), value.expression(), line.position()));
        }
    }

    private void dataset(SourceLine line) {
        String[] parts = line.text().split(",");
        SequencedMap<String, Long> sizes = new LinkedHashMap<>();
        for (int p = 1; p < parts.length; p++) {
            Matcher size = SIZE.matcher(parts[p]);
            if (!size.matches()) {
                error(line, "'" + parts[p].strip() + "' is no size; write e.g. dataset(LARGE, n = 2000)");
                return;
            }
            sizes.put(size.group(1).toLowerCase(Locale.ROOT), Long.parseLong(size.group(2)));
        }
        datasets.put(parts[0].strip().toUpperCase(Locale.ROOT), sizes);
    }

    /** Names of a directive: those of the scop, and new ones, which stand for every index. */
    private final class FreeNames implements Names {
        private final Names plain = variables.in(Scope.EMPTY);
        private final Set<String> free = new LinkedHashSet<>();
        private final boolean open;

        /** @param open whether unknown names are new indices */
        FreeNames(boolean open) {
            this.open = open;
        }

        @Override
        public Meaning of(Token name) {
            String key = ScopNames.key(name);
            String index = ReservedNames.legal(key);
            if (free.contains(index)) {
                return new Meaning.Index(Affine.variable(index));
            }
            Meaning known = variables.named(key);
            if (known != null) {
                return known;
            }
            if (!open) {
                syntax.error(
                        name,
                        "'" + name.getText()
                                + "' is neither an index nor a parameter of this scop; init may use those, rnd() and"
                                + " merge");
                return new Meaning.Faulty();
            }
            free.add(index);
            return new Meaning.Index(Affine.variable(index));
        }

        @Override
        public boolean isIndex(Token name) {
            return !(variables.named(ScopNames.key(name)) instanceof Meaning.Data);
        }

        @Override
        public boolean isArray(Token name) {
            return plain.isArray(name);
        }

        @Override
        public @Nullable Long kind(String text) {
            return plain.kind(text);
        }

        @Override
        public String advice() {
            return plain.advice();
        }
    }
}
