package tilewright.codegen;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tilewright.codegen.ir.KernelProgram;

/**
 * Programs in C, in one file. Reading the headers and starting takes gcc several times as long as a small program does, so that it is asked once for all
 * of them.
 */
final class CFile {
    /** The name in what a line declares outside of functions: a function, a structure or a variable. */
    private static final Pattern DECLARED =
            Pattern.compile("^(?:static [^(\\[;=]*\\b|} )?(\\w+) ?(?:\\(|\\[|=|;)", Pattern.MULTILINE);

    private final StringBuilder text = new StringBuilder();
    private int programs;

    /** Adds a program and gives the name of its function. */
    String add(KernelProgram program) {
        String function = "run" + programs;
        text.append(apart(new CPrinter(Comparison.TEMPLATES).print(program, function), function));
        programs++;
        return function;
    }

    /**
     * Compiles them without optimization, which takes gcc three times as long.
     *
     * @throws AssertionError with what the compiler says, where it refuses one
     */
    HostCode.Library compiled(Path folder) throws IOException, InterruptedException {
        Path source = Files.writeString(folder.resolve("programs.c"), text);
        return HostCode.library(folder, "programs", List.of(source), "-O0");
    }

    /** A program whose own functions, types and variables have names that no other program of the file has. */
    private static String apart(String program, String function) {
        Set<String> names = new TreeSet<>();
        Matcher declared = DECLARED.matcher(program);
        while (declared.find()) {
            names.add(declared.group(1));
        }
        names.remove(function);
        // Of the compiler, in front of a function whose name stands on the next line.
        names.remove("__attribute__");
        return names.isEmpty()
                ? program
                : program.replaceAll("\\b(" + String.join("|", names) + ")\\b", function + "_$1");
    }
}
