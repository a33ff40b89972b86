package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.model.UserError;

/** Templates of a user's own, through the command line. */
class TemplateFolderTest {
    private static final String MATMUL = "loopnests/matmul.nest";

    @TempDir
    Path folder;

    @Test
    void ownTemplatePrintsAndTheOthersArePacked() throws IOException {
        write("driver/Makefile.c.mk.ftl", "# mine: ${file}\n");
        CommandLineRun run = command("generate");
        assertEquals(0, run.exitCode(), run.err());
        assertEquals("# mine: matmul\n", Files.readString(folder.resolve("out/Makefile")));
        assertTrue(Files.readString(folder.resolve("out/matmul.c")).contains("#pragma omp parallel for"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"generate", "verify", "tune"})
    void wrongSyntaxIsShownWithItsPlace(String command) throws IOException {
        Path file = write("sequential/nest.ftl", "fine\n<#lst arrays as a>\n");
        command(command).assertFails(UserError.BAD_INPUT, file + ":2:2: error: Unknown directive: #lst.");
    }

    @Test
    void wrongSyntaxOfAnImportedTemplateIsShownThere() throws IOException {
        Path file = write("driver/common.ftl", "<#macro all list>\n<#if list>\n");
        command("generate").assertFails(UserError.BAD_INPUT, file + ":", ": error: ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"generate", "verify", "tune"})
    void unknownValueIsShownWithItsPlace(String command) throws IOException {
        Path file = write("c/program.ftl", "one\ntwo ${file.colour}\n");
        command(command).assertFails(UserError.BAD_INPUT, file + ":2:7: error: ", "file.colour");
    }

    @Test
    void packedTemplateThatMissesAMacroIsNamed() throws IOException {
        write("driver/common.ftl", "<#macro sizes></#macro>");
        command("generate").assertFails(UserError.BAD_INPUT, "template driver/driver.c.ftl:", ": error: ");
    }

    /** It was taken for missing, and the packed template printed. */
    @Test
    void foldersInThePlaceOfTemplatesAreRefused() throws IOException {
        Path entry = Files.createDirectories(folder.resolve("c/program.ftl"));
        command("generate")
                .assertFails(
                        UserError.BAD_INPUT, entry + ": error: this has the name of a template and is a directory");
    }

    @Test
    void folderWithoutTemplatesIsRefused() {
        command("generate").assertFails(UserError.BAD_INPUT, folder + ": error: no templates here; give a folder that");
        Path missing = folder.resolve("missing");
        CommandLineRun.of("verify", MATMUL, "--set", "n=20", "--templates", missing.toString())
                .assertFails(UserError.BAD_INPUT, missing + ": error: no such directory");
    }

    private Path write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    private CommandLineRun command(String command) {
        List<String> words = new ArrayList<>(
                List.of(command, MATMUL, "--set", "n=20", "--target", "c", "--templates", folder.toString()));
        if (!command.equals("verify")) {
            words.addAll(List.of("-o", folder.resolve("out").toString()));
        }
        return CommandLineRun.of(words.toArray(String[]::new));
    }
}
