package tilewright.codegen;

import java.util.Map;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.print.CFile;
import tilewright.codegen.print.CudaFile;

/** Kernel IR to OpenMP C: one file that exports one function, which runs the whole program. */
public final class CPrinter {
    private final Templates templates;

    public CPrinter(Templates templates) {
        this.templates = templates;
    }

    /**
     * The program as {@code void function(T *array.., int parameter..)}, arrays and parameters in the order of the
     * {@link KernelProgram}. Compile with {@code gcc -O3 -march=native -fopenmp}.
     *
     * @param function name of the exported function
     */
    public String print(KernelProgram program, String function) {
        return CudaFile.format(templates.print("c/program.ftl", Map.of("file", CFile.of(program, function))));
    }
}
