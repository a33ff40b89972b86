package tilewright.codegen;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.loops.AccessCounters;
import tilewright.codegen.loops.HostProgram;
import tilewright.codegen.print.Indenter;
import tilewright.kernel.Program;
import tilewright.kernel.pass.Passes;
import tilewright.kernel.print.CDialect;
import tilewright.kernel.print.CFile;

/** Kernel IR to OpenMP C: one file that exports one function, which runs the whole program. */
public final class CPrinter {
    private static final String TEMPLATE = "c/program.ftl";

    private final Templates templates;
    private final Passes passes;

    /** With all passes. */
    public CPrinter(Templates templates) {
        this(templates, Passes.OF_LOOPS);
    }

    /** @param passes over kernel programs before they are printed; those of programs of loops among them are applied */
    public CPrinter(Templates templates, Passes passes) {
        this.templates = templates;
        this.passes = passes.inLoops();
    }

    /**
     * The program as {@code void function(T *array.., int parameter..)}, arrays and parameters in the order of the
     * {@link KernelProgram}. Compile with {@code gcc -O3 -march=native -fopenmp}.
     *
     * @param function name of the exported function
     */
    public String print(KernelProgram program, String function) {
        return print(HostProgram.of(program, List.of(function), passes), function, Map.of());
    }

    /**
     * The same program, which also counts its loads and stores of arrays in the exported array {@value CDialect#COUNTS}:
     * {@link tilewright.tiling.property.PlannedTraffic.Kind} values of the first array of the program, then of the next. They add up over runs.
     */
    public String printCounting(KernelProgram program, String function) {
        Program counting = HostProgram.counting(program, List.of(function, CDialect.COUNTS, CDialect.COUNTED));
        AccessCounters counters = AccessCounters.of(program);
        Map<String, Object> counts = Map.of(
                "array",
                CDialect.COUNTS,
                "function",
                CDialect.COUNTED,
                "size",
                counters.size(),
                "meaning",
                counters.meaning());
        return print(counting, function, Map.of("counts", counts));
    }

    private String print(Program program, String function, Map<String, Object> more) {
        Map<String, Object> model = new HashMap<>(more);
        model.put("file", CFile.of(program));
        model.put("function", function);
        return Indenter.indent(templates.print(TEMPLATE, model));
    }
}
