package tilewright.kernel.pass;

import java.util.HashMap;
import java.util.Map;
import tilewright.kernel.Function;
import tilewright.kernel.GenerationLimits;
import tilewright.kernel.Program;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;

/**
 * Registers of a thread with which compilers are asked to do, for each function of a program: a multiprocessor's, by the threads of the blocks that are to fit. The
 * fewest where several kernels call a function.
 */
record RegisterShares(Map<String, Integer> registers) {
    /** What an instruction can name (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability"). */
    private static final int MOST = 255;

    RegisterShares {
        registers = Map.copyOf(registers);
    }

    /** @param perProcessor registers of a multiprocessor, of 32 bits */
    static RegisterShares of(Program program, int perProcessor) {
        Map<String, Integer> registers = new HashMap<>();
        for (Function f : program.functions()) {
            if (f.kind() instanceof Function.Kind.Kernel kernel) {
                int threads = kernel.roomThreads() * Math.max(1, kernel.blocksPerMultiprocessor());
                spread(program, f, Math.min(MOST, perProcessor / threads), registers);
            }
        }
        return new RegisterShares(registers);
    }

    private static void spread(Program program, Function from, int share, Map<String, Integer> fewest) {
        fewest.merge(from.name(), share, Math::min);
        Statements.visit(from.body(), s -> {
            if (s instanceof Statement.Call call) {
                program.functions().stream()
                        .filter(f -> f.name().equals(call.function()))
                        .forEach(f -> spread(program, f, share, fewest));
            }
        });
    }

    /** What is left beside numbers in arrays and {@link GenerationLimits#OTHER_REGISTERS}; negative where they take more. */
    int left(Function function, int words) {
        return registers.getOrDefault(function.name(), MOST) - GenerationLimits.OTHER_REGISTERS - words;
    }
}
