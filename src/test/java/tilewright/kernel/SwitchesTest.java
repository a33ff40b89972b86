package tilewright.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.tree.AnyPatternTree;
import com.sun.source.tree.BindingPatternTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConstantCaseLabelTree;
import com.sun.source.tree.DeconstructionPatternTree;
import com.sun.source.tree.DefaultCaseLabelTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.PatternCaseLabelTree;
import com.sun.source.tree.PatternTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/**
 * Who adds an operation to nests, to the programs of blocks or of kernels is told by the compiler where it must be handled: no switch over their sealed
 * types has a default, wherever it stands; and none over an enumeration where irregular nests become programs.
 */
class SwitchesTest {
    private static final Path SOURCES = Path.of("src/main/java");

    /** The packages whose sealed types are meant. */
    private static final Set<String> REPRESENTATIONS = Set.of(
            "tilewright.model",
            "tilewright.kernel",
            "tilewright.codegen.ir",
            "tilewright.irregular",
            "tilewright.irregular.host");

    /** The packages where switches over enumerations have no default either; operators of nests are one. */
    private static final String WITHOUT = "tilewright.irregular";

    private static final Pattern CONSTANT = Pattern.compile("[A-Z][A-Z0-9_]*");

    @Test
    void switchesOverProgramsHaveNoDefault() throws IOException {
        List<CompilationUnitTree> units = units();
        Set<String> sealed = sealedTypes(units);
        assertTrue(
                sealed.containsAll(List.of("tilewright.kernel.Statement", "tilewright.model.Affine")),
                "sealed types are found");
        List<String> found = new ArrayList<>();
        units.forEach(u -> new Defaults(u, sealed, found).scan(u, null));
        assertEquals(List.of(), found, "a default hides what is new");
    }

    private static List<CompilationUnitTree> units() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
                Stream<Path> all = Files.walk(SOURCES)) {
            List<Path> sources = all.filter(f -> f.toString().endsWith(".java")).toList();
            JavacTask task = (JavacTask)
                    compiler.getTask(null, files, null, null, null, files.getJavaFileObjectsFromPaths(sources));
            List<CompilationUnitTree> units = new ArrayList<>();
            task.parse().forEach(units::add);
            return units;
        }
    }

    private static Set<String> sealedTypes(List<CompilationUnitTree> units) {
        Set<String> found = new HashSet<>();
        for (CompilationUnitTree unit : units) {
            String pack = packageOf(unit);
            for (Tree type : unit.getTypeDecls()) {
                if (REPRESENTATIONS.contains(pack) && type instanceof ClassTree c) {
                    collect(pack, c, found);
                }
            }
        }
        return found;
    }

    private static void collect(String around, ClassTree type, Set<String> found) {
        String name = around + "." + type.getSimpleName();
        if (type.getModifiers().getFlags().contains(Modifier.SEALED)) {
            found.add(name);
        }
        for (Tree member : type.getMembers()) {
            if (member instanceof ClassTree inner) {
                collect(name, inner, found);
            }
        }
    }

    private static String packageOf(CompilationUnitTree unit) {
        return unit.getPackageName() == null ? "" : unit.getPackageName().toString();
    }

    private static final class Defaults extends TreeScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private final Set<String> sealed;
        private final Map<String, String> imported = new HashMap<>();
        private final List<String> found;

        Defaults(CompilationUnitTree unit, Set<String> sealed, List<String> found) {
            this.unit = unit;
            this.sealed = sealed;
            this.found = found;
            unit.getTypeDecls().forEach(type -> inside(packageOf(unit), type));
            for (ImportTree i : unit.getImports()) {
                String name = i.getQualifiedIdentifier().toString();
                imported.put(name.substring(name.lastIndexOf('.') + 1), name);
            }
        }

        /** Inside of a type, what it declares goes by its simple name. */
        private void inside(String around, Tree type) {
            if (type instanceof ClassTree c) {
                String name = around + "." + c.getSimpleName();
                imported.putIfAbsent(c.getSimpleName().toString(), name);
                c.getMembers().forEach(member -> inside(name, member));
            }
        }

        @Override
        public Void visitSwitch(SwitchTree node, Void none) {
            check(node.getCases(), node.getExpression().toString());
            return super.visitSwitch(node, none);
        }

        @Override
        public Void visitSwitchExpression(SwitchExpressionTree node, Void none) {
            check(node.getCases(), node.getExpression().toString());
            return super.visitSwitchExpression(node, none);
        }

        private void check(List<? extends CaseTree> cases, String of) {
            boolean patterns = cases.stream()
                    .flatMap(c -> c.getLabels().stream())
                    .anyMatch(l -> l instanceof PatternCaseLabelTree pattern && isOfSealed(pattern.getPattern())
                            || l instanceof ConstantCaseLabelTree constant && isOfEnumeration(constant));
            boolean otherwise = cases.stream()
                    .flatMap(c -> c.getLabels().stream())
                    .anyMatch(DefaultCaseLabelTree.class::isInstance);
            if (patterns && otherwise) {
                found.add(Path.of(unit.getSourceFile().getName()).getFileName() + ": switch " + of);
            }
        }

        private boolean isOfEnumeration(ConstantCaseLabelTree label) {
            return packageOf(unit).startsWith(WITHOUT)
                    && CONSTANT.matcher(label.getConstantExpression().toString())
                            .matches();
        }

        /** Whether a pattern is for one kind of a sealed type: {@code Statement.For f}. */
        private boolean isOfSealed(PatternTree pattern) {
            Tree type = switch (pattern) {
                case BindingPatternTree b -> b.getVariable().getType();
                case DeconstructionPatternTree d -> d.getDeconstructor();
                case AnyPatternTree _ -> null;
                default -> throw new IllegalStateException("a pattern of a new kind: " + pattern);
            };
            String name = type == null ? "" : type.toString();
            int dot = name.indexOf('.');
            String first = dot < 0 ? name : name.substring(0, dot);
            String whole =
                    imported.getOrDefault(first, packageOf(unit) + "." + first) + (dot < 0 ? "" : name.substring(dot));
            return sealed.contains(whole.substring(0, Math.max(0, whole.lastIndexOf('.'))));
        }
    }
}
