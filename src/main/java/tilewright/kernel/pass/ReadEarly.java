package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tilewright.kernel.Function;
import tilewright.kernel.Program;
import tilewright.kernel.Statement;

/**
 * Warps read the factors of a product of matrices one group of iterations early, into registers of their own, and those of the next
 * chunk's first group in the last group of this chunk, behind the barrier that stood before the next chunk: arithmetic does not wait for shared memory.
 *
 * <pre>
 * for chunk {                                          if there is one { await; barrier; read group 0 to registers 0 }
 *   await                                              for chunk {
 *   barrier                                              copy the next chunk
 *   copy the next chunk                         -&gt;       for group {
 *   for group {                                            if group + 1 &lt; groups { read group + 1 to the other registers }
 *     read                                                 else { await; barrier; read group 0 of the next chunk }
 *     multiply                                             multiply
 *   }                                                    }
 * }                                                    }
 * </pre>
 *
 * <p>Needs, read off the program: a loop of that form ({@link ChunkLoop}) over an even number of groups, which reads nothing but the
 * block's memory. What the next chunk's copies overwrite has been read before the barrier in both forms.
 */
final class ReadEarly implements Pass.Change {
    @Override
    public Program of(Program program) {
        List<Function> changed = new ArrayList<>();
        for (Function f : program.functions()) {
            changed.add(f.withBody(in(f, f.body())));
        }
        return program.withFunctions(changed);
    }

    private static List<Statement> in(Function function, List<Statement> statements) {
        List<Statement> changed = new ArrayList<>();
        for (Statement statement : statements) {
            Optional<ChunkLoop> chunks = statement instanceof Statement.For f ? ChunkLoop.of(f) : Optional.empty();
            changed.add(
                    chunks.isPresent()
                            ? chunks.get().readingEarly(new FreeNames(function))
                            : statement.withBodies(b -> in(function, b)));
        }
        return changed;
    }
}
