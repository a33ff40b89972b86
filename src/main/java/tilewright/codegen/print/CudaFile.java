package tilewright.codegen.print;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Kernel;
import tilewright.codegen.ir.KernelArgument;
import tilewright.codegen.ir.KernelProgram;

/** The kernels of a program as a view. */
public final class CudaFile {
    private CudaFile() {}

    /** What the template prints. */
    public static CudaView.File of(KernelProgram program) {
        CudaCopies copies = new CudaCopies();
        List<CudaView.KernelText> kernels =
                program.kernels().stream().map(k -> kernel(program, k, copies)).toList();
        boolean shared = program.kernels().stream().anyMatch(k -> k.sharedBytes() > 0);
        return new CudaView.File(
                Header.of(program),
                copies.used(),
                copies.extremes(),
                copies.divides(),
                copies.pairs(),
                copies.awaits(),
                shared,
                copies.startsShared(),
                copies.takesTurns(),
                kernels);
    }

    /** The text as it is shown: indented. */
    public static String format(String text) {
        return Indenter.indent(text);
    }

    /** Keeps the names of generated functions from being given to variables. */
    static void reserveFunctions(KernelProgram program, CNames names) {
        for (Kernel kernel : program.kernels()) {
            names.fresh(kernel.name());
            names.fresh(turns(kernel));
            for (BlockProgram piece : kernel.pieces()) {
                names.fresh(CudaPiece.function(kernel, piece));
                names.fresh(CudaPiece.boundaryFunction(kernel, piece));
            }
        }
    }

    private static CudaView.KernelText kernel(KernelProgram program, Kernel kernel, CudaCopies copies) {
        CNames names = new CNames();
        reserveFunctions(program, names);
        names.declare(program.parameters());
        names.declare(kernel.hostVariables());
        program.allArrays().forEach(a -> names.declare(a.name()));
        Map<String, String> pitches = new HashMap<>();
        List<String> parameters = new ArrayList<>();
        List<String> arguments = new ArrayList<>();
        for (KernelArgument argument : kernel.arguments()) {
            String name = name(argument, names, pitches);
            arguments.add(name);
            parameters.add(type(program, argument) + name);
        }
        String block = names.fresh("block");
        List<CudaView.PieceText> pieces = new ArrayList<>();
        for (BlockProgram piece : kernel.pieces()) {
            pieces.add(new CudaPiece(program, kernel, piece, names.inner(), pitches, block, copies).view());
        }
        boolean usesBlock = kernel.pieces().size() > 1
                || pieces.getFirst().places().stream().anyMatch(p -> p.value().contains(block));
        return new CudaView.KernelText(
                kernel.name(),
                kernel.description(),
                kernel.threads(),
                CudaOccupancy.blocksPerMultiprocessor(kernel),
                usesBlock,
                block,
                parameters,
                arguments,
                kernel.takesTurns() ? turns(kernel) : null,
                pieces);
    }

    /** Name of the number of blocks of a kernel that have taken a turn. */
    static String turns(Kernel kernel) {
        return kernel.name() + "_turns";
    }

    private static String name(KernelArgument argument, CNames names, Map<String, String> pitches) {
        return switch (argument) {
            case KernelArgument.Size s -> names.of(s.parameter());
            case KernelArgument.HostVariable v -> names.of(v.variable());
            case KernelArgument.ArrayBase a -> names.of(a.array());
            case KernelArgument.AlternatingBase a -> copy(a, names);
            case KernelArgument.Pitch p -> pitches.computeIfAbsent(p.array(), a -> names.fresh(a + "_pitch"));
        };
    }

    /** A kernel reads an array's current copy under the array's own name. */
    static String copy(KernelArgument.AlternatingBase base, CNames names) {
        return base.phase() == 0
                ? names.of(base.array())
                : names.declare(CNames.otherCopy(base.array()), base.array() + "_next");
    }

    private static String type(KernelProgram program, KernelArgument argument) {
        return switch (argument) {
            case KernelArgument.ArrayBase a -> {
                String type = program.array(a.array()).type().cName();
                yield (a.written() ? type : "const " + type) + " *__restrict__ ";
            }
            case KernelArgument.AlternatingBase a -> {
                String type = program.array(a.array()).type().cName();
                yield (a.phase() == 1 ? type : "const " + type) + " *__restrict__ ";
            }
            default -> "const int ";
        };
    }
}
