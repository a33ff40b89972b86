package tilewright.codegen;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tilewright.codegen.ir.KernelProgram;
import tilewright.kernel.Target;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.Interpreter;
import tilewright.ranking.DeviceCatalog;
import tilewright.tiling.Plan;

/** Runs a plan's program in C and compares all arrays with the interpreted nest. */
final class Comparison {
    static final Templates TEMPLATES = Templates.ofFolder(Path.of("templates"));
    static final Target H200 = DeviceCatalog.referenceGpu().target();
    private static final long SEED = 7;

    private Comparison() {}

    static void ofProgram(Plan plan, Path folder, List<Long> sizes) throws IOException, InterruptedException {
        ofProgram(plan, Lowering.lower(plan), folder, sizes);
    }

    /** @param program lowered from the plan */
    static void ofProgram(Plan plan, KernelProgram program, Path folder, List<Long> sizes)
            throws IOException, InterruptedException {
        HostCode code = HostCode.compile(
                folder,
                "tiled",
                new CPrinter(TEMPLATES).print(program, "run"),
                "run",
                program.arrays().size(),
                program.parameters().size());
        for (long size : sizes) {
            Map<String, Long> parameters = new HashMap<>();
            program.parameters().forEach(p -> parameters.put(p, size));
            try (Arena arena = Arena.ofConfined()) {
                Data data = DataInitializer.fill(plan.nest(), parameters, SEED);
                PaddedArrays arrays = new PaddedArrays(arena, program, parameters, data);
                new Interpreter(plan.nest(), parameters, data).run();
                code.call(
                        arrays.arguments(),
                        program.parameters().stream().map(_ -> (int) size).toList());
                arrays.check(data, plan.nest().name() + " " + plan.candidate());
            }
        }
    }
}
