package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tilewright.cli.pipeline.Stage;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.kernel.text.KernelReader;
import tilewright.kernel.text.KernelText;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.parse.WithoutPositions;
import tilewright.tiling.text.PlanReader;
import tilewright.tiling.text.PlanText;

/**
 * Approved texts of every stage. A case is a folder with {@code arguments.txt}, what follows {@code generate}, and a text per stage. After a
 * deliberate change run with {@code -Dtilewright.golden=update} and look at the difference before committing it.
 */
class StagesTest {
    private static final Path CASES = Path.of("src/test/resources/stages");

    @TempDir
    Path folder;

    @TestFactory
    Stream<DynamicTest> textsAreAsApproved() throws IOException {
        List<Path> cases;
        try (Stream<Path> found = Files.list(CASES)) {
            cases = found.filter(Files::isDirectory).sorted().toList();
        }
        assertTrue(cases.size() >= 12, cases::toString);
        return cases.stream().map(c -> DynamicTest.dynamicTest(c.getFileName().toString(), () -> check(c)));
    }

    private void check(Path approved) throws IOException {
        boolean update = "update".equals(System.getProperty("tilewright.golden"));
        Path texts = update ? approved : folder.resolve(approved.getFileName());
        List<String> arguments = new ArrayList<>(List.of("generate"));
        arguments.addAll(List.of(
                Files.readString(approved.resolve("arguments.txt")).strip().split("\\s+")));
        arguments.addAll(List.of("--dump", "all", "-o", texts.toString()));
        CommandLineRun run = CommandLineRun.of(arguments.toArray(String[]::new));
        assertEquals(0, run.exitCode(), run.err());
        assertEquals("", run.out());
        for (Stage stage : Stage.values()) {
            String file = stage.word() + ".txt";
            assertEquals(
                    Files.readString(approved.resolve(file)),
                    Files.readString(texts.resolve(file)),
                    () -> "approved text " + approved.resolve(file));
        }
        parseBack(texts);
    }

    /** Every text is read again and printed as it was; so is every relation. */
    private static void parseBack(Path texts) throws IOException {
        String model = Files.readString(texts.resolve("model.txt"));
        LoopNest nest = NestParser.parse(texts.getFileName() + ".nest", model);
        assertEquals(model, nest.toString());
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, nest);
            List<String> lines = Files.readAllLines(texts.resolve("dependences.txt"));
            int domains = dependences.domains().size();
            assertEquals(domains + dependences.dependences().size(), lines.size());
            for (int i = domains; i < lines.size(); i++) {
                String relation = lines.get(i).substring(lines.get(i).indexOf(": ") + 2);
                tilewright.isl.Map parsed = tilewright.isl.Map.parse(context, relation);
                assertTrue(
                        parsed.isEqual(
                                dependences.dependences().get(i - domains).relation()),
                        relation);
            }
        }
        String plan = Files.readString(texts.resolve("plan.txt"));
        String name = plan.substring(plan.indexOf('"') + 1, plan.indexOf("\"\n"));
        LoopNest named = WithoutPositions.of(NestParser.parse(name + ".nest", model));
        assertEquals(plan, PlanText.print(PlanReader.parse("plan", plan, named)));
        String kernel = Files.readString(texts.resolve("kernel.txt"));
        assertEquals(kernel, KernelText.print(KernelReader.parse("kernel", kernel)));
    }

    @Test
    void aStageGoesToStandardOutputAndNothingElseDoes() {
        CommandLineRun run = CommandLineRun.of("generate", "loopnests/matmul.nest", "--dump", "model", "-o", "-");
        assertEquals(NestParser.parse(Path.of("loopnests/matmul.nest")).toString(), run.out());
        assertEquals("", run.err());
    }

    @Test
    void aStageGoesToAFile() throws IOException {
        Path file = folder.resolve("dependences");
        CommandLineRun.of("generate", "loopnests/matmul.nest", "--dump", "dependences", "-o", file.toString());
        assertTrue(Files.readString(file).startsWith("domain S1: "), () -> file.toString());
    }

    @Test
    void whatIsNoStageIsRefusedWithTheStagesThereAre() {
        CommandLineRun.of("generate", "loopnests/matmul.nest", "--dump", "tree")
                .assertFails(2, "no stage is called 'tree'", "model, dependences, plan, kernel");
        CommandLineRun.of("generate", "loopnests/matmul.nest", "--target", "cuda", "--dump", "kernel:pad")
                .assertFails(2, "no pass is called 'pad'; there are", "quotients: ", "drop-unused: ");
        CommandLineRun.of(
                        "generate", "loopnests/matmul.nest", "--set", "n=8", "--target", "c", "--without", "quotients")
                .assertFails(
                        2, "pass 'quotients' is not applied to programs of this target; there are", "join-minima: ");
        CommandLineRun.of("generate", "loopnests/matmul.nest", "--set", "n=8", "--dump", "all")
                .assertFails(2, "name their folder, -o DIR");
    }

    @Test
    void aPassShowsAndIsLeftOut() {
        assertTrue(kernel("--dump", "kernel:lowered").contains(" / "));
        assertFalse(kernel("--dump", "kernel:share-boxes").contains("quotient("));
        assertTrue(kernel("--dump", "kernel:quotients").contains("quotient("));
        assertFalse(kernel("--dump", "kernel", "--without", "quotients").contains("quotient("));
    }

    private static String kernel(String... options) {
        List<String> arguments = new ArrayList<>(List.of(
                "generate",
                "loopnests/lu.nest",
                "--set",
                "n=64",
                "--target",
                "cuda",
                "--block",
                "8,8,8",
                "--thread",
                "1,2,4"));
        arguments.addAll(List.of(options));
        CommandLineRun run = CommandLineRun.of(arguments.toArray(String[]::new));
        assertEquals(0, run.exitCode(), run.err());
        return run.out();
    }
}
