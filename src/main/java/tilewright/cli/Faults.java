package tilewright.cli;

import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
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
final class Faults implements IExecutionExceptionHandler, IParameterExceptionHandler {
    /** Exit code of a fault of Tilewright itself (EX_SOFTWARE of sysexits.h). */
    static final int INTERNAL = 70;

    /** One message and how the process ends. */
    record Verdict(String message, int exitCode) {}

    @Override
    public int handleParseException(ParameterException problem, String[] args) {
        CommandLine command = problem.getCommandLine();
        Verdict verdict = problem.getCause() instanceof UserError error
                ? verdict(error)
                : new Verdict("error: " + problem.getMessage(), UserError.BAD_INPUT);
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
    int exhausted(VirtualMachineError fault, PrintWriter err) {
        err.println(
                fault instanceof OutOfMemoryError
                        ? "error: out of memory; use smaller sizes, or give more: TILEWRIGHT_JAVA_OPTIONS=-Xmx8g"
                        : "error: an expression or loop of the input is nested too deeply");
        return UserError.BAD_INPUT;
    }

    static Verdict verdict(Throwable fault) {
        return switch (fault) {
            case UserError error -> new Verdict(positioned(error.getMessage()), error.exitCode());
            case IslUnavailableException isl -> new Verdict("error: " + isl.getMessage(), UserError.MISSING_TOOL);
            case IslLimitException isl -> new Verdict("error: " + isl.getMessage(), UserError.BAD_INPUT);
            case FileSystemException file -> new Verdict("error: " + describe(file), UserError.BAD_INPUT);
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

    private static void traceIfWanted(Exception fault, List<String> args, PrintWriter err) {
        if (args.contains("--verbose") || System.getenv("TILEWRIGHT_DEBUG") != null) {
            fault.printStackTrace(err);
        }
    }
}
