package tilewright.codegen;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tilewright.tiling.Plan;

/** Programs in CUDA, lowered and printed, with every name declared; nothing runs. */
final class CudaText implements Execution {
    @Override
    public String name() {
        return "CUDA text";
    }

    @Override
    public List<Failure> failures(List<PlannedNest> nests, Path folder) {
        List<Failure> failures = new ArrayList<>();
        for (PlannedNest nest : nests) {
            for (Plan plan : nest.plans()) {
                try {
                    List<String> undeclared = UndeclaredNames.in(of(plan));
                    if (!undeclared.isEmpty()) {
                        failures.add(new Failure(nest, nest.title(plan) + " does not declare " + undeclared));
                    }
                } catch (RuntimeException e) {
                    failures.add(new Failure(nest, nest.title(plan) + ": " + e));
                }
            }
        }
        return failures;
    }

    static String of(Plan plan) {
        return new CudaPrinter(Comparison.TEMPLATES).print(Lowering.lowerForDevice(plan));
    }
}
