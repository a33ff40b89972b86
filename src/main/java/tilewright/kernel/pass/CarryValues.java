package tilewright.kernel.pass;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tilewright.kernel.Function;
import tilewright.kernel.Mentions;
import tilewright.kernel.Program;
import tilewright.kernel.Rewriter;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;

/**
 * What a thread stores in one iteration of a loop and loads in the next one stays in a register: the recurrence no longer waits for memory
 * (scalar replacement: D. Callahan, S. Carr, K. Kennedy, Improving register allocation for subscripted variables, PLDI 1990).
 *
 * <p>Reads off the program: one store of the loop's body writes the array, which no other parameter leads to; under the conditions
 * of the store, which no iteration changes, a load's offset is what the store's was one iteration before; and threads wait for each other
 * once at most in between, so that another thread's store to that element would be a race ({@link CarriedLoop}).
 *
 * <p>Example: {@code for j in 1 .. n { p[j] = c / (a * p[j - 1] + b) }} loads {@code p[0]} alone.
 */
final class CarryValues implements Pass.Change {
    @Override
    public Program of(Program program) {
        return program.withFunctions(
                program.functions().stream().map(CarryValues::in).toList());
    }

    private static Function in(Function function) {
        Set<String> exclusive = new HashSet<>();
        Set<String> names = new HashSet<>();
        for (Function.Parameter parameter : function.parameters()) {
            names.add(parameter.name());
            if (parameter instanceof Function.Parameter.Base b && b.exclusive()) {
                exclusive.add(b.name());
            }
        }
        Statements.visit(function.body(), s -> {
            names.addAll(s.declared());
            names.addAll(Mentions.beside(s));
        });
        Map<String, CarriedLoop.Carried> carried = new HashMap<>();
        Rewriter carry = new Rewriter() {
            @Override
            protected List<Statement> statement(Statement statement) {
                if (!(statement instanceof Statement.For loop)) {
                    return List.of(statement);
                }
                CarriedLoop inner = new CarriedLoop(loop, exclusive, names);
                List<Statement> result = inner.carried();
                inner.found().forEach(c -> carried.put(c.last().name(), c));
                if (!inner.found().isEmpty()) {
                    return result;
                }
                List<Statement> chunks = new CarriedChunks(loop, carried, names).carried();
                return chunks.equals(List.of(loop)) ? new CarriedPlace(loop, exclusive, names).carried() : chunks;
            }
        };
        return carry.whole(function);
    }
}
