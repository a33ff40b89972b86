package tilewright.codegen;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tilewright.codegen.ir.KernelProgram;
import tilewright.kernel.Target;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.Interpreter;
import tilewright.model.LoopNest;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.tiling.plan.Plan;

/** Runs a plan's program in C and compares all arrays with the interpreted nest. */
final class Comparison {
    static final Templates TEMPLATES = Templates.overriding(Path.of("templates"));
    static final Target H200 = DeviceCatalog.referenceGpu().target();
    private static final long SEED = 7;

    private Comparison() {}

    static void ofProgram(Plan plan, Path folder, List<Long> sizes) throws IOException, InterruptedException {
        ofProgram(plan, Lowering.lower(plan), folder, sizes);
    }

    /** @param program lowered from the plan */
    static void ofProgram(Plan plan, KernelProgram program, Path folder, List<Long> sizes)
            throws IOException, InterruptedException {
        of(List.of(new Lowered(plan, program)), folder, sizes);
    }

    /** The programs of several plans of one nest; for those that speak of the same nest it is interpreted once at each size. */
    static void ofPrograms(List<Plan> plans, Path folder, List<Long> sizes) throws IOException, InterruptedException {
        of(plans.stream().map(p -> new Lowered(p, Lowering.lower(p))).toList(), folder, sizes);
    }

    private record Lowered(Plan plan, KernelProgram program) {}

    private static void of(List<Lowered> programs, Path folder, List<Long> sizes)
            throws IOException, InterruptedException {
        CFile file = new CFile();
        Map<Lowered, String> functions = new LinkedHashMap<>();
        programs.forEach(p -> functions.put(p, file.add(p.program())));
        HostCode.Library library = file.compiled(folder);
        Map<LoopNest, List<Lowered>> byNest = new LinkedHashMap<>();
        programs.forEach(p ->
                byNest.computeIfAbsent(p.plan().nest(), _ -> new ArrayList<>()).add(p));
        byNest.forEach((nest, own) -> sizes.forEach(size -> compare(nest, own, functions, library, size)));
    }

    private static void compare(
            LoopNest nest,
            List<Lowered> programs,
            Map<Lowered, String> functions,
            HostCode.Library library,
            long size) {
        Map<String, Long> parameters = new HashMap<>();
        nest.parameters().forEach(p -> parameters.put(p, size));
        try (Arena arena = Arena.ofConfined()) {
            Data data = DataInitializer.fill(nest, parameters, SEED);
            Map<Lowered, PaddedArrays> arrays = new LinkedHashMap<>();
            programs.forEach(p -> arrays.put(p, new PaddedArrays(arena, p.program(), parameters, data)));
            new Interpreter(nest, parameters, data).run();
            arrays.forEach((lowered, own) -> {
                KernelProgram program = lowered.program();
                library.function(
                                Objects.requireNonNull(functions.get(lowered)),
                                program.arrays().size(),
                                program.parameters().size())
                        .call(
                                own.arguments(),
                                program.parameters().stream()
                                        .map(_ -> (int) size)
                                        .toList());
                own.check(data, nest.name() + " " + lowered.plan().candidate());
            });
        }
    }
}
