package tilewright.tune.build;

import tilewright.codegen.ir.KernelProgram;
import tilewright.device.ProgramResolver;
import tilewright.kernel.pass.Passes;
import tilewright.tiling.plan.Plan;

/** How plans become programs of a target. Any thread may ask. */
public interface Backend {
    /** What improves programs before they are printed, unless some are left out. */
    Passes passes();

    /** The blocks of every launch, after the passes over blocks. */
    KernelProgram lower(Plan plan, Passes passes);

    /** The text that is compiled. */
    String print(KernelProgram program, Passes passes);

    /** What the host does with what is printed. */
    ProgramResolver resolve(KernelProgram program, Passes passes);
}
