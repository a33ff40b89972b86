package tilewright.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.source.tree.CaseLabelTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ConstantCaseLabelTree;
import com.sun.source.tree.DefaultCaseLabelTree;
import com.sun.source.tree.PatternCaseLabelTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/**
 * Who adds an operation to the kernel programs is told by the compiler where it must be handled: in what prints, reads, rewrites and emulates
 * them, a switch over their sealed types has no default.
 */
class SwitchesTest {
    private static final Path KERNEL = Path.of("src/main/java/tilewright/kernel");
    private static final List<Path> COMPLETE =
            List.of(KERNEL, KERNEL.resolve("print"), KERNEL.resolve("text"), KERNEL.resolve("emulate"));

    /** Where switches over enumerations have no default either. */
    private static final List<Path> IRREGULAR = Stream.of("irregular", "irregular/loops", "irregular/counts")
            .map(Path.of("src/main/java/tilewright")::resolve)
            .toList();

    /** The sealed types of kernel programs. */
    private static final Pattern SEALED = Pattern.compile(
            "(Statement|Expression|Place|HostStep|Argument|Memory|Kind|Parameter|Schedule|Node|Subscript|Until)\\.\\w+.*",
            Pattern.DOTALL);

    private static final Pattern CONSTANT = Pattern.compile("[A-Z][A-Z0-9_]*");

    @Test
    void switchesOverKernelProgramsHaveNoDefault() throws IOException {
        assertEquals(List.of(), defaults(COMPLETE, false), "a default hides what is new");
    }

    @Test
    void switchesOfIrregularNestsHaveNoDefault() throws IOException {
        assertEquals(List.of(), defaults(IRREGULAR, true), "a default hides what is new");
    }

    private static List<String> defaults(List<Path> folders, boolean constants) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> found = new ArrayList<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<Path> sources = new ArrayList<>();
            for (Path folder : folders) {
                try (Stream<Path> list = Files.list(folder)) {
                    list.filter(f -> f.toString().endsWith(".java")).forEach(sources::add);
                }
            }
            JavacTask task = (JavacTask)
                    compiler.getTask(null, files, null, null, null, files.getJavaFileObjectsFromPaths(sources));
            for (CompilationUnitTree unit : task.parse()) {
                new Defaults(unit, constants, found).scan(unit, null);
            }
        }
        return found;
    }

    private static final class Defaults extends TreeScanner<Void, Void> {
        private final CompilationUnitTree unit;
        private final boolean constants;
        private final List<String> found;

        Defaults(CompilationUnitTree unit, boolean constants, List<String> found) {
            this.unit = unit;
            this.constants = constants;
            this.found = found;
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

        private boolean isComplete(CaseLabelTree label) {
            return label instanceof PatternCaseLabelTree pattern
                            && SEALED.matcher(pattern.getPattern().toString()).matches()
                    || constants
                            && label instanceof ConstantCaseLabelTree constant
                            && CONSTANT.matcher(constant.getConstantExpression().toString())
                                    .matches();
        }

        private void check(List<? extends CaseTree> cases, String of) {
            boolean patterns =
                    cases.stream().flatMap(c -> c.getLabels().stream()).anyMatch(this::isComplete);
            boolean otherwise = cases.stream()
                    .flatMap(c -> c.getLabels().stream())
                    .anyMatch(DefaultCaseLabelTree.class::isInstance);
            if (patterns && otherwise) {
                found.add(Path.of(unit.getSourceFile().getName()).getFileName() + ": switch " + of);
            }
        }
    }
}
