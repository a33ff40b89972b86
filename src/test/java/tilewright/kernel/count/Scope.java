package tilewright.kernel.count;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Variable;

/** What one call of a function knows. */
final class Scope {
    private final Map<String, Deque<Numbers>> variables = new HashMap<>();
    private final Deque<List<String>> declared = new ArrayDeque<>();
    /** By thread. */
    final boolean[] returned;

    /** @param threads of the block */
    Scope(int threads) {
        returned = new boolean[threads];
        enter();
    }

    void enter() {
        declared.push(new ArrayList<>());
    }

    /** What was declared since is not seen any more. */
    void leave() {
        for (String name : declared.pop()) {
            Deque<Numbers> known = variables.get(name);
            if (known != null) {
                known.pop();
            }
        }
    }

    void declare(Variable variable, Numbers value) {
        variables.computeIfAbsent(variable.name(), _ -> new ArrayDeque<>()).push(value);
        declared.element().add(variable.name());
    }

    @Nullable
    Numbers of(Variable variable) {
        Deque<Numbers> known = variables.get(variable.name());
        return known == null ? null : known.peek();
    }
}
