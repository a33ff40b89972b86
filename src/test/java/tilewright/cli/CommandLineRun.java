package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import tilewright.cli.argument.HostDevice;

/** One run of the command line inside the test's process: what it printed and how it ended. */
record CommandLineRun(int exitCode, String out, String err) {
    static {
        // Rankings of the host are those of the shipped description, whatever machine runs the tests.
        System.setProperty(HostDevice.FOLDER, HostDevice.NONE);
    }

    static CommandLineRun of(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(args, new PrintWriter(out), new PrintWriter(err));
        return new CommandLineRun(code, out.toString(), err.toString());
    }

    /** Ended with the code, said all the words on standard error, and showed no stack trace. */
    void assertFails(int expectedCode, String... words) {
        for (String each : words) {
            assertTrue(err.contains(each), () -> "expected '" + each + "' in:\n" + err);
        }
        assertEquals(expectedCode, exitCode, err);
        assertTrue(!err.contains("\tat "), () -> "a stack trace:\n" + err);
    }
}
