package tilewright.codegen;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tilewright.codegen.ir.KernelProgram;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.Interpreter;
import tilewright.model.UserError;
import tilewright.tiling.Plan;

/**
 * Programs in C, in one file, against the interpreter. Reading the headers and starting takes gcc several times as long as a small program does, so
 * that it is asked once for all of them.
 */
final class CExecution implements Execution {
    private static final long SEED = 7;

    /** The name in what a line declares outside of functions: a function, a structure or a variable. */
    private static final Pattern DECLARED =
            Pattern.compile("^(?:static [^(\\[;=]*\\b|} )?(\\w+) ?(?:\\(|\\[|=|;)", Pattern.MULTILINE);

    private record Program(PlannedNest nest, Plan plan, KernelProgram program, String function) {}

    @Override
    public String name() {
        return "C";
    }

    @Override
    public List<Failure> failures(List<PlannedNest> nests, Path folder) throws IOException, InterruptedException {
        List<Failure> failures = new ArrayList<>();
        List<Program> programs = new ArrayList<>();
        StringBuilder file = new StringBuilder();
        for (PlannedNest nest : nests) {
            for (Plan plan : nest.plans()) {
                try {
                    String function = "run" + programs.size();
                    KernelProgram program = Lowering.lower(plan);
                    String text = new CPrinter(Comparison.TEMPLATES).print(program, function);
                    file.append(apart(text, function));
                    programs.add(new Program(nest, plan, program, function));
                } catch (RuntimeException e) {
                    failures.add(new Failure(nest, nest.title(plan) + ": " + e));
                }
            }
        }
        if (programs.isEmpty()) {
            return failures;
        }
        Path source = Files.writeString(folder.resolve("programs.c"), file);
        HostCode.Library library;
        try {
            library = HostCode.library(folder, "programs", List.of(source), "-O0");
        } catch (AssertionError refused) {
            return nests.size() == 1 ? List.of(refused(nests.getFirst(), refused)) : halves(nests, folder);
        }
        for (Program program : programs) {
            difference(program, library).ifPresent(failures::add);
        }
        return failures;
    }

    /** What the compiler says of the first line that it refuses. */
    private static Failure refused(PlannedNest nest, AssertionError refused) {
        String error = String.valueOf(refused.getMessage())
                .lines()
                .filter(l -> l.contains("error: "))
                .findFirst()
                .orElse(String.valueOf(refused.getMessage()));
        return new Failure(nest, "the nest of seed " + nest.seed() + ": " + error.replaceFirst("^.*error: ", ""));
    }

    /** The same of fewer nests each, to find out which of them has a program that does not compile. */
    private List<Failure> halves(List<PlannedNest> nests, Path folder) throws IOException, InterruptedException {
        List<Failure> failures = new ArrayList<>();
        int half = nests.size() / 2;
        for (List<PlannedNest> part : List.of(nests.subList(0, half), nests.subList(half, nests.size()))) {
            failures.addAll(failures(part, Files.createTempDirectory(folder, "part")));
        }
        return failures;
    }

    /** A program whose own functions, types and variables have names that no other program of the file has. */
    private static String apart(String program, String function) {
        Set<String> names = new TreeSet<>();
        Matcher declared = DECLARED.matcher(program);
        while (declared.find()) {
            names.add(declared.group(1));
        }
        names.remove(function);
        return names.isEmpty()
                ? program
                : program.replaceAll("\\b(" + String.join("|", names) + ")\\b", function + "_$1");
    }

    private static java.util.Optional<Failure> difference(Program program, HostCode.Library library) {
        for (Map<String, Long> sizes : program.nest().sizes()) {
            try (Arena arena = Arena.ofConfined()) {
                Data data = DataInitializer.fill(program.nest().nest(), sizes, SEED);
                PaddedArrays arrays = new PaddedArrays(arena, program.program(), sizes, data);
                new Interpreter(program.nest().nest(), sizes, data).run();
                data.requireFinite("the sequential run");
                HostCode code = library.function(
                        program.function(),
                        arrays.arguments().size(),
                        program.program().parameters().size());
                code.call(
                        arrays.arguments(),
                        program.program().parameters().stream()
                                .map(p -> sizes.get(p).intValue())
                                .toList());
                arrays.check(data, program.nest().title(program.plan()));
            } catch (UserError outside) {
                // A subscript out of bounds, or a value that is none.
            } catch (AssertionError | RuntimeException wrong) {
                return java.util.Optional.of(new Failure(program.nest(), String.valueOf(wrong.getMessage())));
            }
        }
        return java.util.Optional.empty();
    }
}
