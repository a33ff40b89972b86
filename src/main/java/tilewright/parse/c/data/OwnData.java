package tilewright.parse.c.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.eclipse.cdt.core.dom.ast.ASTVisitor;
import org.eclipse.cdt.core.dom.ast.IASTArraySubscriptExpression;
import org.eclipse.cdt.core.dom.ast.IASTBinaryExpression;
import org.eclipse.cdt.core.dom.ast.IASTCompoundStatement;
import org.eclipse.cdt.core.dom.ast.IASTDeclSpecifier;
import org.eclipse.cdt.core.dom.ast.IASTDeclarationStatement;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpressionStatement;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDefinition;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.eclipse.cdt.core.dom.ast.IASTSimpleDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IASTTranslationUnit;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.eclipse.cdt.core.dom.ast.IFunction;
import org.eclipse.cdt.core.dom.ast.IParameter;
import org.eclipse.cdt.core.dom.ast.IVariable;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Initializer;
import tilewright.model.Node;
import tilewright.model.SourcePosition;
import tilewright.parse.Diagnostics;
import tilewright.parse.c.affine.CArray;
import tilewright.parse.c.affine.Meaning;
import tilewright.parse.c.expression.Variables;
import tilewright.parse.c.flow.Definitions;
import tilewright.parse.c.unit.CTypes;
import tilewright.parse.c.unit.EarlierStatements;
import tilewright.parse.c.unit.EarlierStatements.Part;
import tilewright.parse.c.unit.ForParts;
import tilewright.parse.c.unit.Scop;
import tilewright.parse.c.unit.ScopNames;
import tilewright.parse.c.unit.TranslationUnit;

/**
 * The data that a file itself sets before a scop: by statements before it in its function, or before the call of its function, and by
 * functions that are called there. They are read as the scop is, and what they leave in an array becomes its initial value
 * ({@link FilledArrays}); an array that something sets in another way gets none.
 */
public final class OwnData {
    /** What a number of statements mean, read on their own. */
    public record Reading(List<Node> body, Variables variables, Diagnostics diagnostics) {}

    /**
     * What was found.
     *
     * @param notes which arrays have the file's data and which do not, a line for each reason; empty where the file sets none
     */
    public record Found(List<Initializer> initializers, List<DataNote> notes) {}

    private static final int DEEPEST = 5;
    /** Statements that are read for initial data, about a second's worth; arrays that later ones set have none of the file. */
    private static final int MOST_STATEMENTS = 1000;

    private final TranslationUnit unit;
    private final Scop scop;
    private final Variables variables;
    private final Function<Scop, Reading> reader;
    private final FilledArrays filled;
    private final EarlierStatements earlier;
    /** Why arrays of the scop have no data of the file, by their names. */
    private final Map<String, String> unread = new LinkedHashMap<>();
    /** Where each array was set, in words. */
    private final Map<String, String> places = new LinkedHashMap<>();

    private int statementsRead;

    private OwnData(
            TranslationUnit unit,
            Scop scop,
            Variables variables,
            List<ArrayDeclaration> arrays,
            Function<Scop, Reading> reader) {
        this.unit = unit;
        this.scop = scop;
        this.variables = variables;
        this.reader = reader;
        this.earlier = new EarlierStatements(unit, scop);
        this.filled = new FilledArrays(arrays, variables.parameters(), this::isZero);
    }

    /**
     * Data of the arrays of a scop.
     *
     * @param variables of the scop
     * @param given arrays whose data the user gives
     * @param reader reads statements that stand outside of the scop
     */
    public static Found of(
            TranslationUnit unit,
            Scop scop,
            Variables variables,
            List<ArrayDeclaration> arrays,
            Set<String> given,
            Function<Scop, Reading> reader) {
        OwnData data = new OwnData(unit, scop, variables, arrays, reader);
        data.read();
        return data.found(arrays, given);
    }

