package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tilewright.kernel.Program;
import tilewright.kernel.Statement;

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
 * <p>Reads off the program ({@link CopiesBefore}): the iterations are written out and stand right behind the copies, wait for copies and threads in the last one at
 * most, change nothing that copies read, and write no memory that all blocks share. Then it does not matter in which of them a copy starts: an element that some thread
 * reads before it is waited for would be read while it is copied in the program as it was.
 *
 * <p>Only where all copies of a function are narrow ({@link CopyLoops#areNarrow}).
 */
final class SpreadCopies implements Pass.Change {
    @Override
    public Program of(Program program) {
        return program.withFunctions(program.functions().stream()
                .map(f -> CopyLoops.areNarrow(f) ? f.withBody(in(f.body(), new FreeNames(f))) : f)
                .toList());
    }

    private static List<Statement> in(List<Statement> statements, FreeNames names) {
        List<Statement> changed = new ArrayList<>();
        for (Statement statement : statements) {
            Optional<CopiesBefore> copies = statement instanceof Statement.For loop && !changed.isEmpty()
                    ? CopiesBefore.of(changed.getLast(), loop, names)
                    : Optional.empty();
            if (copies.isPresent()) {
                changed.removeLast();
                changed.addAll(copies.get().spread());
            } else {
                changed.add(statement.withBodies(b -> in(b, names)));
            }
        }
        return changed;
    }
}
