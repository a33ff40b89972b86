package tilewright.codegen;

import java.util.Map;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.print.DeviceFile;
import tilewright.codegen.print.Indenter;
import tilewright.codegen.threads.DeviceProgram;
import tilewright.kernel.Program;
import tilewright.kernel.pass.Passes;

/** Kernel IR to CUDA C++: one file with one {@code extern "C"} kernel per launch. */
public final class CudaPrinter {
    private final Templates templates;
    private final Passes passes;

    public CudaPrinter(Templates templates) {
        this(templates, Passes.OF_DEVICES);
    }

    /** @param passes what improves a program of blocks before it is printed */
    public CudaPrinter(Templates templates, Passes passes) {
        this.templates = templates;
        this.passes = passes;
    }

    /**
     * The kernels of a program. Every kernel takes {@link tilewright.codegen.ir.Kernel#arguments()} in that order:
     * sizes, host variables and pitches as int, arrays as pointers.
     */
    public String print(KernelProgram program) {
        return print(DeviceProgram.of(program, passes));
    }

    /** The functions of a kernel program. */
    public String print(Program program) {
        return Indenter.indent(templates.print("cuda/kernels.ftl", Map.of("file", DeviceFile.of(program))));
    }
}
