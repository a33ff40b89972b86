package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What README.md shows of commands that run nothing is what they print: lines as they stand, with others left out where it says so. */
class ReadmeTest {
    private static final Pattern SHOWN = Pattern.compile(
            "^```\\n\\$ \\./tilewright ((?:analyze|rank) [^\\n]*)\\n(.*?)^```", Pattern.MULTILINE | Pattern.DOTALL);

    private static final String LEFT_OUT = "...\n";

    @TestFactory
    Stream<DynamicTest> commandsPrintWhatIsShown() throws IOException {
        List<MatchResult> shown =
                SHOWN.matcher(Files.readString(Path.of("README.md"))).results().toList();
        assertFalse(shown.isEmpty(), "no command");
        return shown.stream()
                .map(s -> DynamicTest.dynamicTest(
                        s.group(1), () -> isPrinted(s.group(1).split(" "), s.group(2))));
    }

    private static void isPrinted(String[] command, String shown) {
        String printed = CommandLineRun.of(command).out();
        int from = 0;
        for (String part : shown.split(Pattern.quote(LEFT_OUT))) {
            int at = printed.indexOf(part, from);
            assertTrue(from == 0 ? at == 0 : at >= from, () -> "README.md shows\n" + part + "of\n" + printed);
            from = at + part.length();
        }
    }
}
