package tilewright.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;
import tilewright.model.UserError;

/** Entry point of the program and of its tests. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(System.out, true);
        PrintWriter err = new PrintWriter(System.err, true);
        try (Progress progress = Progress.to(err)) {
            System.exit(ScopedValue.where(Progress.CURRENT, progress).call(() -> {
                int code = run(args, out, err);
                if (out.checkError()) {
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
        return Path.of(text);
    }

    /**
     * Runs one command inside this process.
     *
     * @return the exit code: 0 done, 1 the answer is no, 2 bad usage or input, 3 a needed device or tool is missing, 70
     *     a fault of Tilewright itself
     */
    public static int run(String[] args, PrintWriter out, PrintWriter err) {
        Faults faults = new Faults();
        CommandLine commands = new CommandLine(new TilewrightCommand())
                .setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .registerConverter(Path.class, Main::path)
                .setParameterExceptionHandler(faults)
                .setExecutionExceptionHandler(faults);
        try {
            return commands.execute(args);
        } catch (OutOfMemoryError | StackOverflowError exhausted) {
            return faults.exhausted(exhausted, err);
        } finally {
            out.flush();
            err.flush();
        }
    }
}
