package tilewright.parse.c.unit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.eclipse.cdt.core.dom.ast.IASTCompoundStatement;
import org.eclipse.cdt.core.dom.ast.IASTDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTDeclarator;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDefinition;
import org.eclipse.cdt.core.dom.ast.IASTInitializerClause;
import org.eclipse.cdt.core.dom.ast.IASTNode;
import org.eclipse.cdt.core.dom.ast.IASTSimpleDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTStatement;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.eclipse.cdt.core.dom.ast.IFunction;
import org.eclipse.cdt.core.dom.ast.IParameter;
import org.jspecify.annotations.Nullable;
import tilewright.parse.c.flow.Definitions;

/** Which statements of a file run before a scop: those before it in its function, and those before the call of its function. */
public final class EarlierStatements {
    /**
     * Statements that run before the scop.
     *
     * @param names what the scop's function calls what these statements call so, by the text of a place; null for anything else
     * @param locals whether it may call variables so that are declared in this function
     */
    public record Part(
            IASTFunctionDefinition function,
            List<IASTStatement> statements,
            Function<String, @Nullable String> names,
            boolean locals) {}

    private final TranslationUnit unit;
    private final Scop scop;

    public EarlierStatements(TranslationUnit unit, Scop scop) {
        this.unit = unit;
        this.scop = scop;
    }

    /** The statements, in the order in which they run. */
    public List<Part> parts() {
        List<Part> parts = new ArrayList<>(caller());
        parts.add(new Part(scop.function(), before(scop.function(), this::isScop), name -> name, true));
        return parts;
    }

    private boolean isScop(IASTNode node) {
        return !scop.statements().isEmpty() && node == scop.statements().getFirst();
    }

    /** The statements of a function that run before a place in it, those of the blocks around it among them. */
    private static List<IASTStatement> before(IASTFunctionDefinition function, Predicate<IASTNode> place) {
        List<IASTStatement> statements = new ArrayList<>();
        collect(function.getBody(), place, statements);
        return statements;
    }

    /** Whether the place is the node or part of it; what stands before it in blocks is added. */
    private static boolean collect(IASTNode node, Predicate<IASTNode> place, List<IASTStatement> before) {
        if (place.test(node)) {
            return true;
        }
        List<IASTStatement> earlier = new ArrayList<>();
        for (IASTNode child : node.getChildren()) {
            List<IASTStatement> inside = new ArrayList<>();
            if (collect(child, place, inside)) {
                before.addAll(earlier);
                before.addAll(inside);
                return true;
            }
            if (node instanceof IASTCompoundStatement && child instanceof IASTStatement statement) {
                earlier.add(statement);
            }
        }
        return false;
    }

    /** What runs before the function of the scop is called, in the first function of the file that does so. */
    private List<Part> caller() {
        IBinding wanted = scop.function().getDeclarator().getName().resolveBinding();
        for (IASTDeclaration declaration : unit.tree().getDeclarations()) {
            if (declaration instanceof IASTFunctionDefinition f && f != scop.function() && unit.isInMainFile(f)) {
                IASTFunctionCallExpression[] call = new IASTFunctionCallExpression[1];
                List<IASTStatement> statements = before(f, node -> {
                    boolean here = node instanceof IASTFunctionCallExpression c
                            && Objects.equals(Definitions.called(c), wanted);
                    if (here) {
                        call[0] = (IASTFunctionCallExpression) node;
                    }
                    return here;
                });
                if (call[0] != null && wanted instanceof IFunction called) {
                    return List.of(new Part(f, statements, arguments(call[0], called), true));
                }
            }
        }
        return List.of();
    }

    /** The names that a called function has for what its caller hands on. */
    private Function<String, @Nullable String> arguments(IASTFunctionCallExpression call, IFunction called) {
        Map<String, String> names = new HashMap<>();
        List<IParameter> parameters = Definitions.parameters(called);
        IASTInitializerClause[] values = call.getArguments();
        for (int p = 0; p < Math.min(values.length, parameters.size()); p++) {
            names.putIfAbsent(place(unit.text(values[p])), parameters.get(p).getName());
        }
        return name -> names.containsKey(name) ? names.get(name) : isGlobal(name) ? name : null;
    }

    /** The text of an argument without casts, and without what makes a pointer of a variable or the other way round. */
    public static String place(String argument) {
        String text = argument.strip();
        for (String before = ""; !before.equals(text); ) {
            before = text;
            text = text.replaceFirst("^[*&]\\s*", "")
                    .replaceFirst("^\\(\\s*([^()]*)\\s*\\)$", "$1")
                    .strip();
        }
        return text;
    }

    /** Whether the file declares a variable of that name outside of functions. */
    public boolean isGlobal(String name) {
        return Arrays.stream(unit.tree().getDeclarations())
                .flatMap(d -> Arrays.stream(declared(d)))
                .anyMatch(name::equals);
    }

    private static String[] declared(IASTDeclaration declaration) {
        return declaration instanceof IASTSimpleDeclaration s
                ? Arrays.stream(s.getDeclarators()).map(EarlierStatements::name).toArray(String[]::new)
                : new String[0];
    }

    private static String name(IASTDeclarator declarator) {
        return declarator.getNestedDeclarator() == null
                ? declarator.getName().toString()
                : name(declarator.getNestedDeclarator());
    }
}
