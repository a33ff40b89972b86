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

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("tilewright");

    @TestFactory
    Stream<DynamicTest> stageImportsOnlyEarlierStages() {
        return STAGES.stream()
                .map(stage -> DynamicTest.dynamicTest(stage, () -> {
                    String[] later = STAGES.subList(STAGES.indexOf(stage) + 1, STAGES.size()).stream()
                            .map(ArchitectureTest::classesOf)
                            .toArray(String[]::new);
                    if (later.length > 0) {
                        check(noClasses()
                                .that()
                                .resideInAPackage(classesOf(stage))
                                .should()
                                .dependOnClassesThat(resideInAnyPackage(later))
                                .because("data flows one way: " + String.join(" -> ", STAGES)));
                    }
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
                .doNotHaveFullyQualifiedName("tilewright.tune.WorkerMain")
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