    private Found found(List<ArrayDeclaration> arrays, Set<String> given) {
        List<Initializer> initializers = new ArrayList<>();
        Map<String, List<String>> own = new TreeMap<>();
        Map<String, List<String>> others = new TreeMap<>();
        for (ArrayDeclaration array : arrays) {
            String name = array.name();
            String reason = unread.get(name);
            if (given.contains(name)) {
                continue;
            }
            if (reason != null) {
                others.computeIfAbsent(reason, _ -> new ArrayList<>()).add(name);
            } else if (filled.initializer(array) instanceof Initializer initializer) {
                initializers.add(initializer);
                own.computeIfAbsent(Objects.requireNonNull(places.get(name)), _ -> new ArrayList<>())
                        .add(name);
            }
        }
        List<DataNote> notes = new ArrayList<>();
        own.forEach((place, names) -> notes.add(new DataNote(place, names, "are those that the file sets here")));
        others.forEach((reason, names) -> {
            String[] parts = reason.split(": (error: )?", 2);
            notes.add(new DataNote(parts[0], names, "are generated: " + parts[parts.length - 1]));
        });
        return new Found(initializers, notes);
    }

    private void read() {
        file().forEach(this::first);
        earlier.parts().forEach(this::part);
    }

    /** Variables of the file that the scop uses as data and that have a first value. */
    private List<IASTDeclarator> file() {
        return Arrays.stream(unit.tree().getDeclarations())
                .filter(IASTSimpleDeclaration.class::isInstance)
                .flatMap(d -> Arrays.stream(((IASTSimpleDeclaration) d).getDeclarators()))
                .filter(this::isData)
                .toList();
    }

    /** Whether it declares variables of a function that live as long as the program. */
    private static boolean isStatic(IASTStatement statement) {
        return statement instanceof IASTDeclarationStatement d
                && d.getDeclaration() instanceof IASTSimpleDeclaration s
                && s.getDeclSpecifier().getStorageClass() == IASTDeclSpecifier.sc_static;
    }

    /** The variables of the scop that a statement declares with a first value. */
    private List<IASTDeclarator> declarators(IASTStatement statement) {
        return statement instanceof IASTDeclarationStatement d && d.getDeclaration() instanceof IASTSimpleDeclaration s
                ? Arrays.stream(s.getDeclarators()).filter(this::isData).toList()
                : List.of();
    }

    private boolean isData(IASTDeclarator declarator) {
        return declarator.getInitializer() != null
                && variables.data().declared().containsKey(declarator.getName().resolveBinding());
    }

    private void first(IASTDeclarator declarator) {
        Part part = new Part(scop.function(), List.of(), name -> name, true);
        String fault = take(part, List.of(declarator), List.of());
        CArray array = variables.data().declared().get(declarator.getName().resolveBinding());
        if (fault != null && array != null) {
            unread.putIfAbsent(array.name(), fault);
        }
    }

    /** Whether an array lives as long as the program, so that it begins with zeros. */
    private boolean isZero(String array) {
        return variables.data().declared().entrySet().stream()
                .anyMatch(e -> e.getValue().name().equals(array)
                        && e.getKey() instanceof IVariable v
                        && !CTypes.isPointer(v.getType())
                        && earlier.isGlobal(v.getName()));
    }

    private void part(Part part) {
        part.statements().forEach(s -> statement(part, s, 0));
    }

    private void statement(Part part, IASTStatement statement, int depth) {
        if (depth < DEEPEST
                && statement instanceof IASTExpressionStatement e
                && ForParts.plain(e.getExpression()) instanceof IASTFunctionCallExpression call
                && Definitions.of(call) instanceof IASTFunctionDefinition definition
                && definition.getBody() instanceof IASTCompoundStatement body
                && Definitions.called(call) instanceof IFunction called) {
            called(part, new Called(call, called, definition, List.of(body.getStatements())), depth);
        } else if (part.function() == scop.function() && isStatic(statement)) {
            declarators(statement).forEach(this::first);
        } else if (mayMatter(part, statement)) {
            String fault = take(part, List.of(), List.of(statement));
            if (fault != null) {
                lose(part, statement, fault);
            }
        }
    }

