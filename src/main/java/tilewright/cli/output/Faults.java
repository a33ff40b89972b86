package tilewright.cli.output;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;
import tilewright.isl.IslLimitException;
import tilewright.isl.IslUnavailableException;
import tilewright.model.UserError;

/** The one place where exceptions become messages and exit codes. Traces appear only on request. */
public final class Faults implements IExecutionExceptionHandler, IParameterExceptionHandler {
    /** Exit code of a fault of Tilewright itself (EX_SOFTWARE of sysexits.h). */
    public static final int INTERNAL = 70;

    /** One message and how the process ends. */
    public record Verdict(String message, int exitCode) {}

    @Override
    public int handleParseException(ParameterException problem, String[] args) {
        CommandLine command = problem.getCommandLine();
        Verdict verdict = problem.getCause() instanceof UserError error
                ? verdict(error)
                : new Verdict(
                        "error: " + String.valueOf(problem.getMessage()).replaceFirst("^Error: ", ""),
                        UserError.BAD_INPUT);
        PrintWriter err = command.getErr();
        err.println(verdict.message());
        if (!UnmatchedArgumentException.printSuggestions(problem, err)) {
            err.println("usage: " + command.getCommandSpec().qualifiedName() + " --help");
        }
        traceIfWanted(problem, Arrays.asList(args), err);
        return verdict.exitCode();
    }

    @Override
    public int handleExecutionException(Exception fault, CommandLine command, ParseResult parsed) {
        Verdict verdict = verdict(fault);
        command.getErr().println(verdict.message());
        traceIfWanted(fault, parsed.originalArgs(), command.getErr());
        return verdict.exitCode();
    }

    /** Memory or stack ran out: picocli hands only exceptions to its handlers. */
    public int exhausted(VirtualMachineError fault, PrintWriter err) {
        err.println(
                fault instanceof OutOfMemoryError
                        ? outOfMemory(Runtime.getRuntime().maxMemory())
                        : "error: an expression or loop of the input is nested too deeply");
        return UserError.BAD_INPUT;
    }

    /** A class or library of this program: no answer to what was asked. */
    public int notLoaded(Throwable fault, PrintWriter err) {
        Throwable cause = fault.getCause();
        Throwable said = fault.getMessage() == null && cause != null ? cause : fault;
        err.println("error: a part of Tilewright cannot be loaded (" + said.getMessage()
                + "): the installation lacks it, or this process may not open enough files ('ulimit -n' says"
                + " how many)");
        return UserError.MISSING_TOOL;
    }

    /** @param bytes that this process may take */
    private static String outOfMemory(long bytes) {
        String stage = Progress.CURRENT.isBound() ? Progress.CURRENT.get().stage() : null;
        long gigabytes = Math.max(1, Math.round(bytes / (double) (1L << 30)));
        return "error: out of memory" + (stage == null ? "" : " while " + stage) + " with a heap of " + gigabytes
                + " GB; where the machine has more, give more: TILEWRIGHT_JAVA_OPTIONS=-Xmx" + 2 * gigabytes
                + "g. Nests of fewer loops, constants instead of parameters and 'analyze --quick' take less";
    }

    public static Verdict verdict(Throwable fault) {
        return switch (fault) {
            case UserError error -> new Verdict(positioned(error.getMessage()), error.exitCode());
            case IslUnavailableException isl -> new Verdict("error: " + isl.getMessage(), UserError.MISSING_TOOL);
            case IslLimitException isl -> new Verdict(positioned(isl.getMessage()), UserError.BAD_INPUT);
            case InvalidPathException path ->
                new Verdict("error: '" + path.getInput() + "' is no name of a file", UserError.BAD_INPUT);
            case FileSystemException file ->
                new Verdict("error: " + describe(file) + room(file.getReason()), UserError.BAD_INPUT);
            case UncheckedIOException wrapped when wrapped.getCause() != null -> verdict(wrapped.getCause());
            case IOException io -> new Verdict("error: " + unusable(io), UserError.BAD_INPUT);
            case ArithmeticException overflow
            when String.valueOf(overflow.getMessage()).endsWith("overflow") ->
                new Verdict(
                        "error: a number of iterations or elements is beyond 64 bits; use smaller sizes",
                        UserError.BAD_INPUT);
            default ->
                new Verdict(
                        "internal error: " + fault
                                + "\nThis is a fault of Tilewright, not of your input. Please report it"
                                + " with the nest and the output of the same command with --verbose.",
                        INTERNAL);
        };
    }

    /** Messages that carry a source position say "error" themselves. */
    private static String positioned(@Nullable String message) {
        return message != null && message.contains("error: ") ? message : "error: " + message;
    }

    static String describe(FileSystemException file) {
        return switch (file) {
            case NoSuchFileException e -> e.getFile() + ": no such file or directory";
            case AccessDeniedException e -> e.getFile() + ": permission denied";
            case FileAlreadyExistsException e -> e.getFile() + ": exists and is not a directory";
            default -> file.getFile() + ": " + (file.getReason() == null ? "cannot be used" : file.getReason());
        };
    }

    /** A full disk, a quota, a device that is gone: the machine's, not a fault of this program. */
    private static String unusable(IOException io) {
        String message = String.valueOf(io.getMessage());
        String remedy = room(message);
        return remedy.isEmpty()
                ? "a file cannot be read or written: " + message
                : message + ": a file could not be written" + remedy;
    }

    /** What to do where room is lacking, else nothing. */
    private static String room(@Nullable String reason) {
        return reason != null && (reason.contains("No space left") || reason.contains("quota"))
                ? "; make room, or choose another place with -o or, for temporary files ("
                        + System.getProperty("java.io.tmpdir")
                        + "), with TILEWRIGHT_JAVA_OPTIONS=-Djava.io.tmpdir=DIR"
                : "";
    }

    private static void traceIfWanted(Exception fault, List<String> args, PrintWriter err) {
        if (args.contains("--verbose") || System.getenv("TILEWRIGHT_DEBUG") != null) {
            fault.printStackTrace(err);
        }
    }
}
