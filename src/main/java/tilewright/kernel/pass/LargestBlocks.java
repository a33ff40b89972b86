package tilewright.kernel.pass;

import java.util.HashMap;
import java.util.Map;
import tilewright.kernel.Function;
import tilewright.kernel.Program;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;

/** Threads of the largest block that runs each function of a program. */
record LargestBlocks(Map<String, Integer> threads) {
    LargestBlocks {
        threads = Map.copyOf(threads);
    }

    static LargestBlocks of(Program program) {
        Map<String, Integer> threads = new HashMap<>();
        for (Function f : program.functions()) {
            if (f.kind() instanceof Function.Kind.Kernel kernel) {
                spread(program, f, kernel.threads(), threads);
            }
        }
        return new LargestBlocks(threads);
    }

    private static void spread(Program program, Function from, int threads, Map<String, Integer> most) {
        most.merge(from.name(), threads, Math::max);
        Statements.visit(from.body(), s -> {
            if (s instanceof Statement.Call call) {
                program.functions().stream()
                        .filter(f -> f.name().equals(call.function()))
                        .forEach(f -> spread(program, f, threads, most));
            }
        });
    }

    /** The largest number of threads there is where no kernel calls the function. */
    int of(Function function) {
        return threads.getOrDefault(function.name(), Integer.MAX_VALUE);
    }
}
