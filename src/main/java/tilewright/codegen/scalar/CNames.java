package tilewright.codegen.scalar;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import tilewright.model.MathFunction;

/**
 * Identifiers of one function in C or CUDA. Names of the nest keep their spelling unless the language has taken them;
 * names that a printer invents give way to those of the nest.
 */
public final class CNames {
    private static final Set<String> RESERVED = reserved(
            ("alignas alignof and asm auto bool break case catch char class const constexpr continue default delete do"
                + " double else enum explicit export extern fabs false float fmax fmin for friend goto if inline int"
                + " long main max min mutable namespace new not nullptr omp operator or private protected public"
                + " register restrict return run short signed sizeof static struct switch template this throw true try"
                + " typedef typename union unsigned using virtual void volatile while xor y0 y1 yn j0 j1 jn threadIdx"
                + " blockIdx blockDim gridDim warpSize int2 int4 float2 float4 double2 double4 copy2 copy4 minimum"
                + " maximum minimum_unsigned maximum_unsigned minimum_long maximum_long minimum_unsigned_long"
                + " maximum_unsigned_long minimum_long_long maximum_long_long minimum_unsigned_long_long"
                + " maximum_unsigned_long_long least3 greatest3 quotient shared_start take_turn pair both copy8 short2"
                + " short4 NULL NAN INFINITY errno stdin stdout stderr free malloc printf abs abort exit time clock"
                + " rand signal aligned_alloc linux unix")
                    .split(" "));

    /** Words, and the functions of mathematics. */
    private static Set<String> reserved(String... words) {
        Set<String> reserved = new HashSet<>(Set.of(words));
        for (MathFunction function : MathFunction.values()) {
            reserved.add(function.cName(true));
            reserved.add(function.cName(false));
        }
        return reserved;
    }

    private final Map<String, String> ofNest;
    private final Set<String> taken;

    public CNames() {
        this(Map.of(), Set.of());
    }

    private CNames(Map<String, String> ofNest, Set<String> taken) {
        this.ofNest = new HashMap<>(ofNest);
        this.taken = new HashSet<>(taken);
    }

    /** Names for an inner scope: knows these, and what it adds stays inside. */
    public CNames inner() {
        return new CNames(ofNest, taken);
    }

    /** Makes names of the nest or plan known; must come before {@link #fresh} for them to keep their spelling. */
    public CNames declare(Collection<String> names) {
        names.forEach(this::declare);
        return this;
    }

    /** The identifier for a name of the nest or plan. */
    public String declare(String name) {
        return ofNest.computeIfAbsent(name, this::fresh);
    }

    /** The same for a name that the language cannot spell. */
    public String declare(String name, String wanted) {
        return ofNest.computeIfAbsent(name, _ -> fresh(wanted));
    }

    /** What the other copy of an array that is written in turn is called here. */
    public static String otherCopy(String array) {
        return array + "'";
    }

    /** The identifier of a declared name; any other name is one that a printer invented. */
    public String of(String name) {
        return ofNest.getOrDefault(name, name);
    }

    /** A new identifier, spelled as wanted where that is free. */
    public String fresh(String wanted) {
        // Those that begin with two underscores belong to compilers: __global__, __LINE__.
        String name = wanted.startsWith("__") ? "x" + wanted : wanted;
        while (RESERVED.contains(name) || taken.contains(name)) {
            name += "_";
        }
        taken.add(name);
        return name;
    }
}
