package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.model.UserError;

class UsageTest {
    @Test
    void helpNamesEveryCommandAndExitCode() {
        CommandLineRun run = CommandLineRun.of("--help");
        for (String word :
                List.of("analyze", "rank", "generate", "verify", "tune", "best", "report", "doctor", "Exit codes")) {
            assertTrue(run.out().contains(word), run.out());
        }
        assertEquals(0, run.exitCode());
    }

    @ParameterizedTest
    @CsvSource({"analyze", "rank", "generate", "verify", "tune", "best", "report", "doctor"})
    void everyCommandHasHelp(String command) {
        CommandLineRun run = CommandLineRun.of(command, "--help");
        assertTrue(run.out().contains("tilewright " + command), run.out());
        assertEquals(0, run.exitCode());
    }

    @Test
    void versionIsPrinted() {
        assertTrue(CommandLineRun.of("--version").out().startsWith("tilewright "));
    }

    @Test
    void completionIsABashScript() {
        assertTrue(CommandLineRun.of("generate-completion").out().contains("complete -F"));
    }

    @Test
    void noCommandIsBadUsage() {
        CommandLineRun.of().assertFails(UserError.BAD_INPUT, "error: Missing required subcommand");
    }

    @Test
    void misspelledCommandSuggestsTheRightOne() {
        CommandLineRun.of("analyse", "x.nest").assertFails(UserError.BAD_INPUT, "analyse", "analyze");
    }

    @Test
    void unknownOptionIsNamed() {
        CommandLineRun.of("analyze", "--blocks", "4", "x.nest").assertFails(UserError.BAD_INPUT, "--blocks");
    }

    @Test
    void unknownTargetListsTheTargets() {
        CommandLineRun.of("tune", "--target", "opencl", "x.nest")
                .assertFails(UserError.BAD_INPUT, "opencl", "CUDA, HIP, C");
    }

    @Test
    void topAndExhaustiveExcludeEachOther() {
        CommandLineRun.of("tune", "--top", "3", "--exhaustive", "x.nest")
                .assertFails(UserError.BAD_INPUT, "mutually exclusive");
    }
}
