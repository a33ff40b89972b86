package tilewright.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;
import tilewright.cli.output.Faults;
import tilewright.cli.output.Progress;
import tilewright.cli.output.StandardOutput;
import tilewright.cli.output.Terminal;
import tilewright.cli.output.TerminalWriter;
import tilewright.model.UserError;

/** Entry point of the program and of its tests. */
public final class Main {
    /** What picocli takes as the least width of its help. */
    private static final int LEAST_HELP = 55;

    private static final int MOST_HELP = 80;

    private Main() {}

    public static void main(String[] args) {
        StandardOutput standard = new StandardOutput(new FileOutputStream(FileDescriptor.out));
        PrintWriter out = TerminalWriter.of(
                new PrintWriter(new PrintStream(standard, false, System.out.charset()), true), Terminal.columns());
        PrintWriter err = TerminalWriter.of(new PrintWriter(System.err, true), Terminal.errorColumns());
        try (Progress progress = Progress.to(err)) {
            System.exit(ScopedValue.where(Progress.CURRENT, progress).call(() -> {
                int code = run(args, out, err);
                // A reader who has seen enough, as in a pipe to head, loses nothing that he wanted.
                if (out.checkError() && !standard.isUnread()) {
                    err.println("error: standard output cannot be written: what was to be printed is lost");
                    return UserError.BAD_INPUT;
                }
                return code;
            }));
        }
    }

    /** An empty name would be the folder one is in, which nobody means who writes {@code -o "$FOLDER"}. */
    private static Path path(String text) {
        if (text.isEmpty()) {
            throw new TypeConversionException("an empty text names no file or folder");
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new TypeConversionException("'" + text + "' is no name of a file"
                    + (text.contains("\0")
                            ? ""
                            : "; letters beyond ASCII need a locale" + " that has them, e.g. LC_ALL=C.UTF-8"));
        }
    }

    /**
     * Runs one command inside this process.
     *
     * @return the exit code: 0 done, 1 the answer is no, 2 bad usage or input, 3 a needed device or tool is missing, 70
     *     a fault of Tilewright itself
     */
    public static int run(String[] args, PrintWriter out, PrintWriter err) {
        Faults faults = new Faults();
        try {
            return new CommandLine(new TilewrightCommand())
                    .setOut(out)
                    .setErr(err)
                    .setUsageHelpWidth(Math.clamp(Terminal.columns(), LEAST_HELP, MOST_HELP))
                    .setCaseInsensitiveEnumValuesAllowed(true)
                    .registerConverter(Path.class, Main::path)
                    .setParameterExceptionHandler(faults)
                    .setExecutionExceptionHandler(faults)
                    .execute(args);
        } catch (OutOfMemoryError | StackOverflowError exhausted) {
            return faults.exhausted(exhausted, err);
        } catch (LinkageError | TypeNotPresentException missing) {
            return faults.notLoaded(missing, err);
        } finally {
            out.flush();
            err.flush();
        }
    }
}
