package tilewright.codegen;

import java.util.Map;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.print.DeviceFile;
import tilewright.codegen.print.Indenter;
import tilewright.codegen.threads.DeviceProgram;
import tilewright.kernel.Program;
import tilewright.kernel.Target;
import tilewright.kernel.pass.Passes;
import tilewright.kernel.print.HipDialect;

/** Kernel IR to HIP C++: one file with one {@code extern "C"} kernel per launch. */
public final class HipPrinter {
    private final Templates templates;
    private final Target target;
    private final Passes passes;

    /** @param passes what improves a program of blocks before it is printed */
    public HipPrinter(Templates templates, Target target, Passes passes) {
        this.templates = templates;
        this.target = target;
        this.passes = passes;
    }

    /** The kernels of a program; their arguments are those of {@link CudaPrinter#print(KernelProgram)}. */
    public String print(KernelProgram program) {
        return print(DeviceProgram.of(program, target, passes));
    }

    /** The functions of a kernel program, which asks for nothing that the target does not offer. */
    public String print(Program program) {
        return Indenter.indent(templates.print(
                "cuda/kernels.ftl", Map.of("language", "hip", "file", DeviceFile.of(program, new HipDialect()))));
    }
}
