package tilewright.kernel.text;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.antlr.v4.runtime.ParserRuleContext;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Function;
import tilewright.kernel.Memory;
import tilewright.kernel.Variable;

/** What names stand for while a text is read: a declaration is visible to the end of its block. */
final class Scopes {
    /** What a name stands for. */
    sealed interface Named {
        record OfVariable(Variable variable) implements Named {}

        record OfRegister(Memory.Register array) implements Named {}

        record OfGlobal(Memory.Global array) implements Named {}
    }

    private final Deque<Map<String, Named>> scopes = new ArrayDeque<>();
    private final Map<String, Memory.Shared> shared = new HashMap<>();
    private final TextErrors errors;

    Scopes(TextErrors errors) {
        this.errors = errors;
        scopes.push(new HashMap<>());
    }

    /** Reads a block: what it declares is forgotten behind it. */
    <T> T inside(Supplier<T> block) {
        scopes.push(new HashMap<>());
        T result = block.get();
        scopes.pop();
        return result;
    }

    Variable declare(Variable variable) {
        declare(variable.name(), new Named.OfVariable(variable));
        return variable;
    }

    Memory.Register declare(Memory.Register array) {
        declare(array.name(), new Named.OfRegister(array));
        return array;
    }

    Memory.Global declare(Memory.Global array) {
        declare(array.name(), new Named.OfGlobal(array));
        return array;
    }

    private void declare(String name, Named named) {
        scopes.element().put(name, named);
    }

    /** The block's arrays of the function that is read now. */
    void share(Function.@Nullable SharedMemory memory) {
        shared.clear();
        if (memory != null) {
            memory.arrays().forEach(a -> shared.put(a.name(), a));
        }
    }

    Named named(String name, ParserRuleContext where) {
        for (Map<String, Named> scope : scopes) {
            Named found = scope.get(name);
            if (found != null) {
                return found;
            }
        }
        throw errors.at(where.getStart(), "nothing here is called '" + name + "'; declare it before");
    }

    Variable variable(String name, ParserRuleContext where) {
        if (named(name, where) instanceof Named.OfVariable v) {
            return v.variable();
        }
        throw errors.at(where.getStart(), "'" + name + "' is an array; name a variable");
    }

    Memory.Shared shared(String name, ParserRuleContext where) {
        Memory.Shared found = shared.get(name);
        if (found == null) {
            throw errors.at(where.getStart(), "the function has no shared array '" + name + "'");
        }
        return found;
    }
}
