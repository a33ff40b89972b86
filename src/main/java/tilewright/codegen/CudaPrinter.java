package tilewright.codegen;

import java.util.Map;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.print.CudaFile;

/** Kernel IR to CUDA C++: one file with one {@code extern "C"} kernel per launch. */
public final class CudaPrinter {
    private final Templates templates;

    public CudaPrinter(Templates templates) {
        this.templates = templates;
    }

    /**
     * The kernels of a program. Every kernel takes {@link tilewright.codegen.ir.Kernel#arguments()} in that order:
     * sizes, host variables and pitches as int, arrays as pointers.
     */
    public String print(KernelProgram program) {
        return CudaFile.format(templates.print("cuda/kernels.ftl", Map.of("file", CudaFile.of(program))));
    }
}
