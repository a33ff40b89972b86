package tilewright.codegen;

import java.util.Map;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.print.CCounters;
import tilewright.codegen.print.CFile;
import tilewright.codegen.print.CView;
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
        return print(CFile.of(program, function));
    }

    /**
     * The same program, which also counts its loads and stores of arrays in the exported array {@value CCounters#ARRAY}:
     * {@link tilewright.tiling.PlannedTraffic.Kind} values of the first array of the program, then of the next. They add up over runs.
     */
    public String printCounting(KernelProgram program, String function) {
        return print(CFile.counting(program, function));
    }

    private String print(CView.File file) {
        return CudaFile.format(templates.print("c/program.ftl", Map.of("file", file)));
    }
}
