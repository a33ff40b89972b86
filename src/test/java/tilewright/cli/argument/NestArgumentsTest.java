package tilewright.cli.argument;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.cli.VerifyCommand;

class NestArgumentsTest {
    @TempDir
    Path folder;

    /** Standard input is empty when it is read again. */
    @Test
    void filesAreReadOnce() throws Exception {
        String text = "param n\nreal a(n)\ndo i = 1, n\n  a(i) = 1\nenddo\n";
        NestArguments arguments = new NestArguments();
        arguments.file = Files.writeString(folder.resolve("x.nest"), text);
        arguments.arguments = new SourceArguments();
        arguments.arguments.mixee = new picocli.CommandLine(new VerifyCommand()).getCommandSpec();
        arguments.nest();
        Files.delete(arguments.file);
        assertEquals(text, arguments.source().text());
    }
}
