package tilewright;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The promises of docs/architecture.md about packages, kept by looking at the compiled classes. */
@Execution(ExecutionMode.CONCURRENT)
class ArchitectureTest {
    /** In the order in which data flows; a stage sees those before it only. */
    private static final List<String> STAGES = List.of(
            "isl",
            "model",
            "kernel",
            "graph",
            "parse",
            "dependence",
            "locality",
            "tiling",
            "ranking",
            "codegen",
            "irregular",
            "algebra",
            "device",
            "tune",
            "report",
            "cli",
            "api");

    /** The same inside of a stage: its packages, in the order in which they may use each other; what is in the stage's own package may use all of them. */
    private static final Map<String, List<String>> INSIDE = Map.of(
            "tiling", List.of("space", "rewrite", "schedule", "plan", "property", "check", "strategy", "window"),
            "ranking", List.of("description", "work", "cost", "candidates", "bound"),
            "tune", List.of("stored", "worker", "build", "peer", "verify"),
            "cli", List.of("output", "argument", "pipeline"),
            "parse.c", List.of("flow", "unit", "affine", "expression", "data", "loop"));

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("tilewright");

    @TestFactory
    Stream<DynamicTest> stageImportsOnlyEarlierStages() {
        return importsOnlyEarlier(STAGES);
    }

    @TestFactory
    Stream<DynamicTest> packagesOfAStageImportOnlyEarlierOnes() {
        return INSIDE.entrySet().stream().flatMap(inside -> {
            String stage = inside.getKey();
            Stream<String> packages = inside.getValue().stream().map(each -> stage + "." + each);
            return importsOnlyEarlier(Stream.concat(packages, Stream.of(stage)).toList());
        });
    }

    /** @param packages in the order in which data flows; the last one may be the package that has the others inside */
    private static Stream<DynamicTest> importsOnlyEarlier(List<String> packages) {
        return IntStream.range(0, packages.size() - 1)
                .mapToObj(p -> DynamicTest.dynamicTest(packages.get(p), () -> {
                    String[] later = packages.subList(p + 1, packages.size()).stream()
                            .map(each ->
                                    packages.getFirst().startsWith(each + ".") ? "tilewright." + each : classesOf(each))
                            .toArray(String[]::new);
                    check(noClasses()
                            .that()
                            .resideInAPackage(classesOf(packages.get(p)))
                            .should()
                            .dependOnClassesThat(resideInAnyPackage(later))
                            .because("data flows one way: " + String.join(" -> ", packages)));
                }));
    }

    @Test
    void everyClassBelongsToAStage() {
        check(classes()
                .should()
                .resideInAnyPackage(
                        STAGES.stream().map(ArchitectureTest::classesOf).toArray(String[]::new))
                .orShould()
                .haveSimpleName("package-info"));
    }

    @Test
    void nativeCodeIsCalledOnlyByTheIslBindingAndByDevices() {
        check(noClasses()
                .that()
                .resideOutsideOfPackages(classesOf("isl"), classesOf("device"))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.lang.foreign..")
                .because("ownership of native memory stays inside these two packages"));
    }

    @Test
    void pureStagesDoNotPrint() {
        List<String> pure = STAGES.subList(0, STAGES.indexOf("device"));
        check(noClasses()
                .that()
                .resideInAnyPackage(
                        pure.stream().map(ArchitectureTest::classesOf).toArray(String[]::new))
                .should(ACCESS_STANDARD_STREAMS)
                .because("only the command line and its workers talk to the user"));
    }

    @Test
    void onlyTheCommandLineAndItsWorkersEndTheProcess() {
        check(noClasses()
                .that()
                .resideOutsideOfPackage(classesOf("cli"))
                .and()
                .doNotHaveFullyQualifiedName("tilewright.tune.worker.WorkerMain")
                .should()
                .callMethod(System.class, "exit", int.class));
    }

    @Test
    void everyPackageIsNullMarked() {
        List<String> unmarked = Stream.concat(
                        Stream.of(CLASSES.getPackage("tilewright")),
                        CLASSES.getPackage("tilewright").getSubpackagesInTree().stream())
                .filter(ArchitectureTest::hasSources)
                .filter(each -> !each.isAnnotatedWith(NullMarked.class))
                .map(JavaPackage::getName)
                .toList();
        assertEquals(List.of(), unmarked, "packages whose package-info.java lacks @NullMarked");
    }

    private static boolean hasSources(JavaPackage each) {
        return each.getClasses().stream().anyMatch(JavaClass::isTopLevelClass);
    }

    private static String classesOf(String stage) {
        return "tilewright." + stage + "..";
    }

    private static void check(ArchRule rule) {
        rule.allowEmptyShould(true).check(CLASSES);
    }
}
