package tilewright.codegen;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tilewright.codegen.ir.KernelProgram;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.Interpreter;
import tilewright.model.UserError;
import tilewright.tiling.plan.Plan;

/** Programs in C, in one file, against the interpreter. */
final class CExecution implements Execution {
    private static final long SEED = 7;

    private record Program(PlannedNest nest, Plan plan, KernelProgram program, String function) {}

    @Override
    public String name() {
        return "C";
    }

    @Override
    public List<Failure> failures(List<PlannedNest> nests, Path folder) throws IOException, InterruptedException {
        List<Failure> failures = new ArrayList<>();
        List<Program> programs = new ArrayList<>();
        CFile file = new CFile();
        for (PlannedNest nest : nests) {
            for (Plan plan : nest.plans()) {
                if (plan.candidate().options().advancesByPlanes()) {
                    continue;
                }
                try {
                    KernelProgram program = Lowering.lower(plan);
                    programs.add(new Program(nest, plan, program, file.add(program)));
                } catch (RuntimeException e) {
                    failures.add(new Failure(nest, nest.title(plan) + ": " + e));
                }
            }
        }
        if (programs.isEmpty()) {
            return failures;
        }
        HostCode.Library library;
        try {
            library = file.compiled(folder);
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
