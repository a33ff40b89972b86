package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tilewright.kernel.Function;
import tilewright.kernel.Memory;
import tilewright.kernel.Program;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Target;

/**
 * Copies to shared memory that a loop starts before its iterations, for later ones, start between them: what iterations read from shared memory does not wait behind all
 * of them. They start in the first half of the iterations, and come while the second half runs.
 *
 * <pre>
 * if next &lt; n {                                       for k in 0 .. 8 unroll 8 {
 *   for step in 0 .. 8 unroll 8 {                       if k &lt; 4 {
 *     copy the step's element                             for part in 0 .. 2 unroll all {
 *   }                                                       let step = 2 * k + part
 * }                                             -&gt;          if next &lt; n { copy the step's element }
 * for k in 0 .. 8 unroll 8 {                              }
 *   read, compute                                       }
 * }                                                     read, compute
 *                                                     }
 * </pre>
 *
 * <p>Reads off the program ({@link CopiesBefore}): the iterations stand right behind the copies, wait for copies and threads in the last one at most, change nothing
 * that copies read, and write no memory that all blocks share. Then it does not matter in which of them a copy starts: an element that some thread reads before it
 * is waited for would be read while it is copied in the program as it was.
 *
 * <p>Addresses of copies are needed for longer: the pass leaves programs whose threads have no registers for them beside their tiles ({@link RegisterShares}). With all
 * registers taken, compilers spill, and products of 128 x 128 by 256 threads took 432 instead of 402 us (reports/experiments/nvidia-h200-sgemm.txt).
 */
final class SpreadCopies implements Pass.Change {
    @Override
    public Program of(Program program) {
        return of(program, Target.Limits.USUAL);
    }

    @Override
    public Program of(Program program, Target.Limits device) {
        RegisterShares shares = RegisterShares.of(program, device.registers());
        List<Function> changed = new ArrayList<>();
        for (Function f : program.functions()) {
            changed.add(f.withBody(new InFunction(f, shares, new FreeNames(f)).statements(f.body(), 0)));
        }
        return program.withFunctions(changed);
    }

    /** @param names that are free in the function */
    private record InFunction(Function function, RegisterShares shares, FreeNames names) {
        /** @param around words of arrays in registers that are declared around the statements */
        List<Statement> statements(List<Statement> statements, int around) {
            List<Statement> changed = new ArrayList<>();
            int words = around;
            for (Statement statement : statements) {
                if (statement instanceof Statement.DeclareArray d) {
                    words += words(d.array());
                }
                int here = words;
                Optional<CopiesBefore> copies = statement instanceof Statement.For loop && !changed.isEmpty()
                        ? CopiesBefore.of(changed.getLast(), loop, names)
                                .filter(c -> c.registers() <= shares.left(function, here + inside(loop)))
                        : Optional.empty();
                if (copies.isPresent()) {
                    changed.removeLast();
                    changed.addAll(copies.get().spread());
                } else {
                    changed.add(statement.withBodies(b -> statements(b, here)));
                }
            }
            return changed;
        }

        private static int inside(Statement.For loop) {
            int[] words = {0};
            Statements.visit(loop.body(), s -> {
                if (s instanceof Statement.DeclareArray d) {
                    words[0] += words(d.array());
                }
            });
            return words[0];
        }

        private static int words(Memory.Register array) {
            return Math.ceilDiv(array.elements() * array.type().bytes(), Integer.BYTES);
        }
    }
}
