package tilewright.codegen.scalar;

import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Kernel;
import tilewright.codegen.ir.KernelProgram;

/** The names of generated functions and of what they share. */
public final class FunctionNames {
    private FunctionNames() {}

    /** The function of a piece. */
    public static String of(Kernel kernel, BlockProgram piece) {
        return kernel.name() + "_" + piece.name();
    }

    /** The function of its blocks at the boundary, where interior blocks run another body. */
    public static String ofBoundary(Kernel kernel, BlockProgram piece) {
        return of(kernel, piece) + "_boundary";
    }

    /** The number of blocks of a kernel that have taken a turn. */
    public static String turns(Kernel kernel) {
        return kernel.name() + "_turns";
    }

    /** Keeps these names from being given to variables. */
    public static void reserve(KernelProgram program, CNames names) {
        for (Kernel kernel : program.kernels()) {
            names.fresh(kernel.name());
            names.fresh(turns(kernel));
            for (BlockProgram piece : kernel.pieces()) {
                names.fresh(of(kernel, piece));
                names.fresh(ofBoundary(kernel, piece));
            }
        }
    }
}