    /** A call of a function of the file. */
    private record Called(
            IASTFunctionCallExpression call,
            IFunction function,
            IASTFunctionDefinition definition,
            List<IASTStatement> statements) {}

    /** Reads a function as a whole, so that its variables have their values; statement by statement where that cannot be done. */
    private void called(Part part, Called called, int depth) {
        Map<String, String> places = new HashMap<>();
        List<IParameter> parameters = Definitions.parameters(called.function);
        IASTInitializerClause[] values = called.call.getArguments();
        for (int p = 0; p < Math.min(values.length, parameters.size()); p++) {
            places.put(parameters.get(p).getName(), EarlierStatements.place(unit.text(values[p])));
        }
        Function<String, @Nullable String> names =
                name -> part.names().apply(places.getOrDefault(name, earlier.isGlobal(name) ? name : "?" + name));
        Part inner = new Part(called.definition, called.statements, names, false);
        if (called.statements.stream().noneMatch(s -> mayMatter(inner, s))) {
            return;
        }
        if (take(inner, List.of(), called.statements) != null) {
            called.statements.forEach(s -> statement(inner, s, depth + 1));
        }
    }

    /** Whether a statement mentions something that the scop uses, or a scalar that others may. */
    private boolean mayMatter(Part part, IASTStatement statement) {
        return statement instanceof IASTDeclarationStatement d
                        && d.getDeclaration() instanceof IASTSimpleDeclaration s
                        && Arrays.stream(s.getDeclarators()).anyMatch(each -> each.getInitializer() != null)
                || !sets(part, statement).isEmpty()
                || !ScopNames.of(List.of(statement)).assigned().isEmpty();
    }

    /** The arrays of the scop, as the nest calls them, of which a statement may set parts. */
    private Set<String> sets(Part part, IASTStatement statement) {
        Set<IBinding> changed =
                new LinkedHashSet<>(ScopNames.of(List.of(statement)).changed());
        statement.accept(new ASTVisitor() {
            {
                shouldVisitExpressions = true;
            }

            @Override
            public int visit(IASTExpression expression) {
                if (expression instanceof IASTFunctionCallExpression call
                        && Definitions.of(call) == null
                        && !isPure(call)) {
                    for (IASTInitializerClause argument : call.getArguments()) {
                        if (argument instanceof IASTExpression e
                                && ForParts.plain(e) instanceof IASTIdExpression id
                                && id.getName().resolveBinding() instanceof IVariable v
                                && !CTypes.levels(v.getType()).isEmpty()) {
                            changed.add(v);
                        }
                    }
                }
                // p = malloc(..) sets no element.
                if (expression instanceof IASTBinaryExpression b
                        && b.getOperator() == IASTBinaryExpression.op_assign
                        && !(ForParts.plain(b.getOperand1()) instanceof IASTArraySubscriptExpression)
                        && ForParts.target(b) instanceof IVariable pointer
                        && CTypes.isPointer(pointer.getType())) {
                    changed.remove(pointer);
                }
                return PROCESS_CONTINUE;
            }
        });
        Set<String> names = new LinkedHashSet<>();
        for (IBinding each : changed) {
            String name = part.names().apply(each.getName());
            if (name != null && variables.named(name) instanceof Meaning.Data(CArray array)) {
                names.add(array.name());
            }
        }
        return names;
    }

    private static boolean isPure(IASTFunctionCallExpression call) {
        return Set.of("printf", "fprintf", "free")
                .contains(call.getFunctionNameExpression().getRawSignature());
    }

