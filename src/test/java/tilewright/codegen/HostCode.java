package tilewright.codegen;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A generated C program, compiled by gcc and loaded into the test. */
final class HostCode {
    private final MethodHandle function;

    private HostCode(MethodHandle function) {
        this.function = function;
    }

    /** A library of generated programs. */
    record Library(SymbolLookup symbols) {
        /** One that is {@code void function(T *array.., int parameter..)}. */
        HostCode function(String name, int arrays, int parameters) {
            List<MemoryLayout> layouts = new ArrayList<>(Collections.nCopies(arrays, ADDRESS));
            layouts.addAll(Collections.nCopies(parameters, JAVA_INT));
            MemorySegment symbol = symbols.find(name).orElseThrow();
            return new HostCode(Linker.nativeLinker()
                    .downcallHandle(symbol, FunctionDescriptor.ofVoid(layouts.toArray(MemoryLayout[]::new))));
        }
    }

    /** Compiles a program that exports {@code void function(T *array.., int parameter..)}; without optimization, which takes gcc three times as long. */
    static HostCode compile(Path folder, String name, String source, String function, int arrays, int parameters)
            throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve(name + ".c"), source);
        return library(folder, name, List.of(file), "-O0").function(function, arrays, parameters);
    }

    /** Compiles programs into one library. */
    static Library library(Path folder, String name, List<Path> files, String optimization)
            throws IOException, InterruptedException {
        Path library = folder.resolve(name + ".so");
        List<String> command = new ArrayList<>(List.of(
                "gcc",
                optimization,
                "-Wall",
                "-Werror=implicit-function-declaration",
                "-ffp-contract=off",
                "-fopenmp",
                "-shared",
                "-fPIC",
                "-o",
                library.toString()));
        files.forEach(f -> command.add(f.toString()));
        command.add("-lm");
        run(command);
        return new Library(SymbolLookup.libraryLookup(library, Arena.global()));
    }

    /** Runs a tool; what it printed is the message of the exception when it fails. */
    static String run(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0) {
            throw new AssertionError(String.join(" ", command) + "\n" + output);
        }
        return output;
    }

    void call(List<MemorySegment> arrays, List<Integer> parameters) {
        List<Object> arguments = new ArrayList<>(arrays);
        arguments.addAll(parameters);
        try {
            function.invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
