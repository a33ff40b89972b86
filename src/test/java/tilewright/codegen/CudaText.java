package tilewright.codegen;

import java.util.List;
import tilewright.kernel.Program;
import tilewright.tiling.plan.Plan;

/** Programs in CUDA, printed; nothing runs. */
public final class CudaText {
    private CudaText() {}

    /** Names that a program's text does not declare and uses. */
    public static List<String> undeclared(Program program) {
        return UndeclaredNames.in(
                DevicePrinter.forReferenceGpu(Comparison.TEMPLATES).print(program));
    }

    static String of(Plan plan) {
        return DevicePrinter.forReferenceGpu(Comparison.TEMPLATES).print(Lowering.lowerForDevice(plan));
    }
}