    /** The statements in these and in the functions that they call, each once. */
    private static int count(List<IASTStatement> statements) {
        int[] count = {0};
        Set<IASTFunctionDefinition> entered = new HashSet<>();
        ASTVisitor visitor = new ASTVisitor() {
            {
                shouldVisitStatements = true;
                shouldVisitExpressions = true;
            }

            @Override
            public int visit(IASTStatement statement) {
                count[0]++;
                return PROCESS_CONTINUE;
            }

            @Override
            public int visit(IASTExpression expression) {
                if (expression instanceof IASTFunctionCallExpression call
                        && Definitions.of(call) instanceof IASTFunctionDefinition definition
                        && entered.add(definition)) {
                    definition.getBody().accept(this);
                }
                return PROCESS_CONTINUE;
            }
        };
        statements.forEach(s -> s.accept(visitor));
        return count[0];
    }

    /** Nothing is known of the arrays that a statement sets. */
    private void lose(Part part, IASTStatement statement, String fault) {
        Set<String> names = new LinkedHashSet<>(sets(part, statement));
        for (IASTDeclarator declarator : declarators(statement)) {
            CArray array = variables.data().declared().get(declarator.getName().resolveBinding());
            if (array != null) {
                names.add(array.name());
            }
        }
        names.forEach(name -> unread.putIfAbsent(name, fault));
    }

    /** Reads statements and follows what they set; the first fault where they cannot be read, and then nothing is set. */
    private @Nullable String take(Part part, List<IASTDeclarator> declared, List<IASTStatement> statements) {
        SourcePosition at = unit.position(declared.isEmpty() ? statements.getFirst() : declared.getFirst());
        statementsRead += count(statements);
        if (statementsRead > MOST_STATEMENTS) {
            return at + ": error: more than " + MOST_STATEMENTS + " statements would have to be read before it";
        }
        Reading reading = reader.apply(new Scop(0, part.function(), declared, statements, at));
        if (reading.diagnostics.first() instanceof String fault) {
            return fault;
        }
        Variables own = reading.variables;
        Map<String, String> written = new HashMap<>();
        own.renamedParameters().forEach((source, name) -> written.put(name, source));
        Map<String, Affine> values = new HashMap<>();
        for (String parameter : own.parameters()) {
            Affine value = value(part.names().apply(written.getOrDefault(parameter, parameter)));
            if (value != null) {
                values.put(parameter, value);
            }
        }
        Map<String, String> outside = new HashMap<>();
        own.data().declared().forEach((binding, array) -> {
            String name = part.names().apply(binding.getName());
            boolean hidden = !part.locals() && binding instanceof IVariable v && isLocal(v, part.function());
            if (!hidden && name != null && variables.named(name) instanceof Meaning.Data(CArray meant)) {
                outside.put(array.name(), meant.name());
            }
        });
        String function = part.function().getDeclarator().getName() + "'";
        for (String name : filled.take(
                reading.body, values, array -> outside.getOrDefault(array, function + array), own.data()::type)) {
            String why = filled.unknown(name);
            if (why == null) {
                unread.remove(name);
                places.put(name, at.toString());
            } else {
                unread.put(name, why);
            }
        }
        return null;
    }

    /** Whether a variable is declared in a function's body, so that nothing outside has its name. */
    private static boolean isLocal(IVariable variable, IASTFunctionDefinition function) {
        if (variable instanceof IParameter) {
            return false;
        }
        IASTTranslationUnit tree = function.getTranslationUnit();
        return Arrays.stream(tree.getDeclarationsInAST(variable)).anyMatch(n -> Definitions.around(n) == function);
    }

    /** The size of the scop that a name or number stands for; null where there is none. */
    private @Nullable Affine value(@Nullable String name) {
        if (name == null) {
            return null;
        }
        if (name.matches("-?\\d{1,9}")) {
            return Affine.constant(Long.parseLong(name));
        }
        return variables.named(name) instanceof Meaning.Index(Affine value) ? value : null;
    }
}
