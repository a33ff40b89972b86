package tilewright.kernel.emulate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Function;
import tilewright.kernel.Memory;
import tilewright.kernel.Variable;

/** What names mean while a kernel is made ready: each declaration gets a number in the kernel's {@link Frame}. */
final class Names {
    /** What a name stands for. */
    sealed interface Meaning {
        record OfVariable(int slot, Variable variable) implements Meaning {}

        record OfRegisters(int slot, Memory.Register array) implements Meaning {}

        record OfShared(int slot, Memory.Shared array) implements Meaning {}

        record OfBase(int slot) implements Meaning {}

        record OfCounter(GlobalArray array) implements Meaning {}
    }

    private static final String IN_SHARED = "shared ";

    private final Deque<Map<String, Meaning>> scopes = new ArrayDeque<>();
    private final List<Memory.Register> registers = new ArrayList<>();
    private final List<SharedArray> shared = new ArrayList<>();
    private int variables;
    private int bases;

    /** @param counters variables in global memory that all kernels see */
    Names(Map<String, GlobalArray> counters) {
        enter();
        counters.forEach((name, array) -> put(name, new Meaning.OfCounter(array)));
    }

    void enter() {
        scopes.push(new HashMap<>());
    }

    void leave() {
        scopes.pop();
    }

    /** Begins the body of a function, which sees global names alone; end it by {@link #resume}. */
    List<Map<String, Meaning>> function() {
        List<Map<String, Meaning>> outer = new ArrayList<>(scopes);
        while (scopes.size() > 1) {
            scopes.pop();
        }
        enter();
        return outer;
    }

    void resume(List<Map<String, Meaning>> outer) {
        scopes.clear();
        scopes.addAll(outer);
    }

    private void put(String name, Meaning meaning) {
        scopes.element().put(name, meaning);
    }

    /** What a name stands for here, or null. */
    @Nullable
    Meaning knows(String name) {
        for (Map<String, Meaning> scope : scopes) {
            Meaning found = scope.get(name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    Meaning of(String name) {
        Meaning found = knows(name);
        if (found == null) {
            throw new IllegalArgumentException("nothing is called " + name + " here");
        }
        return found;
    }

    /** How to find an array in global memory by its name. */
    java.util.function.Function<Block, GlobalArray> base(String name) {
        return switch (of(name)) {
            case Meaning.OfBase(int slot) -> block -> block.frame.bases[slot];
            case Meaning.OfCounter(GlobalArray array) -> _ -> array;
            case Meaning.OfVariable _, Meaning.OfRegisters _, Meaning.OfShared _ ->
                throw new IllegalArgumentException(name + " is no array in global memory");
        };
    }

    int declare(Variable variable) {
        put(variable.name(), new Meaning.OfVariable(variables, variable));
        return variables++;
    }

    int declare(Memory.Register array) {
        put(array.name(), new Meaning.OfRegisters(registers.size(), array));
        registers.add(array);
        return registers.size() - 1;
    }

    /** Arrays of blocks declared so far. */
    int sharedArrays() {
        return shared.size();
    }

    /** An array of the block, which programs reach through their memory: it hides no other name. */
    Meaning ofShared(String name) {
        return of(IN_SHARED + name);
    }

    int declareBase(String name) {
        put(name, new Meaning.OfBase(bases));
        return bases++;
    }

    /** The arrays of a function, from the start of the block's memory on. */
    void declare(Function.SharedMemory memory) {
        int at = 0;
        for (Memory.Shared array : memory.arrays()) {
            put(IN_SHARED + array.name(), new Meaning.OfShared(shared.size(), array));
            shared.add(new SharedArray(array, at));
            at += Math.ceilDiv(array.bytes(), Function.SharedMemory.ALIGNMENT) * Function.SharedMemory.ALIGNMENT;
        }
    }

    /** Whether an array has some of its memory where one of others has its own. */
    boolean overlaps(int array, IntStream others) {
        return others.anyMatch(o -> shared.get(array).overlaps(shared.get(o)));
    }

    /** Bytes of the narrowest element of shared memory. */
    private int grain() {
        return shared.stream().mapToInt(a -> a.array.type().bytes()).min().orElse(Integer.BYTES);
    }

    Frame frame(int threads, int sharedBytes) {
        List<SharedArray> own = shared.stream().map(SharedArray::fresh).toList();
        return new Frame(threads, variables, registers, own, bases, new SharedShadow(sharedBytes, grain()));
    }
}
